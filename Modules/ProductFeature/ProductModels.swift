public import Foundation

/// A product of the catalogue.
public struct Product: Sendable, Hashable, Codable, Identifiable {
    /// The server's identifier.
    public let id: String
    /// The name as it is shown.
    public var name: String
    /// One or two sentences.
    public var summary: String
    /// The category that it is listed under.
    public var category: ProductCategory
    /// What one piece costs.
    public var price: Money
    /// How many pieces there are.
    public var stock: Int
    /// The average rating in stars, 0 to 5; `nil` while nobody has rated it.
    public var rating: Double?
    /// The path of its picture on the server; `nil` when it has none.
    public var image: String?
    /// When the server last changed it; `nil` when the server does not say.
    public var updatedAt: Date?

    /// A product with all its fields.
    public init(
        id: String, name: String, summary: String, category: ProductCategory, price: Money, stock: Int,
        rating: Double? = nil, image: String? = nil, updatedAt: Date? = nil
    ) {
        self.id = id
        self.name = name
        self.summary = summary
        self.category = category
        self.price = price
        self.stock = stock
        self.rating = rating
        self.image = image
        self.updatedAt = updatedAt
    }
}

/// A category of the catalogue. The server decides which ones exist, so this is an open set of names.
public struct ProductCategory: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// The server's name for it.
    public let rawValue: String

    /// A category by the server's name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A category by a literal.
    public init(stringLiteral value: String) {
        rawValue = value
    }

    /// The bare name.
    public var description: String { rawValue }
}

/// A change to a product: what is `nil` stays as it is.
public struct ProductEdit: Sendable, Hashable {
    /// The new name.
    public var name: String?
    /// The new summary.
    public var summary: String?
    /// The new price.
    public var price: Money?
    /// The new number of pieces.
    public var stock: Int?

    /// A change to the given fields.
    public init(name: String? = nil, summary: String? = nil, price: Money? = nil, stock: Int? = nil) {
        self.name = name
        self.summary = summary
        self.price = price
        self.stock = stock
    }

    /// The names of the fields that change, in a fixed order; no values, so they may be logged.
    public var changedFields: [String] {
        [("name", name != nil), ("summary", summary != nil), ("price", price != nil), ("stock", stock != nil)]
            .filter(\.1).map(\.0)
    }

    /// Refuses an edit that no server should be asked to make.
    package func validate() throws(ProductError) {
        if changedFields.isEmpty { throw .invalidEdit(.noChange) }
        if let name, name.allSatisfy(\.isWhitespace) { throw .invalidEdit(.blankName) }
        if let price, price.amount < 0 { throw .invalidEdit(.negativePrice) }
        if let stock, stock < 0 { throw .invalidEdit(.negativeStock) }
    }

    /// The product as it will be when the edit is accepted.
    package func applied(to product: Product) -> Product {
        var product = product
        if let name { product.name = name }
        if let summary { product.summary = summary }
        if let price { product.price = price }
        if let stock { product.stock = stock }
        return product
    }
}
