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
    struct Fold: Sendable {
        let stamp: UInt64
        fileprivate let start: Value?
        fileprivate let operations: [Operation]

        /// Applies the operations: those that are settled to the base, the others to what is visible.
        func run() -> Folded {
            let settled = operations.prefix(while: \.isCommitted)
            let base = settled.reduce(start) { $1.apply($0) }
            let visible = operations.dropFirst(settled.count).reduce(base) { $1.apply($0) }
            return Folded(stamp: stamp, base: base, visible: visible, settledCount: settled.count)
        }
    }

    struct Folded: Sendable {
        let stamp: UInt64
        let base: Value?
        let visible: Value?
        let settledCount: Int
    }

    /// Appends an operation. Reads that are under way will not be stored.
    mutating func begin(_ key: Key, _ apply: @escaping @Sendable (Value?) -> Value?) -> UInt64 {
        let id = nextTick()
        records[key, default: Record()].log = records[key]?.log ?? OperationLog(base: valueEntry(key))
        records[key]?.log?.operations.append(Operation(id: id, apply: apply))
        records[key]?.log?.stamp = id
        discardReads(of: key)
        return id
    }

    /// Settles an operation: it is committed, or taken out.
    mutating func resolve(_ id: UInt64, of key: Key, isCommitted: Bool) {
        guard let log = records[key]?.log, let index = log.operations.firstIndex(where: { $0.id == id }) else { return }
        if isCommitted {
            records[key]?.log?.operations[index].isCommitted = true
        } else {
            records[key]?.log?.operations.remove(at: index)
            // Whether the source has it is not known.
            records[key]?.log?.mustRevalidate = true
            emit(.release(log))
        }
        let stamp = nextTick()
        records[key]?.log?.stamp = stamp
        discardReads(of: key)
    }

    /// The fold that is due; `nil` when what is visible is up to date.
    func fold(_ key: Key) -> Fold? {
        guard let log = records[key]?.log, log.visibleStamp != log.stamp else { return nil }
        return Fold(stamp: log.stamp, start: log.base?.value, operations: log.operations)
    }

    /// Makes a fold visible, and closes the log if all is settled. `false` when the fold or the comparison is outdated.
    mutating func install(_ folded: Folded, for key: Key, _ comparison: Comparison?, at now: Moment) -> Bool {
        guard var log = records[key]?.log, log.stamp == folded.stamp else { return false }
        guard isCurrent(comparison, for: key) else { return false }
        emit(.release(log))
        log.visibleStamp = log.stamp
        if folded.settledCount > 0 {
            log.base = folded.base.map { entry(like: log.base, $0, at: now) }
            log.operations.removeFirst(folded.settledCount)
        }
        show(folded.visible, like: log.base, for: key, comparison, at: now)
        guard log.operations.isEmpty else {
            records[key]?.log = log
            return true
        }
        records[key]?.log = nil
        if log.mustRevalidate {
            entries[key]?.freshUntil = .min
            revalidateIfObserved(key, at: now)
        }
        settle(key, at: now)
        return true
    }

    /// Puts another value under the pending operations; the shell folds again.
    mutating func replaceBase(of key: Key, with base: Entry?) {
        if let old = records[key]?.log?.base { emit(.release(old)) }
        records[key]?.log?.base = base
        let stamp = nextTick()
        records[key]?.log?.stamp = stamp
    }

    private mutating func show(
        _ value: Value?, like base: Entry?, for key: Key, _ comparison: Comparison?, at now: Moment
    ) {
        guard let value else {
            if dropEntry(key) { publish(.removed, for: key) }
            return
        }
        var shown = entry(like: base, value, at: now)
        shown.stamp = nextTick()
        put(shown, for: key, source: .memory, comparison, at: now)
    }

    /// An entry with the times of `base`; one written now, when there is no base.
    private func entry(like base: Entry?, _ value: Value, at now: Moment) -> Entry {
        guard var entry = base else { return makeEntry(value, version: 0, stamp: tick, at: now) }
        entry.content = .value(value)
        return entry
    }

    private mutating func discardReads(of key: Key) {
        guard records[key]?.current != nil || records[key]?.superseded.isEmpty == false else { return }
        supersede(key, .discard)
        records[key]?.log?.mustRevalidate = true
    }

    private func valueEntry(_ key: Key) -> Entry? {
        entries[key].flatMap { $0.value == nil ? nil : $0 }
    }
}
