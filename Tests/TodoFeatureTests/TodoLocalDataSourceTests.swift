import CacheManagement
import TestSupport
import Testing
import TodoFeature

/// The rules for changes and loads that overlap, driven without a network.
@Suite("Todos: local source", .timeLimit(.minutes(1)))
struct TodoLocalDataSourceTests {
    private let clock = ManualClock()
    private let source: InMemoryTodoLocalDataSource
    private let store: TodoStoreID
    private let scope = CacheScope(account: "alice", dataSource: "mock")

    init() {
        source = InMemoryTodoLocalDataSource(clock: clock)
        store = source.store(for: scope)
    }

    private func todos(_ done: Set<String> = []) -> [Todo] {
        ["1", "2", "3"].map { Todo(id: $0, title: "Do \($0)", isDone: done.contains($0)) }
    }

    private func load(_ done: Set<String> = []) -> TodoReplacement {
        source.replace(with: todos(done), in: store, ticket: source.beginLoad(in: store))
    }

    private var done: [String]? { source.todos(in: store)?.todos.done }

    @Test("C61: replies in another order than the changes: the last change decides")
    func replies() {
        #expect(load() == .stored)
        let first = source.beginChange(of: "1", isDone: true, in: store)
        let second = source.beginChange(of: "1", isDone: false, in: store)
        #expect(done == [])
        source.confirm(second, with: todos()[0], in: store)
        #expect(done == [])
        source.confirm(first, with: todos(["1"])[0], in: store)
        #expect(done == [], "overtaken")
    }

    @Test("C62: two changes that both fail end at what the server is known to have")
    func bothFail() {
        #expect(load() == .stored)
        let first = source.beginChange(of: "1", isDone: true, in: store)
        let second = source.beginChange(of: "1", isDone: false, in: store)
        source.rollBack(first, in: store)
        #expect(done == [])
        source.rollBack(second, in: store)
        #expect(done == [])
    }

    @Test("The last of two changes fails: the one before it shows again")
    func lastFails() {
        #expect(load() == .stored)
        let first = source.beginChange(of: "1", isDone: true, in: store)
        let second = source.beginChange(of: "1", isDone: false, in: store)
        source.rollBack(second, in: store)
        #expect(done == ["1"])
        source.confirm(first, with: todos(["1"])[0], in: store)
        #expect(done == ["1"])
    }

    @Test("C63: the three ways in which a load and a change overlap", arguments: 0..<3)
    func overlaps(way: Int) {
        #expect(load() == .stored)
        let before = source.beginLoad(in: store)
        let change = source.beginChange(of: "1", isDone: true, in: store)
        let during = source.beginLoad(in: store)
        switch way {
        case 0:  // The load began before the change and lands after it.
            source.confirm(change, with: todos(["1"])[0], in: store)
            #expect(source.replace(with: todos(), in: store, ticket: before) == .overlapped)
        case 1:  // The load began while the change was under way and lands after it.
            source.confirm(change, with: todos(["1"])[0], in: store)
            #expect(source.replace(with: todos(), in: store, ticket: during) == .overlapped)
        default:  // The load lands while the change is under way.
            #expect(source.replace(with: todos(), in: store, ticket: during) == .overlapped)
            #expect(done == ["1"])
            source.confirm(change, with: todos(["1"])[0], in: store)
        }
        #expect(done == ["1"])
        #expect(load() == .stored)
        #expect(done == [], "a load that began afterwards is newer")
    }

    @Test("An older load does not replace a newer one")
    func outdated() {
        let older = source.beginLoad(in: store)
        #expect(load(["2"]) == .stored)
        #expect(source.replace(with: todos(), in: store, ticket: older) == .outdated)
        #expect(done == ["2"])
    }

