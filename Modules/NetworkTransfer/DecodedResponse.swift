import Foundation
public import Networking

/// A decoded body with the head it came with.
public struct DecodedResponse<Value: Sendable>: Sendable {
    /// The value.
    public let value: Value
    /// Status and headers.
    public let head: NetworkResponse.Head

    /// A response from its parts.
    public init(value: Value, head: NetworkResponse.Head) {
        self.value = value
        self.head = head
    }
}

/// Decoding as every path of the module does it.
enum Decoding {
    /// The body of a response; no body gives the types that have a value for it that value.
    static func decode<C: Decodable & Sendable>(
        _ type: C.Type, _ response: SuccessResponse, _ decoder: JSONDecoder
    ) async throws(NetworkTransferError) -> DecodedResponse<C> {
        if response.body.isEmpty {
            guard let empty = (type as? any EmptyBodyDecodable.Type)?.emptyBody as? C else {
                throw .emptyBody(response.head)
            }
            return DecodedResponse(value: empty, head: response.head)
        }
        let value = try await decode(
            type, response.body, decoder, of: response.head.operation, statusCode: response.statusCode)
        return DecodedResponse(value: value, head: response.head)
    }

    // `@concurrent`: it would else run on the caller's actor, for a view model the main one.
    @concurrent
    static func decode<C: Decodable & Sendable>(
        _ type: C.Type, _ data: Data, _ decoder: JSONDecoder, of operation: String, statusCode: Int?
    ) async throws(NetworkTransferError) -> C {
        do {
            return try decoder.decode(type, from: data)
        } catch {
            throw .parsing(
                .init(
                    type: String(describing: type), operation: operation, statusCode: statusCode,
                    bodyPrefix: Data(data.prefix(FailureResponse.bodyLimit)), underlying: error))
        }
    }
}
