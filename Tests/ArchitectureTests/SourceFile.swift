import Foundation

/// One Swift file of the package, as text.
struct SourceFile {
    let path: String
    let lines: [String]

    init(path: String, text: String) {
        self.path = path
        lines = text.components(separatedBy: "\n")
    }

    /// The modules that the file imports.
    var imports: Set<String> {
        var modules: Set<String> = []
        for line in lines {
            let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
            let words = line.split(separator: " ").filter { !kinds.contains($0) }
            guard let keyword = words.firstIndex(of: "import"), words.endIndex > keyword + 1 else { continue }
            let prefix = words[..<keyword]
            guard prefix.allSatisfy({ $0.hasPrefix("@") || ["public", "package", "internal"].contains($0) }) else {
                continue
            }
            modules.insert(String(words[words.index(after: keyword)].prefix { $0 != "." }))
        }
        return modules
    }

    /// What the style forbids everywhere that ships, each with its line.
    var styleViolations: [String] {
        var found: [String] = []
        if lines.count > 401 { found.append("\(path): \(lines.count - 1) lines, split it by concern") }
        for (index, line) in lines.enumerated() {
            let code = line.prefix(upTo: line.range(of: "//")?.lowerBound ?? line.endIndex)
            for word in ["fatalError(", "try!", "@testable"] where code.contains(word) {
                found.append("\(path):\(index + 1): \(word) is not used here")
            }
            if code.contains("@unchecked Sendable"), !hasProof(near: index) {
                found.append("\(path):\(index + 1): @unchecked Sendable needs a comment that proves it")
            }
        }
        return found
    }

    /// Whether a comment with the word "Proof" stands within six lines.
    private func hasProof(near index: Int) -> Bool {
        lines[max(0, index - 6)...min(lines.count - 1, index + 6)]
            .contains { $0.contains("//") && $0.contains("Proof") }
    }
}
