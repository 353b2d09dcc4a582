/// A command line that cannot be understood. The program prints it and exits with 2.
enum UsageError: Error, Equatable, CustomStringConvertible {
    case noCommand
    case unknownCommand(String)
    case incompleteCommand(String, choices: [String])
    case missingArgument(command: String, argument: String)
    case unexpectedArgument(String)
    case unknownOption(String)
    case missingValue(option: String)
    case unexpectedValue(option: String)
    case badValue(option: String, value: String, hint: String)
    case optionNotForCommand(option: String, command: String)
    case noEdit

    var description: String {
        switch self {
        case .noCommand:
            "say what to do, for example 'harmony session'; 'harmony help' lists the commands"
        case .unknownCommand(let word):
            "there is no command '\(word)'; 'harmony help' lists the commands"
        case .incompleteCommand(let word, let choices):
            "'\(word)' needs one of: \(choices.joined(separator: ", "))"
        case .missingArgument(let command, let argument):
            "'\(command)' needs \(argument), for example 'harmony \(command) a-001'"
        case .unexpectedArgument(let word):
            "'\(word)' is one argument too many; 'harmony help' shows the forms"
        case .unknownOption(let option):
            "there is no option '\(option)'; 'harmony help' lists the options"
        case .missingValue(let option):
            "'\(option)' needs a value"
        case .unexpectedValue(let option):
            "'\(option)' takes no value"
        case .badValue(let option, let value, let hint):
            "'\(value)' is no value for '\(option)': \(hint)"
        case .optionNotForCommand(let option, let command):
            "'\(option)' has no meaning for '\(command)'"
        case .noEdit:
            "say what to change: --name, --price or --stock"
        }
    }
}
