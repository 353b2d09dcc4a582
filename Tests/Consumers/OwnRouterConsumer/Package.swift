// swift-tools-version: 6.2
import PackageDescription

// An outside package: it sees only what Harmony makes public.
let package = Package(
    name: "OwnRouterConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Harmony", path: "../../..")],
    targets: [
        .executableTarget(
            name: "OwnRouterConsumer",
            dependencies: [
                .product(name: "Networking", package: "Harmony"), .product(name: "NetworkTransfer", package: "Harmony"),
                .product(name: "DependencyContainer", package: "Harmony"),
                .product(name: "MockTransport", package: "Harmony"),
            ],
            path: "Sources")
    ]
)
