import TestServer
import Testing
import ZIMOrm
import ZIMTool

@testable import ZIMBrowse

/// A key of long texts tells rows apart, and is no order of them.
@Test(.enabled(if: ServedEngine.all.contains(.mariaDB)))
func pagesGoThroughKeysOfLongTexts() async throws {
    let rows = (1...120).map { "(\($0 % 2), concat(repeat('a', 1100), \($0 * 7 % 121)), \($0))" }
    let keys = MySQLProduct.isMariaDB ? "UNIQUE (site, body)" : "PRIMARY KEY (site, body(700))"
    let type = MySQLProduct.isMariaDB ? "TEXT NOT NULL" : "TEXT CHARACTER SET latin1 NOT NULL"
    let texts = MySQLProduct.isMariaDB ? rows : rows.map { $0.replacing("1100", with: "600") }
    let url = try #require(MySQLTestServer.shared).makeDatabase(
        """
        CREATE TABLE page (site INT NOT NULL, body \(type), v INT, \(keys));
        INSERT INTO page VALUES \(texts.joined(separator: ", "));
        """)
    let bench = try Bench(url: url)
    let pages = try await bench.walk(Address.table("page"), "Next").flatMap { $0 }
    let all = Set(try bench.rows(sql: "SELECT * FROM page"))
    #expect(pages.count == 120 && Set(pages) == all)
}

