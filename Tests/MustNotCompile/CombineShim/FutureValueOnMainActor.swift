// error: cannot exit main actor-isolated context
import CombineShim

@MainActor
func value(_ future: Future<Int, Never>) async -> Int {
    await future.value
}
