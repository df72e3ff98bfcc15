import Foundation
import Testing
import ZIMOrm
import ZIMTool

/// What the generator writes, and what it leaves alone.
@Suite struct GenerationTests {
    private let sql = """
        CREATE TABLE orders (w INT NOT NULL, d INT NOT NULL, id INT NOT NULL, PRIMARY KEY (w, d, id));
        CREATE TABLE line (o INT NOT NULL, d INT NOT NULL, w INT NOT NULL, n INT NOT NULL, note TEXT, PRIMARY KEY (w, d, o, n),
            FOREIGN KEY (o, d, w) REFERENCES orders (id, d, w));
        CREATE TABLE temp_import (x INT);
        """

    private func generate(
        _ sql: String, to folder: String, _ adjust: (inout Generation.Options) throws -> Void = { _ in }
    ) throws -> Generation.Report {
        let scratch = try ToolScratch()
        var options = Generation.Options()
        try adjust(&options)
        return try Generation(of: try scratch.open(sql), options: options).write(to: folder)
    }

    private func dates(_ scratch: ToolScratch) throws -> [String: Date] {
        try scratch.contents.keys.reduce(into: [:]) {
            $0[$1] = try FileManager.default.attributesOfItem(atPath: scratch.path($1))[.modificationDate] as? Date
        }
    }

    @Test func againItWritesOnlyWhatChanged() throws {
        let out = try ToolScratch()
        let first = try generate(sql, to: out.folder)
        #expect(first.created == ["Line.swift", "Order.swift", "TempImport.swift", "ZIMModels.swift"])
        let (texts, times) = (out.contents, try dates(out))
        #expect(try generate(sql, to: out.folder).unchanged.count == 4)
        #expect(out.contents == texts)
        #expect(try dates(out) == times)
        let changed = try generate(sql + "ALTER TABLE line ADD COLUMN price REAL;", to: out.folder)
        #expect(changed.changed == ["Line.swift"])
        #expect(changed.unchanged.count == 3)
    }

    @Test func codeOutsideTheMarkersStays() throws {
        let out = try ToolScratch()
        _ = try generate(sql, to: out.folder)
        let text = try #require(out.text("Line.swift"))
        let own = "import Foundation\n// mine\n" + text + "\nextension Line { var isNoted: Bool { note != nil } }\n"
        try FileManager.default.createDirectory(atPath: out.path("Sales"), withIntermediateDirectories: true)
        try FileManager.default.removeItem(atPath: out.path("Line.swift"))
        // The file can be moved and renamed, too.
        try out.write(own, to: "Sales/OrderLines.swift")
        let report = try generate(sql + "ALTER TABLE line ADD COLUMN price REAL;", to: out.folder)
        #expect(report.changed == ["Sales/OrderLines.swift"])
        let now = try #require(out.text("Sales/OrderLines.swift"))
        #expect(now.hasPrefix("import Foundation\n// mine\n// Written by zim."))
        #expect(now.hasSuffix("// zim:end\n\nextension Line { var isNoted: Bool { note != nil } }\n"))
        #expect(now.contains("var price: Double?"))
        #expect(out.text("Line.swift") == nil)
    }

    @Test func aTableThatIsGoneLeavesItsFile() throws {
        let out = try ToolScratch()
        _ = try generate(sql, to: out.folder)
        let report = try generate(sql + "DROP TABLE temp_import;", to: out.folder)
        #expect(report.orphaned == ["TempImport.swift"])
        #expect(out.text("TempImport.swift") != nil)
    }