/// What tells rows apart, what puts them in order and what relates them, where an engine has two answers.
@Suite struct RowIdentityTests {
    /// MariaDB and MySQL order texts by their beginning, and compare them whole.
    @Test(.enabled(if: ServedEngine.all.contains(.mariaDB)))
    func pagesGoThroughLongTextsThatBeginAlike() async throws {
        let rows = (1...200).map {
            "(\($0 % 3), \($0), concat(repeat('a', 1024), \($0 * 7 % 11)), concat(repeat('b', 1024), \($0 % 5)), "
                + "concat(repeat('c', 600), \($0 % 7)))"
        }
        let url = try #require(MySQLTestServer.shared).makeDatabase(
            """
            CREATE TABLE mail (box INT, id INT, body TEXT, raw BLOB, subject VARCHAR(2000), PRIMARY KEY (box, id));
            INSERT INTO mail VALUES \(rows.joined(separator: ", "));
            UPDATE mail SET body = NULL WHERE id > 195
            """)
        let bench = try Bench(url: url)
        let all = Set(try bench.rows(sql: "SELECT * FROM mail"))
        for column in ["body", "raw", "subject"] {
            for isDown in [false, true] {
                var address = Address.table("mail").with(.sort, column)
                if isDown { address = address.with(.direction, "down") }
                let forward = try await bench.walk(address, "Next").flatMap { $0 }
                let backward = try await bench.walk(address.with(.before, "end"), "Previous").reversed().flatMap { $0 }
                #expect(forward.count == 200 && Set(forward) == all, "\(address.text)")
                #expect(backward == forward, "\(address.text)")
            }
        }
    }

    /// `('x', 1)` and `('X', 1)` are two rows to the index, and one key to a comparison of the columns.
    @Test func aKeyWhoseIndexComparesOtherwiseIsNoAddressOnSQLite() async throws {
        let columns = "a text COLLATE nocase NOT NULL, b int NOT NULL, n INTEGER"
        let names = ["named", "keyed", "bare"]
        let bench = try Bench(
            """
            CREATE TABLE named (\(columns)); CREATE UNIQUE INDEX named_ab ON named (a COLLATE binary, b);
            CREATE TABLE keyed (\(columns), PRIMARY KEY (a COLLATE binary, b));
            CREATE TABLE bare (\(columns), PRIMARY KEY (a COLLATE binary, b)) WITHOUT ROWID;
            CREATE TABLE same (\(columns), PRIMARY KEY (a, b));
            INSERT INTO same VALUES ('x', 1, 1);
            """ + names.map { Self.twins($0) }.joined())
        try await compare(bench, names, "nINTEGER")
        let bare = await bench.page(Address.table("bare"))
        #expect(bare.text.contains("Nothing tells these rows apart"))
        #expect(!bare.markup.links.contains { $0.hasPrefix("row?") })
        #expect(await bench.page(Address.table("same")).markup.links.contains { $0.hasPrefix("row?t=same&row=tx,i1") })
    }

    /// The SQL of a row's page finds the row where somebody runs it, by its link and as it stands on the page.
    @Test(.enabled(if: ServedEngine.available.contains(.postgreSQL)))
    func theSQLOfARowFindsIt() async throws {
        let bench = try Bench(
            """
            CREATE TABLE flag (bits bit(8), name text, more char(3), n int, PRIMARY KEY (bits, name, more));
            INSERT INTO flag VALUES (B'00000101', E'a\\rb\\\\c', 'x', 4711);
            """, on: .postgreSQL)
        let table = await bench.page(Address.table("flag"))
        let row = await bench.page(try #require(table.markup.links.first { $0.hasPrefix("row?t=flag&row=") }))
        let link = try #require(row.markup.links.first { $0.hasPrefix("query?sql=") })
        #expect(await bench.page(link).text.contains(">4711<"))
        let sql = try #require(row.markup.elements.first { $0.name == "code" && $0.text.contains("\"bits\" = ") }?.text)
        #expect(sql.contains(#"'00000101'::"bit""#) && sql.contains(#"E'a\rb\\c'"#), "\(sql)")
        #expect(await bench.page(Address(.query).with(.sql, sql)).text.contains(">4711<"), "\(sql)")
    }

    @Test(.enabled(if: ServedEngine.available.contains(.postgreSQL)))
    func aKeyWhoseIndexComparesOtherwiseIsNoAddressOnPostgreSQL() async throws {
        let columns = "a text COLLATE ci NOT NULL, b int NOT NULL, n int"
        let bench = try Bench(
            """
            CREATE COLLATION ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
            CREATE TABLE own (\(columns)); CREATE UNIQUE INDEX own_ab ON own (a COLLATE "C", b);
            CREATE TABLE usual (\(columns)); CREATE UNIQUE INDEX usual_ab ON usual (a COLLATE "default", b);
            CREATE TABLE same (\(columns)); CREATE UNIQUE INDEX same_ab ON same (a, b);
            INSERT INTO same VALUES ('x', 1, 1);
            """ + Self.twins("own") + Self.twins("usual"), on: .postgreSQL)
        try await compare(bench, ["own", "usual"], "ninteger")
        #expect(await bench.page(Address.table("same")).markup.links.contains { $0.hasPrefix("row?t=same&row=tx,i1") })
    }

    private static func twins(_ table: String) -> String {
        "INSERT INTO \(table) VALUES "
            + (1...120).map { "('\($0 % 2 == 0 ? "x" : "X")', \(($0 + 1) / 2), \($0))" }.joined(separator: ", ") + ";"
    }

    /// All rows are on some page, and each link to a row leads to that row.
    private func compare(_ bench: Bench, _ names: [String], _ prefix: String) async throws {
        for name in names {
            let rows = try await bench.walk(.table(name), "Next").flatMap { $0 }
            #expect(rows.count == 120 && Set(rows).count == 120, "\(name)")
            let links = await bench.page(Address.table(name)).markup.links.filter { $0.hasPrefix("row?") }
            var seen: Set<String> = []
            for link in links {
                let page = await bench.page(link)
                #expect(!page.text.contains("Several rows"), "\(link)")
                let cells = page.markup.elements.filter { $0.name == "tr" }.map(\.text)
                seen.insert(try #require(cells.first { $0.hasPrefix(prefix) }))
            }
            #expect(seen.count == links.count, "\(name)")
        }
    }

    /// Neither its key nor a row's place tells the rows of a table apart that others inherit from.
    @Test(.enabled(if: ServedEngine.available.contains(.postgreSQL)))
    func aTableThatOthersInheritFromLosesNoRow() async throws {
        let rows = (1...60).map { "(\($0), 1, 'town \($0)')" }.joined(separator: ", ")
        let bench = try Bench(
            """
            CREATE TABLE cities (id int, part int, name text, PRIMARY KEY (id, part));
            CREATE TABLE capitals (country text) INHERITS (cities);
            INSERT INTO cities VALUES \(rows);
            INSERT INTO capitals (id, part, name) SELECT id, part, 'capital ' || id FROM cities;
            """, on: .postgreSQL)
        for address in [Address.table("cities"), Address.table("cities").with(.sort, "part")] {
            let rows = try await bench.walk(address, "Next").flatMap { $0 }
            #expect(rows.count == 120 && Set(rows).count == 120, "\(address.text)")
        }
        let page = await bench.page(Address.table("cities"))
        #expect(page.text.contains("Nothing tells these rows apart"))
        #expect(!page.markup.links.contains { $0.hasPrefix("row?") })
        #expect(await bench.page(Address.table("capitals")).markup.links.contains { $0.hasPrefix("row?t=capitals") })
    }

    /// A foreign key of numbers to a key of texts: '7' is the parent of 7, '007' is not.
    @Test func aParentIsTheOneThatSQLiteSees() async throws {
        let bench = try Bench(
            """
            CREATE TABLE agent (code text, part int, name text, PRIMARY KEY (code, part));
            CREATE TABLE task (id INTEGER PRIMARY KEY, code int, part int,
                FOREIGN KEY (part, code) REFERENCES agent (part, code));
            CREATE INDEX task_code ON task (code, part);
            INSERT INTO agent VALUES ('007', 1, 'old'), ('7', 1, 'seven'), ('08', 1, 'eight');
            INSERT INTO task VALUES (1, 7, 1), (2, 8, 1), (3, NULL, 1);
            """)
        let catalog = bench.site.world(WebRequest(Address(.overview))).catalog
        let link = try #require(catalog.links(from: "task").first)
        func parents(_ id: Int64) async throws -> [String?] {
            let relation = Selection.Relation(kind: .parent(link), from: .key([ExactValue(.integer(id))]))
            return try await bench.rows(relation.address).map { JSONLines.value("name", in: $0) }
        }
        func children(_ code: String) async throws -> [String?] {
            let key = link.references.map { ExactValue($0 == "code" ? .text(code) : .integer(1)) }
            let relation = Selection.Relation(kind: .children(link), from: .key(key))
            return try await bench.rows(relation.address).map { JSONLines.value("id", in: $0) }
        }
        #expect(try await parents(1) == ["\"seven\""])
        #expect(try await parents(2) == [])
        #expect(try await children("7") == ["1"])
        for code in ["007", "08"] { #expect(try await children(code) == []) }
        let page = await bench.page(Address.table("task"))
        #expect(page.markup.elements.count { $0.attributes["title"] == "points to no row" } == 2)
    }

    /// Whatever the types of the two columns are, an orphan is one to `pragma foreign_key_check`.
    @Test func orphansAreThoseOfSQLite() throws {
        let types = ["text", "int", "real", "numeric", "blob", "", "text COLLATE nocase"]
        let values = [
            "1", "'1'", "'01'", "1.0", "'1.0'", "1.5", "'1.5'", "'abc'", "'ABC'", "x'31'", "0.25", "'0.25'",
            "1e20", "'1e20'", "9007199254740993", "9007199254740992.0", "' 1'", "'1e3'", "1000", "'2'", "3", "'03'",
        ]
        var sql = ""
        for (number, pair) in types.flatMap({ one in types.map { (one, $0) } }).enumerated() {
            sql += """
                CREATE TABLE p\(number) (code \(pair.0), part int, PRIMARY KEY (code, part));
                CREATE TABLE c\(number) (id INTEGER PRIMARY KEY, part int, code \(pair.1),
                    FOREIGN KEY (part, code) REFERENCES p\(number) (part, code));
                """
            // Every second value is a parent.
            for (index, value) in values.enumerated() {
                if index % 2 == number % 2 { sql += "INSERT OR IGNORE INTO p\(number) VALUES (\(value), 1);" }
                sql += "INSERT INTO c\(number) (part, code) VALUES (1, \(value));"
            }
        }
        let bench = try Bench(sql)
        let catalog = bench.site.world(WebRequest(Address(.overview))).catalog
        let plain = try Database(path: try #require(bench.path), options: .readOnly)
        for link in catalog.links {
            let parent = SelectStatement().column(1).from(link.parent.identifier, alias: "p")
                .where(catalog.schema.traits.isParent(link, parent: "p", child: "r"))
            let orphans = SelectStatement().column(.column("id", of: "r")).from(link.child.identifier, alias: "r")
                .where(SQLExpression.notExists(parent)).orderBy(SQLExpression.column("id", of: "r"))
            let check: SQL = "SELECT rowid FROM pragma_foreign_key_check(\(link.child.name)) ORDER BY 1"
            let (found, wanted) = try plain.read { session in
                (try session.rows(orphans).map(\.values), try session.rows(check).map(\.values))
            }
            #expect(found == wanted, "\(link.child.columns[2].type) to \(link.parent.columns[0].type)")
        }
    }

    /// hstore has an order for indexes, and no `>` by which a page could go on.
    @Test(.enabled(if: ServedEngine.available.contains(.postgreSQL)))
    func aTypeThatNothingComparesIsNotSortedBy() async throws {
        let bench = try Bench(
            """
            CREATE EXTENSION hstore; CREATE EXTENSION citext; CREATE DOMAIN tags AS hstore;
            CREATE TABLE t (a int, b int, h hstore, d tags, c citext, ip inet, PRIMARY KEY (a, b));
            INSERT INTO t VALUES (1, 1, 'x=>1', 'x=>1', 'c', '10.0.0.1'), (1, 2, 'x=>2', NULL, 'C', NULL);
            """, on: .postgreSQL)
        let page = await bench.page(Address.table("t"))
        let sorts = page.markup.links.filter { $0.contains("sort=") }
        for (name, isSorted) in [("h", false), ("d", false), ("c", true), ("ip", true), ("a", true)] {
            #expect(sorts.contains { $0.hasSuffix("sort=\(name)") } == isSorted, "\(name)")
        }
        #expect(try await bench.rows(Address.table("t").with(.filter, "h = '\"x\"=>\"2\"'")).count == 1)
    }

    /// Columns whose names differ only in how an accent is written are two: in keys, in orders, as foreign keys.
    @Test func columnsAreToldApartByTheBytesOfTheirNames() async throws {
        let (one, two) = ("\u{E9}", "e\u{301}")
        let rows = (0..<240).map { "('\($0 % 2)', '\($0 / 2)', \($0))" }
        let bench = try Bench(
            """
            CREATE TABLE k ("\(one)" TEXT, "\(two)" TEXT, v INT, PRIMARY KEY ("\(one)", "\(two)")) WITHOUT ROWID;
            INSERT INTO k VALUES \(rows.joined(separator: ", "));
            CREATE TABLE c (id INTEGER PRIMARY KEY, x TEXT, y TEXT, FOREIGN KEY (x, y) REFERENCES k ("\(one)", "\(two)"));
            INSERT INTO c VALUES (10, '1', '2');
            CREATE TABLE p (id INTEGER PRIMARY KEY); INSERT INTO p VALUES (1), (2);
            CREATE TABLE d (id INTEGER PRIMARY KEY, "\(one)" INT REFERENCES p, "\(two)" INT REFERENCES p);
            INSERT INTO d VALUES (1, 1, 2), (2, 2, 77);
            CREATE TABLE r ("\(one)" INTEGER PRIMARY KEY, "\(two)" TEXT); INSERT INTO r ("\(one)") SELECT v + 1 FROM k;
            """)
        for (table, column) in [("k", one), ("k", two), ("r", two)] {
            for down in [false, true] {
                var address = Address.table(table).with(.sort, AddressText.encode(column))
                if down { address = address.with(.direction, "down") }
                let seen = try await bench.walk(address, "Next").flatMap { $0 }
                #expect(seen.count == 240 && Set(seen).count == 240, "\(address.text)")
            }
        }
        let sorted = await bench.page(Address.table("k").with(.sort, AddressText.encode(two)))
        #expect(sorted.markup.elements.count { $0.attributes["aria-sort"] == "ascending" } == 1)
        let child = await bench.page("row?t=c&row=i10")
        #expect(child.markup.links.contains { $0.hasPrefix("row?t=k&row=t1,t2") })
        #expect(await bench.page("row?t=k&row=t1,t2").markup.links.contains { $0.contains("relation=cc!x,y!k!") })
        // 77 has no parent: it is marked where it stands, and only there.
        let orphans = await bench.page(Address.table("d")).markup.elements.filter {
            $0.attributes["title"] == "points to no row"
        }
        #expect(orphans.map(\.text) == ["77"])
        let marked = await bench.page("row?t=d&row=i2").markup.elements.filter { $0.text == "points to no row" }
        #expect(marked.count == 1)
        let children = await bench.page("row?t=p&row=i2").markup.links.filter { $0.contains("relation=cd!") }
        #expect(Set(children.compactMap { $0.split(separator: "!").dropFirst().first }) == ["~C3~A9", "e~CC~81"])
    }

    /// Beside so many columns a result has no room for the rowid, or for what else is asked of each row.
    @Test(arguments: [1_999, 2_000]) func tablesOfAsManyColumnsAsThereCanBeAreShown(_ count: Int) async throws {
        let columns = (0..<count).map { "c\($0)" }
        let bench = try Bench(
            """
            CREATE TABLE p (id INTEGER PRIMARY KEY);
            CREATE TABLE w (\(columns.joined(separator: ", ")), FOREIGN KEY (c1) REFERENCES p);
            INSERT INTO w (c0, c\(count - 1)) VALUES (1, 'last'), (2, 'last');
            """)
        let page = await bench.page(Address.table("w"))
        #expect(page.markup.elements.count { $0.name == "td" && $0.text == "last" } == 2)
        #expect(page.markup.links.contains { $0.hasPrefix("row?t=w&row=!i1") } == (count < 2_000))
        let csv = await bench.answer(Address.table("w").on(.tableCSV).with(.all, "1").text)
        #expect(csv.status == .ok && csv.text.split(separator: "\r\n").count == 3)
    }
}
