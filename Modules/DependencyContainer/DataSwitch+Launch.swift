public import Foundation

extension DataSwitch {
    /// The environment variable and, with a leading hyphen, the launch argument that set the switch.
    public static let settingName = "HARMONY_DATA"

    /// Creates the switch of an app from what it was launched with.
    ///
    /// A launch argument (`-HARMONY_DATA mock`, as Xcode schemes pass it) wins over the environment variable
    /// `HARMONY_DATA`, which wins over `fallback`.
    ///
    /// - Parameters:
    ///   - fallback: the source when nothing was said.
    ///   - known: the app's modules; a setting that names another one is refused.
    ///   - arguments: the launch arguments.
    ///   - environment: the environment.
    public convenience init(
        launchedWith fallback: DataSource = .real, known: [ModuleID]? = nil,
        arguments: [String] = ProcessInfo.processInfo.arguments,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(DataSwitchError) {
        self.init(fallback)
        if let setting = environment[Self.settingName] {
            try apply(setting, origin: .environment, known: known)
        }
        if let flag = arguments.firstIndex(of: "-\(Self.settingName)") {
            guard flag + 1 < arguments.count else { throw .malformed(part: "") }
            try apply(arguments[flag + 1], origin: .argument, known: known)
        }
    }
}
