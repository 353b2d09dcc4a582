import DependencyContainer
import Foundation

/// The command-line program: parses, runs one command, and ends with 0 done, 1 the work failed, 2 wrong usage.
@main
enum Harmony {
    @MainActor
    static func main() async {
        let console = Console()
        do {
            let invocation = try Invocation(parsing: Array(CommandLine.arguments.dropFirst()))
            try await CommandRunner(options: invocation.options, console: console).run(invocation.command)
        } catch {
            console.error("\(error)")
            exit(error is UsageError || error is DataSwitchError ? 2 : 1)
        }
    }
}
