/// Why a session could not be replayed to its end.
enum SessionFailure: Error, CustomStringConvertible {
    /// A screen had nothing to show although the device was online.
    case screen(String, any Error)
    /// A change was not accepted.
    case change(String, any Error)
    /// The account's data has nothing to do the step with.
    case nothingTo(String)

    var description: String {
        switch self {
        case .screen(let name, let error): "the screen '\(name)' has nothing to show: \(error)"
        case .change(let name, let error): "'\(name)' failed: \(error)"
        case .nothingTo(let what): "this account has nothing to \(what); choose another with --account"
        }
    }
}
