import ModuleSupport
import Testing

@Suite("Locked")
struct LockedTests {
    private struct Refused: Error, Equatable {
        let count: Int
    }

    @Test("Concurrent increments are all counted")
    func concurrentIncrements() async {
        let counter = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<1_000 { counter.increment() }
                }
            }
        }
        #expect(counter.value == 8_000)
    }

    @Test("A thrown error keeps its type and releases the lock")
    func typedThrow() {
        let locked = Locked(1)
        func refuse() throws(Refused) {
            try locked.withLock { (value) throws(Refused) in
                value += 1
                throw Refused(count: value)
            }
        }
        #expect(throws: Refused(count: 2)) { try refuse() }
        #expect(locked.withLock { $0 } == 2)
    }

    private final class Counter: Sendable {
        private let count = Locked(0)
        var value: Int { count.withLock { $0 } }
        func increment() { count.withLock { $0 += 1 } }
    }
}
