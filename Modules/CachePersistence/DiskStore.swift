import CacheManagement
public import Foundation

/// The disk tier of the caches: payloads by key, one SQLite file a scope, in a folder that only its user can open.
///
///     let store = DiskStore(name: "harmony", in: cachesFolder)
///     try await store.set(DiskRecord(key: "contacts/list", payload: data, tags: ["contacts"]), in: scope)
///     let entry = try await store.entry(for: "contacts/list", in: scope)
///     try await store.clear(scope)     // at logout: the file is unlinked
///
/// What holds whatever happens:
/// - A damaged file is replaced by an empty one, once a call, and `report` is told; an entry that does not match its
///   checksum is removed alone. A file that cannot be opened is kept.
/// - A full disk breaks no read, and clearing works on it. After a refused write no other is tried for a while.
/// - After ``clear(_:)`` has returned nothing of the scope is in its files, also if the process is killed right then.
/// - Two stores, also in two processes, may use one folder.
///
/// The store runs on a queue of its own, so no call blocks the caller's thread or the shared pool. Each write is a
/// committed transaction when it returns; ``flush()`` brings it past a loss of power too. A read costs a switch to that
/// queue and one look-up by index; many entries cost less in one call than in many.
public actor DiskStore {
    /// The store's name, also that of its folder.
    public nonisolated let name: String
    /// The limits it was created with.
    public nonisolated let configuration: DiskStoreConfiguration
    /// What the store has done since it was created.
    public internal(set) var statistics = DiskStoreStatistics()

    let folder: StoreFolder
    var databases: [CacheScope: ScopeDatabase] = [:]
    var isSuspended = false
    private var breaker: WriteBreaker
    private let clock: CacheClock
    private let wallClock: @Sendable () -> Date
    private let report: @Sendable (DiskStoreEvent) -> Void
    private let executor: QueueExecutor

    /// The queue that the actor runs on.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Creates a store. Touches no file: the folder and the files are made when something is first written.
    ///
    /// - Parameters:
    ///   - name: the name of the store's own folder.
    ///   - parent: where that folder lies, such as the user's caches folder. On Apple platforms not a container shared
    ///     with extensions: the system ends an app that is suspended while it holds a lock there.
    ///   - configuration: the limits.
    ///   - clock: for the pause after a failed write.
    ///   - wallClock: for the age of entries, which outlives the process.
    ///   - report: told of what the store did on its own; called on the store's queue, so it must not wait for the store.
    public init(
        name: String = "harmony", in parent: URL, configuration: DiskStoreConfiguration = DiskStoreConfiguration(),
        clock: any Clock<Duration> = ContinuousClock(), wallClock: @escaping @Sendable () -> Date = { Date() },
        report: @escaping @Sendable (DiskStoreEvent) -> Void = { _ in }
    ) {
        self.name = name
        self.configuration = configuration
        self.clock = CacheClock(clock)
        self.wallClock = wallClock
        self.report = report
        folder = StoreFolder(url: parent.appending(path: name))
        breaker = WriteBreaker(pause: configuration.writePause)
        executor = QueueExecutor(label: "harmony.disk-store.\(name)")
    }

    /// Whether no statement and no transaction is unfinished, so that no file is locked: always, between calls.
    package var isIdle: Bool {
        databases.values.allSatisfy { $0.connection.busyStatements == 0 && !$0.connection.isInTransaction }
    }

    /// The wall clock in whole milliseconds.
    var now: Int64 { wallClock().milliseconds }

    /// Tells `report`, and counts.
    func note(_ event: DiskStoreEvent) {
        switch event {
        case .rebuilt: statistics.rebuilds += 1
        case .entryDropped: statistics.droppedEntries += 1
        default: break
        }
        report(event)
    }
}

// MARK: - Running on a scope's database

