public import Foundation
public import Networking

/// A call that needs no router of its own.
private struct PathRouter: NetworkRequestRouter {
    let methodType: HTTPMethod
    let path: String
    var queryItems: [URLQueryItem] = []
    var body: HTTPBody?
    var headers: HTTPHeaders { [:] }
    /// `GET /contacts`: what logs show for a call without a name.
    var operation: String { "\(methodType) \(path.prefix { $0 != "?" })" }
}

/// Calls by path, for the odd request that no router describes. Each verb gives either a decoded value, or, when the
/// result's type is not stated otherwise, the response.
extension NetworkTransferService {
    /// GET, decoded.
    public func get<C: Decodable & Sendable>(
        _ path: String, query: [URLQueryItem] = []
    ) async throws(NetworkTransferError) -> C {
        try await fetchCodable(C.self, PathRouter(methodType: .get, path: path, queryItems: query))
    }

    /// GET, as it is.
    public func get(
        _ path: String, query: [URLQueryItem] = []
    ) async throws(NetworkTransferError) -> SuccessResponse {
        try await fetchResponse(PathRouter(methodType: .get, path: path, queryItems: query))
    }

    /// POST, decoded.
    public func post<C: Decodable & Sendable>(
        _ path: String, body: HTTPBody? = nil
    ) async throws(NetworkTransferError) -> C {
        try await fetchCodable(C.self, PathRouter(methodType: .post, path: path, body: body))
    }

    /// POST, as it is.
    @discardableResult
    public func post(_ path: String, body: HTTPBody? = nil) async throws(NetworkTransferError) -> SuccessResponse {
        try await fetchResponse(PathRouter(methodType: .post, path: path, body: body))
    }

    /// PUT, decoded.
    public func put<C: Decodable & Sendable>(
        _ path: String, body: HTTPBody? = nil
    ) async throws(NetworkTransferError) -> C {
        try await fetchCodable(C.self, PathRouter(methodType: .put, path: path, body: body))
    }

    /// PUT, as it is.
    @discardableResult
    public func put(_ path: String, body: HTTPBody? = nil) async throws(NetworkTransferError) -> SuccessResponse {
        try await fetchResponse(PathRouter(methodType: .put, path: path, body: body))
    }

    /// PATCH, decoded.
    public func patch<C: Decodable & Sendable>(
        _ path: String, body: HTTPBody? = nil
    ) async throws(NetworkTransferError) -> C {
        try await fetchCodable(C.self, PathRouter(methodType: .patch, path: path, body: body))
    }

    /// PATCH, as it is.
    @discardableResult
    public func patch(_ path: String, body: HTTPBody? = nil) async throws(NetworkTransferError) -> SuccessResponse {
        try await fetchResponse(PathRouter(methodType: .patch, path: path, body: body))
    }

    /// DELETE, decoded.
    public func delete<C: Decodable & Sendable>(
        _ path: String, query: [URLQueryItem] = []
    ) async throws(NetworkTransferError) -> C {
        try await fetchCodable(C.self, PathRouter(methodType: .delete, path: path, queryItems: query))
    }

    /// DELETE, as it is.
    @discardableResult
    public func delete(
        _ path: String, query: [URLQueryItem] = []
    ) async throws(NetworkTransferError) -> SuccessResponse {
        try await fetchResponse(PathRouter(methodType: .delete, path: path, queryItems: query))
    }
}
