/// The help text, made from the tables that the parser uses.
enum Help {
    static let version = "0.1.0"

    static var text: String {
        let commands = Command.forms.map { form in
            row((form.words + [form.argument].compactMap(\.self)).joined(separator: " "), form.summary)
        }
        let options = Options.forms.map { form in
            row([form.name, form.value].compactMap(\.self).joined(separator: " "), form.summary)
        }
        return """
            Harmony: modular networking and caching, shown on contacts, products, todos and a profile.

            Usage: harmony COMMAND [OPTIONS]

            Commands
            \(commands.joined(separator: "\n"))

            Options
            \(options.joined(separator: "\n"))

            Without --data and HARMONY_DATA every module runs on mock data.
            Exit codes: 0 done, 1 the work failed, 2 wrong usage.
            """
    }

    private static func row(_ name: String, _ summary: String) -> String {
        "  " + name.padding(to: 26) + summary
    }
}

extension String {
    /// The text with spaces behind it, up to a width in characters.
    func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
