import ModuleSupport

/// Decides for each module whether its requests go to the real server or to its mock.
///
/// One switch is shared by a whole composition and is asked at every request, so a flip while the app runs takes
/// effect with the next request. Thread-safe; a look-up costs one uncontended lock.
public final class DataSwitch: Sendable {
    /// Where a decision was made, weakest first: a later one wins over an earlier one.
    public enum Origin: String, Sendable {
        /// A value in the program.
        case code
        /// The environment variable `HARMONY_DATA`.
        case environment
        /// A launch argument or a command-line flag.
        case argument
    }

    /// A module's source and the reason for it.
    public struct Decision: Hashable, Sendable {
        /// The source that the next request uses.
        public let source: DataSource
        /// Who decided.
        public let origin: Origin
        /// Whether the module was named itself; otherwise the default of `origin` applies.
        public let isNamed: Bool

        package init(source: DataSource, origin: Origin, isNamed: Bool) {
            self.source = source
            self.origin = origin
            self.isNamed = isNamed
        }
    }

    private struct State {
        var fallback: Decision
        var named: [ModuleID: Decision] = [:]
    }

    private let state: Locked<State>

    /// Creates a switch in code.
    ///
    /// - Parameters:
    ///   - fallback: the source of every module that is not named.
    ///   - overrides: the modules that differ.
    public init(_ fallback: DataSource, overrides: [ModuleID: DataSource] = [:]) {
        state = Locked(
            State(
                fallback: Decision(source: fallback, origin: .code, isNamed: false),
                named: overrides.mapValues { Decision(source: $0, origin: .code, isNamed: true) }))
    }

    /// The source for the next request of `module`.
    public func source(for module: ModuleID) -> DataSource {
        decision(for: module).source
    }

    /// The source for the next request of `module`, and why.
    public func decision(for module: ModuleID) -> Decision {
        state.withLock { $0.named[module] ?? $0.fallback }
    }

    /// Sends the next requests of `module` to `source`.
    public func set(_ source: DataSource, for module: ModuleID) {
        state.withLock { $0.named[module] = Decision(source: source, origin: .code, isNamed: true) }
    }

    /// Applies a written setting over the present decisions.
    ///
    /// The setting is a comma-separated list: a bare `mock` or `real` sets the source of every module, `module=source`
    /// that of one. Nothing changes when the text is wrong.
    ///
    /// - Parameters:
    ///   - setting: for example `mock,products=real`.
    ///   - origin: what to answer when somebody asks why.
    ///   - known: the app's modules; a setting that names another one is refused. `nil` accepts any name.
    public func apply(
        _ setting: String, origin: Origin = .code, known: [ModuleID]? = nil
    ) throws(DataSwitchError) {
        let parsed = try DataSwitchSetting(parsing: setting)
        if let known, let unknown = parsed.named.keys.sorted().first(where: { !known.contains($0) }) {
            throw .unknownModule(unknown, known: known.sorted())
        }
        state.withLock { state in
            if let fallback = parsed.fallback {
                state = State(fallback: Decision(source: fallback, origin: origin, isNamed: false))
            }
            for (module, source) in parsed.named {
                state.named[module] = Decision(source: source, origin: origin, isNamed: true)
            }
        }
    }
}
