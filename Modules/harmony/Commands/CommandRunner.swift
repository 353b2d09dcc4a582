import AppComposition
import ContactsFeature
import DependencyContainer

/// Runs one command with the options that were given.
@MainActor
struct CommandRunner {
    let options: Options
    let console: Console
    let traffic: Traffic

    init(options: Options, console: Console) {
        self.options = options
        self.console = console
        traffic = Traffic(options, console: console)
    }

    /// Runs the command; the traffic is kept also when it fails.
    func run(_ command: Command) async throws {
        let result: Result<Void, any Error>
        do {
            result = .success(try await perform(command))
        } catch {
            result = .failure(error)
        }
        try traffic.save()
        try result.get()
    }

    private func perform(_ command: Command) async throws {
        switch command {
        case .help: console.print(Help.text)
        case .version: console.print("harmony \(Help.version)")
        case .session: try await runSession()
        case .contactsList: try await listContacts()
        case .contactsAccept(let id): try await changeContacts(.accept(id), done: "accepted")
        case .contactsDecline(let id): try await changeContacts(.decline(id), done: "declined")
        case .contactsDelete(let id): try await changeContacts(.delete(id), done: "deleted")
        case .contactsSend(let id): try await changeContacts(.send(id), done: "asked")
        case .productsList: try await listProducts()
        case .productsShow(let id): try await showProduct(id)
        case .productsEdit(let id): try await editProduct(id)
        case .todosList: try await listTodos()
        case .profileShow: try await showProfile()
        case .cacheClear: try await clearCaches()
        case .doctor: try diagnose()
        }
    }

    /// The app that the options ask for.
    func makeApp() throws -> AppComposition {
        try AppComposition(Wiring.configuration(options, connection: Connection(observers: traffic.observers)))
    }

    /// Prints a result as text, or as JSON when that was asked for.
    func output(_ text: @autoclosure () -> String, json value: some Encodable) throws {
        if options.json {
            try console.print(json: value)
        } else {
            console.print(text())
        }
    }
}
