// error: has non-Sendable type 'PassthroughSubject<Int, Never>'
import CombineShim

final class Service: Sendable {
    let subject = PassthroughSubject<Int, Never>()
}
