import Foundation

/// Which values the members of a request's body may have.
struct MockField {
    var accepts: @Sendable (JSONValue) -> Bool

    static let text = MockField { $0.string != nil }
    static let name = MockField { $0.string?.isEmpty == false }
    static let flag = MockField { if case .bool = $0 { true } else { false } }
    static let stock = MockField { if case .integer(0...1_000_000_000) = $0 { true } else { false } }
    static let price = MockField { value in
        guard let price = value.object, price.count == 2, let amount = price["amount"]?.string,
            let currency = price["currency"]?.string
        else { return false }
        return amount.wholeMatch(of: /[0-9]+(\.[0-9]+)?/) != nil && currency.wholeMatch(of: /[A-Z]{3}/) != nil
    }
}

extension MockCall {
    /// The members of the JSON object in the body: at least one of those named, no other, and none with a value that
    /// it may not have.
    func fields(_ allowed: [String: MockField]) throws(MockRefusal) -> [String: JSONValue] {
        guard let members = JSONValue(body)?.object else { throw .badRequest("the body is not a JSON object") }
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            guard let field = allowed[name] else { throw .badRequest("unknown field: \(name)") }
            guard field.accepts(value) else { throw .badRequest("invalid field: \(name)") }
        }
        if members.isEmpty { throw .badRequest("no field given") }
        return members
    }
}
