import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension NetworkError.Kind {
    /// What an error of `URLSession` means. On Linux many faults share the code -1, and only libcurl's text tells them
    /// apart; a text that is not known stays `unknown`, and is not retried.
    init(transportError error: any Error, hasHead: Bool) {
        guard let code = (error as? URLError)?.code else {
            self = .unknown
            return
        }
        switch code {
        case .cannotFindHost, .dnsLookupFailed: self = .hostNotFound
        case .cannotConnectToHost: self = .cannotConnect
        case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff: self = .offline
        case .timedOut: self = .timeout(hasHead ? .idle : .connect)
        // libcurl's "empty reply" arrives as a bad server response.
        case .networkConnectionLost, .badServerResponse: self = .connectionLost
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired:
            self = .tls
        case .cannotDecodeRawData, .cannotDecodeContentData: self = .contentEncoding
        // The URL was checked before it was sent, so an "unsupported URL" is libcurl's "unsupported protocol": the
        // answer's first line is not HTTP.
        case .cannotParseResponse, .unsupportedURL: self = .malformedResponse
        case .unknown: self = Self(curlText: Self.text(of: error as NSError))
        default: self = .unknown
        }
    }

    private init(curlText text: String) {
        self = Self.curlTexts.first { text.localizedCaseInsensitiveContains($0.text) }?.kind ?? .unknown
    }

    private static let curlTexts: [(text: String, kind: NetworkError.Kind)] = [
        ("ssl", .tls), ("certificate", .tls), ("tls", .tls),
        ("transfer closed", .connectionLost), ("outstanding read", .connectionLost),
        ("unencoding", .contentEncoding), ("content encoding", .contentEncoding),
        ("content-encoding", .contentEncoding),
        ("writing header", .malformedResponse), ("invalid header", .malformedResponse), ("chunk", .malformedResponse),
    ]

    private static func text(of error: NSError) -> String {
        let underlying = (error.userInfo[NSUnderlyingErrorKey] as? NSError).map(text) ?? ""
        return error.localizedDescription + " " + underlying
    }
}
