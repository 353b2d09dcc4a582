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
    package let price: MoneyDTO
    package let stock: Int
    package let rating: Double?
    package let image: String?
    package let updatedAt: Date?

    package func toDomain() -> Product {
        Product(
            id: id, name: name, summary: summary ?? "", category: ProductCategory(rawValue: category),
            price: price.money, stock: stock, rating: rating, image: image, updatedAt: updatedAt)
    }
}

/// Money as the server sends it: the amount is text, so that no decoder rounds it.
package struct MoneyDTO: Codable, Sendable {
    package let money: Money

    private enum CodingKeys: String, CodingKey {
        case amount, currency
    }

    package init(_ money: Money) {
        self.money = money
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let amount = try container.decode(String.self, forKey: .amount)
        guard let money = Money(text: amount, currency: try container.decode(String.self, forKey: .currency)) else {
            throw DecodingError.dataCorruptedError(
                forKey: .amount, in: container, debugDescription: "not an amount of money in an ISO 4217 currency")
        }
        self.money = money
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(money.text, forKey: .amount)
        try container.encode(money.currency, forKey: .currency)
    }
}

/// The body of `products.edit`: only the fields that change.
package struct ProductEditDTO: Encodable, Sendable {
    package let name: String?
    package let summary: String?
    package let price: MoneyDTO?
    package let stock: Int?

    package init(_ edit: ProductEdit) {
        name = edit.name
        summary = edit.summary
        price = edit.price.map { MoneyDTO($0) }
        stock = edit.stock
    }
}
