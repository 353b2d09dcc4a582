// swift-tools-version: 6.2
import PackageDescription

// An outside package: it sees only what Harmony makes public.
let package = Package(
    name: "NamesNetworkService",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Harmony", path: "../../..")],
    targets: [
        .executableTarget(
            name: "NamesNetworkService",
            dependencies: [.product(name: "Networking", package: "Harmony")],
            path: "Sources")
    ]
)
