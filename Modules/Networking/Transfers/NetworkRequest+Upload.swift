import ModuleSupport

extension NetworkRequest {
    /// The same request, with reports on how much of its body the connection has taken: rising, and starting over when
    /// the request is sent again. They come on the transport's thread: return at once.
    public func onUploadProgress(_ report: @escaping @Sendable (TransferProgress) -> Void) -> NetworkRequest {
        // The platform's own running total is ahead of itself on Linux, so the increments are summed here.
        let sum = Sum()
        return observing { event in
            switch event {
            case .started: sum.value.withLock { $0 = 0 }
            case .sentBody(let bytes, let total):
                let completed = sum.value.withLock { sum in
                    sum += bytes
                    return sum
                }
                report(TransferProgress(completed: total.map { min(completed, $0) } ?? completed, total: total))
            case .receivedHead, .receivedBody, .finished: break
            }
        }
    }

    private final class Sum: Sendable {
        let value = Locked<Int64>(0)
    }
}
