/// The edges that the target graph may have, and the rules that hold for every graph.
///
/// A new edge between modules is reviewed more than code: it is added here, in ARCHITECTURE.md and in the manifest.
struct Architecture {
    static let features: Set<String> = [
        "ContactsFeature", "ProductFeature", "TodoFeature", "ProfileFeature", "RemoteImages",
    ]
    static let core: Set<String> = ["Networking", "NetworkTransfer", "CacheManagement", "DependencyContainer"]
    static let mocks: Set<String> = ["MockTransport", "MockData"]
    static let liveWiring: Set<String> = ["AppComposition", "CachePersistence"]
    static let composition: Set<String> = ["AppComposition", "harmony"]

    /// What each target may import beside ModuleSupport.
    static let allowed: [String: Set<String>] = {
        var allowed: [String: Set<String>] = [
            "ModuleSupport": [],
            "CombineShim": [],
            "Networking": [],
            "CSQLite": [],
            "NetworkTransfer": ["Networking", "CombineShim"],
            "CacheManagement": ["CombineShim"],
            "CachePersistence": ["CacheManagement", "CSQLite"],
            "DependencyContainer": ["Networking", "NetworkTransfer"],
            "MockTransport": ["Networking"],
            "MockData": [],
            "AppComposition": core.union(features).union(["CombineShim", "CachePersistence"]),
        ]
        for feature in features { allowed[feature] = core.union(["CombineShim"]) }
        allowed["harmony"] = core.union(features).union(mocks).union(["AppComposition", "CombineShim"])
        return allowed
    }()

    /// The targets that ship, with what they import.
    let imports: [String: Set<String>]

    var violations: [String] {
        edgeViolations + mockViolations
    }

    private var edgeViolations: [String] {
        imports.keys.sorted().flatMap { target -> [String] in
            guard let allowed = Self.allowed[target] else {
                // A feature that the tables do not know yet obeys the features' rule.
                let extra = imports[target, default: []].subtracting(Self.core.union(["CombineShim", "ModuleSupport"]))
                return extra.sorted().map { "\(target) must not import \($0)" }
            }
            let extra = imports[target, default: []].subtracting(allowed.union(["ModuleSupport"]))
            return extra.sorted().map { "\(target) must not import \($0)" }
        }
    }

    /// A release app links AppComposition, so nothing that it reaches may hold a fixture.
    private var mockViolations: [String] {
        reachable(from: "AppComposition").intersection(Self.mocks).sorted()
            .map { "AppComposition reaches \($0)" }
    }

    private func reachable(from start: String) -> Set<String> {
        var seen: Set<String> = []
        var open = [start]
        while let target = open.popLast() {
            for next in imports[target, default: []] where seen.insert(next).inserted {
                open.append(next)
            }
        }
        return seen
    }
}
