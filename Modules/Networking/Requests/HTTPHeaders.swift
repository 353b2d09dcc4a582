/// Header fields: names compare without regard to case, order is kept, and a name may have several values
/// (RFC 9110 §5).
///
/// A value that could break the message is not refused here, where nothing can be thrown, but by ``validate()``, which
/// runs whenever a request is built and again before it is sent.
public struct HTTPHeaders: Sendable, ExpressibleByDictionaryLiteral {
    private var fields: [Field] = []

    /// One header field as it was written.
    public struct Field: Sendable, Hashable {
        /// The name in the spelling it was given.
        public let name: String
        /// The value.
        public let value: String

        /// A field; see ``HTTPHeaders/validate()`` for what is legal.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// No fields.
    public init() {}

    /// The fields in the order given; a name given twice has two values.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field(name: $0.0, value: $0.1) }
    }

    /// The fields in the order given.
    public init(_ fields: some Sequence<Field>) {
        self.fields = Array(fields)
    }

    /// The value of a name, several values joined by `", "` (RFC 9110 §5.3), or `nil` when there is none. Setting
    /// replaces all values of the name, or removes them when set to `nil`.
    public subscript(_ name: String) -> String? {
        get {
            guard let first = fields.firstIndex(where: { Self.equal($0.name, name) }) else { return nil }
            let others = fields[(first + 1)...].filter { Self.equal($0.name, name) }
            return others.isEmpty
                ? fields[first].value : ([fields[first]] + others).map(\.value).joined(separator: ", ")
        }
        set {
            let index = fields.firstIndex { Self.equal($0.name, name) }
            fields.removeAll { Self.equal($0.name, name) }
            guard let newValue else { return }
            fields.insert(Field(name: name, value: newValue), at: index ?? fields.endIndex)
        }
    }

    /// All values of a name, in order.
    public func values(for name: String) -> [String] {
        fields.filter { Self.equal($0.name, name) }.map(\.value)
    }

    /// Adds a value beside those that the name already has.
    public mutating func add(_ value: String, for name: String) {
        fields.append(Field(name: name, value: value))
    }

    /// These fields with the other's over them: each name of `other` replaces all values it has here.
    public func merging(_ other: HTTPHeaders) -> HTTPHeaders {
        guard !other.isEmpty else { return self }
        let kept = fields.filter { field in !other.fields.contains { Self.equal($0.name, field.name) } }
        return HTTPHeaders(kept + other.fields)
    }

    /// Whether there is no field.
    public var isEmpty: Bool { fields.isEmpty }

    /// Header names are ASCII; anything else is refused by ``validate()`` and compares as it is.
    static func equal(_ first: String, _ second: String) -> Bool {
        equal(first.utf8, second.utf8)
    }

    static func equal(_ first: some Collection<UInt8>, _ second: some Collection<UInt8>) -> Bool {
        first.count == second.count && zip(first, second).allSatisfy { lower($0) == lower($1) }
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}

extension HTTPHeaders: Sequence {
    /// The fields in order, names as they were written.
    public func makeIterator() -> IndexingIterator<[Field]> {
        fields.makeIterator()
    }
}

/// Equal when each name has the same values in the same order; the order of names and their case do not matter.
extension HTTPHeaders: Hashable {
    /// Whether both mean the same.
    public static func == (first: HTTPHeaders, second: HTTPHeaders) -> Bool {
        first.valuesByName == second.valuesByName
    }

    /// Agrees with `==`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(valuesByName)
    }

    private var valuesByName: [String: [String]] {
        Dictionary(grouping: fields) { $0.name.lowercased() }.mapValues { $0.map(\.value) }
    }
}
