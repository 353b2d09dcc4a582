import ModuleSupport
import Networking

extension NetworkDependencyContainer {
    private static let root = Locked<NetworkDependencyContainer?>(nil)

    /// The container of the usual app, once it was given to ``bootstrap(_:)``; `nil` before.
    public static var shared: NetworkDependencyContainer? {
        root.withLock { $0 }
    }

    /// Makes `container` the shared one, once.
    ///
    /// - Returns: `false` when there is one already; nothing changes then.
    @discardableResult
    public static func bootstrap(_ container: NetworkDependencyContainer) -> Bool {
        root.withLock { root in
            if root != nil { return false }
            root = container
            return true
        }
    }
}
