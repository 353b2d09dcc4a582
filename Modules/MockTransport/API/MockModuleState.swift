import Foundation
import Networking

/// A backend, and the answers to reads that nothing has changed since.
struct MockModuleState: Sendable {
    private var backend: any MockBackend
    private var reads: [MockCall: RenderedAnswer] = [:]

    init(_ backend: any MockBackend) {
        self.backend = backend
    }

    mutating func answer(_ call: MockCall) throws(MockRefusal) -> RenderedAnswer {
        if let known = reads[call] { return known }
        let answer = RenderedAnswer(try backend.answer(call), isCacheable: call.isRead)
        // Each unknown category is a read of its own, so their number is bounded here.
        if !call.isRead || reads.count >= 256 { reads = [:] }
        if call.isRead { reads[call] = answer }
        return answer
    }
}

/// An answer as status, headers and bytes.
struct RenderedAnswer: Sendable {
    private var statusCode: Int
    private var headers: HTTPHeaders = [:]
    private var validators: HTTPHeaders = [:]
    private var body: Data

    init(statusCode: Int, contentType: String, body: Data, isCacheable: Bool) {
        self.statusCode = statusCode
        self.body = body
        if !body.isEmpty { headers["Content-Type"] = contentType }
        if isCacheable {
            validators = ["ETag": Self.entityTag(body), "Cache-Control": "private, no-cache", "Vary": "Authorization"]
        }
    }

    init(_ answer: MockAnswer, isCacheable: Bool) {
        self.init(
            statusCode: answer.statusCode, contentType: "application/json", body: answer.value?.data ?? Data(),
            isCacheable: isCacheable)
    }

    init(_ refusal: MockRefusal) {
        self.init(MockAnswer(statusCode: refusal.statusCode, value: refusal.value), isCacheable: false)
        if let header = refusal.header { headers.add(header.value, for: header.name) }
    }

    /// The response, by RFC 9110 §13.1.2: 304 without a body when the client has this very version.
    func response(to request: NetworkRequest) -> NetworkResponse {
        if let tag = validators["ETag"], let condition = request.headers["If-None-Match"] {
            let known = condition.split(separator: ",")
                .map { $0.trimmingCharacters(in: .whitespaces) }
                .map { $0.hasPrefix("W/") ? String($0.dropFirst(2)) : $0 }
            if known.contains(tag) || known == ["*"] {
                return NetworkResponse(request: request, statusCode: 304, headers: validators)
            }
        }
        return NetworkResponse(
            request: request, statusCode: statusCode, headers: headers.merging(validators),
            body: request.method == .head ? Data() : body)
    }

    /// Equal bytes have equal tags in every process: FNV-1a, 64 bits.
    private static func entityTag(_ bytes: Data) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        bytes.withUnsafeBytes { for byte in $0 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 } }
        return "\"\(String(hash, radix: 16))\""
    }
}
