import Foundation
import TestServer
import Testing
import ZIMOrm
import ZIMTool

@testable import ZIMBrowse

/// Texts that would be markup, addresses, SQL or control characters, as names and as values, in every place.
@Suite struct HostileTests {
    private static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }

    /// Names that a table can have: not empty, no NUL, no two that differ in capitals only.
    private static func names(longest: Int) -> [String] {
        var known: Set<String> = []
        return Hostile.strings.filter { text in
            !text.isEmpty && !text.utf8.contains(0) && text.utf8.count <= longest
                && !text.lowercased().hasPrefix("sqlite_")
                && known.insert(text.lowercased().precomposedStringWithCompatibilityMapping).inserted
        }
    }

    @Test(arguments: ServedEngine.available)
    func valuesStayText(_ engine: ServedEngine) async throws {
        let strings = Hostile.strings.filter { engine == .sqlite || !$0.utf8.contains(0) }
        let bench = try Bench(
            "CREATE TABLE t (id int NOT NULL, text text NOT NULL, parent text, PRIMARY KEY (id, text));", on: engine)
        try fill(bench, strings)
        // Every value is on some page as it is, and leads to its row by its whole address.
        var next: String? = "table?t=t&sort=id"
        var seen = 0
        while let current = next {
            let page = await bench.page(current)
            for address in page.markup.links.filter({ $0.hasPrefix("row?") }) {
                seen += 1
                guard seen % 8 == 0 else { continue }
                let row = await bench.page(address)
                #expect(row.markup.elements.contains { $0.attributes["class"] == "record" }, "\(address)")
                for only in row.markup.links where only.hasPrefix("table?t=t&equals=text") {
                    #expect(await bench.page(only).markup.elements.contains { $0.name == "td" }, "\(only)")
                }
                _ = await bench.page(address.replacing("row?", with: "cell?") + "&column=text")
            }
            next = page.markup.elements.first { $0.name == "a" && $0.text == "Next" }?.attributes["href"]
        }
        #expect(seen == strings.count)
        for text in Hostile.own where engine == .sqlite || !text.utf8.contains(0) {
            // What somebody types comes back in its field, and nowhere as markup.
            for address in [
                Address.table("t").with(.filter, text), Address(.search).with(.search, text),
                Address(.query).with(.sql, text),
                Address.table(text), Address(.diagram).with(.around, text), Address.table("t").with(.via, text),
            ] {
                let page = MarkupReader(await bench.answer(address.text).text)
                #expect(page.problems == [], "\(address.text)")
            }
            let rows = try await bench.rows(
                Address.table("t").with(
                    .equals, all: [Selection.Equal(column: "text", value: ExactValue(.text(text))).text]))
            #expect(
                !rows.isEmpty && rows.allSatisfy { $0.contains("\"text\": " + JSONValue.text(text) + ",") },
                "\(text.debugDescription)")
        }
    }

    /// The values are bound: what makes the statements of a test must not be what is tested.
    private func fill(_ bench: Bench, _ strings: [String]) throws {
        let database =
            if let path = bench.path { try Database(path: path) } else { try Database(url: bench.file.place) }
        try database.write { session in
            for (id, text) in strings.enumerated() {
                try session.execute("INSERT INTO t VALUES (\(id), \(text), \(text))")
            }
        }
        database.close()
    }

    @Test func namesStayText() async throws {
        let names = Self.names(longest: 5_000)
        var sql = ""
        for (number, name) in names.enumerated() {
            let (own, parent) = (Self.quoted(name), Self.quoted(names[number / 2]))
            sql +=
                "CREATE TABLE \(own) (\(own) INT, b TEXT, p INT, q TEXT, PRIMARY KEY (\(own), b), FOREIGN KEY (q, p) REFERENCES \(parent) (b, \(parent)));"
            sql += "INSERT INTO \(own) VALUES (1, 'x', 1, 'x');"
        }
        let bench = try Bench(sql)
        let catalog = bench.site.world(WebRequest(Address(.overview))).catalog
        #expect(catalog.tables.count == names.count)
        let overview = await bench.page(Address(.overview))
        for (number, table) in catalog.tables.enumerated() {
            #expect(overview.markup.links.contains(Address.table(table.name).text), "\(table.name.debugDescription)")
            let page = await bench.page(Address.table(table.name))
            let row = try #require(page.markup.links.first { $0.hasPrefix("row?") }, "\(table.name.debugDescription)")
            guard number % 8 == 0 else { continue }
            let links = await bench.page(row).markup.links.filter {
                $0.hasPrefix("row?") || $0.hasPrefix("table?relation")
            }
            #expect(!links.isEmpty)
            for link in links.prefix(4) { _ = await bench.page(link) }
            _ = await bench.page(Address.table(table.name).on(.columns))
            _ = await bench.page(Address(.diagram).with(.around, AddressText.encode(table.name)))
        }
        _ = await bench.page(Address(.doctor))
        #expect(try JSONSerialization.jsonObject(with: await bench.answer("names.json").body) is [String: Any])
    }

    @Test(arguments: ServedEngine.available)
    func somewhatOddNamesStayTextOnBothEngines(_ engine: ServedEngine) async throws {
        var sql = ""
        let names = Hostile.own.filter { !$0.utf8.contains(0) && $0.utf8.count < 60 }
        for (number, name) in names.enumerated() {
            let own = Self.quoted(name)
            sql +=
                "CREATE TABLE \(own) (\(own) int NOT NULL, b varchar(9) NOT NULL, p int, q varchar(9), PRIMARY KEY (\(own), b));"
            sql += "INSERT INTO \(own) VALUES (1, 'x', 1, 'x');"
            let parent = Self.quoted(names[number / 2])
            if engine == .postgreSQL {
                sql += "ALTER TABLE \(own) ADD FOREIGN KEY (q, p) REFERENCES \(parent) (b, \(parent));"
            }
        }
        let bench = try Bench(sql, on: engine)
        bench.site.begin()
        await bench.site.waitUntilKnown()
        let catalog = bench.site.world(WebRequest(Address(.overview))).catalog
        // Rows lead to each other: each page once.
        var followed: Set<String> = []
        for (number, table) in catalog.tables.enumerated() {
            let page = await bench.page(Address.table(table.name))
            let row = try #require(page.markup.links.first { $0.hasPrefix("row?") }, "\(table.name.debugDescription)")
            // What a row leads to takes a statement for each relationship; names that differ by their accent always.
            guard number % 8 == 0 || !table.name.utf8.allSatisfy({ $0 < 0x80 }) else { continue }
            for link in await bench.page(row).markup.links
            where link.hasPrefix("row?") || link.hasPrefix("table?relation") {
                if followed.insert(link).inserted { _ = await bench.page(link) }
            }
            _ = await bench.page(Address.table(table.name).on(.columns))
        }
        for page in [Address.Page.overview, .diagram, .doctor] { _ = await bench.page(Address(page)) }
    }

    /// Keys of every kind: what an address says is the row that it shows.
    @Test func keysOfEveryKindLeadToTheirRows() async throws {
        let bench = try Bench(
            """
            CREATE TABLE k (a, b, n INTEGER NOT NULL, PRIMARY KEY (a, b));
            INSERT INTO k VALUES (1, 'x', 1), (1.5, 'x', 2), ('1', 'x', 3), (x'31', 'x', 4), ('', '', 5), (x'', x'', 6),
                (9223372036854775807, -9223372036854775808, 7), (9e999, -9e999, 8), (NULL, 'x', 9), (NULL, 'x', 10), (NULL, NULL, 11),
                (CAST(x'C328' AS TEXT), 'x', 12), (0.1, 1e300, 13), ('a' || char(0) || 'b', char(10), 14), (9007199254740993, 0, 15);
            CREATE TABLE w (a TEXT, b BLOB, n INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID;
            INSERT INTO w VALUES ('', x'', 1), (CAST(x'FF' AS TEXT), x'FF', 2), ('ÿ', x'C3BF', 3), ('n', 'n', 4);
            CREATE TABLE "no key" (rowid TEXT, n INTEGER); INSERT INTO "no key" VALUES ('not the place', 1), ('nor this', 2);
            """)
        for (name, count) in [("k", 15), ("w", 4), ("no key", 2)] {
            let page = await bench.page(Address.table(name))
            let rows = page.markup.links.filter { $0.hasPrefix("row?") }
            #expect(rows.count == count)
            #expect(Set(rows).count == count)
            var seen: Set<String> = []
            for row in rows {
                let found = await bench.page(row)
                #expect(!found.text.contains("Several rows"), "\(row)")
                let cells = found.markup.elements.filter { $0.name == "tr" }.map(\.text)
                seen.insert(try #require(cells.first { $0.hasPrefix("nINTEGER") }))
            }
            #expect(seen.count == count, "\(name): \(seen)")
            // Two at a time, both ways.
            for direction in ["up", "down"] {
                let catalog = bench.site.world(WebRequest(Address(.overview))).catalog
                let table = try #require(catalog.table(name))
                var places: [String] = []
                var start = RowSlice.Start.first
                for _ in 0..<20 {
                    let slice = try await bench.file.database.read { [start] session in
                        var reader = RowReader(table, catalog)
                        reader.keepsValues = true
                        var sort = Sort()
                        sort.isDescending = direction == "down"
                        return try RowSlice(
                            Selection(table), &reader, order: sort, start: start, size: 2, time: .seconds(60),
                            Recorder(session, plans: false))
                    }
                    places += slice.rows.compactMap { $0.values.last?.description }
                    guard slice.hasBehind, let last = slice.rows.last?.address else { break }
                    start = .after(last)
                }
                #expect(places.count == count && Set(places).count == count, "\(name) \(direction): \(places)")
            }
        }
    }
}
