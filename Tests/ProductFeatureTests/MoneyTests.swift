import Foundation
import ProductFeature
import TestSupport
import Testing

@Suite("Products: money")
struct MoneyTests {
    @Test(
        "Amounts are read exactly",
        arguments: [
            ("12.90", "12.9"), ("0.1", "0.1"), ("0", "0"), ("-3.05", "-3.05"),
            ("1000000000000000.01", "1000000000000000.01"),
            ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
        ])
    func reads(text: String, amount: String) throws {
        let money = try #require(Money(text: text, currency: "EUR"))
        #expect(money.amount == Decimal(string: amount)!)
        #expect(money.currency == "EUR")
    }

    @Test("A tenth and two tenths make three tenths, which no binary number can say")
    func exact() throws {
        let sum = try #require(Money(text: "0.1", currency: "EUR")).amount + Decimal(string: "0.2")!
        #expect(sum == Money(text: "0.3", currency: "EUR")?.amount)
    }

    @Test(
        "What is no plain amount is refused",
        arguments: [
            "", " ", ".", "1.", ".5", "1,5", "1.2.3", "1e3", "12abc", "--1", "-", "1-", "+1", " 1", "1 ", "0x10", "NaN",
            "١٢", "1_000", "123456789012345678901234567890123456789",
        ])
    func refuses(text: String) {
        #expect(Money(text: text, currency: "EUR") == nil)
    }

    @Test("What is no ISO 4217 code is refused", arguments: ["", "eur", "EURO", "E1R", "€", "ЕUR"])
    func refuses(currency: String) {
        #expect(Money(text: "1.00", currency: currency) == nil)
    }

    @Test(
        "Amounts are written as the server writes them",
        arguments: [
            ("12.9", "12.90"), ("12", "12"), ("0.005", "0.005"), ("-3.5", "-3.50"), ("1234567.89", "1234567.89"),
        ])
    func writes(amount: String, text: String) {
        #expect(Money(Decimal(string: amount)!, currency: "EUR").text == text)
    }

    @Test(
        "People see the digits that the currency has",
        arguments: [("1234.5", "EUR", "€1,234.50"), ("5346", "JPY", "¥5,346"), ("-3", "USD", "-$3.00")])
    func shows(text: String, currency: String, shown: String) throws {
        let money = try #require(Money(text: text, currency: currency))
        #expect(money.formatted(locale: Locale(identifier: "en_US")) == shown)
    }

    @Test("Every amount survives being written and read", arguments: 0..<200 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let digits = (0..<Int.random(in: 1...30, using: &generator)).map { _ in
            Character(String(Int.random(in: 0...9, using: &generator)))
        }
        let fraction = (0..<Int.random(in: 1...8, using: &generator)).map { _ in
            Character(String(Int.random(in: 0...9, using: &generator)))
        }
        let sign = Bool.random(using: &generator) ? "-" : ""
        let money = try #require(Money(text: sign + String(digits) + "." + String(fraction), currency: "EUR"))
        #expect(Money(text: money.text, currency: "EUR") == money)
    }
}
