import Foundation
import Testing
import ZIMTool

/// `zim generate` in a package: public classes for a target of their own, and what Package.swift needs.
@Suite struct TargetFolderTests {
    private func package(_ manifest: String, _ files: [String] = []) throws -> ToolScratch {
        let scratch = try ToolScratch()
        try scratch.write(manifest, to: "Package.swift")
        for file in files {
            let folder = URL(fileURLWithPath: scratch.path(file)).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try scratch.write("print(1)\n", to: file)
        }
        return scratch
    }

    @Test func aTargetOfItsOwnIsPublic() throws {
        let scratch = try package("let package = Package(name: \"App\")", ["Sources/App/main.swift"])
        let data = try ToolScratch()
        let path = try data.database(TrapSchema.sql)
        let models = scratch.path("Sources/Models")
        let first = try Program.run(["generate", path, "--output", models])
        #expect(scratch.text("Sources/Models/OrderLine.swift")?.contains("public final class OrderLine") == true)
        #expect(
            first.out.hasSuffix(
                """
                Add to Package.swift
                  to the dependencies of the package:
                    .package(path: "../ZIM")
                  to the targets:
                    .target(name: "Models", dependencies: [.product(name: "ZIMOrm", package: "ZIM")])
                  to the dependencies of each target that uses the classes:
                    "Models"
                and `import Models` to each file that uses them.

                """))
        // The same again, now that the files are there; and as the caller says.
        let again = try Program.run(["generate", path, "--output", models])
        #expect(again.out.contains("unchanged") && !again.out.contains("changed    "))
        _ = try Program.run(["generate", path, "--output", models, "--no-public"])
        #expect(scratch.text("Sources/Models/OrderLine.swift")?.contains("\nfinal class OrderLine") == true)
        try data.write(#"{"access": "internal"}"#, to: "zim.json")
        _ = try Program.run(["generate", path, "--output", models, "--settings", data.path("zim.json")])
        #expect(scratch.text("Sources/Models/OrderLine.swift")?.contains("\nfinal class OrderLine") == true)
    }

    @Test(arguments: ["Sources/App", "Sources/App/Models"])
    func aPartOfAnotherTargetIsNot(_ folder: String) throws {
        let manifest = #"dependencies: [.product(name: "ZIMOrm", package: "ZIM")]), name: "App""#
        let scratch = try package(manifest, ["Sources/App/main.swift"])
        let target = withExtendedLifetime(scratch) { TargetFolder(path: scratch.path(folder)) }
        #expect(!target.isTargetOfItsOwn)
        #expect(target.target == "App")
        #expect(target.advice.isEmpty)
        let other = try package("name: \"App\"")
        let lacking = withExtendedLifetime(other) { TargetFolder(path: other.path(folder)) }
        #expect(
            lacking.advice.suffix(2) == [
                "  to the dependencies of the target App:", #"    .product(name: "ZIMOrm", package: "ZIM")"#,
            ])
    }

    @Test func outsideOfAPackage() throws {
        let scratch = try ToolScratch()
        let target = withExtendedLifetime(scratch) { TargetFolder(path: scratch.path("Models")) }
        #expect(!target.isTargetOfItsOwn)
        #expect(target.advice == ["Add the product ZIMOrm of the package ZIM to the target that compiles these files."])
    }
}
