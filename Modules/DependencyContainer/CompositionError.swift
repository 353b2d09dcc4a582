/// Why an app's modules cannot be wired as asked. Thrown while composing, before anything is sent.
public enum CompositionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The module is on mock data, and no mock transport was given for it.
    case missingMock(ModuleID)
    /// The module is on real data, and neither the app's nor the module's configuration has a base URL.
    case missingBaseURL(ModuleID)
    /// The data switch setting cannot be understood.
    case dataSwitch(DataSwitchError)

    /// One line that says what is missing and what to do.
    public var description: String {
        switch self {
        case .missingMock(let module):
            "module '\(module)' is on mock data but has no mock transport; give it one, or set '\(module)=real'"
        case .missingBaseURL(let module):
            "module '\(module)' is on real data but has no base URL; give it one, or set '\(module)=mock'"
        case .dataSwitch(let error):
            error.description
        }
    }
}
