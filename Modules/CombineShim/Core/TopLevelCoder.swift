#if !canImport(Combine)
public import Foundation

/// A decoder of whole documents, such as `JSONDecoder`.
public protocol TopLevelDecoder {
    /// What it reads.
    associatedtype Input
    /// Reads a `type` from `from`.
    func decode<T>(_ type: T.Type, from: Input) throws -> T where T: Decodable
}

/// An encoder of whole documents, such as `JSONEncoder`.
public protocol TopLevelEncoder {
    /// What it writes.
    associatedtype Output
    /// Writes `value`.
    func encode<T>(_ value: T) throws -> Output where T: Encodable
}

extension JSONDecoder: TopLevelDecoder {
    /// JSON as bytes.
    public typealias Input = Data
}

extension JSONEncoder: TopLevelEncoder {
    /// JSON as bytes.
    public typealias Output = Data
}

extension PropertyListDecoder: TopLevelDecoder {
    /// A property list as bytes.
    public typealias Input = Data
}

extension PropertyListEncoder: TopLevelEncoder {
    /// A property list as bytes.
    public typealias Output = Data
}
#endif