    @Test func nothingIsWrittenOverAnothersFile() throws {
        let out = try ToolScratch()
        try out.write("final class Order {}\n", to: "Order.swift")
        let error = #expect(throws: ToolError.self) { try generate(sql, to: out.folder) }
        #expect(
            error?.message
                == "\(out.folder)/Order.swift exists and has no block for \"orders\": nothing was written")
        #expect(out.contents.keys.sorted() == ["Order.swift"])
    }

    @Test func aBrokenMarkerIsAnError() throws {
        let out = try ToolScratch()
        _ = try generate(sql, to: out.folder)
        let text = try #require(out.text("Line.swift"))
        try out.write(text.replacing("// zim:end", with: "// the end"), to: "Line.swift")
        let before = out.contents
        let error = #expect(throws: ToolError.self) { try generate(sql, to: out.folder) }
        #expect(error?.message == "Line.swift has a \"// zim:begin …\" without its \"// zim:end\"")
        #expect(out.contents == before)
        try out.write(text, to: "Line.swift")
        try out.write(text, to: "Copy.swift")
        let twice = #expect(throws: ToolError.self) { try generate(sql, to: out.folder) }
        #expect(twice?.message == "Copy.swift and Line.swift both hold the block \"line\"")
    }

    @Test func settings() throws {
        let out = try ToolScratch()
        try out.write(
            """
            {"access": "public", "dataSource": "archive", "tables": {
              "LINE": {"class": "OrderLine", "columns": {"n": {"name": "number"}, "note": {"type": "Data", "optional": false}},
                       "relationships": {"order": "itsOrder"}},
              "temp_import": {"skip": true}}}
            """, to: "zim.json")
        _ = try generate(sql, to: out.path("Models")) {
            $0.settings = try GeneratorSettings(contentsOf: out.path("zim.json"))
        }
        let text = try #require(out.text("Models/OrderLine.swift"))
        #expect(text.contains("public final class OrderLine: Model, RowDecodable {"))
        #expect(text.contains("public var number: Int { didSet { noteChange(3, was: oldValue) } }"))
        #expect(text.contains("public var note: Data {"))
        #expect(text.contains("public func itsOrder() throws -> Order {"))
        #expect(text.contains(#"override class var dataSource: String { "archive" }"#))
        #expect(out.text("Models/TempImport.swift") == nil)
        #expect(out.text("Models/ZIMModels.swift")?.contains(#"// zim:skipped ["temp_import"]"#) == true)
    }

    @Test(arguments: [
        (#"{"tables": {"lines": {}}}"#, #"the settings name the table "lines", which the database does not have"#),
        (
            #"{"tables": {"line": {"columns": {"m": {}}}}}"#,
            #"the settings name the column "m", which "line" does not have"#
        ),
        (#"{"access": "private"}"#, #"access is "internal" or "public", not "private""#),
        (#"{"names": "camel"}"#, "names: Cannot initialize Names from invalid String value camel"),
    ])
    func settingsThatDoNotFit(_ json: String, _ message: String) throws {
        let out = try ToolScratch()
        try out.write(json, to: "zim.json")
        let error = #expect(throws: ToolError.self) {
            _ = try generate(sql, to: out.path("Models")) {
                $0.settings = try GeneratorSettings(contentsOf: out.path("zim.json"))
            }
        }
        #expect(error?.message.hasSuffix(message) == true)
        #expect(out.contents.keys.sorted() == ["zim.json"])
    }

    @Test func verbatimNames() throws {
        let out = try ToolScratch()
        _ = try generate(TrapSchema.sql, to: out.folder) { $0.settings.names = .verbatim }
        let line = try #require(out.text("Order_line.swift") ?? out.text("order_line.swift"))
        #expect(line.contains("var o_number: Int {"))
        let session = try #require(out.contents.keys.first { $0.lowercased().hasPrefix("session") }.flatMap(out.text))
        #expect(session.contains("var yearkey: Int {"))
        #expect(session.contains("var _2B: String? {"))
    }

    /// The rows say which relationships are likely; methods for them are optional, and take no name from declared ones.
    @Test func guesses() throws {
        let out = try ToolScratch()
        _ = try generate(TrapSchema.sql, to: out.folder) { $0.guesses = true }
        let visit = try #require(out.text("Visit.swift"))
        #expect(visit.contains("func employee() throws -> Employee? {"))
        #expect(visit.contains("/// visit belongs to employee by (employee_id), not declared."))
        #expect(
            out.text("Employee.swift")?.contains("func visits(options: [RelationshipOption] = []) throws -> [Visit] {")
                == true)
    }
}
