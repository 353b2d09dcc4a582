package import Foundation
import ModuleSupport

/// How a response's body ended.
package struct BodyEnd: Sendable {
    /// The bytes that were read.
    package var count = 0
    /// The body as far as a listener keeps it.
    package var prefix = Data()
    /// Why it ended early; `cancelled` when the reader let go of it.
    package var error: NetworkError?
}

extension NetworkResponse {
    /// Calls `done` once, when the body has ended: at once when all of it is here, else when a stream has been read to
    /// its end, failed, or was let go. The first `keeping` bytes are kept for it.
    package func whenFinished(keeping limit: Int = 0, _ done: @escaping @Sendable (BodyEnd) -> Void) -> NetworkResponse
    {
        switch content {
        case .whole(let data):
            done(BodyEnd(count: data.count, prefix: Data(data.prefix(limit))))
            return self
        case .stream(let stream):
            let listener = BodyListener(head: head, limit: limit, done)
            let heard = NetworkStream(head: head) { () throws(NetworkError) in
                do throws(NetworkError) {
                    let chunk = try await stream.pull()
                    listener.heard(chunk)
                    return chunk
                } catch {
                    listener.end(error)
                    throw error
                }
            }
            return NetworkResponse(head: head, content: .stream(heard))
        }
    }
}

private final class BodyListener: Sendable {
    private let state = Locked<BodyEnd?>(BodyEnd())
    private let head: NetworkResponse.Head
    private let limit: Int
    private let done: @Sendable (BodyEnd) -> Void

    init(head: NetworkResponse.Head, limit: Int, _ done: @escaping @Sendable (BodyEnd) -> Void) {
        self.head = head
        self.limit = limit
        self.done = done
    }

    deinit {
        end(NetworkError(.cancelled, head: head))
    }

    func heard(_ chunk: Data?) {
        guard let chunk else { return end(nil) }
        state.withLock { [limit] state in
            state?.count += chunk.count
            if let missing = state.map({ limit - $0.prefix.count }), missing > 0 {
                state?.prefix.append(chunk.prefix(missing))
            }
        }
    }

    func end(_ error: NetworkError?) {
        let end = state.withLock { state in
            defer { state = nil }
            return state
        }
        guard var end else { return }
        end.error = error
        done(end)
    }
}
