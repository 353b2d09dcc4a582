public import Foundation

/// One endpoint of an API, as a value: usually an enum with a case for each operation.
///
/// ```swift
/// enum TodoRouter: NetworkRequestRouter {
///     case list, update(id: String, isDone: Bool)
///     var operation: String { … }        // "todos.list"
///     var path: String { … }             // "/todos", "/todos/\(PercentEncoding.segment(id))"
///     var methodType: HTTPMethod { … }
///     var headers: HTTPHeaders { [:] }
///     var body: HTTPBody? { … }
/// }
/// ```
///
/// A router states what is particular to the call; everything else comes from the configuration that the service
/// carries, so a router never asks a container.
public protocol NetworkRequestRouter: Sendable {
    /// The call's stable name, `module.action`: fixtures, metrics and logs go by it.
    var operation: String { get }
    /// Joined to the base URL by exactly one slash; valid escapes in it stay, and it may bring its own query.
    var path: String { get }
    /// The request method.
    var methodType: HTTPMethod { get }
    /// Sent over the configuration's headers.
    var headers: HTTPHeaders { get }
    /// What is sent; `nil`, the default, for nothing.
    var body: HTTPBody? { get }
    /// Added after any query that the base and the path bring, in order; the default is none.
    var queryItems: [URLQueryItem] { get }
    /// How `queryItems` are escaped; the default suits all servers but those that want a literal plus.
    var queryEncoding: PercentEncoding.Query { get }
    /// Used in place of the configuration's base; `nil` by default.
    var baseURL: URL? { get }
    /// Used in place of base and path, for a URL that the server gave; `nil` by default.
    var fullURL: URL? { get }
    /// The total time the call may take; `nil`, the default, for the configuration's.
    var timeout: Duration? { get }
    /// How urgent the call is where requests wait for each other; `normal` by default.
    var priority: RequestPriority { get }
}

extension NetworkRequestRouter {
    /// No body.
    public var body: HTTPBody? { nil }
    /// No query items.
    public var queryItems: [URLQueryItem] { [] }
    /// Read alike by all decoders.
    public var queryEncoding: PercentEncoding.Query { .standard }
    /// The configuration's base.
    public var baseURL: URL? { nil }
    /// Base and path.
    public var fullURL: URL? { nil }
    /// The configuration's total deadline.
    public var timeout: Duration? { nil }
    /// The usual.
    public var priority: RequestPriority { .normal }
}
