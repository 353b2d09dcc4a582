public import CacheManagement
import NetworkTransfer

/// A decorator that writes down what was asked of another loader, what came of it, and how long it took.
///
/// An entry holds the operation, the identifier or category, the names of edited fields and the kind of failure: never
/// a field's value, a header, a URL or the text of a foreign error, any of which may be secret.
public struct LoggingProductLoader: ProductLoading {
    private let loader: any ProductLoading
    private let clock: CacheClock
    private let sink: @Sendable (ProductLogEntry) -> Void

    /// A log around `loader`.
    ///
    /// - Parameters:
    ///   - loader: does the work.
    ///   - clock: what durations are measured on.
    ///   - sink: gets each entry when the call is done, in the caller's task.
    public init(
        _ loader: any ProductLoading, clock: any Clock<Duration> = ContinuousClock(),
        sink: @escaping @Sendable (ProductLogEntry) -> Void
    ) {
        self.loader = loader
        self.clock = CacheClock(clock)
        self.sink = sink
    }

    /// The products of the loader below, logged.
    public func products(
        in category: ProductCategory?, policy: FetchPolicy
    ) async throws(ProductError) -> CachedValue<[Product]> {
        try await log("products.list", category?.rawValue) { (products: CachedValue<[Product]>) in
            .loaded(from: products.source, count: products.value.count, isStale: products.isStale)
        } call: { () async throws(ProductError) in
            try await loader.products(in: category, policy: policy)
        }
    }

    /// The product of the loader below, logged.
    public func product(id: String, policy: FetchPolicy) async throws(ProductError) -> CachedValue<Product> {
        try await log("products.detail", id) { (product: CachedValue<Product>) in
            .loaded(from: product.source, count: 1, isStale: product.isStale)
        } call: { () async throws(ProductError) in
            try await loader.product(id: id, policy: policy)
        }
    }

    /// The edit of the loader below, logged.
    public func edit(id: String, _ edit: ProductEdit) async throws(ProductError) -> Product {
        try await log("products.edit", id) { (_: Product) in
            .edited(fields: edit.changedFields)
        } call: { () async throws(ProductError) in
            try await loader.edit(id: id, edit)
        }
    }

    private func log<Value>(
        _ operation: String, _ subject: String?, outcome: (Value) -> ProductLogEntry.Outcome,
        call: () async throws(ProductError) -> Value
    ) async throws(ProductError) -> Value {
        let start = clock.now()
        func write(_ outcome: ProductLogEntry.Outcome) {
            let duration = start.duration(to: clock.now())
            sink(ProductLogEntry(operation: operation, subject: subject, outcome: outcome, duration: duration))
        }
        do throws(ProductError) {
            let value = try await call()
            write(outcome(value))
            return value
        } catch {
            write(.failed(error.label))
            throw error
        }
    }
}

/// One line of the log.
public struct ProductLogEntry: Sendable, Equatable, CustomStringConvertible {
    /// What came of a call.
    public enum Outcome: Sendable, Equatable {
        /// Products were had from there.
        case loaded(from: CacheSource, count: Int, isStale: Bool)
        /// These fields were changed.
        case edited(fields: [String])
        /// It failed; the kind of failure in fixed words.
        case failed(String)
    }

    /// What was asked: `products.list`, `products.detail` or `products.edit`.
    public let operation: String
    /// The category or the product's identifier; `nil` for all products.
    public let subject: String?
    /// What came of it.
    public let outcome: Outcome
    /// How long it took.
    public let duration: Duration

    /// The entry as one line: the subject is quoted and escaped, so that it cannot forge another line.
    public var description: String {
        let call = subject.map { "\(operation) \(String(reflecting: $0))" } ?? operation
        switch outcome {
        case .loaded(let source, let count, let isStale):
            return "\(call): \(count) from \(source.rawValue)\(isStale ? ", stale" : ""), \(duration)"
        case .edited(let fields): return "\(call): changed \(fields.joined(separator: ", ")), \(duration)"
        case .failed(let reason): return "\(call): failed, \(reason), \(duration)"
        }
    }
}

extension ProductError {
    /// The kind of failure in fixed words: nothing of a cause that may hold a secret.
    fileprivate var label: String {
        switch self {
        case .notConfigured: "not configured"
        case .invalidEdit: "invalid edit"
        case .notFound: "not found"
        case .transfer(.status(let response)): "status \(response.statusCode)"
        case .transfer(.noResponse): "no response"
        case .transfer(.parsing), .transfer(.emptyBody): "unreadable answer"
        case .transfer(.localData): "no local data"
        case .notCached: "not cached"
        case .cleared: "cleared"
        case .transfer(.cancelled), .cancelled: "cancelled"
        case .unexpected: "unexpected error"
        }
    }
}
