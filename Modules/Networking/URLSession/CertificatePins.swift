public import Foundation

#if canImport(Security)
import Security
#endif

/// The only certificates that some hosts may show. Where the platform cannot check them (Linux, where `URLSession` shows
/// no certificate), a request to such a host is refused with ``NetworkError/Kind/pinningUnavailable`` before anything is
/// sent: a pin is never ignored.
public struct CertificatePins: Sendable {
    private let certificates: [String: Set<Data>]

    /// No pins.
    public init() {
        certificates = [:]
    }

    /// Pins by host name (exact, any case): the DER bytes of certificates, one of which must be in the chain.
    public init(_ certificates: [String: Set<Data>]) {
        self.certificates = Dictionary(
            certificates.map { ($0.lowercased(), $1) }, uniquingKeysWith: { $0.union($1) })
    }

    func certificates(for host: String?) -> Set<Data>? {
        host.flatMap { certificates[$0.lowercased()] }
    }

    func checkAvailability(for request: NetworkRequest) throws(NetworkError) {
        #if !canImport(Security)
        if certificates(for: request.url.host) != nil { throw NetworkError(.pinningUnavailable, request: request) }
        #endif
    }

    #if canImport(Security)
    /// Whether the system trusts the chain and it holds a pinned certificate.
    func accept(_ trust: SecTrust, host: String) -> Bool {
        guard let pinned = certificates(for: host) else { return true }
        guard SecTrustEvaluateWithError(trust, nil),
            let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate]
        else { return false }
        return chain.contains { pinned.contains(SecCertificateCopyData($0) as Data) }
    }
    #endif
}
