import Foundation
import NetworkTransfer
import Networking
import TestSupport
import Testing

/// Streams, deadlines and cancellation against httpbin's slow routes.
@Suite("httpbin: time", .enabled(if: HTTPBin.isInstalled, "\(HTTPBin.missing)"), .timeLimit(.minutes(2)))
struct HTTPBinTimingTests {
    @Test("A stream of JSON lines gives its values one by one")
    func lines() async throws {
        struct Line: Decodable, Sendable { var id: Int }
        let stream = try await HTTPBin.shared.value.service().streamCodable(Line.self, Call(.get, "/stream/50"))
        #expect(stream.head.statusCode == 200)
        var ids: [Int] = []
        for try await line in stream { ids.append(line.id) }
        #expect(ids == Array(0..<50))
    }

    private func drip(_ duration: Int, _ count: Int, status: Int = 200) -> [URLQueryItem] {
        [("duration", duration), ("numbytes", count), ("delay", 0), ("code", status)]
            .map { URLQueryItem(name: $0, value: "\($1)") }
    }

    @Test("What drips is given as it comes, and a steady drip is not idle")
    func drip() async throws {
        let url = try await HTTPBin.shared.value.url.appending(path: "drip").appending(queryItems: drip(3, 6))
        let request = NetworkRequest(operation: "bin.drip", url: url, timeouts: .init(idle: .seconds(2)))
        let stream = try await URLSessionNetworkSession().stream(for: request)
        var (chunks, bytes) = (0, 0)
        for try await chunk in stream {
            chunks += 1
            bytes += chunk.count
        }
        #expect(bytes == 6 && chunks > 1)
    }

    @Test("A stream of another status throws before its first byte")
    func refusedStream() async throws {
        let call = Call(.get, "/drip", query: drip(0, 10, status: 503))
        let error = await #expect(throws: NetworkTransferError.self) {
            try await HTTPBin.shared.value.service().fetchStream(call)
        }
        guard case .status(let failure) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.statusCode == 503 && failure.body == Data("**********".utf8))
    }

    @Test("The total deadline ends a request that waits, also through retries")
    func total() async throws {
        let retry = RetryMiddleware(policy: RetryPolicy(base: .milliseconds(1)))
        let service = try await HTTPBin.shared.value.service([retry])
        let start = ContinuousClock.now
        let error = await #expect(throws: NetworkTransferError.self) {
            try await service.fetchResponse(Call(.get, "/delay/8", timeout: .milliseconds(700)))
        }
        guard case .noResponse(let cause) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(cause.kind == .timeout(.total))
        #expect(ContinuousClock.now - start < .seconds(6))
    }

    @Test("The connect deadline ends a request to which the server does not react")
    func connect() async throws {
        let url = try await HTTPBin.shared.value.url.appending(path: "delay/8")
        let request = NetworkRequest(operation: "bin.delay", url: url, timeouts: .init(connect: .milliseconds(500)))
        let error = await #expect(throws: NetworkError.self) {
            try await URLSessionNetworkSession().response(for: request)
        }
        #expect(error?.kind == .timeout(.connect))
    }

    @Test("Cancelling a request that waits, and a body that drips, ends both at once")
    func cancellation() async throws {
        let base = try await HTTPBin.shared.value.url
        let session = URLSessionNetworkSession()
        for url in [base.appending(path: "delay/8"), base.appending(path: "drip").appending(queryItems: drip(8, 8))] {
            let (events, yield) = AsyncStream.makeStream(of: Void.self)
            let request = NetworkRequest(operation: "bin.cancel", url: url).observing { event in
                if case .started = event { yield.yield() }
            }
            let task = Task { () -> NetworkError.Kind? in
                do throws(NetworkError) { _ = try await session.response(for: request) } catch { return error.kind }
                return nil
            }
            for await _ in events { break }
            let start = ContinuousClock.now
            task.cancel()
            #expect(await task.value == .cancelled)
            #expect(ContinuousClock.now - start < .seconds(4))
        }
    }
}
