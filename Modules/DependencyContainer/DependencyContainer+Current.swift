import ModuleSupport

extension DependencyContainer {
    @TaskLocal private static var scoped: DependencyContainer?

    private static let root = Locked<DependencyContainer?>(nil)
    private static let empty = DependencyContainer { _ in }

    /// The container that ``Injected`` uses unless it is given another: the one of ``scope(_:_:)``, else the app's
    /// root, else an empty one.
    ///
    /// Read when a value is created, never later: `Task { }` inherits it, `Task.detached` does not.
    public static var current: DependencyContainer {
        scoped ?? root.withLock { $0 } ?? empty
    }

    /// Makes `container` the app's root, once, before anything is injected.
    ///
    /// - Returns: `false` when there is a root already; nothing changes then.
    @discardableResult
    public static func bootstrap(_ container: DependencyContainer) -> Bool {
        root.withLock { root in
            if root != nil { return false }
            root = container
            return true
        }
    }

    /// Runs `body` with `container` as the current one, in this task and its children: for tests and windows.
    public static func scope<Result, Failure: Error>(
        _ container: DependencyContainer, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let outcome = $scoped.withValue(container) { () -> Swift.Result<Result, Failure> in
            do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
        }
        return try outcome.get()
    }

    /// The asynchronous form of ``scope(_:_:)-swift.type.method``.
    public static func scope<Result, Failure: Error>(
        _ container: DependencyContainer, _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let outcome = await $scoped.withValue(container) { () async -> Swift.Result<Result, Failure> in
            do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
        }
        return try outcome.get()
    }
}
