import Foundation
import Networking
import TestSupport
import Testing

@Suite("Multipart")
struct MultipartTests {
    /// What a strict server reads: parts between boundary lines, header lines, content.
    private func parse(_ body: Data, boundary: String) throws -> [(headers: [String], content: Data)] {
        var parts: [(headers: [String], content: Data)] = []
        var rest = Data(body)
        let mark = Data("--\(boundary)".utf8)
        while let range = rest.range(of: mark) {
            rest = Data(rest[range.upperBound...])
            if rest.starts(with: Data("--\r\n".utf8)) { return parts }
            let headEnd = try #require(rest.range(of: Data("\r\n\r\n".utf8)))
            let end = try #require(rest.range(of: Data("\r\n".utf8) + mark))
            let head = String(decoding: rest[2..<headEnd.lowerBound], as: UTF8.self)
            parts.append((head.components(separatedBy: "\r\n"), Data(rest[headEnd.upperBound..<end.lowerBound])))
        }
        Issue.record("no closing boundary")
        return parts
    }

    @Test("N30: a hostile file name stays one part with one name")
    func hostileName() throws {
        let name = "a\"\r\nX: y é.pdf"
        let body = HTTPBody.multipart([.data("doc", Data("x".utf8), fileName: name)], boundary: "b")
        let parts = try parse(try #require(body.data), boundary: "b")
        #expect(parts.count == 1)
        #expect(
            parts[0].headers == [
                "Content-Disposition: form-data; name=\"doc\"; filename=\"a%22%0D%0AX: y é.pdf\"; "
                    + "filename*=UTF-8''a%22%0D%0AX%3A%20y%20%C3%A9.pdf",
                "Content-Type: application/octet-stream",
            ])
    }

    @Test("N30: names and contents survive a parser, whatever they hold")
    func property() throws {
        var generator = SplitMix64(seed: 30)
        let alphabet: [Character] = ["a", "\"", "\r", "\n", "\r\n", "\\", ";", "=", "é", "\u{1F30D}", " ", "-", "\0"]
        for _ in 0..<300 {
            let parts = (0..<3).map { index in
                let name = String((0..<8).compactMap { _ in alphabet.randomElement(using: &generator) })
                let content = Data((0..<50).map { _ in UInt8.random(in: 0...255, using: &generator) })
                return (name: name, content: content, isFile: index > 0)
            }
            let body = HTTPBody.multipart(
                parts.map { .data($0.name, $0.content, fileName: $0.isFile ? $0.name : nil) }, boundary: "limit")
            let read = try parse(try #require(body.data), boundary: "limit")
            #expect(read.map(\.content) == parts.map(\.content))
            #expect(
                read.allSatisfy {
                    $0.headers.count == 2 && $0.headers[0].hasPrefix("Content-Disposition: form-data; name=\"")
                })
            #expect(read.allSatisfy { part in part.headers.allSatisfy { !$0.contains("\r") && !$0.contains("\n") } })
        }
    }

    @Test("Files are streamed; the boundary stays when the body is opened again")
    func files() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("part-\(UUID().uuidString).bin")
        let content = FaultServer.pattern(200_000)
        try content.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let body = HTTPBody.multipart([
            .field("title", "é"), .file("doc", file, contentType: "x/y"), .field("last", "z"),
        ])
        #expect(body.data == nil)
        #expect(body.isReplayable)
        try await FaultServer.run { server in
            let session = URLSessionNetworkSession()
            var sent: [Data] = []
            for _ in 0..<2 {
                let request = NetworkRequest(
                    operation: "test.run", method: .post, url: server.url("/echo"),
                    headers: ["Content-Type": body.contentType], body: body)
                _ = try await session.response(for: request)
            }
            sent = server.requests.map(\.body)
            #expect(sent[0] == sent[1])
            let boundary = String(try #require(body.contentType.split(separator: "=").last))
            let parts = try parse(sent[0], boundary: boundary)
            #expect(parts.map(\.content) == [Data("é".utf8), content, Data("z".utf8)])
            #expect(parts[1].headers[1] == "Content-Type: x/y")
        }
    }
}