extension DiskStore {
    /// Runs `body` on the scope's database, opening it if need be. Returns `nil` when there is no file and none is to be
    /// made.
    ///
    /// When the file turns out to be damaged, or to have been unlinked by somebody else, `body` is run once more on the
    /// file that replaces it.
    func perform<Result>(
        in scope: CacheScope, creating: Bool, _ body: (ScopeDatabase) throws(SQLiteError) -> Result
    ) throws(DiskStoreError) -> Result? {
        guard !isSuspended else { throw .suspended }
        var isRetry = false
        while true {
            guard let database = try database(of: scope, creating: creating) else { return nil }
            defer { if !database.isShared { databases[scope] = nil } }
            do throws(SQLiteError) {
                return try body(database)
            } catch {
                guard !isRetry, error.isCorruption || error.isMoved else { throw DiskStoreError(error) }
                isRetry = true
                try replace(database, of: scope, because: error)
            }
        }
    }

    /// Runs a write, unless writes are paused, and pauses them when it finds the disk unwilling.
    func performWrite<Result>(
        in scope: CacheScope, _ body: (ScopeDatabase) throws(SQLiteError) -> Result
    ) throws(DiskStoreError) -> Result {
        guard breaker.allows(at: clock.now()) else { throw .writesPaused }
        do throws(DiskStoreError) {
            guard let result = try perform(in: scope, creating: true, body) else {
                throw .fileSystem(ENOENT, "create")
            }
            resumeWrites()
            return result
        } catch {
            if error.pausesWrites, breaker.fail(at: clock.now()) { note(.writesPaused(error.fault)) }
            throw error
        }
    }

    /// Lets the next write be tried: one has succeeded, or room was made.
    func resumeWrites() {
        if breaker.reset() { note(.writesResumed) }
    }

    private func database(of scope: CacheScope, creating: Bool) throws(DiskStoreError) -> ScopeDatabase? {
        if let database = databases[scope] {
            guard database.connection.hasMoved else { return database }
            databases[scope] = nil
        }
        let files = folder.files(of: scope)
        guard creating || files.exists else { return nil }
        try folder.create()
        let database = try folder.locked(timeout: configuration.busyTimeout) { () throws(DiskStoreError) in
            // Another process may have cleared the scope before the lock was ours.
            guard creating || files.exists else { return nil as ScopeDatabase? }
            return try openOrRebuild(files, scope: scope)
        }
        databases[scope] = database
        return database
    }

    /// Opens the scope's file, after replacing it if it is damaged or foreign. Runs under the folder's lock.
    private func openOrRebuild(_ files: ScopeFiles, scope: CacheScope) throws(DiskStoreError) -> ScopeDatabase {
        if let database = try open(files, scope: scope, onDamage: { note(.rebuilt(scope, $0)) }) { return database }
        try files.remove()
        if let database = try open(files, scope: scope, onDamage: { _ in }) { return database }
        throw .corrupt(
            DiskStoreError.Fault(source: .sqlite, code: 0, message: "the new file cannot be read back"))
    }

    /// `nil` when the file has to be replaced.
    private func open(
        _ files: ScopeFiles, scope: CacheScope, onDamage: (DiskStoreError.Fault) -> Void
    ) throws(DiskStoreError) -> ScopeDatabase? {
        try files.create()
        do throws(SQLiteError) {
            switch try ScopeDatabase.open(files, scope: scope, configuration: configuration) {
            case .ready(let database): return database
            case .foreign:
                note(.schemaReplaced(scope))
                return nil
            }
        } catch {
            guard error.isCorruption else { throw DiskStoreError(error) }
            onDamage(DiskStoreError.Fault(source: .sqlite, code: error.code, message: error.message))
            return nil
        }
    }

    /// Lets go of a file that proved to be damaged and unlinks it; a file that somebody else has replaced stays.
    private func replace(
        _ database: ScopeDatabase, of scope: CacheScope, because error: SQLiteError
    ) throws(DiskStoreError) {
        databases[scope] = nil
        guard error.isCorruption else { return }
        let files = folder.files(of: scope)
        let isReplaced = try folder.locked(timeout: configuration.busyTimeout) { () throws(DiskStoreError) in
            guard !database.connection.hasMoved else { return false }
            try files.remove()
            return true
        }
        if isReplaced {
            note(.rebuilt(scope, DiskStoreError.Fault(source: .sqlite, code: error.code, message: error.message)))
        }
    }
}
