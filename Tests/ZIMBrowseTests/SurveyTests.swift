import TestServer
import Testing
import ZIMOrm

@testable import ZIMBrowse

/// What the page of a table's columns says of values at the edge.
@Suite struct SurveyTests {
    @Test(arguments: ServedEngine.available)
    func numbersThatAreNearlyOneAreNoRange(_ engine: ServedEngine) async throws {
        let bench = try Bench(
            """
            CREATE TABLE t (x double precision, y double precision);
            INSERT INTO t VALUES (0.0, -1.7976931348623157e308), (5e-324, 1.7976931348623157e308);
            """, on: engine)
        #expect(await bench.page("columns?t=t").text.contains("2 rows, all checked."))
        let survey = try await survey("t", bench)
        #expect(survey.columns.map(\.bins) == [[], [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]])
    }

    @Test func asManyRowsAsAreLookedAtAreAllOfThem() async throws {
        let bench = try Bench(
            """
            CREATE TABLE t (x INT);
            WITH RECURSIVE i(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM i WHERE x < 10000) INSERT INTO t SELECT x FROM i;
            """)
        #expect(await bench.page("columns?t=t").text.contains("10,000 rows, all checked."))
        let writer = try Database(path: try #require(bench.path))
        try writer.execute("INSERT INTO t VALUES (0)")
        writer.close()
        #expect(await bench.page("columns?t=t").text.contains("The first 10,000 rows were checked"))
        #expect(try await survey("t", bench).columns.first?.distinct == 10_000)
    }

    /// Long values are told apart, and none of them is kept for the page.
    @Test(arguments: ServedEngine.available)
    func longValuesAreCountedOnly(_ engine: ServedEngine) async throws {
        let type = engine == .sqlite ? "text" : "jsonb"
        let long = (0..<3).map { "('[\"\(String(repeating: "x", count: 300))\(min($0, 1))\"]')" }
        let bench = try Bench(
            "CREATE TABLE t (x \(type)); INSERT INTO t VALUES \(long.joined(separator: ", ")), ('[1]');", on: engine)
        let survey = try await survey("t", bench)
        #expect(survey.columns.first?.distinct == 3)
        #expect(survey.columns.first?.frequent.map(\.count) == [1])
        #expect(await bench.page("columns?t=t").text.contains("about 3"))
    }

    /// A view that cannot be read has not been checked.
    @Test(arguments: ServedEngine.all.filter { $0 != .postgreSQL })
    func aBrokenViewSaysWhy(_ engine: ServedEngine) async throws {
        let bench = try Bench(
            """
            CREATE TABLE t (a int NOT NULL, b int NOT NULL, c int, PRIMARY KEY (a, b)); INSERT INTO t VALUES (1, 1, 1);
            CREATE VIEW broken AS SELECT a, b, c FROM t; \(engine == .sqlite ? "DROP TABLE t" : "ALTER TABLE t DROP COLUMN c");
            """, on: engine)
        let text = await bench.page("columns?t=broken").text
        #expect(text.contains("role=\"alert\"") && !text.contains("all checked"), "\(text)")
    }

    @Test(.enabled(if: ServedEngine.available.contains(.postgreSQL)))
    func rowsOfATableWithoutColumnsAreCounted() async throws {
        let bench = try Bench(
            "CREATE TABLE bare (); INSERT INTO bare DEFAULT VALUES; INSERT INTO bare DEFAULT VALUES;", on: .postgreSQL)
        #expect(await bench.page("columns?t=bare").text.contains("2 rows, all checked."))
    }

    private func survey(_ name: String, _ bench: Bench) async throws -> ColumnSurvey {
        let table = try #require(bench.site.world(WebRequest(Address(.overview))).catalog.table(name))
        return try await bench.file.database.read { try ColumnSurvey(table, in: $0) }
    }
}
