// swift-tools-version: 6.2
import PackageDescription

// An outside package: it sees only what Harmony makes public.
let package = Package(
    name: "CacheManagementConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Harmony", path: "../../..")],
    targets: [
        .executableTarget(
            name: "CacheManagementConsumer",
            dependencies: [.product(name: "CacheManagement", package: "Harmony")],
            path: "Sources")
    ]
)
