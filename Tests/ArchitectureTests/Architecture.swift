/// The edges that the target graph may have, and the rules that hold for every graph.
///
/// A new edge between modules is reviewed more than code: it is added here, in ARCHITECTURE.md and in the manifest.
struct Architecture {
    /// A feature by its name, so that a new one needs no entry here.
    static func isFeature(_ target: String) -> Bool {
        target.hasSuffix("Feature") || target == "RemoteImages"
    }

    static let core: Set<String> = ["Networking", "NetworkTransfer", "CacheManagement", "DependencyContainer"]
    static let mocks: Set<String> = ["MockTransport", "MockData"]

    /// What each target that is no feature may import beside ModuleSupport.
    static let allowed: [String: Set<String>] = [
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
        "AppComposition": core.union(["CombineShim", "CachePersistence"]),
        "harmony": core.union(mocks).union(["AppComposition", "CombineShim"]),
    ]
    /// The targets that may import features, all of them.
    static let composition: Set<String> = ["AppComposition", "harmony"]

    /// Whether the edge is one that the graph may have.
    static func isAllowed(_ target: String, _ imported: String) -> Bool {
        if imported == "ModuleSupport" { return target != "ModuleSupport" && target != "CombineShim" }
        if isFeature(imported) { return composition.contains(target) }
        // A target that the table does not know obeys the features' rule.
        return (allowed[target] ?? core.union(["CombineShim"])).contains(imported)
    }

    /// The targets that ship, with what they import.
    let imports: [String: Set<String>]

    var violations: [String] {
        edgeViolations + mockViolations
    }

    private var edgeViolations: [String] {
        imports.keys.sorted().flatMap { target in
            imports[target, default: []].filter { !Self.isAllowed(target, $0) }.sorted()
                .map { "\(target) must not import \($0)" }
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
