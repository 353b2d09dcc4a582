import Networking

extension NetworkRequest {
    /// What every transport does around an exchange, so that a mock is held to the same rules as a real one: the
    /// request is checked, a cancelled task gets `cancelled`, the observer hears of each step, and a body over the
    /// limit is an error.
    func exchange(
        _ answer: (NetworkRequest) async throws(NetworkError) -> NetworkResponse
    ) async throws(NetworkError) -> NetworkResponse {
        do throws(NetworkError) {
            try validate()
            try checkCancellation()
            observer?(.started)
            let response = try await answer(self)
            try checkCancellation()
            guard response.body.count <= maximumBodyBytes else {
                throw NetworkError(.bodyTooLarge(limit: maximumBodyBytes), request: self)
            }
            observer?(.receivedHead(response.head))
            if !response.body.isEmpty { observer?(.receivedBody(bytes: response.body.count)) }
            observer?(.finished(nil))
            return response
        } catch {
            let identified =
                error.requestID == nil
                ? NetworkError(error.kind, request: self, underlying: error.underlying) : error
            observer?(.finished(identified))
            throw identified
        }
    }

    private func checkCancellation() throws(NetworkError) {
        if Task.isCancelled { throw NetworkError(.cancelled, request: self) }
    }

    /// The account that the request is made for: its bearer token (RFC 6750 §2.1), `nil` without a valid one.
    var account: String? {
        guard let credentials = headers["Authorization"]?.wholeMatch(of: /(?i:bearer) +([A-Za-z0-9._~+\/-]+=*)/) else {
            return nil
        }
        return String(credentials.output.1)
    }
}
