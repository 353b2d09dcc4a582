/// A mistake in the wiring that a container found while it resolved a dependency.
///
/// The program goes on with the key's `unconfigured` value: a missing dependency never ends it.
public enum DependencyIssue: Hashable, Sendable, CustomStringConvertible {
    /// No container registered the key.
    case unconfigured(key: String)
    /// The factories need one another; the path ends with the key that closes the circle.
    case cycle(path: [String])

    /// One line that says what to do.
    public var description: String {
        switch self {
        case .unconfigured(let key):
            "nothing is registered for \(key); register it at the composition root"
        case .cycle(let path):
            "dependencies need one another: \(path.joined(separator: " -> "))"
        }
    }
}
