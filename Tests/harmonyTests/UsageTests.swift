import Testing

@Suite("harmony: usage")
struct UsageTests {
    @Test(
        "A wrong command line gives one clear line and exit code 2",
        arguments: [
            ([], "say what to do"),
            (["sesion"], "there is no command 'sesion'"),
            (["contacts"], "'contacts' needs one of: list, accept, decline, delete, send"),
            (["contacts", "open"], "there is no command 'contacts open'"),
            (["contacts", "accept"], "'contacts accept' needs ID"),
            (["contacts", "accept", "a-1", "a-2"], "'a-2' is one argument too many"),
            (["session", "now"], "'now' is one argument too many"),
            (["session", "--fast"], "there is no option '--fast'"),
            (["session", "--data"], "'--data' needs a value"),
            (["session", "--data", "--json"], "'--data' needs a value"),
            (["session", "--json=yes"], "'--json' takes no value"),
            (["session", "--data", "fake"], "'fake' is not a data source"),
            (["session", "--data", "mock,produkts=real"], "there is no module 'produkts'"),
            (["session", "--base-url", "127.0.0.1:8080"], "write scheme and host"),
            (["session", "--base-url", "ftp://host"], "write scheme and host"),
            (["session", "--account", "a b"], "'a b' is no value for '--account'"),
            (["session", "--cache", "/tmp/x"], "the one place so far is 'memory'"),
            (["products", "edit", "p-001", "--price", "1,50"], "write an amount such as 12.90"),
            (["products", "edit", "p-001", "--stock", "-1"], "write a whole number from 0"),
            (["products", "edit", "p-001"], "say what to change"),
            (["todos", "list", "--price", "1"], "'--price' has no meaning for 'todos list'"),
        ])
    func wrong(arguments: [String], message: String) async throws {
        let outcome = try await Program.run(Program.binary("harmony"), arguments)
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errors.contains(message))
    }

    @Test("The environment variable is checked like the option")
    func environment() async throws {
        let outcome = try await Program.run("doctor", environment: ["HARMONY_DATA": "fake"])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("'fake' is not a data source"))
    }

    @Test("Help and version succeed", arguments: [["help"], ["--help"], ["-h"], ["session", "--help"]])
    func help(arguments: [String]) async throws {
        let outcome = try await Program.run(Program.binary("harmony"), arguments)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("Usage: harmony COMMAND"))
        #expect(try await Program.run("version").output.hasPrefix("harmony "))
    }

    @Test("An option's value may stand behind an equals sign")
    func equalsSign() async throws {
        let outcome = try await Program.run("doctor", "--data=real", "--base-url=http://127.0.0.1:1", "--json")
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("\"real\""))
    }
}
