/// The rules of a loading cache as a state machine: no lock, no clock, no task, no user code.
///
/// Each call changes the state and adds to the effects, which the shell performs after it has let go of the lock.
/// Values, closures and errors that are dropped leave through the effects too, so that none is released under the
/// lock. A test drives the machine alone, in any interleaving, with numbers for waiters and listeners.
///
/// What makes a result current is the identity of its flight. A flight that was invalidated, overwritten or cleared
/// is no longer the current one of its key: nobody joins it, and what it brings is stored only as far as its
/// ``Fate`` says. That needs no generation counters, which would have to outlive their keys.
@usableFromInline
package struct LoadingCore<ID: Hashable & Sendable, Value: Sendable, Waiter: Sendable, Listener: Sendable>: Sendable {
    @usableFromInline package typealias Key = CacheKey<ID>
    @usableFromInline package typealias Answer = Result<CachedValue<Value>, CacheError>

    @usableFromInline var entries: CacheStore<Key, Entry>
    var tags = TagIndex<Key>()
    /// What is going on around a key; absent when nothing is.
    var records: [Key: Record] = [:]
    var flights: [FlightID: Flight] = [:]
    /// Logical time: names flights, waiters, listeners and versions, and orders starts and writes.
    private(set) var tick: UInt64 = 0
    @usableFromInline var statistics = LoadingStatistics()
    private(set) var effects: [Effect] = []
    var jitter: Jitter
    let policy: CachePolicy

    package init(policy: CachePolicy, limits: CacheLimits) {
        self.policy = policy
        entries = CacheStore(limits: limits)
        jitter = Jitter(seed: policy.jitterSeed)
    }

    /// What the shell has to do now, in this order.
    package mutating func takeEffects() -> [Effect] {
        guard !effects.isEmpty else { return [] }
        defer { effects = [] }
        return effects
    }

    mutating func emit(_ effect: Effect) { effects.append(effect) }

    mutating func nextTick() -> UInt64 {
        tick += 1
        return tick
    }
}

@usableFromInline package typealias FlightID = UInt64
@usableFromInline package typealias WaiterID = UInt64
@usableFromInline package typealias ListenerID = UInt64

extension LoadingCore {
    /// What is cached under a key.
    @usableFromInline
    struct Entry: Sendable {
        @usableFromInline var content: Content
        /// Fresh before this moment; the distant past once invalidated.
        @usableFromInline var freshUntil: CacheInstant
        var staleUntil: CacheInstant
        var usableOnErrorUntil: CacheInstant
        var writtenAt: CacheInstant
        var cost: Int
        /// Rises with every write: what observers see.
        var version: UInt64
        /// How new the value is, in logical time: when its flight was started, or when it was set.
        var stamp: UInt64

        @usableFromInline
        enum Content: Sendable {
            case value(Value)
            /// A failure that is remembered until the entry is no longer fresh.
            case failure(any Error)
        }

        var value: Value? {
            if case .value(let value) = content { value } else { nil }
        }

        /// When nothing can use it any longer.
        var deadline: CacheInstant { max(freshUntil, staleUntil, usableOnErrorUntil) }

        func isFresh(at now: CacheInstant) -> Bool { now < freshUntil }
    }

    /// A load that is under way.
    package struct Flight: Sendable {
        /// Why it was started.
        package enum Purpose: Sendable {
            /// A reader waits for it. It ends when nobody wants it any longer.
            case demand
            /// A stale value is renewed, whether somebody waits or not.
            case refresh
            /// Somebody may want it soon.
            case prefetch
        }

        let key: Key
        let purpose: Purpose
        let startedAt: CacheInstant
        /// Logical time of the start: what was written later is newer than what this flight brings.
        let start: UInt64
        var fate = Fate.store
        /// When its last waiter left, if it lingers.
        var unwantedSince: CacheInstant?
        var waiters: [WaiterID: (waiter: Waiter, policy: FetchPolicy)] = [:]
    }

    /// What becomes of a flight's value.
    enum Fate: Sendable {
        /// It is stored.
        case store
        /// It was invalidated on the way: it is stored, but not as fresh.
        case storeStale
        /// Something newer was written, removed or begun on the way: it is delivered only.
        case discard
    }

    /// What is going on around a key.
    struct Record: Sendable {
        /// The flight that readers join.
        var current: FlightID?
        /// Flights that only their waiters still want.
        var superseded: [FlightID] = []
        /// Whether one more flight must follow the superseded ones, because observers want the new value.
        var needsTrailing = false
        var observers: [ListenerID: Mailbox<Value, Listener>] = [:]
        var log: OperationLog?

        var flights: [FlightID] { superseded + (current.map { [$0] } ?? []) }

        /// Whether the entry must stay, whatever room others need.
        var holdsEntry: Bool { !observers.isEmpty || log != nil }

        var isIdle: Bool { current == nil && superseded.isEmpty && !holdsEntry }
    }

    /// What the shell does for the machine, outside the lock.
    @usableFromInline
    package enum Effect: Sendable {
        /// Run the loader.
        case start(FlightID, Key, TaskPriority?)
        /// Cancel the loader's task.
        case cancel(FlightID)
        /// Resume a reader.
        case resume(Waiter, Answer)
        /// Resume an observer that was waiting.
        case deliver(Listener, CacheUpdate<Value>?)
        /// Look after a flight without waiters, after this time.
        case linger(FlightID, Duration)
        /// Let go of something that user code may be attached to.
        case release(any Sendable)
    }
}

extension CacheInstant {
    /// Before everything: the freshness of what was invalidated.
    static var distantPast: CacheInstant { CacheInstant(nanoseconds: .min) }
}
