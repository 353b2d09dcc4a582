import Foundation

/// The checked-out repository that these tests read.
enum Repository {
    struct Manifest: Decodable {
        struct Target: Decodable {
            struct Dependency: Decodable {
                /// The name, and a condition that is null.
                let byName: [String?]?
            }
            let name: String
            let path: String?
            let type: String
            let dependencies: [Dependency]

            var imports: Set<String> { Set(dependencies.compactMap { $0.byName?.first ?? nil }) }
            /// Tests, their helpers and benchmarks do not ship.
            var ships: Bool { type != "test" && !(path ?? "").hasPrefix("Tests/") }
        }
        struct Package: Decodable {}
        let targets: [Target]
        let dependencies: [Package]
    }

    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The manifest as SwiftPM reads it. `--ignore-lock`, because the build that runs these tests holds the lock.
    static func manifest() throws -> Manifest {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["swift", "package", "--ignore-lock", "--package-path", root.path, "dump-package"]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return try JSONDecoder().decode(Manifest.self, from: data)
    }

    /// The Swift files below a folder.
    static func sources(in folder: String) throws -> [SourceFile] {
        let start = root.appending(path: folder)
        let found = FileManager.default.enumerator(atPath: start.path)
        var files: [SourceFile] = []
        while let path = found?.nextObject() as? String {
            guard path.hasSuffix(".swift") else { continue }
            let text = try String(contentsOf: start.appending(path: path), encoding: .utf8)
            files.append(SourceFile(path: "\(folder)/\(path)", text: text))
        }
        return files
    }
}
