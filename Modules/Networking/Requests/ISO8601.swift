package import Foundation

/// Internet timestamps (RFC 3339): parsed with none to nine fraction digits, which no formatter of Foundation does.
package enum ISO8601 {
    /// The date, or `nil` when the text is no timestamp.
    package static func parse(_ text: String) -> Date? {
        var scanner = Scanner(bytes: Array(text.utf8))
        guard let year = scanner.number(digits: 4), scanner.take("-"),
            let month = scanner.number(digits: 2), scanner.take("-"), let day = scanner.number(digits: 2),
            scanner.take("T") || scanner.take("t") || scanner.take(" "),
            let hour = scanner.number(digits: 2), scanner.take(":"),
            let minute = scanner.number(digits: 2), scanner.take(":"), let second = scanner.number(digits: 2),
            (1...12).contains(month), (1...daysIn(month, of: year)).contains(day),
            hour < 24, minute < 60, second <= 60,
            let fraction = scanner.fraction(), let offset = scanner.offset(), scanner.isAtEnd
        else { return nil }
        let seconds = daysSince1970(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - offset
        return Date(timeIntervalSince1970: Double(seconds) + fraction)
    }

    /// The date in UTC; the fraction is left out when it is zero, else it has three digits.
    package static func format(_ date: Date) -> String {
        let milliseconds = Int((date.timeIntervalSince1970 * 1_000).rounded())
        let (days, rest) = floorDivide(milliseconds, 86_400_000)
        let (year, month, day) = civil(daysSince1970: days)
        let fraction = rest % 1_000
        let time = [rest / 3_600_000, rest / 60_000 % 60, rest / 1_000 % 60].map { pad($0, 2) }.joined(separator: ":")
        let suffix = fraction == 0 ? "Z" : ".\(pad(fraction, 3))Z"
        return "\(pad(year, 4))-\(pad(month, 2))-\(pad(day, 2))T\(time)\(suffix)"
    }

    private static func pad(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    private static func floorDivide(_ value: Int, _ divisor: Int) -> (Int, Int) {
        let rest = (value % divisor + divisor) % divisor
        return ((value - rest) / divisor, rest)
    }

    private static func daysIn(_ month: Int, of year: Int) -> Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days of the proleptic Gregorian calendar, counted in eras of 400 years that begin on 1 March.
    static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let (era, yearOfEra) = floorDivide(shifted, 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func civil(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
        let (era, dayOfEra) = floorDivide(days + 719_468, 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private struct Scanner {
        let bytes: [UInt8]
        var position = 0
        var isAtEnd: Bool { position == bytes.count }

        mutating func take(_ character: Character) -> Bool {
            guard position < bytes.count, bytes[position] == character.asciiValue else { return false }
            position += 1
            return true
        }

        mutating func number(digits: Int) -> Int? {
            guard position + digits <= bytes.count else { return nil }
            var value = 0
            for byte in bytes[position..<position + digits] {
                guard (48...57).contains(byte) else { return nil }
                value = value * 10 + Int(byte - 48)
            }
            position += digits
            return value
        }

        /// Zero when there is no fraction; `nil` when it is malformed or has more than nine digits.
        mutating func fraction() -> Double? {
            guard take(".") || take(",") else { return 0 }
            let start = position
            var value = 0.0
            while let digit = number(digits: 1) { value = value * 10 + Double(digit) }
            let digits = position - start
            guard (1...9).contains(digits) else { return nil }
            for _ in 0..<digits { value /= 10 }
            return value
        }

        /// Seconds east of UTC.
        mutating func offset() -> Int? {
            if take("Z") || take("z") { return 0 }
            let sign = take("+") ? 1 : take("-") ? -1 : 0
            guard sign != 0, let hours = number(digits: 2) else { return nil }
            _ = take(":")
            guard let minutes = number(digits: 2), hours < 24, minutes < 60 else { return nil }
            return sign * (hours * 3_600 + minutes * 60)
        }
    }
}
