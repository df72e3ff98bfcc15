import TestServer
import Testing
import ZIMOrm

@testable import ZIMBrowse

/// Rows to take away: those of a page, all of a selection, those with values that do not fit.
@Suite struct RowExportTests {
    @Test(arguments: ServedEngine.available)
    func allRowsOfASelectionAreExportedInItsOrder(_ engine: ServedEngine) async throws {
        let bench = try Bench(Store.sql, on: engine)
        let page = await bench.page(Address.table("orders").with(.sort, "id").with(.direction, "down"))
        let json = try #require(page.markup.elements.first { $0.text == "All as JSON" }?.attributes["href"])
        let all = JSONLines.read(await bench.answer(json).text)
        #expect(all == (try bench.rows(sql: "SELECT * FROM orders ORDER BY id DESC, w DESC, d DESC, id DESC")))
        #expect(all.count == 150)
        let csv = try #require(page.markup.elements.first { $0.text == "All as CSV" }?.attributes["href"])
        #expect(await bench.answer(csv).text.split(separator: "\r\n").count == 151)
        // Where the page has all rows, nothing else is offered.
        #expect(await bench.page(Address.table("label")).markup.elements.allSatisfy { $0.text != "All as CSV" })
        let some = Address.table("orders").with(.filter, "w = 1 AND id > 3").on(.tableJSON).with(.all, "1")
        #expect(
            JSONLines.read(await bench.answer(some.text).text)
                == (try bench.rows(sql: "SELECT * FROM orders WHERE w = 1 AND id > 3 ORDER BY w, d, id")))
    }

    @Test(arguments: ServedEngine.available)
    func tooManyRowsAreRefusedAndNeverCutOff(_ engine: ServedEngine) async throws {
        let bench = try Bench(Store.sql, on: engine)
        func numbers(_ count: Int) -> Address {
            Address(.query).with(
                .sql,
                "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < \(count)) SELECT x FROM n")
        }
        let csv = await bench.answer(numbers(100_000).on(.queryCSV).text)
        #expect(csv.status == .ok && csv.text.hasSuffix("\r\n99999\r\n100000\r\n"))
        var refused = await bench.answer(numbers(100_001).on(.queryCSV).text)
        // Where other tests kept it waiting until it was given up, it says nothing of its rows.
        for _ in 0..<20 where refused.text.contains("took longer than 20 s") {
            refused = await bench.answer(numbers(100_001).on(.queryCSV).text)
        }
        #expect(refused.status == .badRequest)
        #expect(refused.text.contains("more than 100,000 rows or 64 MiB"))
        #expect(refused.text.contains("zim query --csv"))
    }

    /// As the doctor sees them, both ways, through keys of two columns.
    @Test func rowsWithInvalidValuesAreListed() async throws {
        let bench = try Bench(
            """
            CREATE TABLE t (a INT NOT NULL, b TEXT NOT NULL, n INT, d DATE, PRIMARY KEY (a, b));
            WITH RECURSIVE i(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM i WHERE x < 400)
            INSERT INTO t SELECT x / 7, 'k' || x, CASE WHEN x % 3 = 0 THEN 'about ' || x ELSE x END,
                CASE WHEN x % 5 = 0 THEN 'soon' ELSE '2024-01-02' END FROM i;
            CREATE VIEW v AS SELECT n, d FROM t;
            """)
        bench.site.begin()
        await bench.site.waitUntilKnown()
        let doctor = await bench.page(Address(.doctor))
        let lists = doctor.markup.links.filter { $0.contains("invalid=") }.sorted(by: >)
        #expect(lists == ["table?t=t&invalid=n", "table?t=t&invalid=d"])
        for (list, condition) in [(lists[0], "typeof(n) = 'text'"), (lists[1], "d = 'soon'")] {
            let wanted = try bench.rows(sql: "SELECT * FROM t WHERE \(condition) ORDER BY a, b")
            let page = await bench.page(list)
            #expect(page.text.contains("invalid value") && !page.text.contains("role=\"alert\""))
            for (start, link) in [("", "Next"), ("&before=end", "Previous")] {
                var next: String? = list + start
                var pages: [[String]] = []
                while let current = next, pages.count < 10 {
                    let page = await bench.page(current)
                    let json = try #require(page.markup.links.first { $0.hasPrefix("table.json") })
                    pages.append(JSONLines.read(await bench.answer(json).text))
                    next = page.markup.elements.first { $0.name == "a" && $0.text == link }?.attributes["href"]
                }
                let rows = (link == "Next" ? pages : pages.reversed()).flatMap { $0 }
                #expect(rows == wanted && pages.count == (wanted.count + 49) / 50, "\(list) \(link)")
            }
            #expect(JSONLines.read(await bench.answer("table.json?\(list.dropFirst(6))&all=1").text) == wanted)
        }
        // Together with other conditions, and in a view, which has no key.
        let some = try await bench.rows(Address.table("t").with(.filter, "a < 10").with(.invalid, "n"))
        #expect(some == (try bench.rows(sql: "SELECT * FROM t WHERE a < 10 AND typeof(n) = 'text' ORDER BY a, b")))
        let view = await bench.page("table?t=v&invalid=d")
        #expect(view.markup.elements.filter { $0.name == "tr" }.count == 51)
        let rest = try #require(view.markup.elements.first { $0.text == "Next" }?.attributes["href"])
        #expect(await bench.page(rest).markup.elements.filter { $0.name == "tr" }.count == 31)
        _ = await bench.page("table?t=t&invalid=none", .badRequest)
    }

    /// A statement that finds no row has columns all the same.
    @Test(arguments: ServedEngine.available)
    func aStatementWithoutRowsHasItsNames(_ engine: ServedEngine) async throws {
        let bench = try Bench(Store.sql, on: engine)
        let query = Address(.query).with(.sql, "SELECT id, note FROM orders WHERE id < 0")
        #expect(await bench.answer(query.on(.queryCSV).text).text == "id,note\r\n")
        #expect(await bench.answer(query.on(.queryJSON).text).text == "[]\n")
        let page = await bench.page(query)
        #expect(page.markup.elements.filter { $0.name == "th" }.map(\.text) == ["id", "note"])
        #expect(page.text.contains("No rows"))
    }
}
