import Foundation

/// Text without what a search or an order of names should not see: case, diacritics, width, invisible marks and double
/// spaces.
///
/// Foundation's folding differs between platforms and keeps letters such as `ł` and `ı`, so that "lodz" would not find
/// "Łódź". This one depends on the Unicode tables alone, not on the locale.
struct FoldedText: Hashable, Comparable, Sendable {
    let text: String

    init(_ original: String) {
        var folded = String.UnicodeScalarView()
        for scalar in original.decomposedStringWithCompatibilityMapping.unicodeScalars where !Self.isHidden(scalar) {
            folded.append(contentsOf: (Self.replacements[scalar] ?? scalar.properties.lowercaseMapping).unicodeScalars)
        }
        // Composed again, so that what is left of a letter's marks stays with the letter: a search for か finds no が.
        text = String(folded).precomposedStringWithCanonicalMapping.split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
    }

    private init(word: Substring) {
        text = String(word)
    }

    var words: [FoldedText] {
        text.split(separator: " ").map(FoldedText.init(word:))
    }

    /// Whether `part` stands anywhere in the text. Compares bytes: both are in the same normal form.
    func contains(_ part: FoldedText) -> Bool {
        text.utf8.contains(part.text.utf8)
    }

    static func < (left: FoldedText, right: FoldedText) -> Bool {
        left.text < right.text
    }

    /// Format marks, and the accents and points of Latin, Greek, Cyrillic (combining class 200 and up), Hebrew and
    /// Arabic (10 to 36). The marks of other scripts, vowels and voicing among them, make other words.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        switch properties.canonicalCombiningClass.rawValue {
        case 0: return properties.generalCategory == .format && scalar != zeroWidthJoiner
        case 10...36, 200...: return true
        default: return false
        }
    }

    /// Holds an emoji together.
    private static let zeroWidthJoiner: Unicode.Scalar = "\u{200D}"

    /// Letters with a stroke and the like, which do not decompose, and marks that people type in more than one way.
    private static let replacements: [Unicode.Scalar: String] = [
        "ß": "ss", "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ø": "o", "Ø": "o", "ł": "l", "Ł": "l",
        "đ": "d", "Đ": "d", "ð": "d", "Ð": "d", "þ": "th", "Þ": "th", "ħ": "h", "Ħ": "h", "ı": "i", "ς": "σ",
        "’": "'", "ʼ": "'", "‐": "-", "–": "-",
    ]
}
