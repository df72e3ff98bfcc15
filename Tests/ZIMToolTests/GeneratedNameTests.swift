import Foundation
import Testing
import ZIMOrm

@testable import ZIMTool

/// Names and types of generated classes where a database makes them hard.
@Suite struct GeneratedNameTests {
    private func plan(_ sql: String, _ names: GeneratorSettings.Names? = nil) throws -> ModelsPlan {
        let scratch = try ToolScratch()
        let file = try scratch.open(sql)
        var settings = GeneratorSettings()
        settings.names = names
        let schema = try file.schema()
        return try ModelsPlan(
            schema: schema, observation: Observation(of: file, schema: schema, rows: 1_000), settings: settings)
    }

    /// Inside its class a member stands before a type of its name.
    @Test func noMemberIsCalledAsAClass() throws {
        let plan = try plan(
            """
            CREATE TABLE Customer (id INTEGER PRIMARY KEY, name TEXT, Date TEXT, "Int" INT);
            CREATE TABLE Ord (id INTEGER PRIMARY KEY, Customer INT REFERENCES Customer (id), Ord INT);
            """, .verbatim)
        let order = try #require(plan.model(of: "Ord"))
        #expect(order.columns.map(\.name) == ["id", "CustomerValue", "OrdValue"])
        #expect(
            try #require(plan.model(of: "Customer")).columns.map(\.name) == ["id", "name", "DateValue", "IntValue"])
    }

    /// In scripts without capitals a table's class and a column are one word.
    @Test func scriptsWithoutCapitals() throws {
        let plan = try plan(
            "CREATE TABLE 顧客 (id INTEGER PRIMARY KEY); CREATE TABLE 注文 (id INTEGER PRIMARY KEY, 顧客 INT REFERENCES 顧客 (id))"
        )
        let order = try #require(plan.model(of: "注文"))
        let names = order.columns.map(\.name) + order.methods.map(\.name)
        #expect(Set(names).isDisjoint(with: ["顧客", "注文"]))
        #expect(Set(names).count == names.count)
    }

    /// No number is read as another, and each is written as it was.
    @Test(arguments: [
        ("", "(9007199254740993), (1.5)", "SQLValue"), ("INT", "(9007199254740993), (1.5)", "SQLValue"),
        ("", "(7), (1.5)", "SQLValue"), ("INT", "(7), (1.5)", "Double"), ("", "(7)", "Int"), ("", "(1.5)", "Double"),
    ])
    func numbersOfTwoKinds(_ type: String, _ rows: String, _ expected: String) throws {
        let plan = try plan("CREATE TABLE t (id INTEGER PRIMARY KEY, v \(type)); INSERT INTO t (v) VALUES \(rows)")
        #expect(try #require(plan.model(of: "t")).columns.last?.type.name == expected)
    }

    @Test func tablesWithStars() throws {
        let scratch = try ToolScratch()
        let file = try scratch.open(
            #"CREATE TABLE "*/" (a INT PRIMARY KEY); CREATE TABLE "*b" (a INT PRIMARY KEY); CREATE TABLE zim_migration (position INTEGER PRIMARY KEY, name TEXT)"#
        )
        let models = scratch.path("Models")
        let generation = try Generation(of: file)
        _ = try generation.write(to: models)
        #expect(generation.skipped.map(\.table) == ["zim_migration"])
        #expect(try FolderCheck(of: file, folder: models).differences.isEmpty)
    }

    /// A class stays that of its table, whatever tables come.
    @Test func aClassIsNotGivenToAnotherTable() throws {
        let (scratch, out) = (try ToolScratch(), try ToolScratch())
        let sql = "CREATE TABLE orders (a INT, b INT, PRIMARY KEY (a, b));"
        _ = try Generation(of: scratch.open(sql)).write(to: out.folder)
        let before = out.contents
        let file = try scratch.open(
            sql + #"CREATE TABLE "order" (a INT, b INT, PRIMARY KEY (a, b))"#, name: "more.sqlite")
        let error = #expect(throws: ToolError.self) { try Generation(of: file).write(to: out.folder) }
        #expect(
            error?.message
                == "Order.swift has the class Order of the table \"orders\", which would become that of \"order\": nothing was written"
        )
        #expect(out.contents == before)
        var options = Generation.Options()
        var own = GeneratorSettings.Table()
        own.class = "Order"
        options.settings.tables = ["orders": own]
        #expect(try Generation(of: file, options: options).write(to: out.folder).created.count == 1)
    }

    /// Git makes such line ends of others, and they stay.
    @Test func filesWithCarriageReturns() throws {
        let scratch = try ToolScratch()
        let models = scratch.path("Models")
        let sql = "CREATE TABLE line (w INT, n INT, PRIMARY KEY (w, n));"
        _ = try Generation(of: scratch.open(sql)).write(to: models)
        for name in try FileManager.default.contentsOfDirectory(atPath: models) {
            let text = try #require(scratch.text("Models/" + name)).replacing("\n", with: "\r\n")
            try scratch.write(text, to: "Models/" + name)
        }
        let before = scratch.contents
        let file = try InspectedDatabase(path: scratch.path("trap.sqlite"))
        #expect(try FolderCheck(of: file, folder: models).differences.isEmpty)
        #expect(try Generation(of: file).write(to: models).changed.isEmpty)
        #expect(scratch.contents == before)
        let more = try scratch.open(sql + "ALTER TABLE line ADD COLUMN price REAL;", name: "more.sqlite")
        #expect(try Generation(of: more).write(to: models).changed == ["Line.swift", "ZIMSchema.swift"])
        let text = try #require(scratch.text("Models/Line.swift"))
        #expect(text.contains("price") && !text.replacing("\r\n", with: "").contains("\n"))
    }

    @Test func jsonKeysAreDifferent() {
        var text = RowText(.json, names: ["a", "a", "a_2", "a"])
        #expect(text.next([1, 2, 3, 4]) == "\n  {\"a\": 1, \"a_3\": 2, \"a_2\": 3, \"a_4\": 4}")
        var single = RowText(.csv, names: ["a"])
        #expect(single.next([nil]) + single.next([""]) + single.next(["x"]) == "\"\"\r\n\"\"\r\nx\r\n")
    }
}
