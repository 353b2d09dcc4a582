public import CacheManagement
import Foundation

/// The entries of one type in a ``DiskStore``: values instead of bytes.
///
///     let products = CodableDiskStore<Product>(in: store, prefix: "products/", version: 2)
///     try await products.set(product, for: product.id, in: scope)
///
/// Encoding and decoding run neither on the caller's actor nor on the store's queue. An entry that cannot be decoded, or
/// that was written with another version, is removed and is a miss; the others are untouched.
public struct CodableDiskStore<Value: Codable & Sendable>: Sendable {
    /// A value with what the disk knows of it.
    public struct Stored: Sendable {
        /// The decoded value.
        public let value: Value
        /// The entry it came from.
        public let entry: DiskEntry
    }

    private let store: DiskStore
    private let prefix: String
    private let version: Int

    /// Describes where the values are.
    ///
    /// - Parameters:
    ///   - store: the store, which may hold other types under other prefixes.
    ///   - prefix: what the keys of this type start with in the store.
    ///   - version: raised whenever the type's encoding changes.
    public init(in store: DiskStore, prefix: String, version: Int = 1) {
        self.store = store
        self.prefix = prefix
        self.version = version
    }

    /// The value under a key, fresh or stale, or `nil`.
    public func value(for key: String, in scope: CacheScope) async throws(DiskStoreError) -> Stored? {
        guard let entry = try await store.entry(for: prefix + key, in: scope) else { return nil }
        guard let value = await decode(entry) else {
            await store.drop(prefix + key, in: scope)
            return nil
        }
        return Stored(value: value, entry: entry)
    }

    /// The values under many keys; keys without one are left out. See ``DiskStore/entries(for:in:)``.
    public func values(for keys: [String], in scope: CacheScope) async throws(DiskStoreError) -> [String: Stored] {
        let entries = try await store.entries(for: keys.map { prefix + $0 }, in: scope)
        var values: [String: Stored] = [:]
        for key in keys {
            guard let entry = entries[prefix + key] else { continue }
            if let value = await decode(entry) {
                values[key] = Stored(value: value, entry: entry)
            } else {
                await store.drop(prefix + key, in: scope)
            }
        }
        return values
    }

    /// Writes a value. See ``DiskStore/set(_:in:generation:)-(DiskRecord,_,_)`` for what it returns and throws.
    ///
    /// - Throws: ``DiskStoreError/encoding(_:)`` too; the key has no entry any more then.
    @discardableResult
    public func set(
        _ value: Value, for key: String, in scope: CacheScope, tags: Set<String> = [],
        lifetime: DiskLifetime = DiskLifetime(), cost: Int? = nil, generation: DiskGeneration? = nil
    ) async throws(DiskStoreError) -> Bool {
        let payload: Data
        do throws(DiskStoreError) {
            payload = try await Self.encoded(value).get()
        } catch {
            try await store.remove(prefix + key, in: scope)
            throw error
        }
        let record = DiskRecord(
            key: prefix + key, payload: payload, tags: tags, lifetime: lifetime, cost: cost, version: version)
        return try await store.set(record, in: scope, generation: generation)
    }

    private func decode(_ entry: DiskEntry) async -> Value? {
        entry.version == version ? await Self.decoded(entry.payload) : nil
    }

    @concurrent
    private static func decoded(_ payload: Data) async -> Value? {
        try? JSONDecoder().decode(Value.self, from: payload)
    }

    @concurrent
    private static func encoded(_ value: Value) async -> Result<Data, DiskStoreError> {
        Result { try JSONEncoder().encode(value) }.mapError { .encoding($0) }
    }
}
