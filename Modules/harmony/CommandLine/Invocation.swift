/// A parsed command line: one command and its options, in any order.
struct Invocation: Equatable {
    let command: Command
    let options: Options

    /// Parses the arguments after the program's name. An option's value follows it, or stands behind `=`.
    init(parsing arguments: [String]) throws(UsageError) {
        var words: [String] = []
        var options = Options()
        var used: [Options.Form] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "-h" || argument == "--help" {
                self.command = .help
                self.options = Options()
                return
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                words.append(argument)
                continue
            }
            let sides = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let given = sides.count == 2 ? sides[1] : nil
            guard let form = Options.forms.first(where: { $0.name == sides[0] }) else { throw .unknownOption(sides[0]) }
            try form.apply(&options, Self.value(for: form, given: given, rest: &rest))
            used.append(form)
        }
        let form = try Self.form(for: &words)
        let command = form.words.joined(separator: " ")
        if let stray = used.first(where: { !$0.commands.isEmpty && !$0.commands.contains(form.words) }) {
            throw .optionNotForCommand(option: stray.name, command: command)
        }
        if let argument = form.argument, words.isEmpty {
            throw .missingArgument(command: command, argument: argument)
        }
        if words.count > (form.argument == nil ? 0 : 1) {
            throw .unexpectedArgument(words[form.argument == nil ? 0 : 1])
        }
        self.command = form.make(words.first ?? "")
        self.options = options
    }

    private static func value(
        for form: Options.Form, given: String?, rest: inout ArraySlice<String>
    ) throws(UsageError) -> String {
        guard form.value != nil else {
            if given != nil { throw .unexpectedValue(option: form.name) }
            return ""
        }
        if let given { return given }
        guard let next = rest.popFirst(), !next.hasPrefix("--") else { throw .missingValue(option: form.name) }
        return next
    }

    /// Finds the command that the first words name, and takes them away.
    private static func form(for words: inout [String]) throws(UsageError) -> Command.Form {
        guard let first = words.first else { throw .noCommand }
        let group = Command.forms.filter { $0.words.first == first }
        if group.isEmpty { throw .unknownCommand(first) }
        guard let form = group.first(where: { Array(words.prefix($0.words.count)) == $0.words }) else {
            let choices = group.compactMap { $0.words.last }
            if words.count == 1 { throw .incompleteCommand(first, choices: choices) }
            throw .unknownCommand("\(first) \(words[1])")
        }
        words.removeFirst(form.words.count)
        return form
    }
}
