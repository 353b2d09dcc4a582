public import Networking

extension NetworkSession {
    /// The session with every request delayed; see ``DelayMiddleware``.
    public func delayed(by delay: Duration, clock: any Clock<Duration> = ContinuousClock()) -> MiddlewareSession {
        MiddlewareSession(self, [DelayMiddleware(delay, clock: clock)])
    }

    /// The session with some or all requests failing; see ``FaultInjector``.
    public func failing(
        _ fault: MockFault, _ schedule: FaultSchedule = .always,
        where isAffected: @escaping @Sendable (NetworkRequest) -> Bool = { _ in true }
    ) -> MiddlewareSession {
        MiddlewareSession(self, [FaultInjector(fault, schedule, where: isAffected)])
    }

    /// The session with its calls counted by `log`; see ``CallLog``.
    public func counted(by log: CallLog) -> MiddlewareSession {
        MiddlewareSession(self, [log])
    }
}
