// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    traits: [
        .trait(name: "PostgreSQL", description: "The workloads on a server as well; needs libpq and its headers")
    ],
    dependencies: [
        .package(
            name: "ZIM", path: "..",
            traits: [.trait(name: "PostgreSQL", condition: .when(traits: ["PostgreSQL"]))]),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .systemLibrary(name: "CSQLiteRaw", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CPostgresRaw", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .target(name: "BenchmarkHarness", dependencies: ["CSQLiteRaw"]),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "BenchmarkHarness",
                "CSQLiteRaw",
                .target(name: "CPostgresRaw", condition: .when(traits: ["PostgreSQL"])),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "ZIMOrm", package: "ZIM"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
