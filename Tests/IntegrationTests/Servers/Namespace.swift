import Foundation

/// Runs tests of this program with a certificate authority added to the system's list, in a mount namespace that ends
/// with them: the machine itself is not changed.
enum Namespace {
    private static let bundle = "/etc/ssl/certs/ca-certificates.crt"
    /// What makes the process root of a namespace of its own; root needs no new user for that.
    private static let unshare = ["--mount"] + (getuid() == 0 ? [] : ["--map-root-user"])

    static let isAvailable: Bool = {
        let probe = unshare + ["mount", "--bind", "/dev/null", bundle]
        return FileManager.default.fileExists(atPath: bundle) && (try? Program.run("unshare", probe)) != nil
    }()

    /// Runs the suite in a child process, and throws unless its tests pass.
    static func runTests(_ suite: String, trusting authority: URL, environment: [String: String]) throws -> String {
        let script = "mount --bind \"$1\" \(bundle) && shift && exec \"$@\""
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return try Program.run(
            "unshare",
            unshare + ["sh", "-c", script, "sh", authority.path, program]
                + ["--testing-library", "swift-testing", "--filter", "^IntegrationTests\\.\(suite)/"],
            environment: environment)
    }
}
