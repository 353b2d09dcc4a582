/// One page of a list, as its source gives it.
public struct Page<Item: Sendable, Cursor: Sendable>: Sendable {
    /// The items of the page.
    public var items: [Item]
    /// Where the next page begins; `nil` at the end of the list.
    public var next: Cursor?

    /// A page as given.
    public init(items: [Item], next: Cursor?) {
        self.items = items
        self.next = next
    }
}

/// The beginning of a list, as far as its pages have been loaded. No identifier appears twice.
public struct Pages<Item: Identifiable & Sendable, Cursor: Sendable>: Sendable where Item.ID: Sendable {
    /// The items of all loaded pages, in order.
    public private(set) var items: [Item] = []
    /// How many pages were loaded.
    public private(set) var pageCount = 0
    /// Where the next page begins; `nil` at the end of the list, and before the first page.
    public private(set) var next: Cursor?
    private var ids: Set<Item.ID> = []

    /// No pages.
    public init() {}

    /// Whether there are more pages.
    public var hasMore: Bool { next != nil }

    /// Adds a page. An item that is there already is left out: a list that grows at the front pushes items from one
    /// page to the next.
    public mutating func append(_ page: Page<Item, Cursor>) {
        items += page.items.filter { ids.insert($0.id).inserted }
        pageCount += 1
        next = page.next
    }
}

extension Pages: Equatable where Item: Equatable, Cursor: Equatable {}
