public import Foundation
public import Networking

/// The transfer service over a session.
///
/// ```swift
/// let service = DefaultNetworkTransferService(
///     configuration: NetworkConfiguration(baseURL: URL(string: "https://api.example.org/v1")),
///     session: URLSessionNetworkSession())
/// let todos: TodoList = try await service.fetchCodable(TodoRouter.list)
/// ```
public struct DefaultNetworkTransferService: NetworkTransferService {
    private let service: any NetworkService
    private let localData: (any LocalDataSource)?
    private let decoder: @Sendable () -> JSONDecoder

    /// A service that sends through `session` what is built with `configuration`, and decodes everything with the
    /// decoders that `decoder` makes.
    public init(
        configuration: NetworkConfiguration, session: any NetworkSession, localData: (any LocalDataSource)? = nil,
        decoder: @escaping @Sendable () -> JSONDecoder = NetworkJSON.decoder
    ) {
        self.init(
            service: DefaultNetworkService(configuration: configuration, session: session), localData: localData,
            decoder: decoder)
    }

    package init(
        service: any NetworkService, localData: (any LocalDataSource)? = nil,
        decoder: @escaping @Sendable () -> JSONDecoder = NetworkJSON.decoder
    ) {
        self.service = service
        self.localData = localData
        self.decoder = decoder
    }

    // `@concurrent` throughout: decoding would else run on the caller's actor, for a view model the main one.
    /// See ``NetworkTransferService/fetchCodable(_:_:)``.
    @concurrent
    public func fetchCodable<C: Decodable & Sendable>(
        _ type: C.Type, _ router: any NetworkRequestRouter
    ) async throws(NetworkTransferError) -> C {
        try await fetchDecoded(type, router).value
    }

    /// See ``NetworkTransferService/fetchDecoded(_:_:)``.
    @concurrent
    public func fetchDecoded<C: Decodable & Sendable>(
        _ type: C.Type, _ router: any NetworkRequestRouter
    ) async throws(NetworkTransferError) -> DecodedResponse<C> {
        try await Decoding.decode(type, await fetchResponse(router), decoder())
    }

    /// See ``NetworkTransferService/fetchResponse(_:)``.
    @concurrent
    public func fetchResponse(
        _ router: any NetworkRequestRouter
    ) async throws(NetworkTransferError) -> SuccessResponse {
        let response: NetworkResponse
        do throws(NetworkError) {
            response = try await service.response(for: router)
        } catch {
            throw .resolve(networkError: error)
        }
        return try SuccessResponse(response)
    }

    /// See ``NetworkTransferService/fetchLocalData(_:named:)``.
    @concurrent
    public func fetchLocalData<C: Decodable & Sendable>(
        _ type: C.Type, named name: String
    ) async throws(NetworkTransferError) -> C {
        guard let localData else { throw .localData(.init(name: name, underlying: nil)) }
        let data: Data
        do {
            data = try localData.data(named: name)
        } catch {
            throw .localData(.init(name: name, underlying: error))
        }
        return try await Decoding.decode(type, data, decoder(), of: name, statusCode: nil)
    }

    /// See ``NetworkTransferService/fetchStream(_:)``.
    @concurrent
    public func fetchStream(_ router: any NetworkRequestRouter) async throws(NetworkTransferError) -> NetworkStream {
        let failure: FailureResponse
        do throws(NetworkError) {
            let stream = try await service.stream(for: router)
            guard !stream.head.isSuccess else { return stream }
            failure = FailureResponse(head: stream.head, body: try await stream.start(FailureResponse.bodyLimit + 1))
        } catch {
            throw .resolve(networkError: error)
        }
        throw .status(failure)
    }

    /// See ``NetworkTransferService/streamCodable(_:_:)``.
    @concurrent
    public func streamCodable<C: Decodable & Sendable>(
        _ type: C.Type, _ router: any NetworkRequestRouter
    ) async throws(NetworkTransferError) -> DecodedStream<C> {
        DecodedStream(try await fetchStream(router), decoder: decoder)
    }

    /// See ``NetworkTransferService/upload(_:progress:)``.
    @concurrent
    public func upload(
        _ router: any NetworkRequestRouter, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(NetworkTransferError) -> SuccessResponse {
        let response: NetworkResponse
        do throws(NetworkError) {
            let request = try service.request(for: router).onUploadProgress(progress)
            response = try await service.session.response(for: request)
        } catch {
            throw .resolve(networkError: error)
        }
        return try SuccessResponse(response)
    }

    /// See ``NetworkTransferService/download(_:to:progress:)``.
    @concurrent
    @discardableResult
    public func download(
        _ router: any NetworkRequestRouter, to destination: URL,
        progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(NetworkTransferError) -> NetworkResponse.Head {
        let outcome: Downloader.Outcome
        do throws(NetworkError) {
            outcome = try await Downloader(session: service.session).download(
                service.request(for: router), to: destination, progress: progress)
        } catch {
            throw .resolve(networkError: error)
        }
        switch outcome {
        case .file(let head): return head
        case .refused(let response): throw .status(FailureResponse(head: response.head, body: response.body))
        }
    }
}
