import AppComposition
import CacheManagement
import Foundation
import ProductFeature

extension CommandRunner {
    func listProducts() async throws {
        let useCase = try makeApp().products.useCase
        let category = options.category.map(ProductCategory.init(rawValue:))
        let products = try await useCase.products(in: category).value
        var table = TextTable([
            ("id", .left), ("name", .left), ("category", .left), ("price", .right), ("stock", .right),
        ])
        for product in products {
            table.add(
                product.id, product.name, product.category.rawValue, "\(product.price.text) \(product.price.currency)",
                "\(product.stock)")
        }
        try output("\(table.text)\n\n\(products.count) products", json: products.map(ProductOutput.init))
    }

    func showProduct(_ id: String) async throws {
        try print(try await makeApp().products.useCase.product(id: id).value)
    }

    func editProduct(_ id: String) async throws {
        guard options.name != nil || options.price != nil || options.stock != nil else { throw UsageError.noEdit }
        let useCase = try makeApp().products.useCase
        let currency = try await useCase.product(id: id).value.price.currency
        let edit = ProductEdit(
            name: options.name, price: options.price.map { Money($0, currency: currency) }, stock: options.stock)
        try print(try await useCase.edit(id: id, edit))
    }

    private func print(_ product: Product) throws {
        let rating = product.rating.map { "\($0) stars" } ?? "not rated"
        try output(
            """
            \(product.name) (\(product.id))
            \(product.summary)
            \(product.price.text) \(product.price.currency), \(product.stock) in stock, \(product.category), \(rating)
            """, json: ProductOutput(product))
    }
}

private struct ProductOutput: Encodable {
    let id: String
    let name: String
    let summary: String
    let category: String
    /// A decimal as text, since JSON numbers are read as binary fractions by many.
    let price: String
    let currency: String
    let stock: Int
    let rating: Double?

    init(_ product: Product) {
        id = product.id
        name = product.name
        summary = product.summary
        category = product.category.rawValue
        price = product.price.text
        currency = product.price.currency
        stock = product.stock
        rating = product.rating
    }
}
