// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that who depends on ZIM does not download Hummingbird.
let package = Package(
    name: "WebService",
    platforms: [.macOS(.v15)],
    traits: [.trait(name: "PostgreSQL", description: "The service can run on a PostgreSQL server; it needs libpq.")],
    dependencies: [
        .package(
            name: "ZIM", path: "../..",
            traits: [.trait(name: "PostgreSQL", condition: .when(traits: ["PostgreSQL"]))]),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.0.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
    ],
    targets: [
        .target(
            name: "WebService",
            dependencies: [
                .product(name: "ZIMOrm", package: "ZIM"), .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Metrics", package: "swift-metrics"),
            ]),
        .executableTarget(name: "Serve", dependencies: ["WebService"]),
        .testTarget(
            name: "WebServiceTests",
            dependencies: [
                "WebService", "Serve", .product(name: "ZIMTestSupport", package: "ZIM"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
