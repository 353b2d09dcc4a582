import ModuleSupport

/// A cache for lists that are loaded page by page. All loaded pages of a list are one entry: they are fresh, stale,
/// invalidated, observed and cleared together.
///
/// ```swift
/// let cache = PagedCache<String, Product, Int>(name: "products") { key, cursor in
///     try await service.products(category: key.id, after: cursor)
/// }
/// let first = try await cache.pages(for: key)
/// let more = try await cache.loadMore(key)
/// ```
///
/// When a list is loaded anew, its pages are walked from the first one with the cursors that the source gives now, as
/// many as were loaded before, and replace the old ones all at once: readers never see old and new pages mixed. Safe to
/// use from any thread or actor.
public final class PagedCache<ID: Hashable & Sendable, Item: Identifiable & Sendable, Cursor: Hashable & Sendable>:
    Sendable
where Item.ID: Sendable {
    /// Loads one page of a list: the one that begins at the cursor, or the first.
    public typealias Loader = @Sendable (CacheKey<ID>, Cursor?) async throws -> Page<Item, Cursor>

    /// The cache of the lists, for everything that is not about pages: updates, invalidation, clearing, registration.
    public let lists: LoadingCache<ID, Pages<Item, Cursor>>
    /// Shares the loads of next pages, and keeps none.
    private let nextPages: LoadingCache<PageID, Page<Item, Cursor>>

    private struct PageID: Hashable, Sendable {
        let list: ID
        let cursor: Cursor
    }

    /// A cache of lists whose pages are loaded by `load`. The parameters are those of ``LoadingCache``.
    public init(
        name: String,
        policy: CachePolicy = .standard,
        limits: CacheLimits = CacheLimits(count: 100),
        currentScope: (@Sendable () -> CacheScope)? = nil,
        clock: any Clock<Duration> = ContinuousClock(),
        load: @escaping Loader
    ) {
        let loadedPages = LoadedPages<ID, Item, Cursor>()
        lists = LoadingCache(
            name: name, policy: policy, limits: limits, currentScope: currentScope, clock: clock
        ) { key in
            var pages = Pages<Item, Cursor>()
            let count = loadedPages.count(of: key)
            repeat { pages.append(try await load(key, pages.next)) } while pages.hasMore && pages.pageCount < count
            return pages
        }
        nextPages = LoadingCache(
            name: "\(name).next-pages", policy: CachePolicy(freshFor: .zero), currentScope: currentScope, clock: clock
        ) { key in
            try await load(CacheKey(key.id.list, in: key.scope), key.id.cursor)
        }
        loadedPages.lists = lists
    }

    /// The loaded pages of a list; at least the first.
    public func pages(
        for key: CacheKey<ID>, policy: FetchPolicy = .cacheFirst
    ) async throws(CacheError) -> Pages<Item, Cursor> {
        try await lists.value(for: key, policy: policy)
    }

    /// Loads the next page of a list and returns all its pages. At the end of the list, nothing is loaded.
    ///
    /// Calls at the same time share one load and add one page. If the list was replaced meanwhile, the page is dropped
    /// and the list returned as it is.
    public func loadMore(_ key: CacheKey<ID>) async throws(CacheError) -> Pages<Item, Cursor> {
        let pages = try await lists.value(for: key)
        guard let cursor = pages.next else { return pages }
        let page = try await nextPages.value(for: CacheKey(PageID(list: key.id, cursor: cursor), in: key.scope))
        lists.modify(key) { pages in
            guard pages.next == cursor else { return }
            pages.append(page)
        }
        return try await lists.value(for: key)
    }
}

/// Tells the loader of a list how many pages it has to walk. The cache owns the loader, so it is held weakly.
private final class LoadedPages<ID: Hashable & Sendable, Item: Identifiable & Sendable, Cursor: Hashable & Sendable>:
    Sendable
where Item.ID: Sendable {
    private struct Reference: Sendable {
        weak var lists: LoadingCache<ID, Pages<Item, Cursor>>?
    }

    private let reference = Locked(Reference())

    var lists: LoadingCache<ID, Pages<Item, Cursor>>? {
        get { reference.withLock { $0.lists } }
        set { reference.withLock { $0.lists = newValue } }
    }

    func count(of key: CacheKey<ID>) -> Int {
        lists?.cachedValue(for: key)?.value.pageCount ?? 1
    }
}
