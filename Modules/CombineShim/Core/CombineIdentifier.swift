#if !canImport(Combine)
import Synchronization

/// Identifies one subscriber or one subscription.
public struct CombineIdentifier: Hashable, CustomStringConvertible {
    private static let lastValue = Atomic<UInt64>(0)

    private let rawValue: UInt64

    /// An identifier that differs from all others made this way.
    public init() {
        rawValue = Self.lastValue.add(1, ordering: .relaxed).newValue
    }

    /// The identifier of an object: equal for the same object as long as it lives.
    public init(_ obj: AnyObject) {
        rawValue = UInt64(UInt(bitPattern: ObjectIdentifier(obj)))
    }

    /// The identifier in hexadecimal.
    public var description: String {
        "0x\(String(rawValue, radix: 16))"
    }
}

/// A type with an identity, so that a publisher can tell its subscribers apart.
public protocol CustomCombineIdentifierConvertible {
    /// The identity.
    var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
    /// The identity of the object.
    public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}
#endif
