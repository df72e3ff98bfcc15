// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "ZIM",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "ZIMSql", targets: ["ZIMSql"]),
        .library(name: "ZIMDb", targets: ["ZIMDb"]),
        .library(name: "ZIMOrm", targets: ["ZIMOrm"]),
        .library(name: "CoreReflect", targets: ["CoreReflect"]),
        .library(name: "ZIMPostgres", targets: ["ZIMPostgres"]),
        .library(name: "ZIMMySQL", targets: ["ZIMMySQL"]),
        .library(name: "Amigo", targets: ["Amigo"]),
        .library(name: "ZIMTestSupport", targets: ["ZIMTestSupport"]),
    ],
    traits: [
        .trait(name: "PostgreSQL", description: "Connects to PostgreSQL; needs libpq and its headers"),
        .trait(name: "MySQL", description: "Connects to MySQL and MariaDB; needs libmariadb and its headers"),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        // For the command line only, which has no product: who depends on the libraries does not resolve it.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        // For zim browse only, in the same way.
        .package(url: "https://github.com/swhitty/FlyingFox", .upToNextMinor(from: "0.27.1")),
    ],
    targets: [
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        .target(name: "ZIMSql"),
        .target(
            name: "ZIMDb",
            dependencies: ["ZIMSql", "CSQLite", .product(name: "Logging", package: "swift-log")]),
        .systemLibrary(
            name: "CPostgres", pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        // Without the trait it is empty, and libpq is not needed.
        .target(
            name: "ZIMPostgres",
            dependencies: [
                "ZIMDb", "ZIMSql", .target(name: "CPostgres", condition: .when(traits: ["PostgreSQL"])),
                .product(name: "Logging", package: "swift-log"),
            ]),
        .systemLibrary(
            name: "CMariaDB", pkgConfig: "libmariadb",
            providers: [.apt(["libmariadb-dev"]), .brew(["mariadb-connector-c"])]),
        // Without the trait it is empty, too.
        .target(
            name: "ZIMMySQL",
            dependencies: [
                "ZIMDb", "ZIMSql", .target(name: "CMariaDB", condition: .when(traits: ["MySQL"])),
                .product(name: "Logging", package: "swift-log"),
            ]),
        .target(
            name: "ZIMOrm",
            dependencies: [
                "ZIMDb", "ZIMSql", .target(name: "ZIMPostgres", condition: .when(traits: ["PostgreSQL"])),
                .target(name: "ZIMMySQL", condition: .when(traits: ["MySQL"])),
            ]),
        .target(name: "Amigo", dependencies: ["ZIMOrm"]),
        .target(name: "CoreReflect", dependencies: ["ZIMOrm"]),
        // For the tests of programs that use the libraries; it imports no testing library.
        .target(name: "ZIMTestSupport", dependencies: ["ZIMOrm", "ZIMDb", "ZIMSql"]),
        .target(name: "ZIMTool", dependencies: ["ZIMOrm", "ZIMDb", "ZIMSql"]),
        // The pages are functions; only BrowseServer knows HTTP.
        .target(
            name: "ZIMBrowse",
            dependencies: [
                "ZIMTool", "ZIMOrm", "ZIMDb", "ZIMSql", .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ]),
        .executableTarget(
            name: "zim",
            dependencies: [
                "ZIMTool", "ZIMBrowse", "ZIMOrm", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .executableTarget(
            name: "LegacyTour", dependencies: ["ZIMOrm"], path: "Examples/LegacyTour", exclude: ["Output.txt"]),
        .executableTarget(
            name: "AmigoTour", dependencies: ["Amigo"], path: "Examples/AmigoTour", exclude: ["Output.txt"]),
        .executableTarget(
            name: "ReflectTour", dependencies: ["CoreReflect"], path: "Examples/ReflectTour",
            exclude: ["Output.txt"]),
        .testTarget(name: "ZIMSqlTests", dependencies: ["ZIMSql", "CSQLite", "TestServer"]),
        .testTarget(
            name: "ZIMDbTests",
            dependencies: ["ZIMDb", "ZIMSql", "CSQLite", .product(name: "Logging", package: "swift-log")]),
        // Throw-away servers for the tests.
        .target(name: "TestServer", dependencies: ["ZIMSql"], path: "Tests/TestServer"),
        .testTarget(name: "ZIMOrmTests", dependencies: ["ZIMOrm", "ZIMDb", "ZIMSql", "CSQLite", "TestServer"]),
        // Random databases and programs against plain SQL: `make oracle`; a short form runs with the tests.
        .executableTarget(name: "oracle", dependencies: ["ZIMOrm", "TestServer"], path: "Tests/Oracle"),
        .testTarget(name: "OracleTests", dependencies: ["oracle", "TestServer"]),
        // Kills, faults, many processes at once, random and hostile input: `make torture`; a short form runs with the tests.
        .target(name: "CFaults", dependencies: ["CSQLite"], path: "Tests/Faults"),
        .executableTarget(
            name: "torture",
            dependencies: ["ZIMOrm", "Amigo", "CoreReflect", "ZIMTool", "TestServer", "CFaults"],
            path: "Tests/Torture", exclude: ["Corpus"]),
        .testTarget(name: "TortureTests", dependencies: ["torture", "TestServer"]),
        .testTarget(
            name: "ZIMPostgresTests", dependencies: ["ZIMPostgres", "ZIMOrm", "ZIMDb", "ZIMSql", "TestServer"]),
        .testTarget(name: "ZIMMySQLTests", dependencies: ["ZIMMySQL", "ZIMOrm", "ZIMDb", "ZIMSql", "TestServer"]),
        // What zim generate writes for a MariaDB database, with the tests that it writes.
        .testTarget(name: "MySQLModelTests", dependencies: ["ZIMOrm", "TestServer"]),
        // Programs of Amigo and Reflect that stay in the language of their time.
        .target(
            name: "Swift5Programs", dependencies: ["Amigo", "CoreReflect"], path: "Tests/Swift5Programs",
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .testTarget(
            name: "AmigoTests",
            dependencies: [
                "Amigo", "TestServer", "Swift5Programs", .product(name: "Logging", package: "swift-log"),
            ]),
        .testTarget(name: "CoreReflectTests", dependencies: ["CoreReflect", "TestServer", "Swift5Programs"]),
        .testTarget(
            name: "ZIMTestSupportTests", dependencies: ["ZIMTestSupport", "ZIMOrm", "TestServer"]),
        // The pages: their Swift is compiled, their SQL is sent, their links lead somewhere.
        .testTarget(
            name: "PageTests", dependencies: ["ZIMOrm", "TestServer"], exclude: ["Cookbook/Introduction.md"]),
        // The package of the tutorial.
        .target(name: "ShopModels", dependencies: ["ZIMOrm"], path: "Examples/Shop/Sources/ShopModels"),
        .executableTarget(name: "Shop", dependencies: ["ShopModels", "ZIMOrm"], path: "Examples/Shop/Sources/Shop"),
        .testTarget(
            name: "ShopTests", dependencies: ["ShopModels", "ZIMOrm", "ZIMTestSupport"],
            path: "Examples/Shop/Tests/ShopTests"),
        .testTarget(
            name: "ZIMBrowseTests",
            dependencies: [
                "ZIMBrowse", "ZIMTool", "ZIMOrm", "TestServer", .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ]),
        .testTarget(
            name: "ZIMToolTests", dependencies: ["ZIMTool", "ZIMOrm", "zim", "TestServer"], exclude: ["Snapshots"]),
    ],
    swiftLanguageModes: [.v6]
)

// `make docs` asks for it, so that nobody else resolves it.
if Context.environment["ZIM_DOCS"] != nil {
    package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}
