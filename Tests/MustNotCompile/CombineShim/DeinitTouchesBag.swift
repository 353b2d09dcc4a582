// error: from nonisolated deinit
import CombineShim

@MainActor
final class Model {
    private var bag: Set<AnyCancellable> = []
    deinit { bag.removeAll() }
}
