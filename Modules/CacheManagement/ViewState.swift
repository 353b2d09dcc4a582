/// What a screen shows of a value that is loaded: the shape that all view models share.
///
/// A value that was shown once stays: a refresh keeps it and says so, a failure keeps it beside the error. Only
/// ``loading`` is a case for a spinner, and it occurs only while there is nothing to show.
public enum ViewState<Value: Sendable>: Sendable {
    /// Nothing to show, and nothing on its way.
    case idle
    /// Nothing to show yet; the first load runs.
    case loading
    /// A value. `isStale` says that it is past its time, `isRefreshing` that a newer one is on its way.
    case loaded(Value, isStale: Bool = false, isRefreshing: Bool = false)
    /// The last load failed; `previous` is what was shown before, to be shown still.
    case failed(any Error, previous: Value?)

    /// The state of a screen that opens: what is cached, at once, or ``idle``.
    public init(_ cached: CachedValue<Value>?) {
        self = .idle
        if let cached { show(cached) }
    }

    /// What there is to show, whatever the state.
    public var value: Value? {
        switch self {
        case .idle, .loading: nil
        case .loaded(let value, _, _): value
        case .failed(_, let previous): previous
        }
    }

    /// Why the last load failed; `nil` once another one has begun.
    public var error: (any Error)? {
        if case .failed(let error, _) = self { error } else { nil }
    }

    /// Whether to show a spinner in place of a value.
    public var isLoading: Bool {
        if case .loading = self { true } else { false }
    }

    /// Whether a newer value is on its way while one is shown.
    public var isRefreshing: Bool {
        if case .loaded(_, _, isRefreshing: true) = self { true } else { false }
    }

    /// Whether what is shown is past its time, or could not be loaded anew.
    public var isStale: Bool {
        switch self {
        case .idle, .loading: false
        case .loaded(_, let isStale, _): isStale
        case .failed(_, let previous): previous != nil
        }
    }

    /// The same state of something made from the value, a part of it or a list filtered from it.
    public func map<Other: Sendable>(_ transform: (Value) -> Other) -> ViewState<Other> {
        switch self {
        case .idle: .idle
        case .loading: .loading
        case .loaded(let value, let isStale, let isRefreshing):
            .loaded(transform(value), isStale: isStale, isRefreshing: isRefreshing)
        case .failed(let error, let previous): .failed(error, previous: previous.map(transform))
        }
    }
}

// What happens to a state. A view model changes its state by these alone, so that no screen flashes.
extension ViewState {
    /// A load begins.
    public mutating func start() {
        self = value.map { .loaded($0, isStale: isStale, isRefreshing: true) } ?? .loading
    }

    /// A load ended without a result: it was cancelled.
    public mutating func stop() {
        switch self {
        case .loading: self = .idle
        case .loaded(let value, let isStale, _): self = .loaded(value, isStale: isStale)
        case .idle, .failed: break
        }
    }

    /// A value is there: from a load, or from an update while a load still runs (`isRefreshing`). A value that stands in
    /// for a failed load brings that load's error along.
    public mutating func show(_ cached: CachedValue<Value>, isRefreshing: Bool = false) {
        if let error = cached.error, !isRefreshing {
            self = .failed(error, previous: cached.value)
        } else {
            self = .loaded(cached.value, isStale: cached.isStale, isRefreshing: isRefreshing)
        }
    }

    /// A load failed.
    public mutating func fail(_ error: any Error) {
        self = .failed(error, previous: value)
    }
}
