/// Who is signed in, and the one refresh that may be running, without threads: each question changes the state and gives
/// the answer, and the shell acts on it.
package struct AuthenticationState<Waiter: Sendable>: Sendable {
    /// Who a request was sent as. `version` counts credentials, `account` sign-ins and sign-outs, `failures` failed
    /// refreshes.
    package struct Stamp: Sendable, Equatable {
        package var account = 0
        package var version = 0
        package var failures = 0
    }

    /// What a request that was refused, or has no usable credential, does next.
    package enum Answer: Sendable {
        /// Send with this.
        case use(Credential, Stamp)
        /// Wait; and start the refresh of `credential` when `starts`.
        case wait(refreshOf: Credential, stamp: Stamp, starts: Bool)
        /// Give up.
        case fail(NetworkError)
    }

    private var stamp = Stamp()
    private var credential: Credential?
    private var waiters: [Int: Waiter]?
    private var lastFailure: NetworkError?

    package init(_ credential: Credential?) {
        self.credential = credential
    }

    /// The credential and who it is.
    package var current: (credential: Credential?, stamp: Stamp) { (credential, stamp) }

    /// Somebody signs in or out: whatever is running for the one before is of no use any more.
    package mutating func change(_ credential: Credential?) -> [Waiter] {
        stamp.account += 1
        stamp.version += 1
        self.credential = credential
        lastFailure = nil
        defer { waiters = nil }
        return Array(waiters?.values ?? [:].values)
    }

    /// The server refused what was sent under `stamp`, or it has expired.
    package mutating func refused(_ sent: Stamp) -> Answer {
        guard sent.account == stamp.account, let credential else {
            return .fail(NetworkError(.authentication, underlying: AccountChanged()))
        }
        // Somebody was faster: a newer credential is here, or its refresh has failed for this request too.
        if sent.version != stamp.version { return .use(credential, stamp) }
        if sent.failures != stamp.failures, let lastFailure { return .fail(lastFailure) }
        let starts = waiters == nil
        if starts { waiters = [:] }
        return .wait(refreshOf: credential, stamp: stamp, starts: starts)
    }

    /// Keeps a waiter until the refresh is over; `false` when it is.
    package mutating func wait(_ waiter: Waiter, id: Int, for sent: Stamp) -> Bool {
        guard sent == stamp, waiters != nil else { return false }
        waiters?[id] = waiter
        return true
    }

    /// A waiter goes away. The refresh runs on: breaking it off could burn a refresh token that is good for one use.
    package mutating func leave(id: Int) -> Waiter? {
        waiters?.removeValue(forKey: id)
    }

    /// The refresh that was started under `started` is over. Its result counts only when nobody has signed in or out
    /// since.
    package mutating func refreshed(_ result: Result<Credential, NetworkError>, started: Stamp) -> [Waiter] {
        guard started.account == stamp.account, started.version == stamp.version else { return [] }
        switch result {
        case .success(let new):
            credential = new
            stamp.version += 1
            lastFailure = nil
        case .failure(let error):
            stamp.failures += 1
            lastFailure = error
        }
        defer { waiters = nil }
        return Array(waiters?.values ?? [:].values)
    }
}

/// The account was signed out or changed while a request of it was running; the request is not sent under another one.
public struct AccountChanged: Error, Hashable {
    /// The one value.
    public init() {}
}
