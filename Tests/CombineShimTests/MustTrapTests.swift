import CombineShim
import Dispatch
import Testing

/// Why the module is compiled in Swift 5 language mode: the closures that its clients write in a `@MainActor` type
/// check at run time that they are on the main actor. A Swift 6 module would drop that check silently.
@Suite("A main-actor closure that is called elsewhere")
struct MustTrapTests {
    @MainActor
    final class Model {
        private(set) var number = 0
        private var bag: Set<AnyCancellable> = []

        func follow(_ subject: PassthroughSubject<Int, Never>) {
            subject.sink { [weak self] in self?.number = $0 }.store(in: &bag)
        }

        func followOnMain(_ subject: PassthroughSubject<Int, Never>) {
            subject.receive(on: DispatchQueue.main).sink { [weak self] in self?.number = $0 }.store(in: &bag)
        }
    }

    @Test("traps")
    func traps() async {
        await #expect(processExitsWith: .failure) {
            nonisolated(unsafe) let subject = PassthroughSubject<Int, Never>()
            let model = await Model()
            await model.follow(subject)
            await withCheckedContinuation { continuation in
                DispatchQueue(label: "elsewhere").async {
                    subject.send(1)
                    continuation.resume()
                }
            }
        }
    }

    @Test("does not trap behind receive(on: DispatchQueue.main), and the value arrives")
    @MainActor
    func arrives() async {
        nonisolated(unsafe) let subject = PassthroughSubject<Int, Never>()
        let model = Model()
        model.followOnMain(subject)
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "elsewhere").async {
                subject.send(1)
                DispatchQueue.main.async { continuation.resume() }
            }
        }
        #expect(model.number == 1)
    }
}
