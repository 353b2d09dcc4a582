#if !canImport(Combine)
extension Publisher {
    /// Prints what passes: subscription, requests, values, completion and cancellation.
    public func print(_ prefix: String = "", to stream: (any TextOutputStream)? = nil) -> Publishers.Print<Self> {
        Publishers.Print(upstream: self, prefix: prefix, to: stream)
    }
}

extension Publishers {
    /// What `print` returns.
    public struct Print<Upstream: Publisher>: Publisher {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Begins each line.
        public let prefix: String
        /// Where the values come from.
        public let upstream: Upstream
        /// Where the lines go; standard output if `nil`.
        public let stream: (any TextOutputStream)?

        /// Prints what passes from `upstream`.
        public init(upstream: Upstream, prefix: String, to stream: (any TextOutputStream)? = nil) {
            self.upstream = upstream
            self.prefix = prefix
            self.stream = stream
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            upstream.subscribe(PrintRelay(subscriber, prefix: prefix, stream: stream))
        }
    }
}

private final class PrintRelay<Downstream: Subscriber>: Relay<Downstream>, Subscriber {
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure

    /// A stream of unknown type as one of a known type, which is what `print` takes.
    private struct Target: TextOutputStream {
        var stream: any TextOutputStream

        mutating func write(_ string: String) {
            stream.write(string)
        }
    }

    private let prefix: String
    private let stream: (any TextOutputStream)?

    init(_ downstream: Downstream, prefix: String, stream: (any TextOutputStream)?) {
        self.prefix = prefix.isEmpty ? "" : "\(prefix): "
        self.stream = stream
        super.init("Print", downstream)
    }

    override func receive(subscription: any Subscription) {
        log("receive subscription: (\(subscription))")
        super.receive(subscription: subscription)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        log("receive value: (\(input))")
        let demand = downstream.receive(input)
        log("\(requestLine(demand)) (synchronous)")
        return demand
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        switch completion {
        case .finished: log("receive finished")
        case .failure(let error): log("receive error: (\(error))")
        }
        lock.withLock { status = .terminal }
        downstream.receive(completion: completion)
    }

    override func request(_ demand: Subscribers.Demand) {
        log(requestLine(demand))
        super.request(demand)
    }

    override func cancel() {
        log("receive cancel")
        super.cancel()
    }

    private func requestLine(_ demand: Subscribers.Demand) -> String {
        demand.max.map { "request max: (\($0))" } ?? "request unlimited"
    }

    private func log(_ line: String) {
        if let stream {
            var target = Target(stream: stream)
            Swift.print(prefix + line, to: &target)
        } else {
            Swift.print(prefix + line)
        }
    }
}
#endif
