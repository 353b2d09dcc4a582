public import Foundation
import ModuleSupport

extension FaultServer {
    /// One connection, used by the thread that serves it.
    public final class Connection: Sendable {
        /// The client is gone.
        public struct Closed: Error {}

        private let socket: Socket
        private let server: FaultServer
        private let pending = Locked(Data())

        init(socket: Socket, server: FaultServer) {
            self.socket = socket
            self.server = server
        }

        // MARK: Writing

        /// Sends bytes as they are.
        public func send(_ data: Data) throws {
            guard socket.send(data) else {
                server.update { $0.clientCloses += 1 }
                throw Closed()
            }
        }

        /// Sends text as it is; `\r\n` must be in it.
        public func send(_ text: String) throws {
            try send(Data(text.utf8))
        }

        /// Sends a response with its length.
        public func respond(
            _ status: Int, _ headers: [(String, String)] = [], body: Data = Data()
        ) throws {
            var head = "HTTP/1.1 \(status) \(status < 400 ? "Fine" : "Fault")\r\n"
            for (name, value) in headers { head += "\(name): \(value)\r\n" }
            if status != 204 && status != 304 { head += "Content-Length: \(body.count)\r\n" }
            try send(Data((head + "\r\n").utf8) + body)
        }

        /// Sends a response with its length.
        public func respond(_ status: Int, _ headers: [(String, String)] = [], text: String) throws {
            try respond(status, headers, body: Data(text.utf8))
        }

        /// Begins a chunked response.
        public func startChunked(_ status: Int = 200, _ headers: [(String, String)] = []) throws {
            var head = "HTTP/1.1 \(status) Fine\r\nTransfer-Encoding: chunked\r\n"
            for (name, value) in headers { head += "\(name): \(value)\r\n" }
            try send(head + "\r\n")
        }

        /// Sends one chunk; an empty one ends the response.
        public func chunk(_ text: String) throws {
            try send("\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n")
        }

        /// Waits on this thread.
        public func pause(milliseconds: Int) {
            Thread.sleep(forTimeInterval: Double(milliseconds) / 1_000)
        }

        // MARK: Closing

        /// Closes in order, and ends the handler.
        public func close() throws -> Never {
            socket.shutDown()
            throw Closed()
        }

        /// Closes with a TCP reset, and ends the handler.
        public func reset() throws -> Never {
            socket.reset()
            throw Closed()
        }

        /// Waits until the client closes, then ends the handler; returns if it has not within the time.
        public func waitForClose(milliseconds: Int) throws {
            if socket.waitForClose(milliseconds: milliseconds) {
                server.update { $0.clientCloses += 1 }
                throw Closed()
            }
        }

        // MARK: Reading

        func readRequest() -> Request? {
            guard let head = read(through: Data("\r\n\r\n".utf8)) else { return nil }
            let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n").filter { !$0.isEmpty }
            let start = lines.first?.split(separator: " ") ?? []
            guard start.count == 3 else { return nil }
            let headers = lines.dropFirst().map { line -> (name: String, value: String) in
                let name = line.prefix { $0 != ":" }
                let value = line.dropFirst(name.count + 1)
                return (String(name), value.trimmingCharacters(in: .whitespaces))
            }
            func value(_ name: String) -> String? { headers.first { $0.name.lowercased() == name }?.value }
            if value("expect")?.lowercased() == "100-continue" {
                _ = socket.send(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8))
            }
            guard
                let body = value("transfer-encoding")?.lowercased() == "chunked"
                    ? readChunked() : read(count: Int(value("content-length") ?? "0") ?? 0)
            else { return nil }
            return Request(
                method: String(start[0]), target: String(start[1]), headers: Array(headers), body: body, head: head)
        }

        private func readChunked() -> Data? {
            var body = Data()
            while true {
                guard let line = read(through: Data("\r\n".utf8)),
                    let size = Int(String(decoding: line.dropLast(2), as: UTF8.self), radix: 16),
                    let chunk = read(count: size + 2)
                else { return nil }
                if size == 0 { return body }
                body += chunk.dropLast(2)
            }
        }

        private func read(through mark: Data) -> Data? {
            read { pending in
                pending.range(of: mark).map { pending.distance(from: pending.startIndex, to: $0.upperBound) }
            }
        }

        private func read(count: Int) -> Data? {
            read { $0.count >= count ? count : nil }
        }

        private func read(until complete: (Data) -> Int?) -> Data? {
            while true {
                let found = pending.withLock { pending -> Data? in
                    guard let count = complete(pending) else { return nil }
                    let part = Data(pending.prefix(count))
                    pending = Data(pending.dropFirst(count))
                    return part
                }
                if let found { return found }
                guard let data = socket.receive() else { return nil }
                server.update { $0.bytesReceived += data.count }
                pending.withLock { $0.append(data) }
            }
        }
    }
}
