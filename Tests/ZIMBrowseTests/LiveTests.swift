import Foundation
import TestServer
import Testing
import ZIMOrm
import ZIMTool

@testable import ZIMBrowse

/// What happens to a database while it is shown.
@Suite struct LiveTests {
    @Test func rowsAreCountedAgain() async throws {
        let bench = try Bench("CREATE TABLE t (a int, b int, PRIMARY KEY (a, b)); INSERT INTO t VALUES (1, 1), (1, 2);")
        bench.site.begin()
        await bench.site.waitUntilKnown()
        #expect(await bench.page(Address.table("t")).text.contains("2 rows"))
        let other = try Database(path: try #require(bench.path))
        try other.execute("INSERT INTO t VALUES (1, 3)")
        #expect(await bench.page(Address.table("t")).text.contains("3 rows"))
        #expect(await bench.answer("status.json").text.contains("\"t\":\"3\""))
    }

    /// What is not worth counting for each page says when it was counted.
    @Test func manyRowsAreThoseOfTheStart() async throws {
        let bench = try Bench(
            """
            CREATE TABLE t (a int, b int, PRIMARY KEY (a, b));
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000)
            INSERT INTO t SELECT 1, i FROM n;
            """)
        bench.site.begin()
        await bench.site.waitUntilKnown()
        #expect(await bench.page(Address.table("t")).text.contains("12,000 rows when zim browse started"))
        try Database(path: try #require(bench.path)).execute("DELETE FROM t WHERE b > 5")
        #expect(await bench.page(Address.table("t")).text.contains("5 rows"))
    }

    /// SQLite goes on with the file that it has opened, whatever the path leads to.
    @Test func aFileThatIsGoneOrAnotherIsSaid() async throws {
        let script = "CREATE TABLE t (a int, b int, PRIMARY KEY (a, b)); INSERT INTO t VALUES (1, 2);"
        let bench = try Bench(script)
        let path = try #require(bench.path)
        let addresses = ["./", "table?t=t", "table.json?t=t", "row?t=t&row=i1,i2", "query?sql=SELECT+1", "status.json"]
        for address in addresses { #expect(await bench.answer(address).status == .ok, "\(address)") }
        try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
        for address in addresses {
            let answer = await bench.answer(address)
            #expect(answer.status == .failed && answer.text.contains("is gone"), "\(address)")
        }
        try Database(path: path).execute(SQL(unsafe: script))
        let answer = await bench.answer("table?t=t")
        #expect(answer.status == .failed && answer.text.contains("is another file"))
        #expect(await bench.answer("style.css").status == .ok)
    }

    /// A lock of the session would stay with the connection, for the pages that come after this one.
    @Test(arguments: ServedEngine.servers)
    func aQueryGivesItsLocksBack(_ engine: ServedEngine) async throws {
        let isPostgreSQL = engine == .postgreSQL
        let bench = try Bench(
            "CREATE TABLE t (a int, b int, PRIMARY KEY (a, b));"
                + (isPostgreSQL
                    ? "CREATE FUNCTION takes() RETURNS boolean LANGUAGE sql AS 'SELECT pg_try_advisory_lock(4711, 1)';"
                    : "CREATE FUNCTION takes() RETURNS INT RETURN GET_LOCK('zim browse', 1);"),
            on: engine)
        let lock = isPostgreSQL ? "SELECT pg_advisory_lock(4711, 1)" : "SELECT get_lock('zim browse', 1)"
        let locked =
            isPostgreSQL
            ? "SELECT count(*) AS n FROM pg_locks WHERE locktype = 'advisory' AND classid = 4711"
            : "SELECT is_used_lock('zim browse') IS NOT NULL AS n"
        let broken = lock + (isPostgreSQL ? ", 1 / 0" : ", nothing()")
        for sql in [lock, broken, "SELECT takes()"] {
            _ = await bench.page(Address(.query).with(.sql, sql))
            #expect(try bench.rows(sql: locked) == ["  {\"n\": 0}"], "\(sql)")
        }
        _ = await bench.answer(Address(.query).with(.sql, lock).on(.queryCSV).text)
        #expect(try bench.rows(sql: locked) == ["  {\"n\": 0}"])
    }

    /// In somebody's own SQL a bare name means a table of the schema that was chosen, on each connection.
    @Test(arguments: ServedEngine.servers)
    func bareNamesMeanTheChosenSchema(_ engine: ServedEngine) async throws {
        let table = "CREATE TABLE child (a int, b int, PRIMARY KEY (a, b));"
        let rows = "INSERT INTO child VALUES (1, 1), (1, 2);"
        let (url, schema): (String, String)
        if engine == .postgreSQL {
            schema = "sales"
            url = try #require(TestServer.shared).makeDatabase(
                table + "CREATE SCHEMA sales; SET search_path TO sales; " + table + rows)
        } else {
            let server = try #require(MySQLTestServer.shared)
            url = try server.makeDatabase(table)
            schema = try InspectedDatabase(place: server.makeDatabase(table + rows)).name
        }
        let bench = try Bench(url: url, schemas: [schema])
        let query = Address(.query).with(.sql, "SELECT count(*) AS n FROM child")
        for _ in 0..<3 { #expect(await bench.answer(query.on(.queryCSV).text).text == "n\r\n2\r\n") }
        #expect(await bench.page(query).text.contains(">2<"))
        bench.site.begin()
        await bench.site.waitUntilKnown()
        #expect(await bench.page(Address.table("\(schema).child")).text.contains("2 rows"))
        let own = engine == .postgreSQL ? "public" : try InspectedDatabase(place: url).name
        let both = try Bench(url: url, schemas: [schema, own])
        let words = engine == .postgreSQL ? ">2<" : "names without a database can mean one of them only"
        #expect(await both.page(query).text.contains(words))
    }
}
