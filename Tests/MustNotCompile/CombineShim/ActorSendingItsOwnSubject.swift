// error: risks causing data races
import CombineShim

actor Archive {
    let subject = PassthroughSubject<Int, Never>()
    func make() -> sending AnyPublisher<Int, Never> { subject.eraseToAnyPublisher() }
}
