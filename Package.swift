// swift-tools-version: 6.2
import PackageDescription

// The manifest is a table. A row says what a target is (its kind) and what it may import; the path, the settings,
// the product and the test target follow from that. ArchitectureTests reads the same table and the import lines.

/// What a target is for. The kind decides whether it is a product and where its sources are.
enum Kind {
    /// Shared by our own targets only; never a product.
    case hidden
    /// A library that other packages consume.
    case library
    /// A command-line program.
    case tool
    /// The C module of a system library.
    case system
    /// Helpers that only tests link.
    case testSupport
    /// Programs that only `Scripts/bench` runs.
    case benchmark
}

struct Row {
    var name: String
    var kind: Kind = .library
    var imports: [String] = []
    /// What its test target links beside the target itself and TestSupport; `nil` means no test target of its own.
    var tests: [String]? = []
    var resources: [String] = []
}

/// What every feature may import: the core targets, never another feature, a mock or the disk tier.
let featureImports = [
    "Networking", "NetworkTransfer", "CacheManagement", "DependencyContainer", "CombineShim", "ModuleSupport",
]
/// What a feature's tests link: its mock transport and its fixtures.
let featureTests = ["MockTransport", "MockData"]

let table: [Row] = [
    // Leaves
    Row(name: "ModuleSupport", kind: .hidden),
    Row(name: "CombineShim", tests: ["ModuleSupport"]),
    Row(name: "Networking", imports: ["ModuleSupport"], tests: ["MockTransport"]),
    Row(name: "CSQLite", kind: .system, tests: nil),
    // Core
    Row(name: "NetworkTransfer", imports: ["Networking", "CombineShim", "ModuleSupport"], tests: ["MockTransport"]),
    Row(name: "CacheManagement", imports: ["CombineShim", "ModuleSupport"]),
    Row(name: "CachePersistence", imports: ["CacheManagement", "CSQLite", "ModuleSupport"]),
    Row(
        name: "DependencyContainer", imports: ["Networking", "NetworkTransfer", "ModuleSupport"],
        tests: ["MockTransport"]),
    // Features
    Row(name: "ContactsFeature", imports: featureImports, tests: featureTests),
    Row(name: "ProductFeature", imports: featureImports, tests: featureTests),
    Row(name: "TodoFeature", imports: featureImports, tests: featureTests),
    Row(name: "ProfileFeature", imports: featureImports, tests: featureTests),
    Row(name: "RemoteImages", imports: featureImports, tests: featureTests),
    // Mock mode
    Row(name: "MockTransport", imports: ["Networking", "ModuleSupport"], tests: ["MockData"]),
    Row(name: "MockData", resources: ["Contacts", "Products", "Todos", "Profile", "Images"]),
    // Composition
    Row(
        name: "AppComposition",
        imports: [
            "Networking", "NetworkTransfer", "CacheManagement", "CachePersistence", "DependencyContainer",
            "ContactsFeature", "ProductFeature", "TodoFeature", "ProfileFeature", "RemoteImages",
            "CombineShim", "ModuleSupport",
        ],
        tests: ["MockTransport", "MockData"]
    ),
    Row(
        name: "harmony", kind: .tool,
        imports: [
            "AppComposition", "MockTransport", "MockData", "Networking", "NetworkTransfer", "CacheManagement",
            "DependencyContainer", "ContactsFeature", "ProductFeature", "TodoFeature", "ProfileFeature",
            "RemoteImages", "ModuleSupport",
        ]
    ),
    // Tests and benchmarks
    Row(name: "TestSupport", kind: .testSupport, imports: ["Networking", "ModuleSupport"]),
    Row(
        name: "Benchmarks", kind: .benchmark,
        imports: ["CacheManagement", "Networking", "NetworkTransfer", "CombineShim", "TestSupport"], tests: nil),
]

func target(_ row: Row) -> Target {
    let imports = row.imports.map { Target.Dependency.byName(name: $0) }
    switch row.kind {
    case .system:
        return .systemLibrary(
            name: row.name, path: "Modules/\(row.name)", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])])
    case .tool, .benchmark:
        let folder = row.kind == .tool ? "Modules" : "Tests"
        return .executableTarget(name: row.name, dependencies: imports, path: "\(folder)/\(row.name)")
    case .testSupport:
        return .target(name: row.name, dependencies: imports, path: "Tests/Support")
    case .hidden, .library:
        let path = row.resources.isEmpty ? "Modules/\(row.name)" : row.name
        return .target(
            name: row.name, dependencies: imports, path: path, resources: row.resources.map { .copy($0) })
    }
}

func testTarget(_ row: Row) -> Target? {
    guard let extra = row.tests else { return nil }
    // A test may use whatever its subject may use; the subject itself comes first.
    let names = Set(row.imports + extra + ["TestSupport"]).subtracting([row.name, "CSQLite"]).sorted()
    return .testTarget(
        name: "\(row.name)Tests", dependencies: ([row.name] + names).map { .byName(name: $0) },
        path: "Tests/\(row.name)Tests")
}

func product(_ row: Row) -> Product? {
    switch row.kind {
    case .library: .library(name: row.name, targets: [row.name])
    case .tool: .executable(name: row.name, targets: [row.name])
    case .hidden, .system, .testSupport, .benchmark: nil
    }
}

let package = Package(
    name: "Harmony",
    platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: table.compactMap(product),
    targets: table.map(target) + table.compactMap(testTarget) + [
        .testTarget(name: "ArchitectureTests", path: "Tests/ArchitectureTests"),
        .testTarget(
            name: "IntegrationTests", dependencies: ["ModuleSupport", "NetworkTransfer", "Networking", "TestSupport"],
            path: "Tests/IntegrationTests"),
    ]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),  // SE-0335
        .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
        .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
    ]
    // Like Apple's Combine, the shim is a Swift 5 module with complete checking: a Swift 6 module would silently
    // drop the run-time isolation checks in its clients' closures.
    if target.name == "CombineShim" {
        target.swiftSettings? += [.swiftLanguageMode(.v5), .enableExperimentalFeature("StrictConcurrency")]
    }
}
