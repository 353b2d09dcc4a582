public import Foundation

/// Public test suites that are not part of this repository: in the folder that the environment variable
/// `HARMONY_SUITES` names, or else in `../shared/suites` beside the checked-out repository.
public enum PublicSuites {
    /// A file or folder of the suites; `nil` when it is not there.
    public static func file(_ path: String) -> URL? {
        let repository = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let folder =
            ProcessInfo.processInfo.environment["HARMONY_SUITES"].map { URL(fileURLWithPath: $0) }
            ?? repository.appendingPathComponent("../shared/suites").standardized
        let url = folder.appendingPathComponent(path)
        return FileManager.default.fileExists(atPath: url.path) ? url : nil
    }
}
