// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Shop",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "ZIM", path: "../..")
    ],
    targets: [
        .target(name: "ShopModels", dependencies: [.product(name: "ZIMOrm", package: "ZIM")]),
        .executableTarget(
            name: "Shop", dependencies: ["ShopModels", .product(name: "ZIMOrm", package: "ZIM")]),
        .testTarget(
            name: "ShopTests",
            dependencies: [
                "ShopModels", .product(name: "ZIMOrm", package: "ZIM"),
                .product(name: "ZIMTestSupport", package: "ZIM"),
            ]),
    ]
)
