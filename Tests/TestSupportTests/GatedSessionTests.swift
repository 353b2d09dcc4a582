import Foundation
import Networking
import TestSupport
import Testing

@Suite("Gated session")
struct GatedSessionTests {
    private func request(_ operation: String) -> NetworkRequest {
        NetworkRequest(operation: operation, url: URL(filePath: "/"))
    }

    private func session() -> GatedSession {
        GatedSession { request throws(NetworkError) in
            NetworkResponse(request: request, statusCode: 200, body: Data(request.operation.utf8))
        }
    }

    @Test("It answers at once while it is open, and counts")
    func open() async throws {
        let session = session()
        _ = try await session.response(for: request("a"))
        _ = try await session.response(for: request("b"))
        #expect(session.count("a") == 1)
        #expect(session.requests.map(\.operation) == ["a", "b"])
    }

    @Test("It holds one operation until it is released, and not the others")
    func held() async throws {
        let session = session()
        session.hold("a")
        async let first = session.response(for: request("a"))
        async let second = session.response(for: request("a"))
        await session.waitForHeld("a", 2)
        _ = try await session.response(for: request("b"))
        session.release("a")
        #expect(try await [first, second].allSatisfy { $0.statusCode == 200 })
        _ = try await session.response(for: request("a"))
    }

    @Test("A cancelled caller does not wait for the release")
    func cancelled() async {
        let session = session()
        session.hold("a")
        let held = request("a")
        let task = Task { try await session.response(for: held) }
        await session.waitForHeld("a")
        task.cancel()
        let result = await task.result
        #expect(throws: NetworkError.self) { try result.get() }
        session.release("a")
    }
}
