import CacheManagement
import TestSupport

/// What the simulated source holds: which change of it, and which optimistic operations it has taken in.
struct Document: Equatable, Sendable {
    /// The logical time at which the source's state was read; 0 for a value that was set.
    var readAt: Int
    var operations: [Int] = []
}

/// Drives the state machine of a cache in place of its shell, one step at a time, in an order drawn from a seed.
///
/// Whatever the shell does outside the lock is a step of its own: running the loader, folding operations,
/// storing what came of it. So every interleaving that threads could produce is one of its schedules. After
/// each step it checks what must always hold.
struct Simulation {
    typealias Key = CacheKey<Int>
    typealias Core = LoadingCore<Int, Document, Int, Int>
    typealias Step = (inout Simulation) -> Void

    /// Something that the shell has prepared outside the lock and is about to do.
    struct Write {
        enum Purpose {
            case landing(FlightID)
            case set
            case fold(Core.Folded)
        }
        let key: Key
        let value: Document?
        let purpose: Purpose
    }

    struct Flight {
        let key: Key
        let startedAt: Int
        /// What the source held when the loader asked it.
        let answer: Document
    }

    struct Reader {
        let key: Key
        let startedAt: Int
        var answer: Core.Answer?
    }

    struct Observer {
        let key: Key
        let id: UInt64
        var isListening = false
        var isEnded = false
        var updates: [CacheUpdate<Document>] = []

        var version: UInt64 = 0

        /// Takes an update as a stream does: a value that equals the last one is none. Whether its version is a later
        /// one.
        mutating func take(_ update: CacheUpdate<Document>) -> Bool {
            if let last = updates.last?.value, let value = update.value, last == value { return true }
            updates.append(update)
            guard case .value(_, let version) = update else { return true }
            defer { self.version = version }
            return version > self.version
        }
    }

    let policy: CachePolicy
    var core: Core
    var random: SplitMix64
    var now = CacheInstant.start
    /// Counts the steps: the time on which the checks rely.
    var time = 0
    var running: [FlightID: Flight] = [:]
    /// Flights whose task was cancelled, and that go on all the same: they must not be heard of again.
    var stubborn: [FlightID: Flight] = [:]
    var loads: [FlightID: Flight] = [:]
    /// The newest state of the source that was readable, by key.
    var newest: [Key: Int] = [:]
    var readers: [Int: Reader] = [:]
    var observers: [Int: Observer] = [:]
    var writes: [Write] = []
    /// Keys whose pending operations somebody is about to fold.
    var foldings: [Key] = []
    /// What the source holds.
    var source: [Key: [Int]] = [:]
    /// Clears that have begun and are not announced yet.
    var clearing: [CacheScope] = []
    var lastClear: [CacheScope: Int] = [:]
    var lastInvalidation: [Key: Int] = [:]
    /// Which loads fail, and how.
    var failure: (Flight) -> LoadFailure? = { _ in nil }
    var cancellations = 0
    let log = FailureLog()

    init(seed: UInt64, policy: CachePolicy = .forever, limits: CacheLimits = CacheLimits(count: 100)) {
        self.policy = policy
        random = SplitMix64(seed: seed)
        core = Core(policy: policy, limits: limits)
    }

