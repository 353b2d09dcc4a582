public import Foundation

extension FaultServer {
    /// The built-in cases, by path:
    ///
    /// `/echo` (JSON of what arrived) · `/status/N` · `/slow-head/MS` · `/drip/COUNT/MS` · `/silent` · `/stall`
    /// (head and some bytes, then silence) · `/redirect/STATUS?to=` · `/truncated-length` · `/truncated-chunk` ·
    /// `/reset` · `/close` · `/auth/basic|bearer|digest` · `/etag` · `/headers/CASE` · `/no-reason` · `/early-hints` ·
    /// `/empty/N` · `/gzip/good|bad` · `/sse` · `/bytes/N` · `/chunks/COUNT/SIZE` · `/range/N` · `/close-after` ·
    /// `/cookie` · `/retry-after/N/VALUE` (fails N times).
    @Sendable public static func standard(_ connection: Connection, _ request: Request) throws {
        let parts = request.path.split(separator: "/").map(String.init)
        func number(_ index: Int) -> Int { parts.indices.contains(index) ? Int(parts[index]) ?? 0 : 0 }
        switch parts.first {
        case "echo": try connection.respond(200, [("Content-Type", "application/json")], body: request.echo)
        case "status": try connection.respond(number(1), [("Content-Type", "text/plain")], text: "status \(number(1))")
        case "slow-head":
            try connection.waitForClose(milliseconds: number(1))
            try connection.respond(200, text: "late")
        case "drip":
            try connection.startChunked()
            for index in 0..<number(1) {
                try connection.chunk("\(index)")
                try connection.waitForClose(milliseconds: number(2))
            }
            try connection.chunk("")
        case "silent": try connection.waitForClose(milliseconds: 20_000)
        case "stall":
            try connection.send("HTTP/1.1 200 Fine\r\nContent-Length: 1000\r\n\r\nsome")
            try connection.waitForClose(milliseconds: 20_000)
        case "redirect":
            try connection.respond(number(1), request.query("to").map { [("Location", $0)] } ?? [], text: "moved")
        case "auth":
            let scheme = parts.last == "basic" ? "Basic realm=\"fault\"" : parts.last == "bearer" ? "Bearer" : digest
            try connection.respond(401, [("WWW-Authenticate", scheme)], text: "who are you?")
        case "etag":
            let isKnown = request.headers("If-None-Match").contains("\"v1\"")
            try connection.respond(isKnown ? 304 : 200, [("ETag", "\"v1\"")], text: isKnown ? "" : "version 1")
        case "headers": try headers(connection, parts.last ?? "")
        case "no-reason": try connection.send("HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok")
        case "early-hints":
            try connection.send("HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n")
            try connection.respond(200, text: "after hints")
        case "empty": try connection.respond(number(1))
        case "gzip":
            try connection.respond(
                200, [("Content-Encoding", "gzip")],
                body: parts.last == "good" ? gzip : Data("this is not gzip at all".utf8))
        case "sse":
            try connection.startChunked(200, [("Content-Type", "text/event-stream")])
            for text in ["data: on", "e\n\nevent: gre", "eting\ndata: h\u{e9}llo\ndata: again\nid: 7\n\n"] {
                try connection.chunk(text)
            }
            try connection.chunk("")
        case "bytes": try connection.respond(200, body: pattern(number(1)))
        case "chunks":
            try connection.startChunked()
            for _ in 0..<number(1) { try connection.chunk(String(repeating: "x", count: number(2))) }
            try connection.chunk("")
        case "range": try range(connection, request, number(1))
        case "cookie": try connection.respond(200, [("Set-Cookie", "sid=1; Path=/")], text: "crumbs")
        default: try broken(connection, request)
        }
    }

    private static func broken(_ connection: Connection, _ request: Request) throws {
        switch request.path {
        case "/truncated-length":
            try connection.send("HTTP/1.1 200 Fine\r\nContent-Length: 1000\r\n\r\nnot a thousand bytes")
            try connection.close()
        case "/truncated-chunk":
            try connection.startChunked()
            try connection.send("64\r\nnot a hundred bytes")
            try connection.close()
        case "/reset": try connection.reset()
        case "/close": try connection.close()
        case "/close-after":
            try connection.respond(200, text: "bye")
            try connection.close()
        case "/garbage":
            try connection.send("this is no HTTP\r\n\r\n")
            try connection.close()
        default: try connection.respond(404, text: "no case \(request.path)")
        }
    }

    private static func headers(_ connection: Connection, _ name: String) throws {
        switch name {
        case "duplicate":
            let cookies = ["a=1; Expires=Wed, 21 Oct 2099 07:28:00 GMT", "b=2; Path=/"]
            try connection.respond(200, cookies.map { ("Set-Cookie", $0) } + [("X-Two", "1"), ("X-Two", "2")])
        case "mixed-case": try connection.respond(200, [("eTaG", "\"v1\""), ("x-lOWER", "yes")])
        case "empty": try connection.respond(200, [("X-Empty", "")])
        case "latin1":
            try connection.send(
                Data("HTTP/1.1 200 Fine\r\nContent-Length: 2\r\nX-Name: Ren".utf8) + [0xE9] + Data("\r\n\r\nok".utf8))
        case "no-space": try connection.send("HTTP/1.1 200 Fine\r\nContent-Length:2\r\nX-Tight:yes\r\n\r\nok")
        case "long": try connection.respond(200, [("X-Long", String(repeating: "h", count: 60_000))])
        default: try connection.respond(404)
        }
    }

    /// RFC 9110 §14: one range, honoured when `If-Range` agrees with the entity tag.
    private static func range(_ connection: Connection, _ request: Request, _ size: Int) throws {
        let body = pattern(size)
        let tag = "\"size-\(size)\""
        let fits = request.headers("If-Range").first.map { $0 == tag } ?? true
        guard fits, let range = request.headers("Range").first, range.hasPrefix("bytes="),
            let start = Int(range.dropFirst(6).prefix { $0 != "-" })
        else { return try connection.respond(200, [("ETag", tag), ("Accept-Ranges", "bytes")], body: body) }
        guard start < size else {
            return try connection.respond(416, [("ETag", tag), ("Content-Range", "bytes */\(size)")])
        }
        try connection.respond(
            206, [("ETag", tag), ("Content-Range", "bytes \(start)-\(size - 1)/\(size)")], body: Data(body[start...]))
    }

    /// Bytes that differ from their neighbours, so that a gap or a repetition shows.
    public static func pattern(_ count: Int) -> Data {
        Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
    }

    /// What `/gzip/good` unpacks to.
    public static let gzipText = String(repeating: "harmony ", count: 20)
    private static let gzip = Data(base64Encoded: "H4sIAAAAAAACA8tILMrNz6tUyBikNACRLOUjoAAAAA==") ?? Data()
    private static let digest = "Digest realm=\"fault\", nonce=\"abc\", qop=\"auth\", algorithm=MD5"
}

extension FaultServer.Request {
    /// What a client can check its own sending by.
    public struct Echo: Codable, Sendable {
        /// The request method.
        public let method: String
        /// Path and query, byte for byte.
        public let target: String
        /// Name and value of each header line, in order.
        public let headers: [[String]]
        /// The body in Base64.
        public let body: Data

        /// The values of a name.
        public func values(_ name: String) -> [String] {
            headers.filter { $0[0].lowercased() == name.lowercased() }.map { $0[1] }
        }
    }

    var echo: Data {
        let echo = Echo(method: method, target: target, headers: headers.map { [$0.name, $0.value] }, body: body)
        return (try? JSONEncoder().encode(echo)) ?? Data()
    }
}
