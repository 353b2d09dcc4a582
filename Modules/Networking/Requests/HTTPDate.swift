package import Foundation

/// Dates of HTTP header fields (RFC 9110 §5.6.7), read strictly: a lenient reader takes nonsense for a date.
package enum HTTPDate {
    /// The date in any of the three formats that a recipient must take, or `nil`.
    package static func parse(_ text: String) -> Date? {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        switch words.count {
        case 6 where words[0].count == 4 && words[0].hasSuffix(",") && words[5] == "GMT":
            // Sun, 06 Nov 1994 08:49:37 GMT
            guard days.contains(String(words[0].prefix(3))), let day = number(words[1], digits: 2),
                let year = number(words[3], digits: 4)
            else { return nil }
            return date(day: day, month: words[2], year: year, time: words[4])
        case 4 where words[3] == "GMT":
            // Sunday, 06-Nov-94 08:49:37 GMT
            let parts = words[1].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
            guard longDays.contains(words[0]), parts.count == 3, let day = number(parts[0], digits: 2),
                let year = number(parts[2], digits: 2)
            else { return nil }
            return date(day: day, month: parts[1], year: fullYear(year), time: words[2])
        case 5, 6:
            // Sun Nov  6 08:49:37 1994
            let isPadded = words.count == 6 && words[2].isEmpty
            let rest = isPadded ? Array(words[..<2] + words[3...]) : words
            guard rest.count == 5, days.contains(rest[0]), let day = number(rest[2], digits: isPadded ? 1 : 2),
                let year = number(rest[4], digits: 4)
            else { return nil }
            return date(day: day, month: rest[1], year: year, time: rest[3])
        default: return nil
        }
    }

    /// The preferred format, in whole seconds.
    package static func format(_ date: Date) -> String {
        let text = ISO8601.format(Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down)))
        let daysSince1970 = Int((date.timeIntervalSince1970 / 86_400).rounded(.down))
        let weekday = days[((daysSince1970 + 4) % 7 + 7) % 7]
        let month = months[(Int(text.dropFirst(5).prefix(2)) ?? 1) - 1]
        return
            "\(weekday), \(text.dropFirst(8).prefix(2)) \(month) \(text.prefix(4)) \(text.dropFirst(11).prefix(8)) GMT"
    }

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let longDays = [
        "Sunday,", "Monday,", "Tuesday,", "Wednesday,", "Thursday,", "Friday,", "Saturday,",
    ]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func number(_ text: String, digits: Int) -> Int? {
        text.utf8.count == digits && text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil
    }

    /// Two digits mean the year that is at most 50 years ahead.
    private static func fullYear(_ year: Int) -> Int {
        let now = Int(ISO8601.format(Date()).prefix(4)) ?? 2_000
        let guess = now / 100 * 100 + year
        return guess > now + 50 ? guess - 100 : guess
    }

    private static func date(day: Int, month: String, year: Int, time: String) -> Date? {
        guard let index = months.firstIndex(of: month) else { return nil }
        func pad(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let padded = String(repeating: "0", count: max(0, 4 - "\(year)".count)) + "\(year)"
        return ISO8601.parse("\(padded)-\(pad(index + 1))-\(pad(day))T\(time)Z")
    }
}
