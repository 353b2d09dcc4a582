/// Why a data switch setting (`mock`, `real`, `mock,products=real`) cannot be understood.
public enum DataSwitchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A part is neither a source nor `module=source`.
    case malformed(part: String)
    /// The text names two defaults, or one module twice.
    case repeated(part: String)
    /// The text names a module that this app does not have.
    case unknownModule(ModuleID, known: [ModuleID])

    /// One line that says what is wrong and what would be right.
    public var description: String {
        switch self {
        case .malformed(let part):
            "'\(part)' is not a data source; write 'mock', 'real' or a list such as 'mock,products=real'"
        case .repeated(let part):
            "'\(part)' sets the same thing twice; name one default and each module once"
        case .unknownModule(let module, let known):
            "there is no module '\(module)'; the modules are \(known.map(\.rawValue).joined(separator: ", "))"
        }
    }
}
