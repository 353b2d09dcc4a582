import Foundation
import Networking

// A router of the consumer's own, sent through a session of the consumer's own.
enum WeatherRouter: NetworkRequestRouter {
    case forecast(city: String)

    var operation: String { "weather.forecast" }
    var path: String { "/forecast" }
    var methodType: HTTPMethod { .get }
    var headers: HTTPHeaders { ["Accept": "application/json"] }
    var queryItems: [URLQueryItem] {
        switch self {
        case .forecast(let city): [URLQueryItem(name: "city", value: city)]
        }
    }
}

struct EchoSession: NetworkSession {
    func response(for request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        NetworkResponse(request: request, statusCode: 200, body: Data(request.url.absoluteString.utf8))
    }
}

let configuration = NetworkConfiguration(baseURL: URL(string: "https://weather.test/v1/"))
let request = try NetworkRequest(router: WeatherRouter.forecast(city: "São Paulo"), configuration: configuration)
let response = try await EchoSession().response(for: request)
let text = String(decoding: response.body, as: UTF8.self)
precondition(text == "https://weather.test/v1/forecast?city=S%C3%A3o%20Paulo", text)

do throws(NetworkError) {
    _ = try NetworkRequest(router: WeatherRouter.forecast(city: "Rome"), configuration: NetworkConfiguration())
    preconditionFailure("a request without a base URL must not be made")
} catch {
    precondition(error.kind == .missingBaseURL)
}
print("NetworkingConsumer: \(text)")
