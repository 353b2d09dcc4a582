public import Foundation
public import Networking

/// The endpoints of the catalogue.
public enum ProductRouter: NetworkRequestRouter, Hashable {
    /// All products, or those of one category.
    case list(ProductCategory?)
    /// One product.
    case detail(id: String)
    /// Changes some fields of a product.
    case edit(id: String, ProductEdit)

    /// The name of the call.
    public var operation: String {
        switch self {
        case .list: "products.list"
        case .detail: "products.detail"
        case .edit: "products.edit"
        }
    }

    /// The path below the base URL.
    public var path: String {
        switch self {
        case .list: "/products"
        case .detail(let id), .edit(let id, _): "/products/\(PercentEncoding.segment(id))"
        }
    }

    /// The method of the call.
    public var methodType: HTTPMethod {
        switch self {
        case .list, .detail: .get
        case .edit: .patch
        }
    }

    /// JSON is asked for.
    public var headers: HTTPHeaders { ["Accept": "application/json"] }

    /// What is sent, if anything.
    public var body: HTTPBody? {
        switch self {
        case .list, .detail: nil
        case .edit(_, let edit): .json(ProductEditDTO(edit))
        }
    }

    /// The category, if one is asked for.
    public var queryItems: [URLQueryItem] {
        switch self {
        case .list(let category?): [URLQueryItem(name: "category", value: category.rawValue)]
        case .list(nil), .detail, .edit: []
        }
    }
}
