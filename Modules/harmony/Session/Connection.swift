import MockTransport
import Networking

/// The device's way to its servers: counts what passes, can be cut, and can hold answers back.
///
/// One connection serves all modules of an arm, real and mock, so what it counts is what reached a transport.
struct Connection: Sendable {
    private let log = CallLog()
    private let outage = FaultInjector(.offline, isActive: false)
    private let gate = AnswerGate()
    private let observers: [any NetworkMiddleware]

    /// - Parameter observers: see each request as it goes out, with its credentials.
    init(observers: [any NetworkMiddleware] = []) {
        self.observers = observers
    }

    /// Requests that reached a transport so far.
    var calls: Int { log.count }

    /// What surrounds every request.
    var middleware: [any NetworkMiddleware] { [gate, outage] }

    /// A session whose requests are counted and observed.
    func through(_ session: any NetworkSession) -> any NetworkSession {
        MiddlewareSession(session, observers + [log])
    }

    /// Cuts the connection, or restores it.
    func setOnline(_ isOnline: Bool) {
        outage.isActive = !isOnline
    }

    /// Holds every answer back from now on, until ``release()``.
    func hold() {
        gate.close()
    }

    /// Waits until an answer is held back, or a request fails.
    func waitForHeldAnswer() async {
        await gate.waitForArrival()
    }

    /// Lets the answers go that were held back.
    func release() {
        gate.open()
    }
}
