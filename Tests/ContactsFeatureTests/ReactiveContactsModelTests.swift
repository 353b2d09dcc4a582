import CacheManagement
import CombineShim
import ContactsFeature
import Dispatch
import MockTransport
import Networking
import Testing

/// A view model in Combine's style, for apps that use it: `ObservableObject`, `@Published`, `sink` and `store(in:)`.
/// The view models that ship are `@Observable`; both stand on the same use case.
@MainActor
private final class ReactiveContactsModel: ObservableObject {
    @Published private(set) var contacts: [Contact] = []
    @Published private(set) var isLoading = false
    @Published private(set) var errorMessage: String?
    @Published var query = ""

    private let useCase: any ContactsUseCase
    private var bag: Set<AnyCancellable> = []

    init(useCase: any ContactsUseCase) {
        self.useCase = useCase
        // What is cached, now and after every change on any screen, narrowed to what the user types. First of all to the
        // main queue: closures that are written in a main-actor type belong to the main actor, that of `map` included.
        useCase.contactsPublisher
            .receive(on: DispatchQueue.main)
            .combineLatest($query.removeDuplicates())
            .map { useCase.people(.connected, in: $0, matching: $1) }
            .removeDuplicates()
            .sink { [weak self] in self?.contacts = $0 }
            .store(in: &bag)
    }

    func load() {
        isLoading = true
        useCase.contactsPublisher(.cacheFirst)
            .receive(on: DispatchQueue.main)
            .sink { [weak self] completion in
                self?.isLoading = false
                if case .failure(let error) = completion { self?.errorMessage = "\(error)" }
            } receiveValue: { [weak self] _ in
                self?.errorMessage = nil
            }
            .store(in: &bag)
    }

    func accept(_ id: Contact.ID) {
        useCase.performPublisher(.accept(id))
            .receive(on: DispatchQueue.main)
            .sink { [weak self] completion in
                if case .failure(let error) = completion { self?.errorMessage = "\(error)" }
            } receiveValue: {
            }
            .store(in: &bag)
    }
}

@Suite("A view model in Combine's style")
@MainActor
struct ReactiveContactsModelTests {
    private let world = World()

    @Test("loads, shows changes made elsewhere, and narrows to a query")
    func followsTheContacts() async throws {
        let model = ReactiveContactsModel(useCase: world.useCase)
        model.load()
        #expect(model.isLoading)
        try await until(model) { $0.contacts.count == 3 && !$0.isLoading }
        model.query = "a-2"
        try await until(model) { $0.contacts.map(\.id) == ["a-2"] }
        model.query = ""
        try await until(model) { $0.contacts.count == 3 }
        model.accept("a-5")
        try await until(model) { $0.contacts.count == 4 }
        try await world.useCase.delete("a-1")
        try await until(model) { $0.contacts.map(\.id) == ["a-2", "a-3", "a-5"] }
        #expect(model.errorMessage == nil)
    }

    @Test("shows why a load failed, and lets go of the use case when it is released")
    func failure() async throws {
        world.fail("contacts.list", .error(.offline))
        var model: ReactiveContactsModel? = ReactiveContactsModel(useCase: world.useCase)
        weak let released = model
        model?.load()
        try await until(#require(model)) { $0.errorMessage != nil && !$0.isLoading }
        model = nil
        #expect(released == nil)
    }

    /// Waits until `condition` holds, looking again after each change that the model announces.
    private func until<Model: ObservableObject>(
        _ model: Model, _ condition: @MainActor (Model) -> Bool
    ) async throws where Model.ObjectWillChangePublisher == ObservableObjectPublisher {
        let changes = model.objectWillChange.stream(.bufferingNewest(1))
        if condition(model) { return }
        for await _ in changes where condition(model) { return }
    }
}
