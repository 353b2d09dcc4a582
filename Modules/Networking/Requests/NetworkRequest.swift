public import Foundation
import Synchronization

/// A request that is ready to send: complete URL, merged headers, encoded body. What sessions and middleware pass on.
public struct NetworkRequest: Sendable {
    /// Tells requests apart in logs, metrics and errors; unique in the process. Retries and redirects keep it.
    public struct ID: Hashable, Sendable, CustomStringConvertible {
        /// Counts from 1.
        public let rawValue: UInt64
        private static let last = Atomic<UInt64>(0)

        static func next() -> ID {
            ID(rawValue: last.wrappingAdd(1, ordering: .relaxed).newValue)
        }

        /// Text for people and logs; holds no secret.
        public var description: String { "#\(rawValue)" }
    }

    /// Which request this is.
    public let id: ID
    /// The router's operation name.
    public let operation: String
    /// The method.
    public var method: HTTPMethod
    /// Where it goes; checked again before it is sent.
    public var url: URL { didSet { isURLChecked = false } }
    private var isURLChecked = false
    /// The header fields; checked again before they are sent.
    public var headers: HTTPHeaders
    /// The body, encoded; `nil` for none.
    public var body: HTTPBody?
    /// Deadlines of what is left to do.
    public var timeouts: NetworkTimeouts
    /// The most bytes a whole response may have.
    public var maximumBodyBytes: Int
    /// How urgent it is where requests wait for each other.
    public var priority = RequestPriority.normal
    /// Told what the transport does, on the transport's thread: return at once. Middleware adds its own with
    /// ``observing(_:)``.
    public private(set) var observer: (@Sendable (TransferEvent) -> Void)?

    /// Builds the request: URL by the rules of RFC 3986, headers of the configuration under the router's, the body's
    /// type and encoding.
    ///
    /// Throws `invalidURL`, `invalidHeader`, `bodyNotAllowed` (a GET or HEAD with a body) or `bodyEncoding`; nothing
    /// has been sent then.
    public init(router: some NetworkRequestRouter, configuration: NetworkConfiguration) throws(NetworkError) {
        self.init(
            operation: router.operation, method: router.methodType,
            // A placeholder until the URL is known; only then can errors name this request.
            url: configuration.baseURL ?? URL(fileURLWithPath: "/"),
            headers: configuration.headers.merging(router.headers), body: nil,
            timeouts: configuration.timeouts.overridden(by: NetworkTimeouts(total: router.timeout)),
            maximumBodyBytes: configuration.maximumBodyBytes)
        priority = router.priority
        do throws(NetworkError) {
            url = try Self.url(of: router, configuration)
            isURLChecked = true
            body = try router.body?.encoded()
            if let type = body?.contentType, headers["Content-Type"] == nil { headers["Content-Type"] = type }
            try validate()
        } catch {
            throw error.identified(by: self)
        }
    }

    /// A request from its parts, checked when it is sent.
    public init(
        operation: String, method: HTTPMethod = .get, url: URL, headers: HTTPHeaders = [:], body: HTTPBody? = nil,
        timeouts: NetworkTimeouts = NetworkTimeouts(), maximumBodyBytes: Int? = nil
    ) {
        id = .next()
        self.operation = operation
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeouts = timeouts
        self.maximumBodyBytes = maximumBodyBytes ?? NetworkConfiguration.defaultMaximumBodyBytes
    }

    /// The same request with one more observer of its transfer.
    public func observing(_ observe: @escaping @Sendable (TransferEvent) -> Void) -> NetworkRequest {
        var request = self
        if let observer {
            request.observer = { event in
                observer(event)
                observe(event)
            }
        } else {
            request.observer = observe
        }
        return request
    }

    /// Refuses whatever must not reach the wire; every session calls it before it sends.
    public func validate() throws(NetworkError) {
        do throws(NetworkError) {
            if !isURLChecked { _ = try RequestURL.checked(url.absoluteString) }
            if !HTTPHeaders.isToken(method.rawValue) { throw NetworkError(.invalidMethod(method.rawValue)) }
            try headers.validate()
            if body != nil, !method.allowsBody { throw NetworkError(.bodyNotAllowed) }
        } catch {
            throw error.identified(by: self)
        }
    }

    private static func url(
        of router: some NetworkRequestRouter, _ configuration: NetworkConfiguration
    ) throws(NetworkError) -> URL {
        if let full = router.fullURL {
            return try RequestURL.build(
                base: full, path: "", queryItems: router.queryItems, encoding: router.queryEncoding)
        }
        guard let base = router.baseURL ?? configuration.baseURL else { throw NetworkError(.missingBaseURL) }
        return try RequestURL.build(
            base: base, path: router.path, queryItems: router.queryItems, encoding: router.queryEncoding)
    }
}

/// What a transport reports while a request runs, in this order. A request that is sent again (retry, redirect) starts
/// over with ``started``.
public enum TransferEvent: Sendable {
    /// The request was handed to the connection.
    case started
    /// Body bytes sent so far, and how many there are when that is known.
    case sentBody(bytes: Int64, of: Int64?)
    /// Status and headers arrived.
    case receivedHead(NetworkResponse.Head)
    /// More body bytes arrived.
    case receivedBody(bytes: Int)
    /// The transfer is over, with the error if it failed.
    case finished(NetworkError?)
}
