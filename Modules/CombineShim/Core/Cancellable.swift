#if !canImport(Combine)
/// Something that can be stopped.
public protocol Cancellable {
    /// Stops it. Further calls do nothing.
    func cancel()
}

extension Cancellable {
    /// Keeps this cancellable in `collection`: it is cancelled when it leaves it.
    public func store<C>(in collection: inout C) where C: RangeReplaceableCollection, C.Element == AnyCancellable {
        collection.append(AnyCancellable(self))
    }

    /// Keeps this cancellable in `set`: it is cancelled when it leaves it.
    public func store(in set: inout Set<AnyCancellable>) {
        set.insert(AnyCancellable(self))
    }
}

/// Runs a closure once: when it is cancelled, or else when it is released. Threads may race to cancel it.
public final class AnyCancellable: Cancellable, Hashable {
    private let lock = Lock()
    private var action: (() -> Void)?

    /// Runs `cancel` at the end.
    public init(_ cancel: @escaping () -> Void) {
        action = cancel
    }

    /// Cancels `canceller` at the end.
    public init<C>(_ canceller: C) where C: Cancellable {
        action = canceller.cancel
    }

    deinit {
        action?()
    }

    /// Runs the closure, unless it has run, and releases it.
    public func cancel() {
        lock.withLock { action.take() }?()
    }

    /// Whether both are the same object.
    public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool {
        lhs === rhs
    }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }

    /// Keeps this object in `collection`: it is cancelled when it leaves it.
    public func store<C>(in collection: inout C) where C: RangeReplaceableCollection, C.Element == AnyCancellable {
        collection.append(self)
    }

    /// Keeps this object in `set`: it is cancelled when it leaves it.
    public func store(in set: inout Set<AnyCancellable>) {
        set.insert(self)
    }
}
#endif
