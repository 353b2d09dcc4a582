import Foundation

/// Reads a streamed transfer chunk by chunk, and ends it when nobody reads any more.
final class TransferReader: Sendable {
    private let transfer: Transfer
    /// A session that is let go ends its transfers, so each of its streams keeps it.
    private let session: URLSessionNetworkSession

    init(_ transfer: Transfer, session: URLSessionNetworkSession) {
        self.transfer = transfer
        self.session = session
    }

    deinit {
        transfer.stop(.cancelled)
    }

    /// All that has arrived since the last call; `nil` at the end.
    func next() async throws(NetworkError) -> Data? {
        await transfer.wait(for: .chunk)
        let data = try transfer.takeBuffer()
        return data.isEmpty ? nil : data
    }
}
