public import Foundation
import ModuleSupport

/// An HTTP/1.1 server on a free loopback port that can misbehave in every way a client must survive. It is raw sockets
/// and one thread a connection, so what it sends is exactly what a test says, and it counts what reached it.
///
/// ``standard(_:_:)`` answers the paths listed there; a test with other needs brings its own handler.
public final class FaultServer: Sendable {
    /// Answers one request; returning keeps the connection open for the next one.
    public typealias Handler = @Sendable (Connection, Request) throws -> Void

    /// What has reached the server so far.
    public struct Counters: Sendable {
        /// Connections accepted.
        public var connections = 0
        /// Requests read to their end.
        public var requests = 0
        /// Requests being answered now.
        public var inFlight = 0
        /// The most that were answered at the same time.
        public var maximumInFlight = 0
        /// Bytes of heads and bodies received.
        public var bytesReceived = 0
        /// Connections that the client closed or reset while a handler was waiting or writing.
        public var clientCloses = 0
    }

    private struct State {
        var counters = Counters()
        var log: [Request] = []
        var open: [Int: Socket] = [:]
        var isStopped = false
    }

    /// The port it listens on.
    public let port: UInt16
    private let listener: Socket
    private let handler: Handler
    private let state = Locked(State())

    /// Starts listening.
    public init(_ handler: @escaping Handler = FaultServer.standard) throws {
        self.handler = handler
        (listener, port) = try Socket.listener()
        let thread = Thread { [self] in acceptLoop() }
        thread.name = "fault-server"
        thread.start()
    }

    /// `http://127.0.0.1:PORT`.
    public var baseURL: URL {
        URL(string: "http://127.0.0.1:\(port)") ?? URL(fileURLWithPath: "/")
    }

    /// `http://127.0.0.1:PORT/path`.
    public func url(_ path: String) -> URL {
        URL(string: "http://127.0.0.1:\(port)\(path)") ?? baseURL
    }

    /// What has reached the server so far.
    public var counters: Counters { state.withLock { $0.counters } }

    /// Every request so far, in order of arrival.
    public var requests: [Request] { state.withLock { $0.log } }

    /// Empties ``requests``; the counters stay.
    public func forgetRequests() {
        state.withLock { $0.log = [] }
    }

    /// Closes everything; a server must be stopped by whoever made it.
    public func stop() {
        let open = state.withLock { state in
            state.isStopped = true
            defer { state.open = [:] }
            return Array(state.open.values)
        }
        listener.shutDown()
        open.forEach { $0.shutDown() }
    }

    /// Runs `body` with a server that is stopped afterwards.
    public static func run<Result: Sendable>(
        _ handler: @escaping Handler = FaultServer.standard,
        _ body: (FaultServer) async throws -> Result
    ) async throws -> Result {
        let server = try FaultServer(handler)
        defer { server.stop() }
        return try await body(server)
    }

    func update(_ change: (inout Counters) -> Void) {
        state.withLock { change(&$0.counters) }
    }

    private func acceptLoop() {
        var id = 0
        while let socket = listener.accept() {
            id += 1
            let isStopped = state.withLock { [id] state in
                if !state.isStopped {
                    state.open[id] = socket
                    state.counters.connections += 1
                }
                return state.isStopped
            }
            guard !isStopped else { return }
            let thread = Thread { [self, id] in
                serve(Connection(socket: socket, server: self))
                state.withLock { _ = $0.open.removeValue(forKey: id) }
            }
            thread.stackSize = 512 * 1_024
            thread.start()
        }
    }

    private func serve(_ connection: Connection) {
        while let request = connection.readRequest() {
            state.withLock { state in
                state.counters.requests += 1
                state.counters.inFlight += 1
                state.counters.maximumInFlight = max(state.counters.maximumInFlight, state.counters.inFlight)
                state.log.append(request)
            }
            defer { update { $0.inFlight -= 1 } }
            do { try handler(connection, request) } catch { return }
            if request.headers("Connection").contains("close") { return }
        }
    }

    /// A request as it arrived.
    public struct Request: Sendable {
        /// `GET`.
        public let method: String
        /// Path and query, byte for byte.
        public let target: String
        /// Header lines in order, names as sent.
        public let headers: [(name: String, value: String)]
        /// The body, chunk framing removed.
        public let body: Data
        /// Everything before the body.
        public let head: Data

        /// The target's path.
        public var path: String { String(target.prefix { $0 != "?" }) }

        /// The values of a name.
        public func headers(_ name: String) -> [String] {
            headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
        }

        /// A query item's value, escapes removed.
        public func query(_ name: String) -> String? {
            URLComponents(string: target)?.queryItems?.first { $0.name == name }?.value
        }
    }
}
