public import Foundation

/// The signed-in user's profile.
public struct UserProfile: Sendable, Hashable, Codable, Identifiable {
    /// The account's identifier.
    public let id: String
    /// The name as others see it.
    public var name: String
    /// The address of the account.
    public var email: String
    /// What the user says about themselves; `nil` when nothing.
    public var bio: String?
    /// The path of the picture on the server; `nil` when there is none.
    public var avatar: String?
    /// When the account was made.
    public var joinedAt: Date

    /// A profile with all its fields.
    public init(
        id: String, name: String, email: String, bio: String? = nil, avatar: String? = nil, joinedAt: Date
    ) {
        self.id = id
        self.name = name
        self.email = email
        self.bio = bio
        self.avatar = avatar
        self.joinedAt = joinedAt
    }
}

/// A change to the profile: what is `nil` stays as it is.
public struct UserProfileEdit: Sendable, Hashable {
    /// The new name.
    public var name: String?
    /// The new text about the user; empty clears it.
    public var bio: String?

    /// A change to the given fields.
    public init(name: String? = nil, bio: String? = nil) {
        self.name = name
        self.bio = bio
    }

    /// The profile as it will be when the change is accepted.
    package func applied(to profile: UserProfile) -> UserProfile {
        var profile = profile
        if let name { profile.name = name }
        if let bio { profile.bio = bio.isEmpty ? nil : bio }
        return profile
    }

    /// The edit without spaces around the name, if it may be sent.
    package func checked() throws(ProfileError) -> UserProfileEdit {
        var edit = self
        edit.name = name?.trimmingCharacters(in: .whitespacesAndNewlines)
        if edit.name == nil, bio == nil { throw .invalidEdit(.noChange) }
        if edit.name?.isEmpty == true { throw .invalidEdit(.blankName) }
        return edit
    }
}
