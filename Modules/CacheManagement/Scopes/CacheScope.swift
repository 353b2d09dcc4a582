/// Whose data it is, and where it comes from: the account and the data source.
///
/// The scope is part of every key, so data of one account is never found under another, and mock data is never found
/// in a cache of real data. A logout clears the scope; a switch of account or data source makes other keys.
public struct CacheScope: Hashable, Sendable {
    /// The account the data belongs to.
    public let account: String
    /// Where the data comes from, for example `real` or `mock`.
    public let dataSource: String
    /// Taken once, because a scope is hashed with each key that is looked up.
    @usableFromInline let fingerprint: Int

    /// The scope of one account's data from one source.
    public init(account: String, dataSource: String) {
        self.account = account
        self.dataSource = dataSource
        var hasher = Hasher()
        hasher.combine(account)
        hasher.combine(dataSource)
        fingerprint = hasher.finalize()
    }

    /// Equal when both the account and the data source are.
    @inlinable
    public static func == (left: Self, right: Self) -> Bool {
        left.fingerprint == right.fingerprint && left.account == right.account && left.dataSource == right.dataSource
    }

    /// Hashes the account and the data source.
    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(fingerprint)
    }
}

extension CacheScope: CustomStringConvertible {
    /// The account and the data source, as in `alice/mock`.
    public var description: String { "\(account)/\(dataSource)" }
}
