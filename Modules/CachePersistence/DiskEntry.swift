public import Foundation

/// How long an entry on disk is of use, counted from when it was written.
public struct DiskLifetime: Hashable, Sendable {
    /// Until when the entry is fresh; `nil` means for ever.
    public var freshFor: Duration?
    /// Until when the entry is kept, fresh or stale; after that it is a miss. `nil` means for ever.
    public var keepFor: Duration?

    /// Sets both deadlines.
    public init(freshFor: Duration? = nil, keepFor: Duration? = nil) {
        self.freshFor = freshFor
        self.keepFor = keepFor
    }
}

/// An entry to be written.
public struct DiskRecord: Sendable {
    /// The key, unique within a scope. Strings that Swift calls equal are one key.
    public var key: String
    /// The bytes.
    public var payload: Data
    /// The names under which the entry can be removed together with others.
    public var tags: Set<String>
    /// How long the entry is of use.
    public var lifetime: DiskLifetime
    /// The weight that the memory tier gave the value; kept for when it is read back.
    public var cost: Int
    /// The version of the payload's format.
    public var version: Int

    /// Describes an entry.
    ///
    /// - Parameter cost: by default the payload's size in bytes.
    public init(
        key: String, payload: Data, tags: Set<String> = [], lifetime: DiskLifetime = DiskLifetime(), cost: Int? = nil,
        version: Int = 1
    ) {
        self.key = key
        self.payload = payload
        self.tags = tags
        self.lifetime = lifetime
        self.cost = cost ?? payload.count
        self.version = version
    }

    /// About what the record takes in the file: its bytes, and those of its columns and indexes.
    var diskBytes: Int {
        payload.count + 2 * key.utf8.count + tags.reduce(0) { $0 + 2 * $1.utf8.count } + 100
    }
}

/// An entry as it was read back.
public struct DiskEntry: Sendable {
    /// The bytes.
    public let payload: Data
    /// The names under which the entry can be removed together with others.
    public let tags: Set<String>
    /// When the entry was written, by the wall clock of then.
    public let writtenAt: Date
    /// How long ago that is by the wall clock of now; never negative.
    public let age: Duration
    /// Whether the entry is past its fresh time, or its stamp lies in the future, so that its age is not known.
    public let isStale: Bool
    /// How long the entry is of use.
    public let lifetime: DiskLifetime
    /// The weight that the memory tier gave the value.
    public let cost: Int
    /// The version of the payload's format.
    public let version: Int
}

/// The identity of a scope's file: a new one after each clear or rebuild.
///
/// Take it before a load starts and hand it in with the write: a result that arrives after a logout is then dropped,
/// in whichever process the logout happened.
public struct DiskGeneration: Hashable, Sendable {
    let identity: Int64
}
