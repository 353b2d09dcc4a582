#if !canImport(Combine)
extension Publisher {
    /// The first `maxLength` values, then the end.
    public func prefix(_ maxLength: Int) -> Publishers.Output<Self> {
        output(in: ..<maxLength)
    }

    /// The value at `index`, counted from zero, then the end.
    public func output(at index: Int) -> Publishers.Output<Self> {
        output(in: index...index)
    }

    /// The values with indices in `range`, counted from zero, then the end.
    public func output<R: RangeExpression>(in range: R) -> Publishers.Output<Self> where R.Bound == Int {
        Publishers.Output(upstream: self, range: range.relative(to: 0..<Int.max))
    }
}

extension Publishers {
    /// What `prefix` and `output` return.
    public struct Output<Upstream: Publisher>: Publisher {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Which values are passed on.
        public let range: CountableRange<Int>

        /// Passes on the values of `upstream` in `range`; a negative bound traps.
        public init(upstream: Upstream, range: CountableRange<Int>) {
            precondition(range.lowerBound >= 0, "lowerBound must not be negative")
            precondition(range.upperBound >= 0, "upperBound must not be negative")
            self.upstream = upstream
            self.range = range
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            upstream.subscribe(OutputRelay(subscriber, range: range))
        }
    }
}

extension Publishers.Output: Equatable where Upstream: Equatable {}

private final class OutputRelay<Downstream: Subscriber>: Relay<Downstream>, Subscriber {
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure

    // Guarded by `lock`.
    private var toSkip: Int
    private var toPass: Int

    init(_ downstream: Downstream, range: CountableRange<Int>) {
        toSkip = range.lowerBound
        toPass = range.count
        super.init("Output", downstream)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        // As in Combine, it is the upstream's part to send nothing after the end.
        lock.lock()
        if toSkip > 0 {
            toSkip -= 1
            lock.unlock()
            return .max(1)
        }
        let isPassed = toPass > 0
        toPass -= isPassed ? 1 : 0
        let isLast = toPass == 0
        lock.unlock()
        let demand = isPassed ? downstream.receive(input) : .none
        if isLast {
            finish()
        }
        return demand
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        guard terminate() != nil else { return }
        downstream.receive(completion: completion)
    }

    private func finish() {
        guard let subscription = terminate() else { return }
        subscription.cancel()
        downstream.receive(completion: .finished)
    }
}
#endif
