public import DependencyContainer
public import NetworkTransfer
public import Networking
import RemoteImages

/// What an app decides about its wiring. Everything else follows in ``AppComposition``.
///
///     var configuration = AppConfiguration(
///         network: NetworkConfiguration(baseURL: url), session: URLSessionNetworkSession(), account: account)
///     configuration.dataSwitch = DataSwitch(.real, overrides: [.products: .mock])  // one module on mock data
///     configuration.mocks = [.products: productsMock]
///     let app = try AppComposition(configuration)
public struct AppConfiguration: Sendable {
    /// Base URL, headers and deadlines of all modules.
    public var network: NetworkConfiguration
    /// What single modules lay over `network`.
    public var modules: [ModuleID: NetworkConfiguration] = [:]
    /// The transport to the real server.
    public var session: any NetworkSession
    /// Who is signed in at the start; `nil` for nobody.
    public var account: AppAccount?
    /// Trades a credential that was refused or has expired for a new one. The default has none to give, so the request
    /// fails with ``Networking/NetworkError/Kind/authentication``.
    public var refreshCredential: AuthenticationMiddleware.Refresh = { _ in throw NetworkError(.authentication) }
    /// Real or mock per module.
    public var dataSwitch = DataSwitch(.real)
    /// The mock transports, handed in from outside, so that a release app contains none.
    public var mocks: [ModuleID: any NetworkSession] = [:]
    /// What `fetchLocalData` reads while a module is on mock data.
    public var localData: (any LocalDataSource)?
    /// What surrounds every request, outermost first.
    public var middleware: [any NetworkMiddleware] = []
    /// Whether caches keep and share anything; off is for comparison only.
    public var isCachingEnabled = true
    /// What freshness is measured on.
    public var clock: any Clock<Duration> = ContinuousClock()

    /// A configuration with the defaults above.
    public init(network: NetworkConfiguration, session: any NetworkSession, account: AppAccount?) {
        self.network = network
        self.session = session
        self.account = account
    }

    /// What a module lays over the app's configuration: the app's wishes over the module's own.
    func own(_ module: ModuleID) -> NetworkConfiguration {
        let usual = module == .images ? RemoteImagesModule.configuration() : NetworkConfiguration()
        return modules[module].map(usual.overridden(by:)) ?? usual
    }

    /// What a module's requests start from.
    func network(of module: ModuleID) -> NetworkConfiguration {
        network.overridden(by: own(module))
    }
}
