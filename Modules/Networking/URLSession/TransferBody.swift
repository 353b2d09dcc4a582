import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A body in one of the forms that `URLSession` sends correctly: bytes or a file. Body streams are not among them: on
/// Linux they lose their length, and rewinding one blocks every other transfer.
enum TransferBody: Sendable {
    case none
    case data(Data)
    case file(URL)
    case temporary(BodyFile)

    init(_ request: NetworkRequest) async throws(NetworkError) {
        do throws(NetworkError) {
            switch try request.body?.encoded().content {
            case nil, .encoded: self = .none
            case .data(let data): self = .data(data)
            case .file(let url):
                guard FileManager.default.isReadableFile(atPath: url.path) else {
                    throw NetworkError(
                        .file, underlying: CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: url.path]))
                }
                self = .file(url)
            case .stream(let source, _):
                self = .temporary(try await Self.write(source))
            }
        } catch {
            throw error.identified(by: request)
        }
    }

    private static func write(_ source: HTTPBody.Source) async throws(NetworkError) -> BodyFile {
        do {
            return try await BodyFile(source)
        } catch is CancellationError {
            throw NetworkError(.cancelled)
        } catch let error as NetworkError {
            throw error
        } catch {
            throw NetworkError(.bodyEncoding, underlying: error)
        }
    }

    func task(in session: URLSession, for request: URLRequest) -> URLSessionTask {
        switch self {
        case .none: session.dataTask(with: request)
        case .data(let data): session.uploadTask(with: request, from: data)
        case .file(let url): session.uploadTask(with: request, fromFile: url)
        case .temporary(let file): session.uploadTask(with: request, fromFile: file.url)
        }
    }
}

extension URLRequest {
    /// The request without its body.
    init(_ request: NetworkRequest) {
        self.init(url: request.url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: .platformNever)
        // Setting what is set already costs as much as three header fields.
        if request.method != .get { httpMethod = request.method.rawValue }
        httpShouldHandleCookies = false
        for field in request.headers { setValue(request.headers[field.name], forHTTPHeaderField: field.name) }
    }
}

extension TimeInterval {
    /// Sets the platform's own timeout out of the way: on Linux it cuts fractions of a second off. Three centuries are
    /// more than a dispatch timer can count, so none is armed there; each would wake a thread several times a request.
    /// To be set on the session too: Linux heeds the one of a request only where it was changed later.
    static let platformNever: TimeInterval = 10_000_000_000
}
