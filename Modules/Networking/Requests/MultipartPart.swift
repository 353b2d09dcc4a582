public import Foundation

/// One field of a multipart form (RFC 7578).
public struct MultipartPart: Sendable {
    let name: String
    let fileName: String?
    let contentType: String?
    let content: Content

    enum Content: Sendable {
        case data(Data)
        case file(URL)
    }

    /// A text field.
    public static func field(_ name: String, _ value: String) -> MultipartPart {
        MultipartPart(name: name, fileName: nil, contentType: nil, content: .data(Data(value.utf8)))
    }

    /// Bytes, with a file name when the server is to see them as a file.
    public static func data(
        _ name: String, _ data: Data, fileName: String? = nil, contentType: String = "application/octet-stream"
    ) -> MultipartPart {
        MultipartPart(name: name, fileName: fileName, contentType: contentType, content: .data(data))
    }

    /// A file, read from disk while it is sent; its last path component is the file name unless another is given.
    public static func file(
        _ name: String, _ url: URL, fileName: String? = nil, contentType: String = "application/octet-stream"
    ) -> MultipartPart {
        MultipartPart(
            name: name, fileName: fileName ?? url.lastPathComponent, contentType: contentType, content: .file(url))
    }

    /// Everything between the boundary line and the content.
    var head: String {
        var line = "Content-Disposition: form-data; name=\"\(Self.quoted(name))\""
        if let fileName {
            line += "; filename=\"\(Self.quoted(fileName))\""
            // RFC 8187, for the servers that read it: the plain form says nothing about its charset.
            if !fileName.utf8.allSatisfy({ $0 >= 32 && $0 < 127 && $0 != UInt8(ascii: "\"") }) {
                line += "; filename*=UTF-8''\(PercentEncoding.segment(fileName))"
            }
        }
        if let contentType { line += "\r\nContent-Type: \(Self.quoted(contentType))" }
        return line + "\r\n\r\n"
    }

    /// What would end the quotes or the line is percent-encoded, as browsers do.
    private static func quoted(_ text: String) -> String {
        text.replacing("\r\n", with: "%0D%0A").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
            .replacing("\"", with: "%22")
    }
}

extension HTTPBody {
    /// `multipart/form-data` (RFC 7578). Files are streamed from disk, so memory stays bounded; the boundary is made
    /// once and stays the same when the request is sent again.
    /// - Parameters:
    ///   - parts: The fields, in order.
    ///   - boundary: Only for tests and servers with wishes; must not occur in the content. 1–70 letters, digits, `-`.
    public static func multipart(
        _ parts: [MultipartPart], boundary: String = "harmony-" + UUID().uuidString
    ) -> HTTPBody {
        let contentType = "multipart/form-data; boundary=\(boundary)"
        let hasFile = parts.contains { if case .file = $0.content { true } else { false } }
        guard hasFile else {
            var body = Data()
            for part in parts {
                if case .data(let data) = part.content {
                    body += Data("--\(boundary)\r\n\(part.head)".utf8) + data + Data("\r\n".utf8)
                }
            }
            return .data(body + Data("--\(boundary)--\r\n".utf8), contentType: contentType)
        }
        return .stream(contentType: contentType) { MultipartChunks(parts: parts, boundary: boundary) }
    }
}

/// The bytes of a multipart body, a piece at a time.
private struct MultipartChunks: AsyncSequence, Sendable {
    typealias Element = Data
    typealias Failure = any Error

    let parts: [MultipartPart]
    let boundary: String

    func makeAsyncIterator() -> Iterator {
        Iterator(parts: parts[...], boundary: boundary)
    }

    struct Iterator: AsyncIteratorProtocol {
        var parts: ArraySlice<MultipartPart>
        let boundary: String
        var file: FileHandle?
        var isAtEnd = false

        mutating func next() async throws -> Data? {
            if let file {
                if let chunk = try file.read(upToCount: 64 * 1_024), !chunk.isEmpty { return chunk }
                try file.close()
                self.file = nil
                return Data("\r\n".utf8)
            }
            guard let part = parts.popFirst() else {
                defer { isAtEnd = true }
                return isAtEnd ? nil : Data("--\(boundary)--\r\n".utf8)
            }
            let head = Data("--\(boundary)\r\n\(part.head)".utf8)
            switch part.content {
            case .data(let data): return head + data + Data("\r\n".utf8)
            case .file(let url):
                file = try FileHandle(forReadingFrom: url)
                return head
            }
        }
    }
}
