package import Foundation

// `Bundle.module` ends the process when a program is moved without its resources. Here the same places are searched,
// and what is not found is an error like any other.
extension MockData {
    /// The resources of this target among `roots`.
    ///
    /// The package manager names them `Harmony_MockData.resources` on Linux and `.bundle` on Apple platforms, where
    /// the files may lie in a `Contents/Resources` folder.
    package static func bundled(beside roots: [URL]) throws(MockDataError) -> URL {
        var tried: [String] = []
        for root in roots {
            for name in ["Harmony_MockData.resources", "Harmony_MockData.bundle"] {
                let bundle = root.appending(path: name, directoryHint: .isDirectory)
                tried.append(bundle.path)
                for folder in [bundle.appending(path: "Contents/Resources", directoryHint: .isDirectory), bundle]
                where FileManager.default.fileExists(atPath: folder.appending(path: "Contacts").path) {
                    return folder
                }
            }
        }
        throw .noDirectory(tried)
    }

    /// Where a program, an app, a framework or a test runner keeps resource bundles, without repeats.
    package static func bundleRoots() -> [URL] {
        var roots: [URL?] = [
            Bundle.main.bundleURL,
            Bundle.main.resourceURL,
            Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent(),
        ]
        #if canImport(Darwin)
        // In a test the main program is the runner; the bundle that holds this code is the one that knows.
        let own = Bundle(for: Anchor.self)
        roots += [own.resourceURL, own.bundleURL.deletingLastPathComponent()]
        #endif
        var seen: Set<String> = []
        return roots.compactMap(\.self).map(\.standardizedFileURL).filter { seen.insert($0.path).inserted }
    }

    #if canImport(Darwin)
    private final class Anchor {}
    #endif
}