    @Test("A clear ends the store: what was begun before cannot be written, nor can it be read")
    func cleared() async throws {
        let other = source.store(for: CacheScope(account: "bob", dataSource: "mock"))
        #expect(load(["1"]) == .stored)
        #expect(source.replace(with: todos(["3"]), in: other, ticket: source.beginLoad(in: other)) == .stored)
        let ticket = source.beginLoad(in: store)
        let change = source.beginChange(of: "2", isDone: true, in: store)
        try await source.clear(scope)
        #expect(source.todos(in: store) == nil)
        #expect(source.replace(with: todos(["1"]), in: store, ticket: ticket) == .cleared)
        source.confirm(change, with: todos(["2"])[1], in: store)
        let next = source.store(for: scope)
        #expect(next != store && source.todos(in: next) == nil)
        #expect(source.replace(with: todos(["1"]), in: store, ticket: ticket) == .cleared)
        #expect(source.todos(in: next) == nil)
        #expect(source.todos(in: other)?.todos.done == ["3"], "C9: other scopes are not touched")
        try await source.clearAll()
        #expect(source.todos(in: other) == nil)
    }

    @Test("Ages are measured from the load, not from the changes")
    func ages() {
        #expect(load() == .stored)
        clock.advance(by: .seconds(30))
        let change = source.beginChange(of: "1", isDone: true, in: store)
        #expect(source.todos(in: store)?.age == .seconds(30))
        clock.advance(by: .seconds(30))
        source.confirm(change, with: todos(["1"])[0], in: store)
        #expect(source.todos(in: store)?.age == .seconds(60))
        #expect(load() == .stored)
        #expect(source.todos(in: store)?.age == .zero)
    }

    @Test("C71: a slow reader has missed any number of changes, and is told once")
    func slowReader() async {
        let changes = source.changes()
        for _ in 0..<1_000 { _ = load() }
        var iterator = changes.makeAsyncIterator()
        #expect(await iterator.next() != nil)
        let waiting = Task {
            var iterator = changes.makeAsyncIterator()
            return await iterator.next() == nil
        }
        waiting.cancel()
        #expect(await waiting.value, "nothing more was buffered")
    }

    @Test("Random loads and changes end where a simple model says", arguments: 0..<300 as Range<UInt64>)
    func model(seed: UInt64) {
        // The server applies each change when it is sent or refuses it. Replies and loads arrive in any order.
        var generator = SplitMix64(seed: seed)
        var server: Set<String> = []
        var loads: [(ticket: TodoTicket, done: Set<String>)] = []
        var replies: [(ticket: TodoTicket, id: String, isDone: Bool, isAccepted: Bool)] = []
        #expect(load() == .stored)
        for _ in 0..<40 {
            switch Int.random(in: 0..<5, using: &generator) {
            case 0:
                loads.append((source.beginLoad(in: store), server))
            case 1 where !loads.isEmpty:
                let load = loads.remove(at: Int.random(in: 0..<loads.count, using: &generator))
                _ = source.replace(with: todos(load.done), in: store, ticket: load.ticket)
            case 2 where !replies.isEmpty:
                let reply = replies.remove(at: Int.random(in: 0..<replies.count, using: &generator))
                settle(reply.ticket, reply.id, reply.isDone, reply.isAccepted)
            default:
                let id = String(Int.random(in: 1...3, using: &generator))
                let isDone = Bool.random(using: &generator)
                let isAccepted = Int.random(in: 0..<4, using: &generator) > 0
                let ticket = source.beginChange(of: id, isDone: isDone, in: store)
                if isAccepted { if isDone { server.insert(id) } else { server.remove(id) } }
                replies.append((ticket, id, isDone, isAccepted))
                #expect(source.todos(in: store)?.todos.first { $0.id == id }?.isDone == isDone, "shows at once")
            }
        }
        for reply in replies.shuffled(using: &generator) {
            settle(reply.ticket, reply.id, reply.isDone, reply.isAccepted)
        }
        // All is settled: a last load says what the server has, and nothing pending hides it.
        #expect(load(server) == .stored)
        #expect(Set(done ?? []) == server)
        for load in loads {
            #expect(source.replace(with: todos(load.done), in: store, ticket: load.ticket) == .outdated)
        }
        #expect(Set(done ?? []) == server)
    }

    private func settle(_ ticket: TodoTicket, _ id: String, _ isDone: Bool, _ isAccepted: Bool) {
        if isAccepted {
            source.confirm(ticket, with: Todo(id: id, title: "Do \(id)", isDone: isDone), in: store)
        } else {
            source.rollBack(ticket, in: store)
        }
    }
}
