import DependencyContainer
import ModuleSupport
import Testing

@Suite("DependencyContainer")
struct DependencyContainerTests {
    @Test("A value is made once for each container")
    func cachedPerContainer() {
        let makes = Counter()
        let make: @Sendable () -> DependencyContainer = {
            DependencyContainer { $0.register(NameKey.self) { _ in "made \(makes.next())" } }
        }
        let first = make()
        let second = make()
        #expect(first.name == "made 1")
        #expect(first.name == "made 1")
        #expect(second.name == "made 2")
    }

    @Test("A transient value is made at each use")
    func transient() {
        let makes = Counter()
        let container = DependencyContainer {
            $0.register(NameKey.self, lifetime: .transient) { _ in "made \(makes.next())" }
        }
        #expect([container.name, container.name] == ["made 1", "made 2"])
    }

    @Test("A child's own registration wins; an inherited one is made in and shared through the parent")
    func children() {
        let makes = Counter()
        let parent = DependencyContainer {
            $0.register(NameKey.self, value: "parent")
            $0.register(GreetingKey.self) { "hello \($0.name) \(makes.next())" }
        }
        let one = parent.child { $0.register(NameKey.self, value: "one") }
        let two = parent.child { _ in }
        #expect(one.name == "one")
        #expect(one.greeting == "hello parent 1")
        #expect(two.greeting == "hello parent 1")
        #expect(parent.name == "parent")
    }

    @Test("A missing registration is reported and answered with the stand-in")
    func unconfigured() {
        let issues = Issues()
        let container = DependencyContainer(onIssue: issues.add) { _ in }
        #expect(container.name == "nobody")
        #expect(container.optional == nil)
        #expect(issues.all == [.unconfigured(key: "NameKey")])
    }

    @Test("A cycle is reported with its path and does not overflow the stack")
    func cycle() {
        let issues = Issues()
        let container = DependencyContainer(onIssue: issues.add) {
            $0.register(NameKey.self) { "name of \($0.greeting)" }
            $0.register(GreetingKey.self) { "greeting of \($0.name)" }
        }
        #expect(container.name == "name of greeting of nobody")
        #expect(issues.all == [.cycle(path: ["NameKey", "GreetingKey", "NameKey"])])
    }

    @Test("A child that overrides a key in terms of its parent's is no cycle")
    func decoratingChild() {
        let issues = Issues()
        let parent = DependencyContainer(onIssue: issues.add) { $0.register(NameKey.self, value: "base") }
        let child = parent.child { $0.register(NameKey.self) { _ in "decorated \(parent.name)" } }
        #expect(child.name == "decorated base")
        #expect(issues.all.isEmpty)
    }

    @Test("Two hundred tasks that ask at once get one and the same value")
    func racedFirstUse() async {
        let makes = Counter()
        let container = DependencyContainer { $0.register(NameKey.self) { _ in "made \(makes.next())" } }
        let names = await withTaskGroup(of: String.self, returning: Set<String>.self) { group in
            for _ in 0..<200 { group.addTask { container.name } }
            return await group.reduce(into: []) { $0.insert($1) }
        }
        #expect(names.count == 1)
    }
}

@Suite("Injected")
struct InjectedTests {
    private struct Screen {
        @Injected(\.name) var name
    }

    @Test("A container in scope is used, and the value outlives the scope")
    func scoped() async {
        let container = DependencyContainer { $0.register(NameKey.self, value: "scoped") }
        let screen = DependencyContainer.scope(container) { Screen() }
        #expect(screen.name == "scoped")
        let other = await DependencyContainer.scope(container) { await Task { Screen() }.value }
        #expect(other.name == "scoped")
    }

    @Test("The inner scope wins and ends with its body")
    func nested() {
        let outer = DependencyContainer { $0.register(NameKey.self, value: "outer") }
        let inner = DependencyContainer { $0.register(NameKey.self, value: "inner") }
        DependencyContainer.scope(outer) {
            #expect(DependencyContainer.scope(inner) { Screen().name } == "inner")
            #expect(Screen().name == "outer")
        }
    }

    @Test("A container can be given by hand")
    func explicit() {
        let container = DependencyContainer { $0.register(NameKey.self, value: "explicit") }
        #expect(Injected(\.name, in: container).wrappedValue == "explicit")
    }

    @Test("A typed error passes through a scope")
    func typedError() {
        struct Refused: Error, Equatable {}
        #expect(throws: Refused()) {
            try DependencyContainer.scope(DependencyContainer { _ in }) { () throws(Refused) in throw Refused() }
        }
    }
}

enum NameKey: DependencyKey {
    static var unconfigured: String { "nobody" }
}

enum GreetingKey: DependencyKey {
    static var unconfigured: String { "silence" }
}

enum OptionalKey: DependencyKey {
    static var unconfigured: String? { nil }
    static var isOptional: Bool { true }
}

extension DependencyContainer {
    var name: String { self[NameKey.self] }
    var greeting: String { self[GreetingKey.self] }
    var optional: String? { self[OptionalKey.self] }
}

final class Counter: Sendable {
    private let count = Locked(0)
    func next() -> Int {
        count.withLock {
            $0 += 1
            return $0
        }
    }
}

final class Issues: Sendable {
    private let issues = Locked<[DependencyIssue]>([])
    var all: [DependencyIssue] { issues.withLock { $0 } }
    @Sendable func add(_ issue: DependencyIssue) { issues.withLock { $0.append(issue) } }
}
