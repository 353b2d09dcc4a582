/// A mistake in the command line.
struct UsageError: Error {
    let message: String
}

/// The parsed command line.
struct Invocation {
    let suite: String
    var isJSON = false
    var htmlFile: String?

    init(parsing arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        guard let suite = rest.popFirst() else { throw UsageError(message: "a suite is missing") }
        self.suite = suite
        while let argument = rest.popFirst() {
            switch argument {
            case "--json":
                isJSON = true
            case "--html":
                guard let file = rest.popFirst(), !file.isEmpty, !file.hasPrefix("-") else {
                    throw UsageError(message: "--html needs a file")
                }
                htmlFile = file
            default:
                throw UsageError(message: "unknown argument '\(argument)'")
            }
        }
    }
}
