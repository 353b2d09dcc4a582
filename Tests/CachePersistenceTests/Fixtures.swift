import CacheManagement
import CachePersistence
import Foundation
import ModuleSupport
import TestSupport

extension CacheScope {
    static let alice = CacheScope(account: "alice", dataSource: "real")
    static let bob = CacheScope(account: "bob", dataSource: "real")
}

/// A wall clock that a test sets.
final class WallClock: Sendable {
    private let date = Locked(Date(timeIntervalSince1970: 1_800_000_000))

    var now: Date { date.withLock { $0 } }
    func advance(by duration: Duration) {
        date.withLock { $0 += TimeInterval(duration.components.seconds) }
    }
}

/// Everything that a store reported.
final class Reports: Sendable {
    private let events = Locked<[DiskStoreEvent]>([])

    var all: [DiskStoreEvent] { events.withLock { $0 } }
    func add(_ event: DiskStoreEvent) { events.withLock { $0.append(event) } }

    /// The names of the events, in order.
    var names: [String] {
        all.map { event in
            switch event {
            case .rebuilt: "rebuilt"
            case .schemaReplaced: "schemaReplaced"
            case .entryDropped: "entryDropped"
            case .clearedInsteadOfRemoving: "clearedInsteadOfRemoving"
            case .writesPaused: "writesPaused"
            case .writesResumed: "writesResumed"
            }
        }
    }
}

/// A store in a directory, with clocks that stand still and its reports.
struct StoreFixture {
    let store: DiskStore
    let clock = ManualClock()
    let wallClock = WallClock()
    let reports = Reports()
    /// The store's own folder.
    let folder: URL

    init(_ directory: URL, _ configuration: DiskStoreConfiguration = DiskStoreConfiguration()) {
        let reports = reports
        let wallClock = wallClock
        folder = directory.appending(path: "store")
        store = DiskStore(
            name: "store", in: directory, configuration: configuration, clock: clock,
            wallClock: { wallClock.now }, report: { reports.add($0) })
    }

    /// The database file of a scope; the name is part of the format.
    func database(of scope: CacheScope) -> URL {
        folder.appending(path: "\(scope.dataSource).\(scope.account).sqlite")
    }
}

extension DiskStore {
    func set(
        _ text: String, for key: String, in scope: CacheScope = .alice, tags: Set<String> = [],
        lifetime: DiskLifetime = DiskLifetime(), generation: DiskGeneration? = nil
    ) async throws(DiskStoreError) -> Bool {
        let record = DiskRecord(key: key, payload: Data(text.utf8), tags: tags, lifetime: lifetime)
        return try await set(record, in: scope, generation: generation)
    }

    func text(for key: String, in scope: CacheScope = .alice) async throws(DiskStoreError) -> String? {
        try entry(for: key, in: scope).map { String(decoding: $0.payload, as: UTF8.self) }
    }
}

/// The name of the error that `body` throws, or `nil`.
func thrown(by body: () async throws -> Void) async -> String? {
    do {
        try await body()
        return nil
    } catch let error as DiskStoreError {
        return error.name
    } catch CacheError.clearing(let error as DiskStoreError) {
        return "clearing: " + error.name
    } catch {
        return "\(error)"
    }
}

extension DiskStoreError {
    /// The name of the case.
    fileprivate var name: String {
        switch self {
        case .corrupt: "corrupt"
        case .unavailable: "unavailable"
        case .full: "full"
        case .busy: "busy"
        case .failed: "failed"
        case .writesPaused: "writesPaused"
        case .entryTooLarge: "entryTooLarge"
        case .suspended: "suspended"
        case .cancelled: "cancelled"
        case .encoding: "encoding"
        }
    }
}

/// The files below a folder, with their bytes.
func contents(of folder: URL) throws -> [String: Data] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return try Dictionary(uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: folder.appending(path: $0))) })
}

/// Whether any file of the folder holds the text.
func holds(_ text: String, in folder: URL) throws -> Bool {
    try contents(of: folder).values.contains { $0.range(of: Data(text.utf8)) != nil }
}

/// What a process may have; lowered to make the system refuse.
enum ResourceLimit {
    case openFiles, fileSize

    /// Lowers the limit of this process to nothing, for good.
    func exhaust() {
        // A write beyond the limit then fails, instead of ending the process.
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit()
        getrlimit(resource, &limit)
        limit.rlim_cur = 0
        setrlimit(resource, &limit)
    }

    #if canImport(Glibc)
    private var resource: __rlimit_resource_t {
        __rlimit_resource_t(self == .openFiles ? RLIMIT_NOFILE.rawValue : RLIMIT_FSIZE.rawValue)
    }
    #else
    private var resource: Int32 { self == .openFiles ? RLIMIT_NOFILE : RLIMIT_FSIZE }
    #endif
}
