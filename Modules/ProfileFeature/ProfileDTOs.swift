package import Foundation

/// The answer of `profile.show` and `profile.update`.
package struct UserProfileDTO: Decodable, Sendable {
    package let id: String
    package let name: String
    package let email: String
    package let bio: String?
    package let avatar: String?
    package let joinedAt: Date

    package func toDomain() -> UserProfile {
        UserProfile(
            id: id, name: name, email: email, bio: bio.flatMap { $0.isEmpty ? nil : $0 }, avatar: avatar,
            joinedAt: joinedAt)
    }
}

/// The body of `profile.update`: only the fields that change.
package struct UserProfileEditDTO: Encodable, Sendable {
    package let name: String?
    package let bio: String?

    package init(_ edit: UserProfileEdit) {
        name = edit.name
        bio = edit.bio
    }
}
