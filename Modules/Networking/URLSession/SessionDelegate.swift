import Foundation
import ModuleSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The one delegate of a `URLSession`: it hands each callback to the transfer of its task. Callbacks of the per-task
/// delegates and of the built-in async methods are incomplete or deadlock on Linux, so neither is used.
final class SessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
    private let transfers = Locked<[Int: Transfer]>([:])
    private let pins: CertificatePins

    init(pins: CertificatePins) {
        self.pins = pins
    }

    /// To be called before the task is resumed.
    func add(_ transfer: Transfer, for task: URLSessionTask) {
        transfers.withLock { $0[task.taskIdentifier] = transfer }
    }

    /// Every transfer that has not completed.
    var running: [Transfer] { transfers.withLock { Array($0.values) } }

    private func transfer(of task: URLSessionTask) -> Transfer? {
        transfers.withLock { $0[task.taskIdentifier] }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        transfer(of: task)?.sent(bytesSent, of: totalBytesExpectedToSend > 0 ? totalBytesExpectedToSend : nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let transfer = transfer(of: dataTask), let response = response as? HTTPURLResponse {
            transfer.received(head: NetworkResponse.Head(request: transfer.request, response: response))
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        transfer(of: dataTask)?.received(data: data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.completed(error)
    }

    /// Refused: the layer follows redirects itself, where it decides which headers and bodies go along.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    #if canImport(FoundationNetworking)
    /// Without an answer a 401 never completes on Linux. Elsewhere the default handling delivers it.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        transfer(of: task)?.challenged()
        completionHandler(.cancelAuthenticationChallenge, nil)
    }
    #else
    /// Pinned hosts are checked here; everything else gets the default handling.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let space = challenge.protectionSpace
        guard let trust = space.serverTrust, !pins.accept(trust, host: space.host) else {
            return completionHandler(.performDefaultHandling, nil)
        }
        transfer(of: task)?.stop(.tls)
        completionHandler(.cancelAuthenticationChallenge, nil)
    }
    #endif
}

extension NetworkResponse.Head {
    /// The head as `URLSession` gives it: it has joined repeated fields and lost their order, so names are sorted and
    /// cookies split again.
    init(request: NetworkRequest, response: HTTPURLResponse) {
        var headers = HTTPHeaders()
        let fields = response.allHeaderFields.compactMap { name, value in
            (name as? String).map { ($0, value as? String ?? "\(value)") }
        }
        for (name, value) in fields.sorted(by: { $0.0 < $1.0 }) {
            if HTTPHeaders.equal(name, "Set-Cookie") {
                for cookie in HTTPHeaders.splitSetCookie(value) { headers.add(cookie, for: name) }
            } else {
                headers.add(value, for: name)
            }
        }
        self.init(request: request, statusCode: response.statusCode, headers: headers)
    }
}
