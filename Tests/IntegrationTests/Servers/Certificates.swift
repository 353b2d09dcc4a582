import Foundation

/// A certificate authority that nobody knows, and server certificates of it, made by openssl.
struct Certificates {
    let folder: URL
    /// The authority's certificate.
    var authority: URL { folder.appending(path: "authority.pem") }

    /// What a server certificate is like.
    enum Kind: String, CaseIterable, Sendable {
        /// For 127.0.0.1, valid today.
        case good
        /// For another host.
        case otherHost
        /// For 127.0.0.1, until yesterday.
        case expired

        fileprivate var days: String { self == .expired ? "-1" : "2" }
        fileprivate var name: String { self == .otherHost ? "DNS:other.example" : "IP:127.0.0.1" }
    }

    init(in folder: URL) throws {
        self.folder = folder
        try Program.run(
            "openssl",
            ["req", "-x509", "-days", "2", "-subj", "/CN=Harmony Test Authority"] + Self.newKey
                + ["-keyout", key("authority"), "-out", authority.path])
        for kind in Kind.allCases {
            let request = folder.appending(path: "\(kind).csr").path
            let extensions = folder.appending(path: "\(kind).ext")
            try Data("subjectAltName=\(kind.name)\nbasicConstraints=critical,CA:FALSE\n".utf8).write(to: extensions)
            try Program.run(
                "openssl",
                ["req", "-new", "-subj", "/CN=Harmony Test Server", "-out", request] + Self.newKey
                    + ["-keyout", key(kind.rawValue)])
            try Program.run(
                "openssl",
                [
                    "x509", "-req", "-in", request, "-days", kind.days, "-extfile", extensions.path,
                    "-CA", authority.path, "-CAkey", key("authority"), "-CAcreateserial",
                    "-out", certificate(kind.rawValue),
                ])
        }
    }

    /// The directives of a server that shows this certificate.
    func directives(_ kind: Kind) -> String {
        "ssl_certificate \(certificate(kind.rawValue)); ssl_certificate_key \(key(kind.rawValue));"
    }

    private static let newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]

    private func key(_ name: String) -> String { folder.appending(path: "\(name).key").path }
    private func certificate(_ name: String) -> String { folder.appending(path: "\(name).pem").path }
}
