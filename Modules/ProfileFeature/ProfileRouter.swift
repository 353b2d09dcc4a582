public import Networking

/// The endpoints of the profile.
public enum ProfileRouter: NetworkRequestRouter, Hashable {
    /// The signed-in user's profile.
    case show
    /// Changes some fields of it.
    case update(UserProfileEdit)

    /// The name of the call.
    public var operation: String {
        switch self {
        case .show: "profile.show"
        case .update: "profile.update"
        }
    }

    /// The path below the base URL.
    public var path: String { "/profile" }

    /// The method of the call.
    public var methodType: HTTPMethod {
        switch self {
        case .show: .get
        case .update: .patch
        }
    }

    /// JSON is asked for.
    public var headers: HTTPHeaders { ["Accept": "application/json"] }

    /// What is sent, if anything.
    public var body: HTTPBody? {
        switch self {
        case .show: nil
        case .update(let edit): .json(UserProfileEditDTO(edit))
        }
    }
}
