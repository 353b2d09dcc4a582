import DependencyContainer
import Foundation
import MockTransport
import NetworkTransfer
import Networking

// A module of the consumer's own: its router, its base URL and headers over the app's, and a mock for development.
extension ModuleID {
    static let weather: ModuleID = "weather"
}

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

struct Weather: Decodable, Sendable, Equatable {
    let text: String
}

// Stands in for the real server, and shows what a request looks like there.
let server = MockNetworkSession { (request) throws(NetworkError) in
    let seen = "\(request.url.absoluteString) \(request.headers["X-App"] ?? "") \(request.headers["X-Units"] ?? "")"
    return NetworkResponse(request: request, statusCode: 200, body: Data(#"{"text": "\#(seen)"}"#.utf8))
}
let mock = MockNetworkSession.fixtures { operation, _ in Data(#"{"text": "mock \#(operation)"}"#.utf8) }

let network = NetworkDependencyContainer(
    configuration: NetworkConfiguration(baseURL: URL(string: "https://app.test"), headers: ["X-App": "demo"]),
    session: server, dataSwitch: DataSwitch(.real), mocks: [.weather: mock])
let service = try network.networkTransferService(
    for: .weather,
    configuration: NetworkConfiguration(baseURL: URL(string: "https://weather.test/v2"), headers: ["X-Units": "metric"])
)

let real: Weather = try await service.fetchCodable(WeatherRouter.today(city: "Oslo"))
precondition(real.text == "https://weather.test/v2/today?city=Oslo demo metric", real.text)
network.dataSwitch.set(.mock, for: .weather)
let mocked: Weather = try await service.fetchCodable(WeatherRouter.today(city: "Oslo"))
precondition(mocked.text == "mock weather.today", mocked.text)
print("OwnRouterConsumer: \(real.text); then \(mocked.text)")
