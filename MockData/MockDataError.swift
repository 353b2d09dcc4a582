public import Foundation

/// Why a fixture could not be read. Each description is one line that names the file and says what is wrong.
public enum MockDataError: Error, Sendable, Equatable {
    /// There is no folder of fixtures; the places that were tried.
    case noDirectory([String])
    /// The path or operation is not of the form that fixtures have, or leaves their folder.
    case invalidPath(String)
    /// There is no such file.
    case missing(String)
    /// The file exists but could not be read.
    case unreadable(String, reason: String)
    /// The file has no bytes.
    case empty(String)
    /// The file is not JSON; the reason names line and column.
    case malformed(String, reason: String)
}

extension MockDataError: CustomStringConvertible, LocalizedError {
    /// One line for a person: the file, what is wrong, and for a missing folder what to set.
    public var description: String {
        switch self {
        case .noDirectory(let tried):
            "mock data: no folder of fixtures at \(tried.joined(separator: ", ")); "
                + "set \(MockData.directoryVariable) to a copy of MockData"
        case .invalidPath(let path): "mock data: '\(path)' is not the path or operation of a fixture"
        case .missing(let path): "mock data: \(path) does not exist"
        case .unreadable(let path, let reason): "mock data: \(path) cannot be read: \(reason)"
        case .empty(let path): "mock data: \(path) is empty"
        case .malformed(let path, let reason): "mock data: \(path) is not JSON: \(reason)"
        }
    }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}
