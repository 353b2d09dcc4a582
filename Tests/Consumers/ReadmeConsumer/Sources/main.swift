import CacheManagement
import CachePersistence
import ContactsFeature
import DependencyContainer
import Foundation
import MockTransport
import NetworkTransfer
import Networking

// The samples of the README in their order, so that they are known to compile and to do what is said of them.

// MARK: Networking
enum WeatherRouter: NetworkRequestRouter {
    case today(city: String)

    var operation: String { "weather.today" }
    var path: String { "/today" }
    var methodType: HTTPMethod { .get }
    var headers: HTTPHeaders { ["Accept": "application/json"] }
    var queryItems: [URLQueryItem] {
        switch self {
        case .today(let city): [URLQueryItem(name: "city", value: city)]
        }
    }
}

let live = MiddlewareSession(
    URLSessionNetworkSession(),
    [LoggingMiddleware { print($0) }, RetryMiddleware(), ConcurrencyLimitMiddleware(perHost: 4)])

// MARK: MockTransport
let mock = MockNetworkSession.fixtures { operation, _ in Data(#"{"text": "mock \#(operation)"}"#.utf8) }
    .delayed(by: .milliseconds(3))
    .failing(.offline, .first(2))
let session = MiddlewareSession(mock, [RetryMiddleware(policy: RetryPolicy(base: .milliseconds(1)))])

// MARK: NetworkTransfer
struct Weather: Codable, Sendable, Equatable {
    let text: String
}

let service = DefaultNetworkTransferService(
    configuration: NetworkConfiguration(baseURL: URL(string: "https://weather.example")), session: session)
do throws(NetworkTransferError) {
    let weather: Weather = try await service.fetchCodable(WeatherRouter.today(city: "Oslo"))
    precondition(weather.text == "mock weather.today")
} catch {
    switch error {
    case .noResponse(let cause): preconditionFailure("\(cause) \(cause.isRetryable)")
    case .status(let response): preconditionFailure("\(response.statusCode)")
    case .parsing, .emptyBody, .localData: preconditionFailure("\(error)")
    case .cancelled: break
    }
}

// MARK: DependencyContainer
extension ModuleID {
    static let weather: ModuleID = "weather"
}

let network = NetworkDependencyContainer(
    configuration: NetworkConfiguration(baseURL: URL(string: "https://weather.example")), session: live,
    dataSwitch: DataSwitch(.real, overrides: [.weather: .mock]), mocks: [.weather: session])
let mocked: Weather = try await network.networkTransferService(for: .weather).get("/today")
precondition(mocked.text == "mock GET /today", mocked.text)

// MARK: CacheManagement
let forecasts = LoadingCache<String, Weather>(name: "forecasts", policy: .standard) { key in
    try await service.fetchCodable(WeatherRouter.today(city: key.id))
}
let scope = CacheScope(account: "ada", dataSource: "real")
let key = CacheKey("Oslo", in: scope)
precondition(forecasts.cachedValue(for: key) == nil)
let forecast = try await forecasts.value(for: key)
let shown = try await forecasts.result(for: key, policy: .staleWhileRevalidate)
precondition(shown.source == .memory && shown.value == forecast)
let signals = SignalService()
let binding = signals.bind("weather.changed") { forecasts.invalidateAll(in: scope) }
signals.send("weather.changed")
await signals.waitUntilIdle()
precondition(forecasts.cachedValue(for: key)?.isStale == true)
let caches = CacheManagementService()
caches.register(forecasts)
try await caches.clearAllCaches()
precondition(forecasts.cachedValue(for: key) == nil)
binding.cancel()

// MARK: CachePersistence
let folder = FileManager.default.temporaryDirectory.appending(path: "readme-\(UUID().uuidString)")
let store = DiskStore(in: folder)
let kept = CodableDiskStore<Weather>(in: store, prefix: "weather")
_ = try await kept.set(forecast, for: "Oslo", in: scope)
let stored = try await kept.value(for: "Oslo", in: scope)
precondition(stored?.value == forecast)
try await store.clear(scope)
let gone = try await kept.value(for: "Oslo", in: scope)
precondition(gone == nil)
try FileManager.default.removeItem(at: folder)

// MARK: Features
let contacts = ContactsModule(service: service, scope: { scope }, signals: signals)
let screen = contacts.makeContactListViewModel()
precondition(screen.contacts.value == nil)
print("ReadmeConsumer: \(mocked.text)")
