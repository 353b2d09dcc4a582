import Foundation
import ModuleSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The transport over `URLSession`, the same on Linux and on Apple platforms: no cache, cookie or credential store of
/// the platform, its own deadlines, its own redirects, and errors sorted by meaning.
///
/// Make one and keep it: connections are reused within a session. It is safe to use from any thread. A cancelled
/// caller gets its error at once; the connection is closed right after.
public final class URLSessionNetworkSession: NetworkSession {
    private let delegate: SessionDelegate
    private let pins: CertificatePins
    private let session: URLSession
    private let redirects: RedirectMiddleware?
    private let streamBufferBytes: Int
    private let keeper: DeadlineKeeper
    private let isClosed = Locked(false)
    /// Creating and cancelling a task can block for as long as another transfer keeps `URLSession` busy. While there is
    /// another one, neither is done on, or waited for by, a thread of the caller's executor: it has few, and what the
    /// queue waits for may need one.
    private let queue = DispatchQueue(label: "harmony.networking.session")
    /// The creations that are under way, wherever they run; the platform's session is closed behind them.
    private let creations = DispatchGroup()

    /// A session of its own.
    /// - Parameters:
    ///   - redirects: What follows redirects; `nil` gives 3xx responses to the caller.
    ///   - connectionsPerHost: The most connections to one host at a time.
    ///   - streamBufferBytes: How far the reader of a stream may fall behind. `URLSession` on Linux cannot be made to
    ///     wait, so that a slower reader gets ``NetworkError/Kind/readerTooSlow(limit:)`` instead of unbounded memory.
    ///   - pins: The only certificates that some hosts may show.
    ///   - clock: What deadlines are measured with.
    public init(
        redirects: RedirectMiddleware? = RedirectMiddleware(), connectionsPerHost: Int = 6,
        streamBufferBytes: Int = 16 * 1_024 * 1_024, pins: CertificatePins = CertificatePins(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.redirects = redirects
        self.streamBufferBytes = streamBufferBytes
        keeper = DeadlineKeeper(clock: clock)
        self.pins = pins
        delegate = SessionDelegate(pins: pins)
        let configuration = URLSessionConfiguration.ephemeral
        // Not to be changed: on Linux a cache crashes the process when a task is cancelled, and caches nothing.
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        // Without this Linux reads every header field for cookies, although there is no store for them.
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCredentialStorage = nil
        configuration.timeoutIntervalForRequest = .platformNever
        configuration.httpMaximumConnectionsPerHost = connectionsPerHost
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: CallbackQueue())
    }

    deinit {
        invalidate()
    }

    /// Ends every request with ``NetworkError/Kind/sessionClosed`` and refuses new ones.
    public func invalidate() {
        let wasClosed = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return isClosed
        }
        guard !wasClosed else { return }
        delegate.running.forEach { $0.stop(.sessionClosed) }
        // Behind every creation that saw the session open, and every cancellation just asked for.
        creations.notify(queue: queue) { [session] in session.finishTasksAndInvalidate() }
    }

    /// Sends the request and gives the whole response; see ``NetworkSession``.
    public func response(for request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        try await following(request) { (request) throws(NetworkError) in
            let state = Transfer.State.whole(request)
            let transfer = try await self.start(request, state)
            await transfer.wait(for: .end)
            try transfer.checkEnd()
            return NetworkResponse(head: try transfer.head(), content: .whole(try transfer.takeBuffer()))
        }
    }

    /// Sends the request and gives the head first; see ``NetworkSession``.
    public func stream(for request: NetworkRequest) async throws(NetworkError) -> NetworkStream {
        let response = try await following(request) { (request) throws(NetworkError) in
            let state = Transfer.State.stream(request, bufferLimit: self.streamBufferBytes)
            let transfer = try await self.start(request, state)
            let reader = TransferReader(transfer, session: self)
            await transfer.wait(for: .head)
            let stream = NetworkStream(head: try transfer.head()) { () throws(NetworkError) in try await reader.next() }
            return NetworkResponse(head: stream.head, content: .stream(stream))
        }
        return NetworkStream(response)
    }

    /// Sends, and sends again where a redirect leads. One total deadline covers all of it.
    private func following(
        _ request: NetworkRequest,
        send: @escaping NetworkNext
    ) async throws(NetworkError) -> NetworkResponse {
        guard let total = request.timeouts.total else { return try await following(redirectsOf: request, send: send) }
        let stopwatch = keeper.stopwatch
        let start = stopwatch.elapsed()
        return try await following(redirectsOf: request) { (request) throws(NetworkError) in
            var request = request
            request.timeouts.total = total - (stopwatch.elapsed() - start)
            return try await send(request)
        }
    }

    private func following(
        redirectsOf request: NetworkRequest, send: @escaping NetworkNext
    ) async throws(NetworkError) -> NetworkResponse {
        guard let redirects else { return try await send(request) }
        return try await redirects.intercept(request, next: send)
    }

    // `@concurrent`: a task created in place is not created on the caller's actor, which may be the main one.
    @concurrent
    private func start(
        _ request: NetworkRequest, _ state: Transfer.State
    ) async throws(NetworkError) -> Transfer {
        try request.validate()
        try pins.checkAvailability(for: request)
        guard !Task.isCancelled else { throw NetworkError(.cancelled, request: request) }
        let transfer = Transfer(request: request, state: state, keeper: keeper, queue: queue)
        keeper.add(transfer)
        do throws(NetworkError) {
            let body = try await TransferBody(request)
            // Waking the queue takes longer than all the rest of a request's way through the layer.
            if transfer.isAlone {
                createTask(transfer, body)
            } else {
                queue.async { self.createTask(transfer, body) }
            }
        } catch {
            transfer.stop(error)
            throw error
        }
        return transfer
    }

    private func createTask(_ transfer: Transfer, _ body: TransferBody) {
        // Entered before the check: an invalidation that the check does not see waits for this creation.
        creations.enter()
        defer { creations.leave() }
        guard !transfer.hasEnded else { return }
        guard !isClosed.withLock({ $0 }) else { return transfer.stop(.sessionClosed) }
        let task = body.task(in: session, for: URLRequest(transfer.request))
        transfer.keep(body)
        delegate.add(transfer, for: task)
        transfer.request.observer?(.started)
        task.resume()
        // Published only now: cancelling a task that has not been resumed yet is one of the races to stay out of.
        transfer.started(task)
        // An invalidation that came meanwhile may have looked for running transfers before this one was added.
        if isClosed.withLock({ $0 }) { transfer.stop(.sessionClosed) }
    }
}
