public import Foundation

/// Where ``NetworkTransferService/fetchLocalData(_:named:)`` finds its data. The composition root supplies one in mock
/// mode.
public protocol LocalDataSource: Sendable {
    /// The data of that name, usually an operation (`contacts.list`).
    func data(named name: String) throws -> Data
}
