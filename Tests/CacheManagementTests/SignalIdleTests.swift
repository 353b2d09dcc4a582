import CacheManagement
import ModuleSupport
import Testing

@Suite("Signals: waiting until idle")
struct SignalIdleTests {
    @Test("The wait ends after everything that the signals set off, also in turn")
    func waits() async {
        let service = SignalService(window: .zero)
        let log = Locked<[String]>([])
        let second = service.bind("second") { log.withLock { $0.append("second") } }
        let first = service.bind("first") {
            await Task.yield()
            log.withLock { $0.append("first") }
            service.send("second")
        }
        service.send("first")
        await service.waitUntilIdle()
        #expect(log.withLock { $0 } == ["first", "second"])
        second.cancel()
        first.cancel()
    }

    @Test("Without anything to do the wait ends at once, also after a binding was cancelled while scheduled")
    func idle() async {
        let service = SignalService(window: .zero)
        await service.waitUntilIdle()
        let binding = service.bind("signal") {}
        service.send("signal")
        binding.cancel()
        await service.waitUntilIdle()
    }
}
