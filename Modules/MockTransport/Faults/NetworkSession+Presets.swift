public import Networking

extension NetworkSession {
    /// This session with every request delayed; see ``DelayMiddleware``.
    public func delayed(by delay: Duration, clock: any Clock<Duration> = ContinuousClock()) -> MiddlewareSession {
        MiddlewareSession(self, [DelayMiddleware(delay, clock: clock)])
    }

    /// This session with some or all requests failing; see ``FaultInjector``.
    public func failing(
        _ fault: MockFault, _ schedule: FaultSchedule = .always,
        where isAffected: @escaping @Sendable (NetworkRequest) -> Bool = { _ in true }
    ) -> MiddlewareSession {
        MiddlewareSession(self, [FaultInjector(fault, schedule, where: isAffected)])
    }

    /// This session with its calls counted by `log`; see ``CallLog``.
    public func counted(by log: CallLog) -> MiddlewareSession {
        MiddlewareSession(self, [log])
    }
}
