import Synchronization
import TestServer
import Testing
import ZIMOrm
import ZIMTool

@testable import ZIMBrowse

/// Rows, their order and their relationships, compared with plain SQL.
@Suite struct RowTests {
    /// Each row of each table: its own page, its parents, its children and what is joined to it.
    @Test(arguments: ServedEngine.available)
    func relationshipsAreThoseOfPlainSQL(_ engine: ServedEngine) async throws {
        let bench = try Bench(Store.sql, on: engine)
        let followed = try await Follower(bench).follow(rowsPerTable: 6)
        #expect(followed.children > 25 && followed.parents > 30 && followed.through > 5, "\(followed)")
    }

    @Test(arguments: ServedEngine.available)
    func pagesGoThroughAllRowsInEveryOrderBothWays(_ engine: ServedEngine) async throws {
        let bench = try Bench(Store.sql, on: engine)
        let catalog = bench.site.world(WebRequest(Address(.overview))).catalog
        for table in catalog.tables where table.kind == .table {
            for column in [nil] + table.shownColumns.map({ Optional($0) }) {
                for isDown in [false, true] {
                    var address = Address.table(table.name)
                    if let column { address = address.with(.sort, AddressText.encode(column.name)) }
                    if isDown { address = address.with(.direction, "down") }
                    let forward = try await bench.walk(address, "Next")
                    let backward = try await bench.walk(address.with(.before, "end"), "Previous")
                    let all = try bench.rows(sql: "SELECT * FROM \(table.name)")
                    #expect(forward.flatMap { $0 }.count == all.count, "\(address.text)")
                    #expect(Set(forward.flatMap { $0 }) == Set(all), "\(address.text)")
                    #expect(backward.reversed().flatMap { $0 } == forward.flatMap { $0 }, "\(address.text)")
                    guard let column else { continue }
                    let sorted = try bench.rows(
                        sql:
                            "SELECT \(column.name) AS x FROM \(table.name) ORDER BY \(column.name) \(isDown ? "DESC" : "ASC")"
                    )
                    #expect(
                        forward.flatMap { $0 }.map { JSONLines.value(column.name, in: $0) }
                            == sorted.map { JSONLines.value("x", in: $0) }, "\(address.text)")
                }
            }
        }
    }

    /// An ENUM and a SET are ordered by the numbers of their labels, and pages go on behind them.
    @Test(.enabled(if: ServedEngine.all.contains(.mariaDB)))
    func pagesGoThroughLabels() async throws {
        let kinds = ["invoice", "credit", "offer", "aaa"]
        let days = ["mon", "fri", "mon,fri", ""]
        let rows = (0..<120).map { "('\(kinds[$0 % 4])', '\(days[$0 / 4 % 4])', \($0))" }.joined(separator: ", ")
        let url = try #require(MySQLTestServer.shared).makeDatabase(
            """
            CREATE TABLE doc (kind ENUM('invoice','credit','offer','aaa') NOT NULL, days SET('mon','fri'), nr INT NOT NULL,
                PRIMARY KEY (kind, nr));
            INSERT INTO doc VALUES \(rows);
            UPDATE doc SET days = NULL WHERE nr > 100
            """)
        let bench = try Bench(url: url)
        let all = Set(try bench.rows(sql: "SELECT * FROM doc"))
        for sort in [nil, "days"] {
            for isDown in [false, true] {
                var address = Address.table("doc")
                if let sort { address = address.with(.sort, AddressText.encode(sort)) }
                if isDown { address = address.with(.direction, "down") }
                let forward = try await bench.walk(address, "Next").flatMap { $0 }
                let backward = try await bench.walk(address.with(.before, "end"), "Previous").reversed().flatMap { $0 }
                #expect(forward.count == 120 && Set(forward) == all, "\(address.text)")
                #expect(backward == forward, "\(address.text)")
            }
        }
    }

    @Test(arguments: ServedEngine.available)
    func aViewIsPagedFromTheStart(_ engine: ServedEngine) async throws {
        let bench = try Bench(Store.sql + "CREATE VIEW many AS SELECT w, d, id FROM orders;", on: engine)
        let pages = try await bench.walk(.table("many").with(.sort, "id"), "Next")
        #expect(pages.map(\.count) == [50, 50, 50])
        #expect(Set(pages.flatMap { $0 }).count == 150)
        let page = await bench.page(Address.table("many"))
        #expect(page.text.contains("Nothing tells these rows apart"))
        #expect(!page.markup.links.contains { $0.hasPrefix("row?") })
    }

    @Test(arguments: ServedEngine.available)
    func aTableWithoutAKeyHasRowsWithAddresses(_ engine: ServedEngine) async throws {
        let bench = try Bench(Store.sql, on: engine)
        let page = await bench.page(Address.table("history"))
        let rows = page.markup.links.filter { $0.hasPrefix("row?") }
        #expect(rows.count == 32)
        for row in rows.prefix(3) { #expect(await bench.page(row).text.contains("shipped")) }
        // A foreign key that is NULL in a part points nowhere, and is no orphan.
        let half = await bench.page(rows[31])
        #expect(half.text.contains("NULL: it points nowhere."))
        #expect(!half.text.contains("orphan"))
        #expect(!half.markup.links.contains { $0.hasPrefix("follow?") })
    }

    @Test(arguments: ServedEngine.available)
    func aRowTakesAStatementForEachRelationship(_ engine: ServedEngine) async throws {
        let bench = try Bench(Store.sql, on: engine)
        let address = Address.row("orders", .key([1, 2, 3].map { ExactValue(.integer($0)) }))
        _ = await bench.page(address)
        let statements = Mutex<[String]>([])
        let subscription = bench.file.database.trace { trace in
            if trace.sql.hasPrefix("SELECT") { statements.withLock { $0.append(trace.sql) } }
        }
        let page = await bench.page(address)
        subscription.cancel()
        // The row; its warehouse; lines, labels of orders, history; labels.
        #expect(statements.withLock { $0.count } == 6, "\(statements.withLock { $0.joined(separator: "\n") })")
        #expect(page.markup.title.contains("orders (1, 2, 3)"))
        for text in ["warehouse (1, 2)", "What belongs to it", "What it has through join tables"] {
            #expect(page.text.contains(text), "\(text)")
        }
    }

    @Test(arguments: ServedEngine.available)
    func conditionsFindWhatSQLFinds(_ engine: ServedEngine) async throws {
        let bench = try Bench(Store.sql, on: engine)
        for (filter, sql) in [
            ("w = 1 AND id > 20", "w = 1 AND id > 20"), ("note = ''", "note = ''"), ("note = NULL", "note IS NULL"),
            ("note CONTAINS 'note 3'", "note LIKE '%note 3%'"), ("amount BETWEEN 1 AND 4", "amount BETWEEN 1 AND 4"),
            ("id IN (1, 2, 30) AND NOT (d = 2)", "id IN (1, 2, 30) AND d <> 2"),
            ("warehouse.name = 'House 1-3'", "w = 1 AND d = 3"),
            (
                "line.article = 'c''3'",
                "EXISTS (SELECT 1 FROM line l WHERE l.w = orders.w AND l.d = orders.d AND l.o = orders.id AND article = 'c''3')"
            ),
            (
                "line.article.name = 'rope'",
                "EXISTS (SELECT 1 FROM line l WHERE l.w = orders.w AND l.d = orders.d AND l.o = orders.id AND article = 'B,2')"
            ),
            (
                "NOT line.n > 0",
                "NOT EXISTS (SELECT 1 FROM line l WHERE l.w = orders.w AND l.d = orders.d AND l.o = orders.id)"
            ),
            ("lower(note) = 'note 2'", "note = 'note 2'"), ("TRUEPREDICATE", "1 = 1"), ("FALSEPREDICATE", "1 = 0"),
        ] {
            let found = try await bench.rows(Address.table("orders").with(.filter, filter))
            let wanted = try bench.rows(sql: "SELECT * FROM orders WHERE \(sql) ORDER BY w, d, id LIMIT 50")
            #expect(found == wanted, "\(filter)")
            _ = await bench.page(Address.table("orders").with(.filter, filter))
        }
    }

    @Test(arguments: ServedEngine.available)
    func wrongConditionsAreSaid(_ engine: ServedEngine) async throws {
        let bench = try Bench(Store.sql, on: engine)
        for (filter, words) in [
            ("amuont > 1", "\"orders\" has no column \"amuont\""), ("w =", "at character"),
            ("line.x = 1", "\"line\" has no column \"x\""),
            ("nothing.x = 1", "no foreign key connects \"orders\" and \"nothing\""),
            ("note CONTAINS 3", "must be a text"),
        ] {
            let page = await bench.page(Address.table("orders").with(.filter, filter))
            #expect(
                page.markup.elements.contains { $0.attributes["role"] == "alert" && $0.text.contains(words) },
                "\(filter): \(page.text)")
        }
    }

    /// A form of three fields becomes a condition, and the browser is led to it.
    @Test(arguments: ServedEngine.available)
    func aFormBecomesACondition(_ engine: ServedEngine) async throws {
        let bench = try Bench(Store.sql, on: engine)
        for (column, choice, value, condition) in [
            ("id", "equal", "3", "\"id\" = 3"), ("note", "equal", "3", "\"note\" = '3'"),
            ("note", "null", "", "\"note\" IS NULL"),
            ("note", "begins", "no'te", "\"note\" BEGINSWITH 'no''te'"), ("amount", "more", "1.5", "\"amount\" >= 1.5"),
            ("note", "empty", "x", "\"note\" = ''"), ("id", "contains", "5", "\"id\" CONTAINS[c] '5'"),
            ("id", "begins", "2", "\"id\" BEGINSWITH '2'"),
            ("amount", "more", "99999999999999999999", "\"amount\" >= '99999999999999999999'"),
            ("amount", "less", "1234567890123456.25", "\"amount\" <= '1234567890123456.25'"),
        ] {
            let request = WebRequest(
                page: "table", query: "t=orders&filterColumn=\(column)&filterOperator=\(choice)&filterValue=\(value)")
            let response = await bench.site.respond(to: request)
            #expect(response.status == .seeOther)
            #expect(response.location == Address.table("orders").with(.filter, condition))
            let page = await bench.page(try #require(response.location))
            #expect(!page.markup.elements.contains { $0.attributes["role"] == "alert" }, "\(condition): \(page.text)")
        }
        let joined = await bench.site.respond(
            to: WebRequest(
                page: "table",
                query: "t=orders&filter=w+%3D+1+OR+w+%3D+2&filterColumn=id&filterOperator=less&filterValue=2"))
        #expect(joined.location == Address.table("orders").with(.filter, "(w = 1 OR w = 2) AND \"id\" <= 2"))
    }

    /// No condition can name a column without a name, and the form does not offer it.
    @Test func aColumnWithoutAName() async throws {
        let bench = try Bench("CREATE TABLE t (\"\" INT, b INT, PRIMARY KEY (b)); INSERT INTO t VALUES (99, 1), (5, 2)")
        let page = await bench.page(Address.table("t"))
        let options = page.markup.elements.filter { $0.name == "option" }
        #expect(options.prefix(3).map(\.text) == ["or a column …", "b", "="])
    }

    /// A condition leaves the order as it is.
    @Test(arguments: ServedEngine.available)
    func aConditionKeepsTheOrder(_ engine: ServedEngine) async throws {
        let bench = try Bench(Store.sql, on: engine)
        let sorted = Address.table("orders").with(.sort, "id").with(.direction, "down")
        let fields = await bench.page(sorted).markup.elements.filter { $0.attributes["type"] == "hidden" }
        #expect(fields.map { $0.attributes["name"] } == ["t", "sort", "direction"])
        let built = await bench.site.respond(
            to: WebRequest(
                page: "table",
                query: "t=orders&sort=id&direction=down&filterColumn=w&filterOperator=equal&filterValue=1"))
        #expect(
            built.location
                == Address.table("orders").with(.filter, "\"w\" = 1").with(.sort, "id").with(.direction, "down"))
        let page = await bench.page(try #require(built.location))
        let chip = try #require(page.markup.elements.first { $0.text == "×" }?.attributes["href"])
        #expect(chip == sorted.text)
        // A condition that fails counts nothing.
        let failed = await bench.page(sorted.with(.filter, "nothing = 1"))
        #expect(!failed.markup.elements.contains { $0.attributes["class"] == "lead" && $0.text.contains("150") })
    }

    @Test func valuesWithoutEqualityAreComparedAsText() async throws {
        guard ServedEngine.available.contains(.postgreSQL) else { return }
        let bench = try Bench(
            "CREATE TABLE t (a int, b int, doc json, place point, PRIMARY KEY (a, b)); INSERT INTO t VALUES (1, 2, '[1]', '(1,2)'), (1, 3, '[2]', NULL);",
            on: .postgreSQL)
        for filter in [
            "doc = '[1]'", "doc CONTAINS '1'", "place = '(1,2)'", "a CONTAINS '1' AND b = 2", "doc IN ('[1]')",
        ] {
            #expect(try await bench.rows(Address.table("t").with(.filter, filter)).count == 1, "\(filter)")
        }
    }

    /// As text '$9.00' is more than '$20.00', and '{"a":1}' is not '{"a": 1}'.
    @Test func valuesOfTheServersOwnTypesAreComparedAsTheServerDoes() async throws {
        guard ServedEngine.available.contains(.postgreSQL) else { return }
        let bench = try Bench(
            """
            CREATE TYPE pair AS (x int, y int); CREATE DOMAIN fees AS money; CREATE TYPE span AS RANGE (subtype = float8);
            CREATE TABLE t (a int, b int, fee fees, ip inet, list int[], r int4range, s span, bits bit varying, doc jsonb,
                two pair, polygons polygon[], PRIMARY KEY (a, b));
            INSERT INTO t VALUES (1, 1, 9, '10.0.0.9', '{9}', '[9,12)', '[9,12)', '1', '{"a":1}', '(9,1)', '{"((0,0),(1,1))"}'),
                (1, 2, 100, '10.0.0.10', '{10}', '[10,12)', '[10,12)', '101', '{"a": 2}', '(10,1)', NULL);
            """,
            on: .postgreSQL)
        for filter in [
            "fee >= '$20.00'", "fee >= 20", "fee IN (100, '$7')", "ip > '10.0.0.9'", "list > '{9}'", "r > '[9,12)'",
            "s BETWEEN '[10,11)' AND '[11,12)'", "bits = '101'", "doc = '{\"a\":2}'", "two = '(10,1)'",
            "doc =[c] '{\"A\": 2}'",
            "length(ip) = 12", "doc CONTAINS '2'", "polygons = NULL",
        ] {
            let found = try await bench.rows(Address.table("t").with(.filter, filter))
            #expect(found.map { JSONLines.value("b", in: $0) } == ["2"], "\(filter)")
        }
        let row = Address.table("t").with(.sort, "fee").with(.direction, "down").with(.after, "i1,i2")
        #expect(try await bench.rows(row).map { JSONLines.value("b", in: $0) } == ["1"])
    }

    @Test(arguments: ServedEngine.available)
    func exactValuesFindTheirRows(_ engine: ServedEngine) async throws {
        let bench = try Bench(Store.sql, on: engine)
        var selection = Selection(try #require(bench.site.world(WebRequest(Address(.overview))).catalog.table("label")))
        for (value, only, others) in [
            (SQLValue.text(""), ["2"], ["1", "3", "4"]), (.null, ["4"], ["1", "2", "3"]),
            (.text("   "), ["3"], ["1", "2", "4"]),
        ] {
            selection.equals = [Selection.Equal(column: "text", value: ExactValue(value))]
            #expect(try await bench.rows(selection.address).map { JSONLines.value("id", in: $0) } == only)
            selection.equals[0].isNegated = true
            #expect(try await bench.rows(selection.address).map { JSONLines.value("id", in: $0) } == others)
        }
    }

    @Test(arguments: ServedEngine.available)
    func theWayIsKept(_ engine: ServedEngine) async throws {
        let bench = try Bench(Store.sql, on: engine)
        let line = await bench.page(Address.row("line", .key([1, 1, 3, 2].map { ExactValue(.integer($0)) })))
        let order = try #require(
            line.markup.elements.first { $0.name == "a" && $0.text == "orders (1, 1, 3)" }?.attributes["href"])
        let page = await bench.page(order)
        let house = try #require(
            page.markup.elements.first { $0.name == "a" && $0.text == "warehouse (1, 1)" }?.attributes["href"])
        let crumbs = await bench.page(house).markup.elements.filter { $0.name == "a" }.map(\.text)
        #expect(crumbs.contains("line (1, 1, 3, 2)") && crumbs.contains("orders (1, 1, 3)"))
    }

    @Test(arguments: ServedEngine.available)
    func whatIsNotThereIsSaid(_ engine: ServedEngine) async throws {
        let bench = try Bench(Store.sql, on: engine)
        for (address, status, words) in [
            ("table?t=order", WebResponse.Status.notFound, "Did you mean"), ("table", .badRequest, "names no table"),
            ("row?t=orders&row=i1,i2,i999", .notFound, "has no row (1, 2, 999)"),
            ("row?t=orders&row=i1", .badRequest, "names no row"),
            ("row?t=orders&row=zz", .badRequest, "names no row"),
            ("table?t=orders&sort=nothing", .badRequest, "names no column"),
            ("table?t=orders&equals=nothing!i1", .badRequest, "names no column"),
            ("nothing", .notFound, "no such page"),
            ("table?relation=cx!y!z&from=i1", .badRequest, "names no relationship"),
            ("cell?t=orders&row=i1,i1,i1&column=x", .badRequest, "names no value"),
            ("diagram?around=x", .notFound, "names no table"), ("diagram?cluster=99", .notFound, "no such group"),
            ("check", .notFound, "no folder of classes"), ("table?t=orders&after=zz", .badRequest, "names no row"),
            ("table?t=orders&sort=note&after=i9,i9,i9", .ok, "is gone"),
        ] {
            let page = await bench.page(address, status)
            #expect(page.text.contains(words), "\(address): \(page.text)")
        }
    }
}
