/// Why a cache could not give a value or do what it was asked.
public enum CacheError: Error, Sendable {
    /// Loading failed; the loader's error is kept as it was thrown.
    case loading(any Error)
    /// The commit of an optimistic update failed and the update was rolled back; the commit's error is kept.
    case committing(any Error)
    /// The caller's own task was cancelled. Nobody else's cancellation ever shows here.
    case cancelled
    /// The scope was cleared, or is no longer the current one, while the caller waited.
    case cleared
    /// Nothing is cached, and the policy forbids loading.
    case notCached
    /// The cache could not be cleared, so old data may still be there; the storage's error is kept.
    case clearing(any Error)

    /// The error of the loader, of the commit or of the storage, when that is what failed.
    public var underlying: (any Error)? {
        switch self {
        case .loading(let error), .committing(let error), .clearing(let error): error
        case .cancelled, .cleared, .notCached: nil
        }
    }
}

extension CacheError: CustomStringConvertible {
    /// One line that says what happened.
    public var description: String {
        switch self {
        case .loading(let error): "loading failed: \(error)"
        case .committing(let error): "the change could not be saved: \(error)"
        case .cancelled: "cancelled"
        case .cleared: "the cache was cleared while the value was loading"
        case .notCached: "nothing is cached"
        case .clearing(let error): "the cache could not be cleared: \(error)"
        }
    }
}
