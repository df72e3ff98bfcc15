import Foundation
import Testing

/// What Swift says of a wrong filter: it names the property, as the page on queries promises.
@Suite struct CompilerMessageTests {
    private static let model = """
        import ZIMOrm
        final class Visit: Model {
            var year = 0, number = 0, room: Int?, guest = "", place = ""
            override class var primaryKey: [String] { ["year", "number"] }
        }

        """

    /// The errors of a function's body, checked against the modules that were built with these tests.
    private func errors(in body: String) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("zim-compiler-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("Wrong.swift")
        try (Self.model + "func ask(_ query: Query<Visit>) throws {\n\(body)\n}\n").write(
            to: file, atomically: true, encoding: .utf8)
        let tests = URL(fileURLWithPath: CommandLine.arguments.first ?? "").deletingLastPathComponent()
        let modules: URL = try #require(
            [tests, tests.deletingLastPathComponent()].map { $0.appendingPathComponent("Modules") }.first {
                FileManager.default.fileExists(atPath: $0.appendingPathComponent("ZIMOrm.swiftmodule").path)
            }, "the modules are not beside the tests")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            [
                "swiftc", "-typecheck", "-swift-version", "6", "-I", modules.path, "-Xcc", "-I/usr/include/postgresql",
                "-Xcc", "-I/usr/include/mariadb",
            ]
            + ["CSQLite", "CPostgres", "CMariaDB"].flatMap {
                [
                    "-Xcc",
                    "-fmodule-map-file=" + Page.root.appendingPathComponent("Sources/\($0)/module.modulemap").path,
                ]
            } + [file.path]
        let out = Pipe()
        process.standardError = out
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: out.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.split(separator: "\n").compactMap { line in
            line.contains("Wrong.swift:") ? line.split(separator: " error: ").last.map(String.init) : nil
        }
    }

    @Test func aCorrectFilterCompiles() throws {
        let found = try errors(
            in: #"""
                _ = try query.filter(\.year > 0 && (\.guest == "x" || !(\.place == "y"))).all()
                _ = try query.filter(!(\.year > \.number && (\.guest <= \.place || !(\.room == nil)))).count()
                _ = try query.filter { $0.year > 0 && ($0.guest == "x" || !($0.place == "y" && $0.room == nil)) }.all()
                _ = try query.filter(RowValue(\.year, \.room).in([(1, nil)]) && !(RowValue(\.year, \.guest) > (1, "x"))).all()
                """#)
        #expect(found == [])
    }

    @Test(arguments: [
        #"_ = try query.filter(\Visit.guset == "x").all()"#,
        #"_ = try query.filter(\Visit.year > 0 && (\Visit.guset == "x" || !(\Visit.place == "y"))).all()"#,
        #"_ = try query.filter(.in(\Visit.guset, ["x"])).all()"#,
        #"_ = try query.orderBy(\Visit.guset).all()"#,
        #"_ = try query.sum(\.guset)"#,
        #"_ = try Visit().hasMany(Visit.self, foreignKey: [\.year, \.guset])"#,
        #"_ = try Visit().belongsTo(Visit.self, foreignKey: [\Visit.year, \Visit.guset])"#,
    ]) func aPropertyThatDoesNotExistIsNamed(_ call: String) throws {
        let found = try errors(in: call)
        #expect(found.contains { $0.hasPrefix("value of type 'Visit' has no member 'guset'") }, "\(found)")
    }

    /// What the page advises where a nested filter with a wrong type takes the compiler too long: one call for each part.
    @Test(arguments: [
        #".filter(\.guest == "x" || \.year == "1998")"#, #".filter(\.year > 0 || \.guest == 7)"#,
        #".filter(\.room == nil || !(\.guest < 7))"#, #".filter(\.place == "y").filter(\.year == "1998")"#,
    ]) func typesThatDifferAreNamedInFiltersOfTheirOwn(_ calls: String) throws {
        let found = try errors(in: #"_ = try query.filter(\.number == 1)"# + calls + ".all()")
        #expect(found.contains { $0.contains("KeyPath<Visit, ") && $0.contains("cannot be applied") }, "\(found)")
    }

    /// In a closure Swift knows the class, so a misspelt property is named wherever it stands, without the class before it.
    @Test func aClosureNamesThePropertyThatDoesNotExist() throws {
        let found = try errors(
            in: #"_ = try query.filter { $0.year > 0 && ($0.guset == "x" || !($0.place == "y")) }.all()"#)
        #expect(
            found == [
                "value of type 'ModelProperties<Visit>' has no dynamic member 'guset' using key path from root type 'Visit'"
            ])
        let pair = try errors(in: #"_ = try query.filter(RowValue(\.year, \.guest) > (1, 2)).all()"#)
        #expect(pair == ["cannot convert value of type '(Int, Int)' to expected argument type '(Int, String)'"])
    }

    @Test(arguments: [
        #"{ $0.number == 1 && ($0.guest == "x" || $0.year == "1998") }"#, #"{ $0.year > 0 || $0.guest == 7 }"#,
        #"{ !($0.guest < 7) && $0.room == nil }"#,
    ]) func aClosureNamesTypesThatDiffer(_ closure: String) throws {
        let found = try errors(in: "_ = try query.filter \(closure).all()")
        #expect(found.count == 1 && found.first?.contains("KeyPath<Visit, ") == true, "\(found)")
    }

    @Test func typesThatDifferAreNamed() throws {
        let text = try errors(in: #"_ = try query.filter(\.year == "x").all()"#)
        #expect(text.contains { $0.contains("KeyPath<Visit, Int>") && $0.contains("'String'") }, "\(text)")
        let pair = try errors(in: #"_ = try query.filter(\.year > \.guest).all()"#)
        #expect(
            pair.contains { $0.contains("KeyPath<Visit, String>") && $0.contains("KeyPath<Visit, Int>") }, "\(pair)")
    }
}
