// error: risks causing data races
import CombineShim

func make() -> Future<Int, Never> {
    Future { promise in
        Task { promise(.success(1)) }
    }
}
