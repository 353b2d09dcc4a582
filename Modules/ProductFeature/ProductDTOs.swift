package import Foundation

/// The answer of `products.list`.
package struct ProductListDTO: Decodable, Sendable {
    package let products: [ProductDTO]
}

/// A product as the server sends it.
package struct ProductDTO: Decodable, Sendable {
    package let id: String
    package let name: String
    package let summary: String?
    package let category: String
    package let price: Money
    package let stock: Int
    package let rating: Double?
    package let image: String?
    package let updatedAt: Date?

    package func toDomain() -> Product {
        Product(
            id: id, name: name, summary: summary ?? "", category: ProductCategory(rawValue: category),
            price: price, stock: stock, rating: rating, image: image, updatedAt: updatedAt)
    }
}

/// The body of `products.edit`: only the fields that change.
package struct ProductEditDTO: Encodable, Sendable {
    package let name: String?
    package let summary: String?
    package let price: Money?
    package let stock: Int?

    package init(_ edit: ProductEdit) {
        name = edit.name
        summary = edit.summary
        price = edit.price
        stock = edit.stock
    }
}
