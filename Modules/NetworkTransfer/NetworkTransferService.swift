public import Foundation
public import Networking

/// What other modules call: a router in, a decoded model or a checked response out.
///
/// Every method ends at once with ``NetworkTransferError/cancelled`` when the caller's task is cancelled. Sending,
/// encoding and decoding run off the caller's actor. Implementations are safe to use from any thread.
public protocol NetworkTransferService: Sendable {
    /// Sends the router's request and decodes the body of a 2xx response.
    ///
    /// A response without a body (204, 205, 304, HEAD, zero bytes) gives an `Optional` its `nil` and an
    /// ``EmptyResponse``; any other type throws ``NetworkTransferError/emptyBody(_:)``. A status outside 2xx throws
    /// ``NetworkTransferError/status(_:)``.
    func fetchCodable<C: Decodable & Sendable>(
        _ type: C.Type, _ router: any NetworkRequestRouter
    ) async throws(NetworkTransferError) -> C

    /// Sends the router's request and gives the 2xx response as it is; another status throws
    /// ``NetworkTransferError/status(_:)``.
    func fetchResponse(_ router: any NetworkRequestRouter) async throws(NetworkTransferError) -> SuccessResponse

    /// Decodes data that the app brings along (a fixture, a bundled file) through the same decoder, without a network.
    ///
    /// Throws ``NetworkTransferError/localData(_:)`` when the service has no local data or none of that name.
    func fetchLocalData<C: Decodable & Sendable>(
        _ type: C.Type, named name: String
    ) async throws(NetworkTransferError) -> C

    /// Sends the router's request and gives the 2xx response as soon as its head is there; the bytes follow. Another
    /// status throws ``NetworkTransferError/status(_:)`` before the first byte is handed out.
    func fetchStream(_ router: any NetworkRequestRouter) async throws(NetworkTransferError) -> NetworkStream

    /// ``fetchStream(_:)``, decoded: a value a line, or a value an event when the response is `text/event-stream`.
    func streamCodable<C: Decodable & Sendable>(
        _ type: C.Type, _ router: any NetworkRequestRouter
    ) async throws(NetworkTransferError) -> DecodedStream<C>

    /// ``fetchCodable(_:_:)`` with the response's head, for what an API says in its headers.
    func fetchDecoded<C: Decodable & Sendable>(
        _ type: C.Type, _ router: any NetworkRequestRouter
    ) async throws(NetworkTransferError) -> DecodedResponse<C>

    /// ``fetchResponse(_:)`` with reports on how much of the body has been sent; they come on the transport's thread.
    func upload(
        _ router: any NetworkRequestRouter, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(NetworkTransferError) -> SuccessResponse

    /// Downloads to a file, over one that is there; a broken transfer goes on where it stopped (see ``Downloader``).
    /// Gives the head of the response. Another status than 2xx throws ``NetworkTransferError/status(_:)`` and leaves
    /// the file as it was.
    @discardableResult
    func download(
        _ router: any NetworkRequestRouter, to destination: URL,
        progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws(NetworkTransferError) -> NetworkResponse.Head
}

extension NetworkTransferService {
    /// For services that have the whole response anyway: a stream of one chunk.
    public func fetchStream(_ router: any NetworkRequestRouter) async throws(NetworkTransferError) -> NetworkStream {
        let response = try await fetchResponse(router)
        return NetworkStream(NetworkResponse(head: response.head, content: .whole(response.body)))
    }

    /// Decoded with the standard decoder.
    public func fetchDecoded<C: Decodable & Sendable>(
        _ type: C.Type, _ router: any NetworkRequestRouter
    ) async throws(NetworkTransferError) -> DecodedResponse<C> {
        try await Decoding.decode(type, await fetchResponse(router), NetworkJSON.decoder())
    }

    /// For services without a connection: no reports.
    public func upload(
        _ router: any NetworkRequestRouter, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(NetworkTransferError) -> SuccessResponse {
        try await fetchResponse(router)
    }

    /// For services that have the whole response anyway: it is written at once.
    @discardableResult
    public func download(
        _ router: any NetworkRequestRouter, to destination: URL,
        progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(NetworkTransferError) -> NetworkResponse.Head {
        let response = try await fetchResponse(router)
        do {
            try response.body.write(to: destination, options: .atomic)
        } catch {
            throw .noResponse(NetworkError(.file, underlying: error))
        }
        progress?(TransferProgress(completed: Int64(response.body.count), total: Int64(response.body.count)))
        return response.head
    }

    /// Decoded with the standard decoder.
    public func streamCodable<C: Decodable & Sendable>(
        _ type: C.Type, _ router: any NetworkRequestRouter
    ) async throws(NetworkTransferError) -> DecodedStream<C> {
        DecodedStream(try await fetchStream(router))
    }
}

extension NetworkTransferService {
    /// ``fetchCodable(_:_:)`` with the type taken from where the result goes.
    public func fetchCodable<C: Decodable & Sendable>(
        _ router: any NetworkRequestRouter
    ) async throws(NetworkTransferError) -> C {
        try await fetchCodable(C.self, router)
    }

    /// ``fetchLocalData(_:named:)`` with the type taken from where the result goes.
    public func fetchLocalData<C: Decodable & Sendable>(
        named name: String
    ) async throws(NetworkTransferError) -> C {
        try await fetchLocalData(C.self, named: name)
    }
}
