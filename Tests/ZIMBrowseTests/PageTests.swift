import Foundation
import Synchronization
import TestServer
import Testing
import ZIMOrm
import ZIMTool

@testable import ZIMBrowse

/// What the pages show.
@Suite struct PageTests {
    @Test(arguments: ServedEngine.available)
    func theOverviewListsEverything(_ engine: ServedEngine) async throws {
        let bench = try Bench(Store.sql, on: engine)
        bench.site.begin()
        await bench.site.waitUntilKnown()
        let page = await bench.page(Address(.overview))
        let catalog = bench.site.world(WebRequest(Address(.overview))).catalog
        for table in catalog.tables {
            #expect(page.markup.links.contains(Address.table(table.name).text))
            guard table.kind == .table else { continue }
            let line = try #require(try bench.rows(sql: "SELECT count(*) AS n FROM \(table.name)").first)
            let count = try #require(JSONLines.value("n", in: line))
            let cell = page.markup.elements.first { $0.attributes["data-count"] == AddressText.encode(table.name) }
            #expect(cell?.text == Int(count)?.grouped, "\(table.name)")
        }
        // The picture's boxes are links too.
        #expect(page.text.contains("<svg class=\"diagram\""))
        let status = await bench.answer("status.json").text
        #expect(status.contains("\"done\":true") && status.contains("\"orders\":\"150\""))
        #expect(await bench.answer("names.json").text.contains("\"label\":[\"id\",\"text\"]"))
    }

    @Test(arguments: ServedEngine.available)
    func valuesAreToldApart(_ engine: ServedEngine) async throws {
        let bench = try Bench(Store.sql, on: engine)
        let page = await bench.page(Address.table("label"))
        let spans = page.markup.elements.filter {
            $0.name == "span" && ["null", "empty"].contains($0.attributes["class"])
        }
        #expect(spans.map(\.text) == ["''", "␣␣␣", "NULL"])
    }

