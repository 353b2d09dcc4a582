public import NetworkTransfer
public import Networking

/// Wires the network side of an app: one configuration and one live session for all modules, a mock transport for
/// each module that has one, and the switch that chooses between them.
///
///     let network = NetworkDependencyContainer(
///         configuration: NetworkConfiguration(baseURL: url),
///         session: URLSessionNetworkSession(),
///         dataSwitch: DataSwitch(.real, overrides: [.products: .mock]),
///         mocks: [.products: mockSession])
///     let products = try network.networkTransferService(for: .products)
///
/// Immutable and thread-safe; any number of instances may exist side by side.
public final class NetworkDependencyContainer: Sendable {
    /// What every module starts from.
    public let configuration: NetworkConfiguration
    /// Decides per module, at each request.
    public let dataSwitch: DataSwitch

    private let session: any NetworkSession
    private let mocks: [ModuleID: any NetworkSession]
    private let middleware: [any NetworkMiddleware]
    private let localData: (any LocalDataSource)?

    /// Collects the parts.
    ///
    /// - Parameters:
    ///   - configuration: base URL, headers and deadlines of all modules.
    ///   - session: the transport to the real server.
    ///   - dataSwitch: real or mock per module.
    ///   - mocks: the mock transports.
    ///   - middleware: what surrounds every request of every module, outermost first, above real and mock alike.
    ///   - localData: what `fetchLocalData` reads while a module is on mock data.
    public init(
        configuration: NetworkConfiguration,
        session: any NetworkSession,
        dataSwitch: DataSwitch = DataSwitch(.real),
        mocks: [ModuleID: any NetworkSession] = [:],
        middleware: [any NetworkMiddleware] = [],
        localData: (any LocalDataSource)? = nil
    ) {
        self.configuration = configuration
        self.session = session
        self.dataSwitch = dataSwitch
        self.mocks = mocks
        self.middleware = middleware
        self.localData = localData
    }

    /// The transfer service of one module.
    ///
    /// - Parameters:
    ///   - module: whose requests these are; the switch goes by it.
    ///   - own: laid over the app's configuration: another base URL, more headers, other deadlines.
    ///   - middleware: the module's own, inside the app's.
    /// - Throws: ``CompositionError`` when the module's present source cannot work: mock without a mock transport, real
    ///   without a base URL. A later flip to such a source makes the requests fail, with the same error as their cause.
    public func networkTransferService(
        for module: ModuleID, configuration own: NetworkConfiguration = NetworkConfiguration(),
        middleware: [any NetworkMiddleware] = []
    ) throws(CompositionError) -> any NetworkTransferService {
        var combined = configuration.overridden(by: own)
        switch dataSwitch.source(for: module) {
        case .mock: if mocks[module] == nil { throw .missingMock(module) }
        case .real: if combined.baseURL == nil { throw .missingBaseURL(module) }
        }
        combined.baseURL = combined.baseURL ?? SwitchingSession.mockBaseURL
        let switching = SwitchingSession(module: module, dataSwitch: dataSwitch, live: session, mock: mocks[module])
        return DefaultNetworkTransferService(
            configuration: combined,
            session: MiddlewareSession(switching, self.middleware + middleware),
            localData: localData.map { SwitchedLocalData(module: module, dataSwitch: dataSwitch, source: $0) })
    }
}
