extension LoadingCore {
    /// The pending optimistic operations on one value. What is visible is `base` with all of them applied in order; to
    /// roll one back is to take it out and apply the others again.
    struct OperationLog: Sendable {
        /// The value that the source is known to have.
        var base: Entry?
        var operations: [Operation] = []
        /// Changes with every change to the log.
        var stamp: UInt64 = 0
        /// The stamp of the state that is visible.
        var visibleStamp: UInt64 = 0
        /// Whether something was read or failed meanwhile, so that the value has to be loaded anew.
        var mustRevalidate = false
    }

    /// One optimistic operation.
    struct Operation: Sendable {
        let id: UInt64
        let apply: @Sendable (Value?) -> Value?
        /// Committed operations stay in the log until those before them are settled: order is kept whatever the
        /// order of the replies.
        var isCommitted = false
    }

    /// The work of folding a log, which runs user code and is therefore done by the shell.
    package struct Fold: Sendable {
        package let stamp: UInt64
        fileprivate let start: Value?
        fileprivate let operations: [Operation]

        /// Applies the operations: those that are settled to the base, the others to what is visible.
        package func run() -> (base: Value?, visible: Value?, settledCount: Int) {
            let settled = operations.prefix(while: \.isCommitted)
            let base = settled.reduce(start) { $1.apply($0) }
            let visible = operations.dropFirst(settled.count).reduce(base) { $1.apply($0) }
            return (base, visible, settled.count)
        }
    }

    /// A fold that was run, ready to be made visible.
    package struct Folded: Sendable {
        package let stamp: UInt64
        let base: Draft<Value>?
        let visible: Draft<Value>?
        let settledCount: Int

        package init(stamp: UInt64, base: Draft<Value>?, visible: Draft<Value>?, settledCount: Int) {
            self.stamp = stamp
            self.base = base
            self.visible = visible
            self.settledCount = settledCount
        }
    }

    /// Appends an operation. Reads that are under way will not be stored.
    package mutating func begin(_ key: Key, _ apply: @escaping @Sendable (Value?) -> Value?) -> UInt64 {
        let id = nextTick()
        let base = entries.peek(key)?.value
        var log = records[key]?.log ?? OperationLog(base: base?.value == nil ? nil : base)
        log.operations.append(Operation(id: id, apply: apply))
        log.stamp = id
        records[key, default: Record()].log = log
        discardReads(of: key)
        return id
    }

    /// Settles an operation: it is committed, or taken out.
    package mutating func resolve(_ id: UInt64, of key: Key, isCommitted: Bool) {
        guard let index = records[key]?.log?.operations.firstIndex(where: { $0.id == id }) else { return }
        if isCommitted {
            records[key]?.log?.operations[index].isCommitted = true
        } else {
            if let operation = records[key]?.log?.operations.remove(at: index) { emit(.release(operation)) }
            // Whether the source has it is not known.
            records[key]?.log?.mustRevalidate = true
        }
        touchLog(of: key)
        discardReads(of: key)
    }

    /// The fold that is due; `nil` when what is visible is up to date.
    package func fold(_ key: Key) -> Fold? {
        guard let log = records[key]?.log, log.visibleStamp != log.stamp else { return nil }
        return Fold(stamp: log.stamp, start: log.base?.value, operations: log.operations)
    }

    /// Makes a fold visible, and closes the log if all is settled. A fold that is outdated, or that another has made
    /// visible already, is ignored.
    package mutating func install(_ folded: Folded, for key: Key, at now: CacheInstant) {
        guard var log = records[key]?.log, log.stamp == folded.stamp, log.visibleStamp != log.stamp else { return }
        emit(.release(log))
        log.visibleStamp = log.stamp
        if folded.settledCount > 0 {
            log.base = folded.base.map { entry(like: log.base, $0, at: now) }
            log.base?.stamp = log.stamp
            log.operations.removeFirst(folded.settledCount)
        }
        let isOpen = !log.operations.isEmpty
        records[key]?.log = isOpen ? log : nil
        if let visible = folded.visible {
            var shown = entry(like: log.base, visible, at: now)
            shown.stamp = log.stamp
            if !isOpen, log.mustRevalidate { shown.freshUntil = .distantPast }
            write(shown, visible, for: key, source: .memory, at: now)
        } else if dropEntry(key) {
            publish(.removed, for: key)
        }
        if !isOpen {
            if log.mustRevalidate { revalidateIfObserved(key, at: now) }
            settle(key, at: now)
        }
    }

    /// Puts another value under the pending operations; the shell folds again.
    mutating func replaceBase(of key: Key, with base: Entry?) {
        if let old = records[key]?.log?.base { emit(.release(old)) }
        records[key]?.log?.base = base
        touchLog(of: key)
    }

    /// An entry with the times of `base`; one written now, when there is no base.
    private mutating func entry(like base: Entry?, _ draft: Draft<Value>, at now: CacheInstant) -> Entry {
        guard var entry = base else { return makeEntry(draft, stamp: tick, at: now) }
        entry.content = .value(draft.value)
        entry.cost = draft.cost
        return entry
    }

    private mutating func touchLog(of key: Key) {
        let stamp = nextTick()
        records[key]?.log?.stamp = stamp
    }

    private mutating func discardReads(of key: Key) {
        guard let record = records[key], !record.flights.isEmpty else { return }
        supersede(key, .discard)
        records[key]?.log?.mustRevalidate = true
    }
}