    func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
        if !condition { log.failures.append("step \(time): \(message())") }
    }

    // MARK: What scripts do

    mutating func read(_ reader: Int, _ key: Key, _ policy: FetchPolicy = .cacheFirst) {
        readers[reader] = Reader(key: key, startedAt: time)
        core.join(key, policy, as: UInt64(reader + 1_000_000), reader, at: now)
    }

    mutating func cancel(_ reader: Int) {
        guard let key = readers[reader]?.key else { return }
        core.leave(key, UInt64(reader + 1_000_000), at: now)
    }

    mutating func set(_ key: Key, _ value: Document) {
        writes.append(Write(key: key, value: value, purpose: .set))
    }

    mutating func invalidate(_ key: Key) {
        core.invalidate(key, at: now)
        lastInvalidation[key] = time
    }

    mutating func remove(_ key: Key) {
        core.remove(key, at: now)
        foldings.append(key)
        lastInvalidation[key] = time
    }

    mutating func clear(_ scope: CacheScope) {
        core.clear { $0 == scope }
        lastClear[scope] = time
        clearing.append(scope)
    }

    mutating func observe(_ observer: Int, _ key: Key) {
        observers[observer] = Observer(key: key, id: core.observe(key, at: now))
    }

    mutating func stopObserving(_ observer: Int) {
        guard let observed = observers[observer], !observed.isEnded else { return }
        observers[observer]?.isEnded = true
        core.stopObserving(observed.key, observed.id, at: now)
    }

    /// Begins an operation, which appends its number to the document.
    mutating func begin(_ operation: Int, on key: Key) -> UInt64 {
        defer { foldings.append(key) }
        return core.begin(key) { document in
            document.map { Document(readAt: $0.readAt, operations: $0.operations + [operation]) }
        }
    }

    /// The source takes the operation in; the reply is still on its way.
    mutating func commit(_ operation: Int, on key: Key) {
        source[key, default: []].append(operation)
    }

    mutating func resolve(_ id: UInt64, on key: Key, isCommitted: Bool) {
        core.resolve(id, of: key, isCommitted: isCommitted)
        foldings.append(key)
    }

    // MARK: Running

    /// Runs the scripts, each in its own order and all of them interleaved, until nothing is left to do.
    mutating func run(_ scripts: [[Step]]) {
        var scripts = scripts
        perform()
        while true {
            scripts.removeAll(where: \.isEmpty)
            let listening = observers.filter { !$0.value.isEnded && !$0.value.isListening }.keys.sorted()
            // What goes on by itself comes to an end; observers wait for ever.
            let work = scripts.count + running.count + stubborn.count + writes.count + foldings.count + clearing.count
            guard work + listening.count > 0 else { return }
            var choice = Int(random.next() % UInt64(work + listening.count))
            time += 1
            func takes(_ count: Int) -> Bool {
                if choice < count { return true }
                choice -= count
                return false
            }
            if takes(scripts.count) {
                let step = scripts[choice].removeFirst()
                step(&self)
            } else if takes(running.count) {
                answer(running.keys.sorted()[choice])
            } else if takes(stubborn.count) {
                answerLate(stubborn.keys.sorted()[choice])
            } else if takes(writes.count) {
                write(writes.remove(at: choice))
            } else if takes(foldings.count) {
                fold(foldings.remove(at: choice))
            } else if takes(clearing.count) {
                let scope = clearing.remove(at: choice)
                core.announceCleared { $0 == scope }
            } else {
                let observer = listening[choice]
                if let observed = observers[observer] {
                    observers[observer]?.isListening = true
                    core.listen(observed.key, observed.id, observer)
                }
            }
            perform()
            check()
        }
    }

    private mutating func answer(_ id: FlightID) {
        guard let flight = running.removeValue(forKey: id) else { return }
        if let failure = failure(flight) {
            core.land(id, failedWith: SimulatedFailure(flight: id), failure, at: now)
        } else {
            writes.append(Write(key: flight.key, value: flight.answer, purpose: .landing(id)))
        }
    }

    private mutating func answerLate(_ id: FlightID) {
        guard let flight = stubborn.removeValue(forKey: id) else { return }
        let before = core.peek(flight.key, at: now)?.value
        core.land(id, with: draft(flight.answer), at: now)
        expect(core.peek(flight.key, at: now)?.value == before, "a cancelled load was stored")
    }

    private mutating func write(_ write: Write) {
        switch (write.purpose, write.value) {
        case (.landing(let id), let value?): core.land(id, with: draft(value), at: now)
        case (.set, let value?): core.set(draft(value), for: write.key, at: now)
        case (.fold(let folded), _): core.install(folded, for: write.key, at: now)
        default: break
        }
        foldings.append(write.key)
    }

    private mutating func fold(_ key: Key) {
        guard let fold = core.fold(key) else { return }
        let values = fold.run()
        let folded = Core.Folded(
            stamp: fold.stamp, base: values.base.map(draft), visible: values.visible.map(draft),
            settledCount: values.settledCount)
        writes.append(Write(key: key, value: values.visible, purpose: .fold(folded)))
    }

    private func draft(_ value: Document) -> Draft<Document> {
        Draft(value, CacheAttributes(), policy: policy)
    }

    /// Does what the machine asks for.
    mutating func perform() {
        for effect in core.takeEffects() {
            switch effect {
            case .start(let id, let key, _):
                let answer = Document(readAt: time, operations: source[key] ?? [])
                let flight = Flight(key: key, startedAt: time, answer: answer)
                running[id] = flight
                loads[id] = flight
                newest[key] = newest[key] ?? 0
            case .cancel(let id):
                cancellations += 1
                // One that has been answered already is about to be stored.
                if let flight = running.removeValue(forKey: id) { stubborn[id] = flight }
            case .resume(let reader, let answer):
                expect(readers[reader]?.answer == nil, "reader \(reader) was resumed twice")
                readers[reader]?.answer = answer
            case .deliver(let observer, let update):
                observers[observer]?.isListening = false
                if let update {
                    // C70: versions rise strictly.
                    let isLater = observers[observer]?.take(update) ?? false
                    expect(isLater, "observer \(observer) got an older version")
                } else {
                    observers[observer]?.isEnded = true
                }
            case .linger(let id, _):
                core.abandonIfUnwanted(id, mayLinger: false, at: now)
                perform()
            case .release: break
            }
        }
    }
}

/// What did not hold in a simulation, and when.
final class FailureLog {
    var failures: [String] = []
}

struct SimulatedFailure: Error, Equatable {
    let flight: FlightID
}
