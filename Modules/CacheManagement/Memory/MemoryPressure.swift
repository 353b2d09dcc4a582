import ModuleSupport

/// How much a cache should give back.
public enum MemoryPressure: Sendable, Hashable, CaseIterable {
    /// Memory is getting short: a cache goes down to half of its cost.
    case warning
    /// Memory is short: a cache keeps pinned entries only.
    case critical
    /// The app went into the background: a cache does what it was configured to.
    case background
}

/// Something that gives memory back.
public protocol MemoryPressureResponder: AnyObject, Sendable {
    /// Gives back what `pressure` asks for, before it returns.
    func respond(to pressure: MemoryPressure)
}

/// Where caches learn that memory is short. An app makes one at its composition root, passes it to its caches, and
/// calls ``send(_:)`` from the platform's notification (a memory warning, a dispatch source, pressure stall
/// information). Tests call it themselves.
public final class MemoryPressureSource: Sendable {
    private struct Registration {
        weak var responder: (any MemoryPressureResponder)?
    }

    private let registrations = Locked<[Registration]>([])

    /// A source without responders.
    public init() {}

    /// Adds a responder, which is held weakly.
    public func register(_ responder: any MemoryPressureResponder) {
        registrations.withLock { registrations in
            registrations.removeAll { $0.responder == nil }
            registrations.append(Registration(responder: responder))
        }
    }

    /// Tells every responder, one after the other, in the caller's thread.
    public func send(_ pressure: MemoryPressure) {
        // The strong references end outside the lock: they may be the last ones.
        let responders = registrations.withLock { $0.compactMap(\.responder) }
        responders.forEach { $0.respond(to: pressure) }
    }
}
