import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What somebody writes who needs no layer: one session, one delegate, one continuation a task. It cannot be cancelled
/// and has no deadline.
final class BareClient: NSObject, URLSessionDataDelegate {
    private struct Running {
        var data = Data()
        let continuation: CheckedContinuation<Data, any Error>
    }

    private let url: URL
    private let running = Mutex<[Int: Running]>([:])
    private let session = Mutex<URLSession?>(nil)

    init(url: URL) {
        self.url = url.appendingPathComponent("items")
        super.init()
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        session.withLock { $0 = URLSession(configuration: configuration, delegate: self, delegateQueue: queue) }
    }

    func fetch() async throws {
        var request = URLRequest(url: url)
        request.setValue("Bearer t", forHTTPHeaderField: "Authorization")
        guard let task = session.withLock({ $0?.dataTask(with: request) }) else { return }
        let data = try await withCheckedThrowingContinuation { continuation in
            running.withLock { $0[task.taskIdentifier] = Running(continuation: continuation) }
            task.resume()
        }
        keep(try JSONDecoder().decode([BenchmarkItem].self, from: data))
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        running.withLock { $0[dataTask.taskIdentifier]?.data.append(data) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let done = running.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        if let error {
            done.continuation.resume(throwing: error)
        } else {
            done.continuation.resume(returning: done.data)
        }
    }
}
