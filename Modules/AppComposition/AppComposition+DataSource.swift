public import CacheManagement
public import DependencyContainer
import Foundation
import Networking

extension AppComposition {
    /// Where one module's data comes from, and why: what `harmony doctor` prints.
    public struct Diagnosis: Sendable {
        /// The module.
        public let module: ModuleID
        /// Its source, and who decided.
        public let decision: DataSwitch.Decision
        /// Whether a mock transport was given for it.
        public let hasMock: Bool
        /// The base URL of its real requests.
        public let baseURL: String?
    }

    /// The state of every module.
    public var diagnoses: [Diagnosis] {
        Self.modules.map { module in
            Diagnosis(
                module: module, decision: dataSwitch.decision(for: module),
                hasMock: configuration.mocks[module] != nil,
                baseURL: configuration.network(of: module).baseURL?.absoluteString)
        }
    }

    /// Sends the next requests of one module to another source, and makes the screens go on with that source's data.
    ///
    /// Data of the two sources never mixes: the source is part of each cache key. What is cached of the former source
    /// is cleared.
    ///
    /// - Throws: ``CacheManagement/CacheClearError`` when a cache could not be cleared; the switch is flipped all the
    ///   same.
    public func setDataSource(_ source: DataSource, for module: ModuleID) async throws(CacheClearError) {
        let old = account.scope(of: module, on: dataSwitch)
        guard old.dataSource != source.rawValue else { return }
        dataSwitch.set(source, for: module)
        try await caches.clear(old)
    }
}
