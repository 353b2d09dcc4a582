import CombineShim
import Observation
import Synchronization

// The shapes that a client may rely on: they compile without a warning, in Swift 6 mode and with a plain import,
// against this module and against Combine. Those that must not compile are in Tests/MustNotCompile/CombineShim.

struct News: Sendable {
    var text = ""
}

/// A `Sendable` service with a subject that it shows as a publisher.
final class NewsService: NewsProviding {
    nonisolated(unsafe) private let subject = PassthroughSubject<News, Never>()

    var news: AnyPublisher<News, Never> {
        subject.eraseToAnyPublisher()
    }

    func post(_ news: News) {
        subject.send(news)
    }

    func fetchCodable<C: Decodable & Sendable>(_ type: C.Type) -> AnyPublisher<C, any Error> {
        Empty().eraseToAnyPublisher()
    }
}

protocol NewsProviding: Sendable {
    var news: AnyPublisher<News, Never> { get }
}

/// An actor that shows its changes as a publisher.
actor Archive {
    nonisolated(unsafe) private let subject = CurrentValueSubject<Int, Never>(0)

    nonisolated var changes: AnyPublisher<Int, Never> {
        subject.eraseToAnyPublisher()
    }

    func add() {
        subject.value += 1
    }

    func make() -> sending AnyPublisher<Int, Never> {
        Just(1).eraseToAnyPublisher()
    }
}

enum Global {
    nonisolated(unsafe) static let shared = PassthroughSubject<Int, Never>()
}

/// A view model in the usual style.
@MainActor
final class NewsModel: ObservableObject {
    @Published private(set) var latest = News()
    @Published private(set) var count = 0
    @Published var filter = ""
    private(set) var lengths = 0
    private var bag: Set<AnyCancellable> = []

    init(service: some NewsProviding) {
        service.news.sink { [weak self] in self?.latest = $0 }.store(in: &bag)
        service.news.map(\.text.count).assign(to: \.lengths, on: self).store(in: &bag)
        service.news.scan(0) { count, _ in count + 1 }.assign(to: &$count)
        $filter.removeDuplicates().combineLatest($latest).map { $0.0 + $0.1.text }
            .sink { [weak self] _ in self?.objectWillChange.send() }
            .store(in: &bag)
    }

    func follow(_ publisher: AnyPublisher<Int, Never>) -> Task<Void, Never> {
        Task {
            for await value in publisher.values {
                lengths += value
            }
        }
    }
}

@MainActor
@Observable
final class ObservableNewsModel {
    private(set) var latest = News()
    @ObservationIgnored private var bag: Set<AnyCancellable> = []

    init(service: some NewsProviding) {
        service.news.sink { [weak self] in self?.latest = $0 }.store(in: &bag)
    }
}

/// A main-actor class that ends what it holds when it goes away.
@MainActor
final class Ending {
    private var bag: Set<AnyCancellable> = []

    func keep(_ cancellable: AnyCancellable) {
        cancellable.store(in: &bag)
    }

    isolated deinit {
        bag.removeAll()
    }
}

/// Cancellables behind a lock: made inside the closure.
final class Watcher: Sendable {
    private let bag = Mutex<Set<AnyCancellable>>([])

    func watch(_ service: some NewsProviding) {
        bag.withLock { bag in
            service.news.sink { _ in }.store(in: &bag)
        }
    }
}

func futureFromTask() -> Future<Int, Never> {
    Future { promise in
        nonisolated(unsafe) let promise = promise
        Task { promise(.success(1)) }
    }
}

func streamFromPublisher(_ publisher: AnyPublisher<Int, Never>) -> AsyncStream<Int> {
    AsyncStream { continuation in
        nonisolated(unsafe) let cancellable = publisher.sink { continuation.yield($0) }
        continuation.onTermination = { _ in cancellable.cancel() }
    }
}

@MainActor
func firstOnMain(_ publisher: AnyPublisher<Int, Never>) async -> Int? {
    for await value in publisher.values where value > 0 { return value }
    return nil
}

func firstAnywhere(_ publisher: AnyPublisher<Int, Never>) async -> Int? {
    for await value in publisher.values { return value }
    return nil
}

actor Listener {
    func first(_ archive: Archive) async -> Int? {
        for await value in archive.changes.values { return value }
        return nil
    }
}
