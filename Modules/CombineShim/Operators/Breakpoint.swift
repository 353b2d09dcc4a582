#if !canImport(Combine)
import Foundation

extension Publisher {
    /// Stops in the debugger where a closure says so.
    public func breakpoint(
        receiveSubscription: ((any Subscription) -> Bool)? = nil, receiveOutput: ((Output) -> Bool)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil
    ) -> Publishers.Breakpoint<Self> {
        Publishers.Breakpoint(
            upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
            receiveCompletion: receiveCompletion)
    }

    /// Stops in the debugger on an error.
    public func breakpointOnError() -> Publishers.Breakpoint<Self> {
        breakpoint(receiveCompletion: {
            if case .failure = $0 { true } else { false }
        })
    }
}

extension Publishers {
    /// What `breakpoint` returns.
    public struct Breakpoint<Upstream: Publisher>: Publisher {
        /// The values of the upstream.
        public typealias Output = Upstream.Output
        /// The errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Whether to stop at the subscription.
        public let receiveSubscription: ((any Subscription) -> Bool)?
        /// Whether to stop at a value.
        public let receiveOutput: ((Upstream.Output) -> Bool)?
        /// Whether to stop at the completion.
        public let receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Bool)?

        /// Watches `upstream`.
        public init(
            upstream: Upstream, receiveSubscription: ((any Subscription) -> Bool)? = nil,
            receiveOutput: ((Upstream.Output) -> Bool)? = nil,
            receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Bool)? = nil
        ) {
            self.upstream = upstream
            self.receiveSubscription = receiveSubscription
            self.receiveOutput = receiveOutput
            self.receiveCompletion = receiveCompletion
        }

        /// Attaches `subscriber`.
        public func receive<S>(subscriber: S) where S: Subscriber, Output == S.Input, Failure == S.Failure {
            upstream.subscribe(BreakpointTap(breakpoint: self, downstream: subscriber))
        }
    }
}

private struct BreakpointTap<Upstream: Publisher, Downstream: Subscriber>: Subscriber, Described
where Upstream.Output == Downstream.Input, Upstream.Failure == Downstream.Failure {
    let breakpoint: Publishers.Breakpoint<Upstream>
    let downstream: Downstream
    let combineIdentifier = CombineIdentifier()

    var description: String { "Breakpoint" }

    func receive(subscription: any Subscription) {
        stop(if: breakpoint.receiveSubscription?(subscription))
        downstream.receive(subscription: subscription)
    }

    func receive(_ input: Upstream.Output) -> Subscribers.Demand {
        stop(if: breakpoint.receiveOutput?(input))
        return downstream.receive(input)
    }

    func receive(completion: Subscribers.Completion<Upstream.Failure>) {
        stop(if: breakpoint.receiveCompletion?(completion))
        downstream.receive(completion: completion)
    }

    private func stop(if isWanted: Bool?) {
        if isWanted == true {
            raise(SIGTRAP)
        }
    }
}
#endif
