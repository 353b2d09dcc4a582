public import CacheManagement
import NetworkTransfer

/// The single source of truth for contacts, requests sent, requests received and placeholders.
///
/// All four come from one call and live in one cached value, so any number of screens cost one call, and a change is
/// seen by all of them at once. Everything is about the account and data source that are current when a method is
/// called. Implementations are safe to use from any thread or actor.
public protocol ContactsRepository: Sendable {
    /// The contacts, with their origin: from the cache or loaded, as `policy` says.
    ///
    /// A fresh value is returned without suspending. Throws ``ContactsError/cleared`` when the account changed while
    /// the call waited, and ``ContactsError/cancelled`` at once when the caller's task is cancelled.
    func contacts(_ policy: FetchPolicy) async throws(ContactsError) -> CachedValue<ContactsSnapshot>

    /// What is cached, stale or not; `nil` when nothing is. For a screen's first frame: it neither waits nor loads.
    func cached() -> CachedValue<ContactsSnapshot>?

    /// The contacts from now on, beginning with what is cached: the newest only, for a slow reader.
    ///
    /// When the account changes, the stream says ``CacheUpdate/cleared`` and goes on with the new account. It ends when
    /// its task is cancelled or it is dropped.
    func updates() -> AsyncStream<CacheUpdate<ContactsSnapshot>>

    /// Makes a change: it shows at once, is sent, and is taken back if that fails.
    ///
    /// After a success ``CacheManagement/Signal/contactsListNeedsReload`` is sent, and the lists are loaded anew. Throws
    /// ``ContactsError/notFound(_:)`` when the server does not know the contact or request, ``ContactsError/transfer(_:)``
    /// for other failures. A cancelled change is taken back here; whether the server has made it, the next load shows.
    func perform(_ change: ContactChange) async throws(ContactsError)
}

extension ContactsRepository {
    /// Loads the contacts whatever is cached, for a pull to refresh; what is cached stays if that fails.
    public func refresh() async throws(ContactsError) {
        _ = try await contacts(.networkOnly)
    }
}

/// The repository over a transfer service and a cache of its own.
public final class DefaultContactsRepository: ContactsRepository {
    private let service: any NetworkTransferService
    private let signals: SignalService
    private let resource: ScopedResource<ContactsSnapshot>
    private let reloading: SignalBinding

    /// A repository whose calls go through `service`; the other parameters are those of ``ContactsModule``.
    init(
        service: any NetworkTransferService, scope: @escaping @Sendable () -> CacheScope, signals: SignalService,
        policy: CachePolicy, clock: any Clock<Duration>
    ) {
        let cache = LoadingCache<String, ContactsSnapshot>(
            name: "contacts", policy: policy, currentScope: scope, clock: clock
        ) { _ in
            try await Self.load(from: service)
        }
        let resource = ScopedResource(cache, id: "contacts", scope: scope)
        self.service = service
        self.signals = signals
        self.resource = resource
        reloading = signals.bind(.contactsListNeedsReload) { await resource.reload() }
    }

    /// The cache, for the service that clears them all.
    var managedCache: any ManagedCache { resource.cache }

    /// Off the caller's actor: folding and ordering the names is work, too.
    @concurrent
    private static func load(from service: any NetworkTransferService) async throws -> ContactsSnapshot {
        try await service.fetchCodable(ContactsListDTO.self, ContactsRouter.list).toDomain()
    }

    /// Reads through the cache, which loads all four lists by one call.
    public func contacts(_ policy: FetchPolicy) async throws(ContactsError) -> CachedValue<ContactsSnapshot> {
        do throws(CacheError) {
            return try await resource.result(policy)
        } catch {
            throw ContactsError(error)
        }
    }

    /// What the cache has for the current scope.
    public func cached() -> CachedValue<ContactsSnapshot>? {
        resource.cached()
    }

    /// Observes the cache in the current scope.
    public func updates() -> AsyncStream<CacheUpdate<ContactsSnapshot>> {
        resource.updates()
    }

    /// Updates the cache optimistically around the call that makes the change.
    public func perform(_ change: ContactChange) async throws(ContactsError) {
        let key = resource.key
        do throws(CacheError) {
            _ = try await resource.cache.optimisticUpdate(of: key, apply: change.applied(to:)) {
                try await service.fetchResponse(ContactsRouter(change))
            }
        } catch {
            throw ContactsError(error, changing: change.contactID)
        }
        // Another account's lists are not affected.
        if resource.isCurrent(key) { signals.send(.contactsListNeedsReload) }
    }
}
