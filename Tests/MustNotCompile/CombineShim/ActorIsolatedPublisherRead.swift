// error: cannot exit actor-isolated context
import CombineShim

actor Archive {
    let subject = PassthroughSubject<Int, Never>()
    var changes: AnyPublisher<Int, Never> { subject.eraseToAnyPublisher() }
}

func read(_ archive: Archive) async {
    let changes = await archive.changes
    _ = changes
}
