import Foundation
import Networking
import TestSupport
import Testing

@Suite("Dates in JSON")
struct DateTests {
    @Test("N24: none to nine fraction digits, Z or an offset")
    func fractions() {
        let whole = Date(timeIntervalSince1970: 1_767_323_045)
        for digits in 0...9 {
            let fraction = digits == 0 ? "" : "." + "123456789".prefix(digits)
            let expected = whole.addingTimeInterval(Double("0" + fraction) ?? 0)
            for zone in ["Z", "+00:00", "-00:00", "+0000"] {
                let date = ISO8601.parse("2026-01-02T03:04:05\(fraction)\(zone)")
                #expect(abs((date ?? .distantPast).timeIntervalSince(expected)) < 1e-6)
            }
        }
        #expect(ISO8601.parse("2026-01-02T08:34:05+05:30") == whole)
        #expect(ISO8601.parse("2026-01-01T22:04:05-05:00") == whole)
    }

    @Test(
        "What is no timestamp is refused",
        arguments: [
            "", "2026-01-02", "2026-13-02T03:04:05Z", "2026-02-29T03:04:05Z", "2026-01-02T24:04:05Z",
            "2026-01-02T03:04:05",
            "2026-01-02T03:04:05.Z", "2026-01-02T03:04:05.1234567890Z", "2026-01-02T03:04:05Zx",
            "2026-01-02T03:04:05+1:00",
        ])
    func refused(text: String) {
        #expect(ISO8601.parse(text) == nil)
    }

    @Test("N24: encoding is canonical and survives the round trip")
    func roundTrip() throws {
        #expect(ISO8601.format(Date(timeIntervalSince1970: 0)) == "1970-01-01T00:00:00Z")
        #expect(ISO8601.format(Date(timeIntervalSince1970: -0.5)) == "1969-12-31T23:59:59.500Z")
        #expect(ISO8601.format(Date(timeIntervalSince1970: 951_782_400)) == "2000-02-29T00:00:00Z")
        var generator = SplitMix64(seed: 24)
        for _ in 0..<2_000 {
            let milliseconds = Int.random(in: -2_000_000_000_000...4_000_000_000_000, using: &generator)
            let date = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
            let data = try NetworkJSON.encoder().encode([date])
            #expect(try NetworkJSON.encoder().encode(NetworkJSON.decoder().decode([Date].self, from: data)) == data)
            let decoded = try NetworkJSON.decoder().decode([Date].self, from: data)
            #expect(abs(decoded[0].timeIntervalSince(date)) < 1e-6)
        }
    }
}
