import Foundation
import TestServer
import Testing
import ZIMOrm

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
        let bench = try Bench("CREATE TABLE t (a int, b int, PRIMARY KEY (a, b));", on: engine)
        let isPostgreSQL = engine == .postgreSQL
        let lock = isPostgreSQL ? "SELECT pg_advisory_lock(4711, 1)" : "SELECT get_lock('zim browse', 1)"
        let locked =
            isPostgreSQL
            ? "SELECT count(*) AS n FROM pg_locks WHERE locktype = 'advisory' AND classid = 4711"
            : "SELECT is_used_lock('zim browse') IS NOT NULL AS n"
        let broken = lock + (isPostgreSQL ? ", 1 / 0" : ", nothing()")
        for sql in [lock, broken] {
            _ = await bench.page(Address(.query).with(.sql, sql))
            #expect(try bench.rows(sql: locked) == ["  {\"n\": 0}"], "\(sql)")
        }
        _ = await bench.answer(Address(.query).with(.sql, lock).on(.queryCSV).text)
        #expect(try bench.rows(sql: locked) == ["  {\"n\": 0}"])
    }
}
