import AppComposition
import DependencyContainer
import Foundation
import MockData
import MockTransport
import NetworkTransfer
import Networking

/// Makes the app that a command works with. The program alone adds mocks and fixtures; AppComposition knows none.
enum Wiring {
    /// The wiring that the options ask for, over a live session and a mock server in its first state.
    static func configuration(
        _ options: Options, connection: Connection
    ) throws(DataSwitchError) -> AppConfiguration {
        var configuration = AppConfiguration(
            network: NetworkConfiguration(
                baseURL: options.baseURL, headers: ["User-Agent": "harmony/\(Help.version)"]),
            session: connection.through(live), account: account(options.account))
        configuration.dataSwitch = try dataSwitch(options)
        let mock = connection.through(
            MockAPI(
                basePath: options.baseURL?.path() ?? "",
                fixtures: { operation, account in try MockData.fixture(operation: operation, account: account) },
                images: { try MockData.image(named: $0) }))
        for module in AppComposition.modules { configuration.mocks[module] = mock }
        configuration.localData = Fixtures()
        configuration.middleware = connection.middleware
        return configuration
    }

    /// What `--data` says, else what `HARMONY_DATA` says, else mock for every module.
    private static func dataSwitch(_ options: Options) throws(DataSwitchError) -> DataSwitch {
        let dataSwitch = try DataSwitch(launchedWith: .mock, known: AppComposition.modules, arguments: [])
        if let data = options.data {
            try dataSwitch.apply(data, origin: .argument, known: AppComposition.modules)
        }
        return dataSwitch
    }

    /// An account as the demo server knows it: its name is its token.
    static func account(_ name: String) -> AppAccount? {
        AppAccount(name: name, credential: Credential(token: name))
    }

    /// One session for the process, as URLSession wants it.
    private static let live = URLSessionNetworkSession()
}

/// The fixtures by operation, for `fetchLocalData`.
private struct Fixtures: LocalDataSource {
    func data(named name: String) throws -> Data {
        try MockData.fixture(operation: name)
    }
}
