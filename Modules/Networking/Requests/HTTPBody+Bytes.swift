package import Foundation

extension HTTPBody {
    /// The bytes of any body, read into memory: what a transport that has no wire needs. Files and streams are read
    /// once by this.
    ///
    /// - Throws: ``NetworkError/Kind/bodyEncoding`` with the cause, as a real transport would.
    package func bytes() async throws(NetworkError) -> Data {
        do {
            switch content {
            case .data(let data): return data
            case .encoded(let encode): return try encode()
            case .file(let url): return try Data(contentsOf: url)
            case .stream(let source, isReplayable: _):
                var bytes = Data()
                for try await chunk in try await source() { bytes.append(chunk) }
                return bytes
            }
        } catch {
            throw NetworkError(.bodyEncoding, underlying: error)
        }
    }
}
