// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "ZIM", path: ".."),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .systemLibrary(name: "CSQLiteRaw", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .target(name: "BenchmarkHarness", dependencies: ["CSQLiteRaw"]),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "BenchmarkHarness",
                "CSQLiteRaw",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "ZIMOrm", package: "ZIM"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
