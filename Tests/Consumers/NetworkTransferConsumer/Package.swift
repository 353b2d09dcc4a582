// swift-tools-version: 6.2
import PackageDescription

// An outside package: it sees only what Harmony makes public.
let package = Package(
    name: "NetworkTransferConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Harmony", path: "../../..")],
    targets: [
        .executableTarget(
            name: "NetworkTransferConsumer",
            dependencies: [.product(name: "NetworkTransfer", package: "Harmony")],
            path: "Sources")
    ]
)
