public import CombineShim
public import Foundation
public import Networking

extension NetworkTransferService {
    /// The same calls as publishers.
    public var publishers: NetworkTransferPublishers { NetworkTransferPublishers(service: self) }
}

/// The calls of a ``NetworkTransferService`` as Combine publishers.
///
/// Each publisher sends its request anew for each subscriber, delivers one value and finishes, or fails with the error
/// that the asynchronous call throws. Cancelling the subscription cancels the request; then nothing is delivered.
/// Results come on no particular thread: `receive(on: DispatchQueue.main)` belongs before a sink of the main actor.
///
/// ```swift
/// service.publishers.fetchCodable(ContactsList.self, ContactsRouter.list)
///     .map(\.contacts)
///     .replaceError(with: [])
///     .receive(on: DispatchQueue.main)
///     .sink { [weak self] in self?.contacts = $0 }
///     .store(in: &bag)
/// ```
public struct NetworkTransferPublishers: Sendable {
    let service: any NetworkTransferService

    /// ``NetworkTransferService/fetchCodable(_:_:)`` as a publisher.
    public func fetchCodable<C: Decodable & Sendable>(
        _ type: C.Type = C.self, _ router: any NetworkRequestRouter
    ) -> AnyPublisher<C, NetworkTransferError> {
        call { service throws(NetworkTransferError) in try await service.fetchCodable(C.self, router) }
    }

    /// ``NetworkTransferService/fetchResponse(_:)`` as a publisher.
    public func fetchResponse(
        _ router: any NetworkRequestRouter
    ) -> AnyPublisher<SuccessResponse, NetworkTransferError> {
        call { service throws(NetworkTransferError) in try await service.fetchResponse(router) }
    }

    /// ``NetworkTransferService/fetchLocalData(_:named:)`` as a publisher.
    public func fetchLocalData<C: Decodable & Sendable>(
        _ type: C.Type = C.self, named name: String
    ) -> AnyPublisher<C, NetworkTransferError> {
        call { service throws(NetworkTransferError) in try await service.fetchLocalData(C.self, named: name) }
    }

    // MARK: Calls by path

    /// GET, decoded.
    public func get<C: Decodable & Sendable>(
        _ path: String, query: [URLQueryItem] = []
    ) -> AnyPublisher<C, NetworkTransferError> {
        call { service throws(NetworkTransferError) in try await service.get(path, query: query) as C }
    }

    /// GET, as it is.
    public func get(_ path: String, query: [URLQueryItem] = []) -> AnyPublisher<SuccessResponse, NetworkTransferError> {
        call { service throws(NetworkTransferError) in try await service.get(path, query: query) as SuccessResponse }
    }

    /// POST, decoded.
    public func post<C: Decodable & Sendable>(
        _ path: String, body: HTTPBody? = nil
    ) -> AnyPublisher<C, NetworkTransferError> {
        call { service throws(NetworkTransferError) in try await service.post(path, body: body) as C }
    }

    /// POST, as it is.
    public func post(_ path: String, body: HTTPBody? = nil) -> AnyPublisher<SuccessResponse, NetworkTransferError> {
        call { service throws(NetworkTransferError) in try await service.post(path, body: body) as SuccessResponse }
    }

    /// PUT, decoded.
    public func put<C: Decodable & Sendable>(
        _ path: String, body: HTTPBody? = nil
    ) -> AnyPublisher<C, NetworkTransferError> {
        call { service throws(NetworkTransferError) in try await service.put(path, body: body) as C }
    }

    /// PUT, as it is.
    public func put(_ path: String, body: HTTPBody? = nil) -> AnyPublisher<SuccessResponse, NetworkTransferError> {
        call { service throws(NetworkTransferError) in try await service.put(path, body: body) as SuccessResponse }
    }

    /// PATCH, decoded.
    public func patch<C: Decodable & Sendable>(
        _ path: String, body: HTTPBody? = nil
    ) -> AnyPublisher<C, NetworkTransferError> {
        call { service throws(NetworkTransferError) in try await service.patch(path, body: body) as C }
    }

    /// PATCH, as it is.
    public func patch(_ path: String, body: HTTPBody? = nil) -> AnyPublisher<SuccessResponse, NetworkTransferError> {
        call { service throws(NetworkTransferError) in try await service.patch(path, body: body) as SuccessResponse }
    }

    /// DELETE, decoded.
    public func delete<C: Decodable & Sendable>(
        _ path: String, query: [URLQueryItem] = []
    ) -> AnyPublisher<C, NetworkTransferError> {
        call { service throws(NetworkTransferError) in try await service.delete(path, query: query) as C }
    }

    /// DELETE, as it is.
    public func delete(
        _ path: String, query: [URLQueryItem] = []
    ) -> AnyPublisher<SuccessResponse, NetworkTransferError> {
        call { service throws(NetworkTransferError) in
            try await service.delete(path, query: query) as SuccessResponse
        }
    }

    private func call<Value: Sendable>(
        _ body: @escaping @Sendable (any NetworkTransferService) async throws(NetworkTransferError) -> Value
    ) -> AnyPublisher<Value, NetworkTransferError> {
        asyncPublisher { [service] () async throws(NetworkTransferError) in try await body(service) }
    }
}
