public import Foundation

/// An amount of money: an exact decimal and its currency. Never a binary floating-point number.
public struct Money: Sendable, Hashable {
    /// The amount in the currency's main unit: euros, not cents.
    public let amount: Decimal
    /// The ISO 4217 code: three capital letters.
    public let currency: String

    /// Money from an exact amount.
    public init(_ amount: Decimal, currency: String) {
        self.amount = amount
        self.currency = currency
    }

    /// Money from the server's text: an optional `-`, digits, and optionally a point and digits (`12.90`).
    ///
    /// `nil` for anything else: grouping marks, exponents, spaces and trailing text are refused, and so is an amount
    /// with more digits than a `Decimal` holds exactly (38), or a currency that is not three capital letters.
    public init?(text: String, currency: String) {
        let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count(where: { $0 == UInt8(ascii: "-") }) <= 1,
            (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Self.isDigit) }),
            parts.reduce(0, { $0 + $1.utf8.count }) <= 38,
            currency.utf8.count == 3,
            currency.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }),
            let amount = Decimal(string: text, locale: Self.posix)
        else { return nil }
        self.init(amount, currency: currency)
    }

    /// The amount as the server writes it: a point, no grouping, and two digits or more in a fraction (`12.90`, `5346`).
    public var text: String {
        let plain = NSDecimalNumber(decimal: amount).description(withLocale: Self.posix)
        guard let point = plain.firstIndex(of: ".") else { return plain }
        return plain + String(repeating: "0", count: max(0, 3 - plain[point...].count))
    }

    /// The amount with its currency, as people of a locale write it (`12,90 €`).
    public func formatted(locale: Locale = .autoupdatingCurrent) -> String {
        amount.formatted(.currency(code: currency).locale(locale))
    }

    private static let posix = Locale(identifier: "en_US_POSIX")

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

/// As the server has it: the amount is text (`{"amount": "12.90", "currency": "EUR"}`), so that no coder rounds it.
extension Money: Codable {
    private enum CodingKeys: String, CodingKey {
        case amount, currency
    }

    /// Throws a `DecodingError` for an amount that is no text or no plain decimal, and for what is no ISO 4217 code.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let text = try container.decode(String.self, forKey: .amount)
        guard let money = Money(text: text, currency: try container.decode(String.self, forKey: .currency)) else {
            throw DecodingError.dataCorruptedError(
                forKey: .amount, in: container, debugDescription: "not an amount of money in an ISO 4217 currency")
        }
        self = money
    }

    /// Writes the amount as ``text``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(text, forKey: .amount)
        try container.encode(currency, forKey: .currency)
    }
}
