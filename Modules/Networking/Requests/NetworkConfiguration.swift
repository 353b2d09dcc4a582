public import Foundation

/// What requests take from their surroundings: the app has one, and a module may lay its own over it.
///
/// Everything is optional; `nil` means "not stated here". What nobody states comes from the defaults below.
public struct NetworkConfiguration: Sendable, Hashable {
    /// Where a router's path starts. Without it a router must give its own base or full URL.
    public var baseURL: URL?
    /// Sent with every request, under the router's own headers.
    public var headers: HTTPHeaders
    /// Deadlines of every request.
    public var timeouts: NetworkTimeouts
    /// The most bytes a whole response body may have (64 MiB unless stated); checked while it arrives, so memory is
    /// bounded whatever the server sends.
    public var maximumBodyBytes: Int?

    /// A configuration; whatever is left out is not stated.
    public init(
        baseURL: URL? = nil, headers: HTTPHeaders = [:], timeouts: NetworkTimeouts = NetworkTimeouts(),
        maximumBodyBytes: Int? = nil
    ) {
        self.baseURL = baseURL
        self.headers = headers
        self.timeouts = timeouts
        self.maximumBodyBytes = maximumBodyBytes
    }

    /// This configuration with a module's own over it: what the module states wins, header by header.
    public func overridden(by module: NetworkConfiguration) -> NetworkConfiguration {
        NetworkConfiguration(
            baseURL: module.baseURL ?? baseURL, headers: headers.merging(module.headers),
            timeouts: timeouts.overridden(by: module.timeouts),
            maximumBodyBytes: module.maximumBodyBytes ?? maximumBodyBytes)
    }

    static let defaultMaximumBodyBytes = 64 * 1_024 * 1_024
}

/// The three deadlines of a request, each kept by the layer's own clock to a fraction of a second. `nil` means "not
/// stated"; what nobody states is 60 seconds idle and no other limit.
public struct NetworkTimeouts: Sendable, Hashable {
    /// Until the server first reacts: it takes body bytes or answers. `URLSession` does not show the bare connection.
    public var connect: Duration?
    /// The longest silence while the request runs.
    public var idle: Duration?
    /// From the first send to the last byte, redirects and retries included.
    public var total: Duration?

    /// Deadlines; whatever is left out is not stated.
    public init(connect: Duration? = nil, idle: Duration? = nil, total: Duration? = nil) {
        self.connect = connect
        self.idle = idle
        self.total = total
    }

    /// These deadlines with others over them, each for itself.
    public func overridden(by other: NetworkTimeouts) -> NetworkTimeouts {
        NetworkTimeouts(
            connect: other.connect ?? connect, idle: other.idle ?? idle, total: other.total ?? total)
    }

    static let defaultIdle: Duration = .seconds(60)
}
