// swift-tools-version: 6.2
import PackageDescription

// An outside package: it sees only what Harmony makes public.
let package = Package(
    name: "ReadmeConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Harmony", path: "../../..")],
    targets: [
        .executableTarget(
            name: "ReadmeConsumer",
            dependencies: [
                .product(name: "Networking", package: "Harmony"),
                .product(name: "NetworkTransfer", package: "Harmony"),
                .product(name: "DependencyContainer", package: "Harmony"),
                .product(name: "MockTransport", package: "Harmony"),
                .product(name: "CacheManagement", package: "Harmony"),
                .product(name: "CachePersistence", package: "Harmony"),
                .product(name: "ContactsFeature", package: "Harmony"),
            ],
            path: "Sources")
    ]
)
