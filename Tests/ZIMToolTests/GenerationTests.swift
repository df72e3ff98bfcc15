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
        #expect(
            first.created == ["Line.swift", "Order.swift", "TempImport.swift", "ZIMModels.swift", "ZIMSchema.swift"])
        let (texts, times) = (out.contents, try dates(out))
        #expect(try generate(sql, to: out.folder).unchanged.count == 5)
        #expect(out.contents == texts)
        #expect(try dates(out) == times)
        let changed = try generate(sql + "ALTER TABLE line ADD COLUMN price REAL;", to: out.folder)
        #expect(changed.changed == ["Line.swift", "ZIMSchema.swift"])
        #expect(changed.unchanged.count == 3)
    }

    /// One name to Swift, two to the engine: the table that comes second by its bytes is named, and no relationship of its is
    /// the other's.
    @Test func namesThatAreEqualInUnicode() throws {
        let (scratch, out) = (try ToolScratch(), try ToolScratch())
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        let file = try scratch.open(
            """
            CREATE TABLE "\(composed)" (a INT, b INT, PRIMARY KEY (a, b));
            CREATE TABLE "\(decomposed)" (a INT, b INT, note TEXT, PRIMARY KEY (b, a));
            CREATE TABLE guest (id INTEGER PRIMARY KEY, a INT, b INT, FOREIGN KEY (a, b) REFERENCES "\(composed)" (a, b));
            """)
        let generation = try Generation(of: file)
        #expect(generation.skipped.map(\.reason) == ["another table's name is equal to it in Unicode"])
        let report = try generation.write(to: out.folder)
        #expect(report.created.count == 4)
        #expect(generation.skipped.allSatisfy { $0.table.utf8.elementsEqual(composed.utf8) })
        #expect(out.text("Cafe.swift")?.contains("var note") == true)
        #expect(out.text("Guest.swift")?.contains("belongsTo") == false)
        #expect(try generation.write(to: out.folder).unchanged.count == 4)
    }

    /// SQLite compares by the collation of the left side, which is the parent's in a foreign key's own check.
    @Test func testsCompareByTheCollationOfTheParent() throws {
        let (scratch, sql) = (
            try ToolScratch(),
            """
            CREATE TABLE p (a TEXT COLLATE NOCASE, b INT, PRIMARY KEY (a, b)); INSERT INTO p VALUES ('Abc', 1);
            CREATE TABLE c (id INTEGER PRIMARY KEY, x TEXT, y INT, FOREIGN KEY (x, y) REFERENCES p (a, b));
            INSERT INTO c VALUES (1, 'ABC', 1)
            """
        )
        let file = try scratch.open(sql)
        _ = try Generation(of: file).writeTests(to: scratch.path("Tests"), module: nil)
        let (parent, child) = (try #require(scratch.text("Tests/PTests.swift")), scratch.text("Tests/CTests.swift"))
        #expect(
            parent.replacing(" \\#\n                ", with: " ").contains("ON s.\"a\" = t.\"x\" AND s.\"b\" = t.\"y\"")
        )
        #expect(
            child?.replacing(" \\#\n                ", with: " ").contains("ON t.\"a\" = s.\"x\" AND t.\"b\" = s.\"y\"")
                == true)
    }

    /// A package that is moved with its database finds it: the way to the file is the one from the tests.
    @Test func testsFindAFileFromWhereTheyAre() throws {
        for (folder, way) in [("Tests/ModelsTests", "../../trap.sqlite"), ("Tests", "../trap.sqlite")] {
            let scratch = try ToolScratch()
            let file = try scratch.open(sql)
            _ = try Generation(of: file).writeTests(to: scratch.path(folder), module: nil)
            let frame = try #require(scratch.text(folder + "/ZIMModelTests.swift"))
            #expect(
                frame.contains(
                    "?? URL(fileURLWithPath: \"\(way)\", relativeTo: URL(fileURLWithPath: #filePath)).path"))
            #expect(!frame.contains(scratch.folder))
        }
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
        #expect(report.changed == ["Sales/OrderLines.swift", "ZIMSchema.swift"])
        let now = try #require(out.text("Sales/OrderLines.swift"))
        #expect(now.hasPrefix("import Foundation\n// mine\n// Generated by zim."))
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

    /// Overrides that Swift wants inside the class: hooks, a lock, a default filter.
    @Test func ownLinesInsideTheClassAreKept() throws {
        let out = try ToolScratch()
        _ = try generate(sql, to: out.folder)
        let fresh = try #require(out.text("Line.swift"))
        let own = """
                // zim:own
                override class var locking: Locking { .changedColumns }

                override func willSave() throws { note = "saved" }
                // zim:own end

            """
        let start = try #require(fresh.firstRange(of: "    required init()"))
        try out.write(fresh.replacingCharacters(in: start.lowerBound..<start.lowerBound, with: own), to: "Line.swift")
        _ = try generate(sql, to: out.folder)
        let kept = try #require(out.text("Line.swift"))
        let end = try #require(fresh.firstRange(of: "\n}\n"))
        #expect(kept == fresh.replacingCharacters(in: end.lowerBound..<end.lowerBound, with: "\n\n" + own.dropLast()))
        #expect(try generate(sql, to: out.folder).unchanged.contains("Line.swift"))

        for (line, message) in [
            ("// zim:own end", #"Line.swift has a "// zim:own" without its "// zim:own end""#),
            ("// zim:own\n", #"Line.swift has a "// zim:own end" without its "// zim:own""#),
        ] {
            try out.write(kept.replacing(line, with: "\n"), to: "Line.swift")
            let error = #expect(throws: ToolError.self) { try generate(sql, to: out.folder) }
            #expect(error?.message == message)
        }
    }

    @Test func dependentRows() throws {
        let out = try ToolScratch()
        try out.write(
            #"{"tables": {"orders": {"relationships": {"lines": {"name": "items", "dependent": "delete"}}}}}"#,
            to: "zim.json")
        _ = try generate(sql, to: out.path("Models")) {
            $0.settings = try GeneratorSettings(contentsOf: out.path("zim.json"))
        }
        let text = try #require(out.text("Models/Order.swift"))
        #expect(text.contains(#".hasMany("items", Line.self, foreignKey: ["#))
        #expect(text.contains(", dependent: .delete)"))
        #expect(text.contains("func items(options: [RelationshipOption] = []) throws -> [Line] {"))
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
        (
            #"{"tables": {"line": {"relationships": {"ordr": "itsOrder"}}}}"#,
            #"the settings name the relationship "ordr", which "line" does not have"#
        ),
        (
            #"{"tables": {"line": {"relationships": {"order": {"dependent": "delete"}}}}}"#,
            #"a dependent: only relationships to rows that refer to this one have it"#
        ),
        (
            #"{"tables": {"line": {"relationships": {"order": {"dependent": "keep"}}}}}"#,
            "Cannot initialize Dependent from invalid String value keep"
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

    /// What the rows say adds relationships through a join table, and takes none of the declared ones away.
    @Test func guessesInAJoinTable() throws {
        let out = try ToolScratch()
        let sql = """
            CREATE TABLE usr (org INT, id INT, PRIMARY KEY (org, id)); CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT);
            CREATE TABLE language (id INTEGER PRIMARY KEY, name TEXT);
            CREATE TABLE starred (org INT, usr_id INT, film_id INT NOT NULL REFERENCES film, language_id INT NOT NULL,
                PRIMARY KEY (org, usr_id, film_id, language_id), FOREIGN KEY (org, usr_id) REFERENCES usr);
            INSERT INTO usr VALUES (1, 1), (1, 2); INSERT INTO film VALUES (1, 'a'), (2, 'b');
            INSERT INTO language VALUES (1, 'a'), (2, 'b'); INSERT INTO starred VALUES (1, 1, 2, 1), (1, 2, 1, 2), (1, 1, 1, 1);
            """
        _ = try generate(sql, to: out.folder) { $0.guesses = true }
        #expect(out.text("Starred.swift")?.contains("func language() throws -> Language? {") == true)
        #expect(out.text("Film.swift")?.contains("func usrs(") == true)
        #expect(out.text("Usr.swift")?.contains("func films(") == true)
        let scratch = try ToolScratch()
        #expect(try FolderCheck(of: scratch.open(sql), folder: out.folder).differences.map(\.description) == [])
    }

    /// As Python's isoformat() writes them.
    @Test func datesWithAnISOSeparator() throws {
        let out = try ToolScratch()
        let sql = """
            CREATE TABLE photo (roll INT, number INT, taken DATETIME NOT NULL DEFAULT '2020-01-01T00:00:00', PRIMARY KEY (roll, number));
            INSERT INTO photo VALUES (1, 1, '2012-01-02T03:04:05'), (1, 2, '2012-01-03T00:00:00');
            """
        _ = try generate(sql, to: out.folder)
        let text = try #require(out.text("Photo.swift"))
        #expect(text.contains(#"Column("taken", \Photo.taken, as: .date(.isoDateTime))"#), "\(text)")
        #expect(!text.contains("several formats") && text.contains("Date(timeIntervalSince1970: 1577836800)"))
    }
}
