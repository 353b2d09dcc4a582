public import Foundation

/// The fixtures: one folder a module, one file an operation, and the account variants beside them.
///
/// They are read from the folder that is handed in, else from the one that `HARMONY_MOCK_DATA` names, else from the
/// resources that the package manager puts beside the program. Every call reads the file again, so an edited fixture
/// shows at once; nothing is cached. All functions are safe to call from any thread and block for one file read.
public enum MockData {
    /// The environment variable that names a folder of fixtures to use instead of the bundled one.
    public static let directoryVariable = "HARMONY_MOCK_DATA"

    /// The bytes of one file.
    ///
    /// - Parameters:
    ///   - path: Relative to the folder of fixtures, as in `Contacts/list.json`. A `.json` file is parsed, so that a
    ///     broken fixture is reported here, by name and line, and not as a decoding error three layers above.
    ///   - directory: The folder of fixtures; `nil` for the usual one.
    /// - Throws: ``MockDataError``, whose description is one line and names the file.
    public static func data(_ path: String, in directory: URL? = nil) throws(MockDataError) -> Data {
        guard !path.isEmpty, path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy(isPlainName) else {
            throw .invalidPath(path)
        }
        let file = try self.directory(directory).appending(path: path, directoryHint: .notDirectory)
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isDirectory), !isDirectory.boolValue
        else {
            throw .missing(file.path)
        }
        let bytes: Data
        do {
            bytes = try Data(contentsOf: file)
        } catch {
            throw .unreadable(file.path, reason: error.localizedDescription)
        }
        guard !bytes.isEmpty else { throw .empty(file.path) }
        if path.hasSuffix(".json") { try validate(bytes, of: file.path) }
        return bytes
    }

    /// The JSON that answers an operation: `contacts.list` is `Contacts/list.json`, and for the account `bob`
    /// `Contacts/list.bob.json` when there is one.
    ///
    /// - Parameter account: An account without a variant of its own, or `nil`, gets the default file.
    /// - Throws: ``MockDataError``; ``MockDataError/invalidPath(_:)`` when the operation is not `module.name`.
    public static func fixture(
        operation: String, account: String? = nil, in directory: URL? = nil
    ) throws(MockDataError) -> Data {
        let parts = operation.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy(isPlainName) else { throw .invalidPath(operation) }
        let base = "\(parts[0].prefix(1).uppercased())\(parts[0].dropFirst())/\(parts[1])"
        if let account, account.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }),
            let variant = try optional("\(base).\(account).json", in: directory)
        {
            return variant
        }
        return try data("\(base).json", in: directory)
    }

    /// The bytes of a picture in `Images`, or `nil` when there is none of that name.
    ///
    /// - Throws: ``MockDataError`` when the folder of fixtures is missing or the file cannot be read.
    public static func image(named name: String, in directory: URL? = nil) throws(MockDataError) -> Data? {
        guard isPlainName(Substring(name)), !name.contains("/") else { return nil }
        return try optional("Images/\(name)", in: directory)
    }

    /// The folder in use: `override`, else the one that the environment names, else the bundled one.
    ///
    /// - Throws: ``MockDataError/noDirectory(_:)`` when it does not exist.
    public static func directory(
        _ override: URL? = nil, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(MockDataError) -> URL {
        if let override { return try existing(override) }
        if let path = environment[directoryVariable], !path.isEmpty {
            return try existing(URL(filePath: path, directoryHint: .isDirectory))
        }
        return try bundled(beside: bundleRoots())
    }

    private static func optional(_ path: String, in directory: URL?) throws(MockDataError) -> Data? {
        do throws(MockDataError) {
            return try data(path, in: directory)
        } catch .missing {
            return nil
        } catch {
            throw error
        }
    }

    private static func existing(_ directory: URL) throws(MockDataError) -> URL {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: directory.path, isDirectory: &isDirectory), isDirectory.boolValue
        else { throw .noDirectory([directory.path]) }
        return directory
    }

    private static func validate(_ bytes: Data, of path: String) throws(MockDataError) {
        do {
            _ = try JSONSerialization.jsonObject(with: bytes)
        } catch {
            let details = (error as NSError).userInfo["NSDebugDescription"] as? String
            var reason = (details ?? error.localizedDescription).replacing("\n", with: " ")
            // Linux names an offset where Apple names line and column; an editor needs the line.
            if let offset = reason.firstMatch(of: /character (\d+)/).flatMap({ Int($0.output.1) }) {
                reason = "line \(bytes.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1): \(reason)"
            }
            throw .malformed(path, reason: reason)
        }
    }

    /// A path component that stays in its folder.
    private static func isPlainName(_ name: Substring) -> Bool {
        !name.isEmpty && !name.hasPrefix(".") && !name.contains("\\") && !name.contains("\0")
    }
}
