public import CacheManagement
public import ContactsFeature
public import DependencyContainer
import ModuleSupport
import NetworkTransfer
import Networking
public import ProductFeature
public import ProfileFeature
public import RemoteImages
public import TodoFeature

/// The composition root: makes every module, once, and holds what they share.
///
/// Read from top to bottom: account and switch, network, caches and signals, features. A module's source is swapped by
/// one line in ``AppConfiguration`` or one flag (`HARMONY_DATA=mock,products=real`); feature code does not know.
public final class AppComposition: Sendable {
    /// The modules whose source can be switched.
    public static let modules: [ModuleID] = [.contacts, .products, .todos, .profile, .images]

    /// Real or mock per module, and why.
    public let dataSwitch: DataSwitch
    /// Carries events between modules.
    public let signals: SignalService
    /// Clears every cache.
    public let caches: CacheManagementService

    /// The contacts feature.
    public let contacts: ContactsModule
    /// The product feature.
    public let products: ProductModule
    /// The todo feature.
    public let todos: TodoModule
    /// The profile feature.
    public let profile: ProfileModule
    /// Images from the server.
    public let images: RemoteImagesModule
    let configuration: AppConfiguration
    let account: CurrentAccount
    let authentication: AuthenticationMiddleware

    /// Wires the app.
    ///
    /// - Throws: ``DependencyContainer/CompositionError`` when a module is on mock data without a mock transport, or on
    ///   real data without a base URL.
    public init(_ configuration: AppConfiguration) throws(CompositionError) {
        let account = CurrentAccount(configuration.account?.name)
        let authentication = AuthenticationMiddleware(
            credential: configuration.account?.credential, refresh: configuration.refreshCredential)
        let dataSwitch = configuration.dataSwitch
        let network = NetworkDependencyContainer(
            configuration: configuration.network,
            session: configuration.session,
            dataSwitch: dataSwitch,
            mocks: configuration.mocks,
            middleware: configuration.middleware + [authentication],
            localData: configuration.localData)
        let signals = SignalService(clock: configuration.clock)

        func service(_ module: ModuleID) throws(CompositionError) -> any NetworkTransferService {
            try network.networkTransferService(for: module, configuration: configuration.own(module))
        }
        func scope(_ module: ModuleID) -> @Sendable () -> CacheScope {
            { account.scope(of: module, on: dataSwitch) }
        }
        func policy(_ usual: CachePolicy) -> CachePolicy {
            configuration.isCachingEnabled ? usual : .disabled
        }

        contacts = ContactsModule(
            service: try service(.contacts), scope: scope(.contacts), signals: signals,
            policy: policy(.contacts), clock: configuration.clock)
        products = ProductModule(
            service: try service(.products), scope: scope(.products), signals: signals,
            policy: policy(.products), clock: configuration.clock)
        todos = TodoModule(
            service: try service(.todos), scope: scope(.todos), signals: signals,
            policy: policy(.todos), clock: configuration.clock)
        profile = ProfileModule(
            service: try service(.profile), scope: scope(.profile), signals: signals,
            policy: policy(.profile), clock: configuration.clock)
        images = RemoteImagesModule(
            service: try service(.images), scope: scope(.images), signals: signals,
            baseURL: configuration.network(of: .images).baseURL, policy: policy(.images),
            clock: configuration.clock)

        let caches = CacheManagementService()
        (contacts.caches + products.caches + todos.caches + profile.caches + images.caches).forEach(caches.register)

        self.configuration = configuration
        self.account = account
        self.authentication = authentication
        self.dataSwitch = dataSwitch
        self.signals = signals
        self.caches = caches
    }
}
