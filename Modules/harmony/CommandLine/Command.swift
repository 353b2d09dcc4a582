/// What the user asked the program to do.
enum Command: Equatable {
    case session
    case contactsList
    case contactsAccept(id: String)
    case contactsDecline(id: String)
    case contactsDelete(id: String)
    case contactsSend(id: String)
    case productsList
    case productsShow(id: String)
    case productsEdit(id: String)
    case todosList
    case profileShow
    case cacheClear
    case doctor
    case help
    case version

    /// The words that name a command, and how to make it from the argument that follows them.
    ///
    /// One table serves the parser and the help text, so neither can know a command that the other does not.
    struct Form: Sendable {
        let words: [String]
        let argument: String?
        let summary: String
        let make: @Sendable (String) -> Command
    }

    static let forms: [Form] = [
        Form(words: ["session"], argument: nil, summary: "replay a user's session, with and without caches") { _ in
            .session
        },
        Form(words: ["contacts", "list"], argument: nil, summary: "list contacts and requests") { _ in .contactsList },
        Form(words: ["contacts", "accept"], argument: "ID", summary: "accept a request") { .contactsAccept(id: $0) },
        Form(words: ["contacts", "decline"], argument: "ID", summary: "decline a request") {
            .contactsDecline(id: $0)
        },
        Form(words: ["contacts", "delete"], argument: "ID", summary: "delete a contact") { .contactsDelete(id: $0) },
        Form(words: ["contacts", "send"], argument: "ID", summary: "send a request to a placeholder") {
            .contactsSend(id: $0)
        },
        Form(words: ["products", "list"], argument: nil, summary: "list products (--category)") { _ in .productsList },
        Form(words: ["products", "show"], argument: "ID", summary: "show a product") { .productsShow(id: $0) },
        Form(words: ["products", "edit"], argument: "ID", summary: "change a product (--name, --price, --stock)") {
            .productsEdit(id: $0)
        },
        Form(words: ["todos", "list"], argument: nil, summary: "list todos") { _ in .todosList },
        Form(words: ["profile", "show"], argument: nil, summary: "show the account's profile") { _ in .profileShow },
        Form(words: ["cache", "clear"], argument: nil, summary: "clear every cache") { _ in .cacheClear },
        Form(words: ["doctor"], argument: nil, summary: "say which module is real or mock, and why") { _ in .doctor },
        Form(words: ["help"], argument: nil, summary: "show this text") { _ in .help },
        Form(words: ["version"], argument: nil, summary: "show the version") { _ in .version },
    ]
}
