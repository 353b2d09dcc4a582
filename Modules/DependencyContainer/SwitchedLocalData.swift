import Foundation
import NetworkTransfer

/// Local data that is there only while its module is on mock data, so that no fixture passes for real.
struct SwitchedLocalData: LocalDataSource {
    /// Local data was asked for while the module is on real data.
    struct ModuleIsReal: Error, CustomStringConvertible {
        let module: ModuleID
        var description: String { "module '\(module)' is on real data, which has no local form" }
    }

    let module: ModuleID
    let dataSwitch: DataSwitch
    let source: any LocalDataSource

    func data(named name: String) throws -> Data {
        guard dataSwitch.source(for: module) == .mock else { throw ModuleIsReal(module: module) }
        return try source.data(named: name)
    }
}
