// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    traits: [
        .trait(name: "PostgreSQL", description: "The workloads on PostgreSQL as well; needs libpq and its headers"),
        .trait(name: "MySQL", description: "The workloads on MySQL as well; needs libmariadb and its headers"),
    ],
    dependencies: [
        .package(
            name: "ZIM", path: "..",
            traits: [
                .trait(name: "PostgreSQL", condition: .when(traits: ["PostgreSQL"])),
                .trait(name: "MySQL", condition: .when(traits: ["MySQL"])),
            ]),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .systemLibrary(name: "CSQLiteRaw", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CPostgresRaw", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .systemLibrary(
            name: "CMariaDBRaw", pkgConfig: "libmariadb",
            providers: [.apt(["libmariadb-dev"]), .brew(["mariadb-connector-c"])]),
        .target(name: "BenchmarkHarness", dependencies: ["CSQLiteRaw"]),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "BenchmarkHarness",
                "CSQLiteRaw",
                .target(name: "CPostgresRaw", condition: .when(traits: ["PostgreSQL"])),
                .target(name: "CMariaDBRaw", condition: .when(traits: ["MySQL"])),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "ZIMOrm", package: "ZIM"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
