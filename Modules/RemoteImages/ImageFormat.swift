public import Foundation

/// The formats of images that are shown.
///
/// A format is told by the first bytes, never by what the server or the name claims: a page of HTML that a captive
/// portal sends as `avatar.png` must not end up in a cache of images.
public enum ImageFormat: String, Sendable, Hashable, CaseIterable {
    /// Portable Network Graphics (ISO/IEC 15948).
    case png
    /// JPEG (ISO/IEC 10918).
    case jpeg
    /// Graphics Interchange Format, 87a or 89a.
    case gif
    /// WebP (RFC 9649).
    case webp

    /// The format that the bytes start like, or `nil` for anything else. Looks at the first twelve bytes.
    public init?(of data: Data) {
        func starts(with bytes: [UInt8], at offset: Int = 0) -> Bool {
            data.dropFirst(offset).starts(with: bytes)
        }
        if starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if starts(with: Array("GIF87a".utf8)) || starts(with: Array("GIF89a".utf8)) {
            self = .gif
        } else if starts(with: Array("RIFF".utf8)), starts(with: Array("WEBP".utf8), at: 8) {
            self = .webp
        } else {
            return nil
        }
    }

    /// The media type.
    public var mediaType: String { "image/\(rawValue)" }
}
