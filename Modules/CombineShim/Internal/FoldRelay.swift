#if !canImport(Combine)
/// The relay of operators that reduce a stream to one value.
///
/// It takes all values of the upstream whatever the downstream asks for, and delivers the result when the downstream
/// has asked and the result is final.
final class FoldRelay<Input, Failure: Error, Downstream: Subscriber>: Relay<Downstream>, Subscriber {
    private let initial: Downstream.Input?
    private let convert: (Failure) -> Downstream.Failure
    /// Folds a value into the result; true if that makes it final.
    private let fold: (inout Downstream.Input?, Input) throws(Downstream.Failure) -> Bool

    // Guarded by `lock`.
    private var result: Downstream.Input?
    private var isRequested = false
    private var isFinal = false
    private var isOver = false

    init(
        _ description: String, _ downstream: Downstream, initial: Downstream.Input? = nil,
        failure convert: @escaping (Failure) -> Downstream.Failure,
        fold: @escaping (inout Downstream.Input?, Input) throws(Downstream.Failure) -> Bool
    ) {
        self.initial = initial
        self.convert = convert
        self.fold = fold
        result = initial
        super.init(description, downstream)
    }

    /// The relay of operators that answer yes or no: `initial`, unless a value decides for the opposite.
    convenience init(
        _ description: String, _ downstream: Downstream, unlessDecided initial: Bool,
        failure convert: @escaping (Failure) -> Downstream.Failure,
        decides: @escaping (Input) throws(Downstream.Failure) -> Bool
    ) where Downstream.Input == Bool {
        self.init(description, downstream, initial: initial, failure: convert) {
            (result: inout Bool?, value: Input) throws(Downstream.Failure) in
            guard try decides(value) else { return false }
            result = !initial
            return true
        }
    }

    override var mirrorChildren: [Mirror.Child] {
        lock.withLock {
            [
                ("downstream", downstream), ("result", result as Any), ("initial", initial as Any),
                ("status", status),
            ]
        }
    }

    override func receive(subscription: any Subscription) {
        guard attach(subscription) else { return }
        downstream.receive(subscription: self)
        subscription.request(.unlimited)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        lock.lock()
        guard case .subscribed = status else {
            lock.unlock()
            return .none
        }
        // Moved out and back: user code runs without the lock, and a growing array is not copied.
        var folded = result.take()
        lock.unlock()
        do throws(Downstream.Failure) {
            let isFinal = try fold(&folded, input)
            lock.withLock { result = folded }
            if isFinal {
                finish()
            }
        } catch {
            fail(error)
        }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        lock.lock()
        guard case .subscribed = status else {
            lock.unlock()
            return
        }
        status = .terminal
        isFinal = true
        switch completion {
        case .finished:
            isOver = isRequested
            let delivery = isOver ? (result.take(), true) : (nil, false)
            lock.unlock()
            if delivery.1 {
                deliver(delivery.0)
            }
        case .failure(let error):
            isOver = true
            lock.unlock()
            downstream.receive(completion: .failure(convert(error)))
        }
    }

    override func request(_ demand: Subscribers.Demand) {
        demand.requirePositive()
        lock.lock()
        guard !isRequested, !isOver else {
            lock.unlock()
            return
        }
        isRequested = true
        isOver = isFinal
        guard isOver else {
            lock.unlock()
            return
        }
        let output = result.take()
        lock.unlock()
        deliver(output)
    }

    override func cancel() {
        lock.lock()
        if case .awaitingSubscription = status {} else { isOver = true }
        lock.unlock()
        super.cancel()
    }

    /// The result is final before the upstream has finished.
    private func finish() {
        guard let subscription = terminate() else { return }
        lock.lock()
        isFinal = true
        isOver = isOver || isRequested
        let isDue = isRequested
        let output = isDue ? result.take() : nil
        lock.unlock()
        subscription.cancel()
        if isDue {
            deliver(output)
        }
    }

    private func fail(_ error: Downstream.Failure) {
        guard let subscription = terminate() else { return }
        lock.withLock { isOver = true }
        subscription.cancel()
        downstream.receive(completion: .failure(error))
    }

    private func deliver(_ output: Downstream.Input?) {
        if let output {
            _ = downstream.receive(output)
        }
        downstream.receive(completion: .finished)
    }
}
#endif
