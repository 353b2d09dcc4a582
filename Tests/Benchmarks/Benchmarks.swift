import Foundation

/// Runs one suite of measurements and prints what it found: `Benchmarks cache [--json] [--html FILE]`.
///
/// A suite is a function that adds results to a ``Report``; a new one is one line in ``suites``.
@main
enum Benchmarks {
    static let suites: [String: @MainActor (inout Report) async throws -> Void] = [
        "cache": cacheSuite,
        "network": networkSuite,
        "combine": combineSuite,
    ]

    @MainActor
    static func main() async {
        do {
            if CommandLine.arguments.dropFirst().first == BenchmarkServer.argument {
                return try BenchmarkServer.serve()
            }
            let invocation = try Invocation(parsing: Array(CommandLine.arguments.dropFirst()))
            guard let suite = suites[invocation.suite] else {
                throw UsageError(message: "there is no suite '\(invocation.suite)'")
            }
            var report = Report(suite: invocation.suite)
            try await suite(&report)
            print(invocation.isJSON ? try report.json() : report.table())
            if let file = invocation.htmlFile {
                try Data(HTMLPage(report: report).text.utf8).write(to: URL(filePath: file))
            }
        } catch let error as UsageError {
            fail(
                error.message + "; usage: bench \(suites.keys.sorted().joined(separator: "|")) [--json] [--html FILE]",
                2)
        } catch {
            fail("\(error)", 1)
        }
    }

    private static func fail(_ message: String, _ code: Int32) -> Never {
        FileHandle.standardError.write(Data("bench: \(message)\n".utf8))
        exit(code)
    }
}