    @Test(arguments: ServedEngine.available)
    func longValuesAreCutAndShownWhole(_ engine: ServedEngine) async throws {
        let blob = engine == .sqlite ? "blob" : "bytea"
        let bytes = engine == .sqlite ? "zeroblob(3000)" : "decode(repeat('00', 3000), 'hex')"
        let png = engine == .sqlite ? "x'89504E470D0A1A0A0001'" : "'\\x89504E470D0A1A0A0001'::bytea"
        let long = engine == .sqlite ? "replace(hex(zeroblob(2000)), '00', 'é ')" : "repeat('é ', 2000)"
        let bench = try Bench(
            """
            CREATE TABLE t (id int PRIMARY KEY, text text, bytes \(blob));
            INSERT INTO t VALUES (1, \(long), \(bytes)), (2, '{"a": [1, 2.50, {"b": "c,:d"}], "n": 12345678901234567890}', \(png));
            """, on: engine)
        let page = await bench.page(Address.table("t"))
        #expect(page.text.utf8.count < 20_000)
        #expect(page.markup.links.contains { $0.hasPrefix("cell?") })
        let row = RowAddress.key([ExactValue(.integer(1))])
        let whole = await bench.page(Address.cell("t", row, "text"))
        #expect(whole.text.contains("text of 4,000 characters, 6,000 bytes"))
        #expect(
            whole.markup.elements.first { $0.attributes["class"] == "whole" }?.text
                == String(repeating: "é ", count: 2000))
        let hex = await bench.page(Address.cell("t", row, "bytes"))
        #expect(hex.text.contains("3,000 bytes") && hex.text.contains("000010  00 00"))
        #expect(
            await bench.answer(Address.cell("t", row, "bytes").on(.bytes).text).body == Data(repeating: 0, count: 3000))
        let second = RowAddress.key([ExactValue(.integer(2))])
        let picture = await bench.answer(Address.cell("t", second, "bytes").on(.bytes).text)
        #expect(picture.type == "image/png" && picture.fileName == nil)
        #expect(await bench.page(Address.row("t", second)).text.contains("<img src=\"bytes?"))
        // Digits stay as they are.
        let json = await bench.page(Address.cell("t", second, "text"))
        #expect(
            json.text.contains("As JSON") && json.text.contains("2.50") && json.text.contains("12345678901234567890"))
        #expect(CellPage.json(#"{"a":[1],"b":"x\",{"}"#) == "{\n  \"a\": [\n    1\n  ],\n  \"b\": \"x\\\",{\"\n}")
        #expect(CellPage.json("{not json") == nil && CellPage.json("12") == nil)
    }

    /// Text that only looks like a picture is never shown as one, and what is none is saved and not shown.
    @Test func onlyPicturesAreShown() async throws {
        let bench = try Bench(
            """
            CREATE TABLE t (id INTEGER PRIMARY KEY, b);
            INSERT INTO t VALUES (1, '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
                (2, CAST('<html><script>alert(1)</script>' AS BLOB)), (3, CAST(x'89504E470D' AS TEXT)), (4, 7), (5, NULL), (6, x'');
            """)
        for id in 1...6 {
            let response = await bench.answer(
                Address.cell("t", .key([ExactValue(.integer(Int64(id)))]), "b").on(.bytes).text)
            #expect(response.type == "application/octet-stream" && response.fileName == "t-b", "\(id)")
            _ = await bench.page(Address.cell("t", .key([ExactValue(.integer(Int64(id)))]), "b"))
        }
    }

    @Test(arguments: ServedEngine.available)
    func columnsAreDescribed(_ engine: ServedEngine) async throws {
        let bench = try Bench(Store.sql, on: engine)
        let page = await bench.page(Address.table("orders").on(.columns))
        for text in [
            "150 rows, all checked.", "80 % filled", "key 3", "→ warehouse", "primary key (w, d, id)",
            "different values", "has many", "joined to",
        ] {
            #expect(page.text.contains(text), "\(text)")
        }
        // Frequent values lead to their rows.
        let rows = page.markup.links.filter { $0.hasPrefix("table?t=orders&equals=note") }
        #expect(!rows.isEmpty)
        for row in rows { #expect(await bench.page(row).markup.elements.contains { $0.attributes["class"] == "rows" }) }
    }

    @Test(arguments: ServedEngine.available)
    func statementsPlansAndSwiftAreShown(_ engine: ServedEngine) async throws {
        let bench = try Bench(Store.sql, on: engine)
        bench.site.begin()
        await bench.site.waitUntilKnown()
        let order = Address.row("orders", .key([1, 2, 3].map { ExactValue(.integer($0)) }))
        let row = await bench.page(order.with(.plan, "1"))
        #expect(row.text.contains("let order = try session.find(Order.self, 1, 2, 3)"))
        #expect(row.text.contains("try order?.lines()"))
        #expect(row.markup.elements.contains { $0.name == "h4" && $0.text == "Plan" })
        let code = row.markup.elements.filter { $0.name == "code" && $0.text.hasPrefix("SELECT") }.map(\.text)
        #expect(code.count == 6)
        // What is shown can be run as it stands.
        for sql in code {
            #expect(throws: Never.self) { try bench.file.database.read { _ = try $0.rows(SQL(unsafe: sql)) } }
            _ = await bench.page(Address(.query).with(.sql, sql))
        }
        let lines = try #require(
            bench.site.world(WebRequest(Address(.overview))).catalog.links(to: "orders").first {
                $0.child.name == "line"
            })
        let relation = Selection.Relation(
            kind: .children(lines), from: .key([1, 2, 3].map { ExactValue(.integer($0)) }))
        #expect(await bench.page(relation.address).text.contains("let rows = try order?.lines() ?? []"))
        // Those of a condition are not all of them.
        let some = await bench.page(relation.address.with(.filter, "n > 1"))
        #expect(some.text.contains("// All of them, by their key"))
        let differs = await bench.page(Address.table("orders").with(.differs, all: ["note!tx", "w!i1"]))
        #expect(differs.text.contains(".filter(\\.note != &quot;x&quot; || \\.note == nil)"))
        let table = await bench.page(
            Address.table("orders").with(.sort, "note").with(.filter, "note = 'a\\b'").with(.equals, "w!i1"))
        for text in [
            "try session.query(Order.self)", ".filter(\\.w == 1)", ".filter(&quot;note = &#39;a\\\\b&#39;&quot;)",
            ".orderBy(\\.note)",
        ] {
            #expect(table.text.contains(text), "\(text)")
        }
    }

    @Test func whatIsWrongIsMarkedWhereItStands() async throws {
        let bench = try Bench(
            """
            CREATE TABLE house (a INT NOT NULL, b INT NOT NULL, PRIMARY KEY (a, b));
            CREATE TABLE room (id INTEGER PRIMARY KEY, b INT, a INT, size INT, FOREIGN KEY (b, a) REFERENCES house (b, a));
            INSERT INTO house VALUES (1, 2); INSERT INTO room VALUES (1, 2, 1, 10), (2, 9, 1, 'big'), (3, NULL, 1, 5);
            """)
        bench.site.begin()
        await bench.site.waitUntilKnown()
        let table = await bench.page(Address.table("room"))
        #expect(
            table.markup.elements.filter { $0.attributes["title"] == "points to no row" }.map(\.text) == ["9", "1"])
        #expect(
            table.markup.elements.filter { $0.attributes["class"] == "badge serious" && $0.text == "invalid value" }
                .count == 1)
        let row = await bench.page(Address.row("room", .key([ExactValue(.integer(2))])))
        #expect(row.text.contains("orphan: the row is missing"))
        #expect(await bench.page("table?t=house").text.contains("1 row"))
        let doctor = await bench.page(Address(.doctor))
        #expect(doctor.text.contains("Orphan rows") && doctor.text.contains("Invalid values"))
        let sql = try #require(
            doctor.markup.elements.first { $0.name == "a" && $0.text == "Its rows" }?.attributes["href"])
        let rows = await bench.page(sql)
        #expect(rows.text.contains("Rows 1 to 1") && rows.text.contains("big"))
        #expect(await bench.page(Address(.overview)).text.contains("things are wrong"))
        let only = await bench.page("doctor?only=room")
        #expect(only.markup.title == "Doctor: room")
    }

    @Test(arguments: ServedEngine.available)
    func likelyRelationshipsAreFollowedAndMarked(_ engine: ServedEngine) async throws {
        let bench = try Bench(
            """
            CREATE TABLE customer (id int PRIMARY KEY, name text);
            CREATE TABLE invoice (id int PRIMARY KEY, customer_id int);
            INSERT INTO customer VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, 'd'), (5, 'e');
            INSERT INTO invoice VALUES (1, 1), (2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (7, 5);
            """, on: engine)
        bench.site.begin()
        await bench.site.waitUntilKnown()
        let customer = await bench.page("row?t=customer&row=i1")
        #expect(customer.text.contains("invoice") && customer.text.contains("likely"))
        let list = try #require(customer.markup.links.first { $0.hasPrefix("table?relation=c") })
        #expect(await bench.page(list).text.contains("2 rows"))
        let invoice = await bench.page("row?t=invoice&row=i7")
        #expect(invoice.markup.elements.contains { $0.name == "a" && $0.text == "customer (5)" })
    }

    @Test(arguments: ServedEngine.available)
    func queriesReadAndNothingElse(_ engine: ServedEngine) async throws {
        let bench = try Bench(Store.sql, on: engine)
        func query(_ sql: String) -> Address { Address(.query).with(.sql, sql) }
        let page = await bench.page(query("SELECT id, note FROM orders ORDER BY w, d, id"))
        #expect(page.text.contains("Rows 1 to 100, and more"))
        let next = try #require(page.markup.elements.first { $0.name == "a" && $0.text == "Next" }?.attributes["href"])
        #expect(await bench.page(next).text.contains("Rows 101 to 150"))
        #expect(await bench.page(query("SELECT 1 WHERE 1 = 0")).text.contains("No rows"))
        #expect(await bench.page(query("SELECT 1").with(.plan, "1")).text.contains("Plan"))
        #expect(await bench.page(query("SELECT nothing FROM orders")).text.contains("role=\"alert\""))
        #expect(await bench.page(query("  ")).markup.title == "Query")
        let csv = await bench.answer(query("SELECT w, d FROM warehouse ORDER BY 1, 2").on(.queryCSV).text)
        #expect(csv.text == "w,d\r\n1,1\r\n1,2\r\n1,3\r\n2,1\r\n2,2\r\n2,3\r\n" && csv.fileName == "query.csv")
        for sql in [
            "DELETE FROM orders", "UPDATE orders SET note = 'x'", "INSERT INTO label VALUES (9, 'x')",
            "DROP TABLE line",
            "CREATE TABLE x (a int)", "SELECT 1; DELETE FROM orders", "COMMIT; DELETE FROM orders", "ROLLBACK",
            "ATTACH 'x.sqlite' AS x", "VACUUM", "PRAGMA journal_mode = WAL",
            "SET TRANSACTION READ WRITE; DELETE FROM orders",
        ] {
            let answer = await bench.page(query(sql))
            #expect(!answer.text.contains("Rows 1 to"), "\(sql)")
        }
        #expect(try bench.rows(sql: "SELECT count(*) AS n FROM orders") == ["  {\"n\": 150}"])
        // What a statement sets ends with it.
        let (set, read, words) =
            engine == .sqlite
            ? (
                [
                    "PRAGMA case_sensitive_like = ON", "/* so */ pragma main.case_sensitive_like(1)",
                    "EXPLAIN QUERY PLAN PRAGMA case_sensitive_like = ON",
                ], "SELECT 'a' LIKE 'A' AS answer", ">1<"
            )
            : (
                ["SET search_path = nowhere", "SELECT set_config('search_path', 'nowhere', false)"],
                "SELECT current_setting('search_path') AS answer", "public"
            )
        for sql in set + set + set {
            _ = await bench.page(query(sql))
            _ = await bench.page(query(sql).with(.plan, "1"))
        }
        for sql in set { _ = await bench.answer(query(sql).on(.queryCSV).text) }
        for _ in 0..<8 {
            #expect(await bench.page(query(read)).text.contains(words))
            #expect(await bench.page(Address.table("orders")).text.contains("Next"))
        }
        // The connections are as they were.
        for _ in 0..<20 { #expect(await bench.page(query("SELECT count(*) FROM line")).text.contains("Rows 1 to 1")) }
    }

    @Test func searchFindsTablesColumnsAndKeys() async throws {
        let bench = try Bench(Store.sql + "CREATE INDEX orders_by_note ON orders (note);")
        for (wanted, found) in [
            ("ORDER", ["orders", "order_label", "open_orders", "orders_by_note"]), ("amou", ["amount"]),
            ("code", ["code"]),
        ] {
            let page = await bench.page(Address(.search).with(.search, wanted))
            let names = page.markup.elements.filter { $0.name == "a" }.map(\.text)
            for name in found { #expect(names.contains(name), "\(wanted): \(names)") }
            for link in page.markup.links { #expect(await bench.answer(link).status == .ok) }
        }
        #expect(await bench.page("search?search=ordres").text.contains("orders"))
        #expect(await bench.page("search").markup.title == "Search")
    }

    @Test func classesAreCompared() async throws {
        let bench = try Bench(Store.sql)
        let folder = try #require(bench.path).replacing("test.sqlite", with: "Models")
        _ = try Generation(of: bench.file).write(to: folder)
        let site = try Site(bench.file, models: folder)
        let same = await site.respond(to: WebRequest(Address(.check)))
        #expect(same.text.contains("all fit") && MarkupReader(same.text).problems == [])
        let change = try Database(path: try #require(bench.path))
        try change.execute("ALTER TABLE label ADD COLUMN color TEXT")
        change.close()
        let different = await site.respond(to: WebRequest(Address(.check)))
        #expect(different.text.contains("color") && different.text.contains("1 difference"))
    }

    /// What never ends costs its own box only, and others do not wait for it.
    @Test func aViewThatNeverEndsCostsItsOwnBox() async throws {
        let bench = try Bench(
            Store.sql
                + "CREATE VIEW endless AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) AS c FROM n;",
            statementTimeout: .seconds(3))
        bench.site.begin()
        async let endless = bench.page(Address.table("endless"))
        async let columns = bench.page(Address.table("endless").on(.columns))
        async let orders = bench.page(Address.table("orders"))
        async let overview = bench.page(Address(.overview))
        #expect(await endless.text.contains("It took too long and was given up"))
        #expect(await columns.text.contains("It took too long and was given up"))
        #expect(await orders.text.contains("Next"))
        #expect(await overview.markup.links.contains("table?t=endless"))
        await bench.site.waitUntilKnown()
    }

    /// Tables and rows wait for none of those that never end, of which there are more than connections.
    @Test(arguments: ServedEngine.available)
    func pagesAreAnsweredWhileOthersNeverEnd(_ engine: ServedEngine) async throws {
        let bench = try Bench(Store.sql, on: engine)
        let endless = Address(.query).with(
            .sql, "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n")
        // What never ends is given up after 20 seconds. Where other tests kept this one waiting for longer, it says nothing
        // about the pages, and is begun again.
        var wereAnsweredMeanwhile = false
        for _ in 0..<20 where !wereAnsweredMeanwhile {
            let ended = Counter()
            let tasks = (0..<20).map { _ in
                Task {
                    _ = await bench.site.respond(to: WebRequest(endless))
                    ended.count.withLock { $0 += 1 }
                }
            }
            // Those without a place would take all connections until they are given up.
            try await Task.sleep(for: .milliseconds(300))
            #expect(await bench.page(Address.table("line")).text.contains("Next"))
            #expect(await bench.page("row?t=orders&row=i1,i2,i3").markup.title == "orders (1, 2, 3)")
            wereAnsweredMeanwhile = ended.count.withLock { $0 } == 0
            for task in tasks { task.cancel() }
            for task in tasks { await task.value }
        }
        #expect(wereAnsweredMeanwhile)
    }

    /// Fifty requests are answered while millions of rows are counted, more often than there are places for what is slow.
    @Test(arguments: ServedEngine.available)
    func manyRequestsAreAnsweredBesideLongOnes(_ engine: ServedEngine) async throws {
        let bench = try Bench(Store.sql, on: engine)
        let count =
            "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 500000) SELECT count(*) FROM n"
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<6 {
                group.addTask { #expect(await bench.page(Address(.query).with(.sql, count)).text.contains("500000")) }
            }
            for number in 0..<50 {
                group.addTask {
                    let key = [1, Int64(number % 3 + 1), Int64(number % 25 + 1)].map { ExactValue(.integer($0)) }
                    _ = await bench.page(number % 2 == 0 ? Address.row("orders", .key(key)) : Address.table("line"))
                }
            }
        }
    }

    @Test func nothingIsChangedOnDisk() async throws {
        let bench = try Bench(Store.sql)
        let folder = try #require(bench.path).replacing("/test.sqlite", with: "")
        func contents() throws -> [String: Data] {
            try FileManager.default.contentsOfDirectory(atPath: folder).reduce(into: [:]) {
                $0[$1] = FileManager.default.contents(atPath: folder + "/" + $1)
            }
        }
        let before = try contents()
        bench.site.begin()
        for address in [
            "./", "table?t=orders", "columns?t=orders", "row?t=orders&row=i1,i1,i1", "doctor",
            "query?sql=DELETE FROM orders", "diagram",
        ] {
            _ = await bench.answer(address)
        }
        await bench.site.waitUntilKnown()
        #expect(try contents() == before)
    }

    @Test func manyTablesAreShownInGroups() async throws {
        let sql = (0..<300).map { number in
            "CREATE TABLE t\(number) (a INT NOT NULL, b INT NOT NULL, p INT, q INT, PRIMARY KEY (a, b), FOREIGN KEY (p, q) REFERENCES t\(number / 12) (a, b));"
        }.joined()
        let bench = try Bench(sql)
        let page = await bench.page(Address(.overview))
        #expect(page.text.contains("Groups") && !page.text.contains("<svg class=\"diagram\""))
        let groups = page.markup.links.filter { $0.hasPrefix("diagram?cluster") }
        #expect(groups.count > 5)
        for group in groups { #expect(await bench.page(group).text.contains("<svg class=\"diagram\"")) }
        #expect(await bench.page("diagram").text.contains("Choose a group"))
        #expect(await bench.page("diagram?around=t0").text.contains("<svg class=\"diagram\""))
        let clusters = Clusters(bench.site.world(WebRequest(Address(.overview))).catalog)
        #expect(clusters.groups.flatMap(\.tables).count + clusters.alone.count == 300)
        #expect(Set(clusters.groups.flatMap(\.tables)).count == 300)
        #expect(clusters.groups.allSatisfy { $0.tables.count <= Clusters.largest })
    }
}

/// Counted by several tasks.
private final class Counter: Sendable { let count = Mutex(0) }
