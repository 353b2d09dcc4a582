import Foundation
import ModuleSupport

/// Hands out a chunk once.
final class OneChunk: Sendable {
    private let data: Locked<Data?>

    init(_ data: Data) {
        self.data = Locked(data.isEmpty ? nil : data)
    }

    func take() -> Data? {
        data.withLock { data in
            defer { data = nil }
            return data
        }
    }
}
