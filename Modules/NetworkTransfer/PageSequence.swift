import Foundation
public import Networking

/// The pages of a list, fetched one at a time as they are asked for. Each iteration starts at the first page.
///
/// ```swift
/// for try await page in service.pages(of: [Todo].self, from: TodoRouter.list) { … }     // Link: <…>; rel="next"
/// for try await page in service.pages(of: TodoPage.self, from: TodoRouter.list(after: nil), next: { page in
///     page.cursor.map { TodoRouter.list(after: $0) }
/// }) { … }
/// ```
public struct PageSequence<Page: Decodable & Sendable>: AsyncSequence, Sendable {
    /// What an iteration gives.
    public typealias Element = Page
    /// How an iteration fails.
    public typealias Failure = NetworkTransferError
    /// The router of the page after this one; `nil` after the last.
    typealias Next = @Sendable (DecodedResponse<Page>) throws(NetworkTransferError) -> (any NetworkRequestRouter)?

    let service: any NetworkTransferService
    let first: any NetworkRequestRouter
    let next: Next

    /// Starts with the first page.
    public func makeAsyncIterator() -> Iterator {
        Iterator(service: service, router: first, following: next)
    }

    /// Fetches page after page.
    public struct Iterator: AsyncIteratorProtocol {
        let service: any NetworkTransferService
        var router: (any NetworkRequestRouter)?
        let following: Next
        private var seen: Set<URL> = []

        init(service: any NetworkTransferService, router: any NetworkRequestRouter, following: @escaping Next) {
            self.service = service
            self.router = router
            self.following = following
        }

        /// The next page, or `nil` after the last.
        public mutating func next() async throws(NetworkTransferError) -> Page? {
            try await next(isolation: #isolation)
        }

        /// The next page, or `nil` after the last. A page that was there already ends with a `loop` error.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(NetworkTransferError) -> Page? {
            guard let current = router else { return nil }
            router = nil
            let response = try await service.fetchDecoded(Page.self, current)
            guard seen.insert(response.head.url).inserted else { throw .noResponse(NetworkError(.redirect(.loop))) }
            router = try following(response)
            return response.value
        }
    }
}

extension NetworkTransferService {
    /// The pages of a list whose responses name the next one in a `Link` header (RFC 8288, `rel="next"`). A link to
    /// another origin is not followed but an error, because the router's headers may hold credentials.
    public func pages<Page: Decodable & Sendable>(
        of type: Page.Type, from first: any NetworkRequestRouter
    ) -> PageSequence<Page> {
        PageSequence(service: self, first: first) { (response) throws(NetworkTransferError) in
            let links = WebLink.parse(response.head.headers["Link"] ?? "", relativeTo: response.head.url)
            guard let link = links.first(where: { $0.hasRelation("next") }) else { return nil }
            guard link.url.hasSameOrigin(as: response.head.url) else {
                throw .noResponse(NetworkError(.redirect(.invalidTarget)))
            }
            return LinkedRouter(base: first, url: link.url)
        }
    }

    /// The pages of a list whose bodies say how to ask for the next one.
    public func pages<Page: Decodable & Sendable>(
        of type: Page.Type, from first: any NetworkRequestRouter,
        next: @escaping @Sendable (Page) -> (any NetworkRequestRouter)?
    ) -> PageSequence<Page> {
        PageSequence(service: self, first: first) { (response) throws(NetworkTransferError) in next(response.value) }
    }
}

/// The first page's router, at the URL that the server gave for another page.
private struct LinkedRouter: NetworkRequestRouter {
    let base: any NetworkRequestRouter
    let url: URL

    var operation: String { base.operation }
    var path: String { base.path }
    var methodType: HTTPMethod { base.methodType }
    var headers: HTTPHeaders { base.headers }
    var fullURL: URL? { url }
    var timeout: Duration? { base.timeout }
    var priority: RequestPriority { base.priority }
}
