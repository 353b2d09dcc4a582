import Foundation
import MockData
import Networking
import RemoteImages
import Testing

@Suite("Addresses and formats of images")
struct RemoteImageAddressTests {
    @Test(
        "A name is read with and without its path, escapes decoded",
        arguments: [
            ("/images/a.png", "a.png"), ("a.png", "a.png"), ("/images/a%20b.png", "a b.png"), ("ü.png", "ü.png"),
            ("/images/100%25.png", "100%.png"), ("/images/a%2Fb.png", "a/b.png"),
        ])
    func names(text: String, name: String) throws {
        #expect(try RemoteImageAddress(text) == .named(name))
    }

    @Test("An http or https URL is one")
    func urls() throws {
        let text = "https://cdn.example.net/a.png?x=1"
        #expect(try RemoteImageAddress(text) == .url(#require(URL(string: text))))
    }

    @Test(
        "Anything else is no address",
        arguments: [
            "", "/images/", "/images/..", "..", "/images/%2E%2E", "/images/a/b.png", "/other/a.png",
            "//evil.example/a.png",
            "\\\\evil.example\\a.png", "/images/a.png?x", "file:///etc/passwd", "data:image/png;base64,AAAA",
            "javascript:alert(1)", "https://", "https:a.png", "100%.png",
        ])
    func invalid(text: String) {
        #expect(throws: RemoteImageError.self) { try RemoteImageAddress(text) }
    }

    @Test("A name stays one segment below /images, whatever it holds")
    func path() throws {
        let configuration = NetworkConfiguration(baseURL: URL(string: "https://api.example.org/v1/"))
        for (name, path) in [("a.png", "a.png"), ("a b/ü?.png", "a%20b%2F%C3%BC%3F.png"), ("..", "%2E%2E")] {
            let request = try NetworkRequest(router: RemoteImagesRouter.named(name), configuration: configuration)
            #expect(request.url.absoluteString == "https://api.example.org/v1/images/" + path)
            #expect(request.headers["Accept"] == "image/png, image/jpeg, image/gif, image/webp")
        }
    }

    @Test("Formats are told by their first bytes")
    func formats() {
        #expect(ImageFormat(of: Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0])) == .png)
        #expect(ImageFormat(of: Data([0xFF, 0xD8, 0xFF, 0xE0])) == .jpeg)
        #expect(ImageFormat(of: Data("GIF87a...".utf8)) == .gif)
        #expect(ImageFormat(of: Data("GIF89a...".utf8)) == .gif)
        #expect(ImageFormat(of: Data("RIFF\u{10}\0\0\0WEBPVP8 ".utf8)) == .webp)
        // A part of other data has other indices.
        #expect(ImageFormat(of: Data([1, 2, 0xFF, 0xD8, 0xFF])[2...]) == .jpeg)
    }

    @Test(
        "What is cut short, or only looks alike, is no image",
        arguments: [
            [], [0x89], [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A], [0x89, 0x50, 0x4E, 0x47, 0x0A, 0x1A, 0x0A, 0],
            [0xFF, 0xD8], Array("GIF88a".utf8), Array("RIFF....WAVE".utf8), Array("RIFF....WEB".utf8),
            Array("<svg/>".utf8), Array(" \u{89}PNG".utf8),
        ] as [[UInt8]])
    func noFormat(bytes: [UInt8]) {
        #expect(ImageFormat(of: Data(bytes)) == nil)
        #expect(RemoteImage(Data(bytes)) == nil)
    }
}
