// swift-tools-version: 6.2
import PackageDescription

// An outside package: it sees only what Harmony makes public.
let package = Package(
    name: "ContactsFeatureConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Harmony", path: "../../..")],
    targets: [
        .executableTarget(
            name: "ContactsFeatureConsumer",
            dependencies: [.product(name: "ContactsFeature", package: "Harmony")],
            path: "Sources")
    ]
)
