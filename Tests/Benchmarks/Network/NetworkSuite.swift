import Foundation
import NetworkTransfer
import Networking

/// What the layer costs over the platform: `fetchCodable` through the full middleware stack against a bare
/// delegate-based `URLSession` that fetches and decodes the same.
@MainActor
func networkSuite(_ report: inout Report) async throws {
    let server = try BenchmarkServer()
    defer { server.stop() }
    let url = try server.url()
    let layer = LayerClient(url: url)
    let bare = BareClient(url: url)
    report.note(
        "The server is a process of its own on loopback; it answers \(BenchmarkServer.body.utf8.count) bytes of JSON.")
    report.note("The stack: metrics, logging of failures, retry, authentication, concurrency limit, redirects.")
    report.note("Ratios compare with a bare delegate-based URLSession in the same process, rounds in turn.")

    for (name, concurrency, requests, goal) in [("sequential", 1, 300, 1.05), ("concurrent_64", 64, 640, 1.0)] {
        report.progress("\(name)")
        let rounds = try await measure(rounds: 15, concurrency, requests, layer: layer, bare: bare)
        let time = Comparison(rounds: rounds.map { ($0.layer.wall, $0.bare.wall) })
        let processor = Comparison(rounds: rounds.map { ($0.layer.processor, $0.bare.processor) })
        report.add(
            BenchmarkResult(
                name: "\(name)_requests_per_second", value: 1e9 / time.value, unit: "1/s",
                baseline: 1e9 / time.baseline,
                ratio: 1 / time.ratio))
        report.add("\(name)_time", time, maximumRatio: goal)
        report.add("\(name)_processor", processor, maximumRatio: goal)
    }
    report.progress("the layer alone")
    let alone = LayerClient(url: url, transport: ReadySession())
    let decoding = DecodingClient()
    let rounds = try await measure(rounds: 15, 1, 2_000, layer: alone, bare: decoding)
    report.add("layer_alone", Comparison(rounds: rounds.map { ($0.layer.wall, $0.bare.wall) }))
    report.note("layer_alone: the stack and decoding over a transport that has the answer; baseline is decoding alone.")
    report.progress("memory")
    let slope = (bare: try await memorySlope(of: bare), layer: try await memorySlope(of: layer))
    report.add(
        BenchmarkResult(name: "memory_slope", value: slope.layer, unit: "bytes a request", baseline: slope.bare))
}

/// Nanoseconds a request, on the wall and on the processor.
private struct Cost {
    var wall: Double
    var processor: Double
}

private protocol Client: Sendable {
    func fetch() async throws
}

private func measure(
    rounds: Int, _ concurrency: Int, _ requests: Int, layer: some Client, bare: some Client
) async throws -> [(layer: Cost, bare: Cost)] {
    var measured: [(layer: Cost, bare: Cost)] = []
    for round in 0...rounds {
        let pair = (
            layer: try await cost(concurrency, requests, of: layer),
            bare: try await cost(concurrency, requests, of: bare)
        )
        if round > 0 { measured.append(pair) }
    }
    return measured
}

@concurrent
private func cost(_ concurrency: Int, _ requests: Int, of client: some Client) async throws -> Cost {
    let processor = processorNanoseconds()
    let wall = try await Stopwatch.nanoseconds {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<concurrency {
                group.addTask { for _ in 0..<requests / concurrency { try await client.fetch() } }
            }
            try await group.waitForAll()
        }
    }
    let count = Double(requests)
    return Cost(wall: wall / count, processor: (processorNanoseconds() - processor) / count)
}

/// User and system time of this process.
private func processorNanoseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// What a request leaves behind in memory, after enough of them for the process to have settled. Linux only.
@concurrent
private func memorySlope(of client: some Client) async throws -> Double {
    func resident() -> Double {
        let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        return fields.count > 1 ? (Double(fields[1]) ?? 0) * 4_096 : 0
    }
    for _ in 0..<3_000 { try await client.fetch() }
    let before = resident()
    for _ in 0..<10_000 { try await client.fetch() }
    return (resident() - before) / 10_000
}

struct BenchmarkItem: Codable, Sendable {
    var id: Int
    var name: String
    var tags: [String]
}

private struct LayerClient: Client {
    private struct Router: NetworkRequestRouter {
        let operation = "benchmark.list"
        let path = "/items"
        let methodType = HTTPMethod.get
        let headers: HTTPHeaders = [:]
    }

    private let service: any NetworkTransferService

    init(url: URL, transport: any NetworkSession = URLSessionNetworkSession()) {
        let stack: [any NetworkMiddleware] = [
            MetricsMiddleware(), LoggingMiddleware(level: .failures) { _ in }, RetryMiddleware(),
            AuthenticationMiddleware(credential: Credential(token: "t")) { $0 }, ConcurrencyLimitMiddleware(perHost: 6),
        ]
        service = DefaultNetworkTransferService(
            configuration: NetworkConfiguration(baseURL: url),
            session: MiddlewareSession(transport, stack))
    }

    func fetch() async throws {
        keep(try await service.fetchCodable([BenchmarkItem].self, Router()))
    }
}

extension BareClient: Client {}

/// Has the answer.
private struct ReadySession: NetworkSession {
    private let body = Data(BenchmarkServer.body.utf8)

    func response(for request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        NetworkResponse(request: request, statusCode: 200, body: body)
    }
}

private struct DecodingClient: Client {
    private let body = Data(BenchmarkServer.body.utf8)

    func fetch() async throws {
        keep(try JSONDecoder().decode([BenchmarkItem].self, from: body))
    }
}
