#if MySQL
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMMySQL

    /// A row by a key of two columns.
    final class Named: Model {
        var w = 0
        var i = ""
        var word: String?
        override class var table: String { "stock" }
        override class var primaryKey: [String] { ["w", "i"] }
    }

    /// What the builder writes means there what it means elsewhere.
    @Suite(.server) struct BuilderTests {
        private static let script = """
            CREATE TABLE stock (
                w INT, i VARCHAR(9), n INT, word VARCHAR(9), old VARCHAR(9) CHARACTER SET latin1,
                exact VARCHAR(9) COLLATE utf8mb4_bin, seen DATETIME, PRIMARY KEY (w, i));
            INSERT INTO stock VALUES (1, 'a', 10, 'é€z', 'ä', 'A', '2020-01-02 03:04:05'), (1, 'b', 20, 'abc', NULL, NULL, NULL),
                (2, 'a', NULL, NULL, NULL, NULL, NULL);
            """

        private let stock = SelectStatement().from("stock").orderBy("w").orderBy("i")

        private func values(_ statement: SelectStatement, _ database: Database) throws -> [[SQLValue]] {
            try database.read { try $0.rows(statement).map(\.values) }
        }

        /// Neither the two parameters of a derived table nor the WITH of a member are refused.
        @Test func derivedTablesAndMembers() throws {
            guard MySQLProduct.current != .mySQL5 else { return }
            let database = try Server.database(Self.script)
            let derived = SelectStatement().column(.name("n") + 100).column(5).column(.value("k")).from("stock")
                .where("n", .equalTo, 10)
            #expect(try values(SelectStatement().from(derived, alias: "q"), database) == [[110, 5, "k"]])
            let member = SelectStatement().with("z", as: SelectStatement().column(7, alias: "q")).column("q").column(
                "q"
            )
            .from("z")
            #expect(try values(SelectStatement().column(1).column(2).unionAll(member), database) == [[1, 2], [7, 7]])
        }

        /// A user by its name alone, or by that and its host.
        @Test func grantsOfAUser() throws {
            let name = "zim_reader_\(UInt32.random(in: .min ... .max))"
            let database = try Server.database(Self.script)
            func grants(_ grantee: String) throws -> [SQLValue] {
                try database.read { try $0.rows(ShowGrantsStatement().forGrantee(grantee)).map { $0.values[3] } }
            }
            try database.withoutTransaction {
                try $0.execute("CREATE USER \(unsafe: name)@'%'")
                try $0.execute("GRANT SELECT ON stock TO \(unsafe: name)@'%'")
            }
            defer { _ = try? database.withoutTransaction { try $0.execute("DROP USER \(unsafe: name)@'%'") } }
            #expect(try grants(name) == ["SELECT"])
            #expect(try grants("'\(name)'@'%'") == ["SELECT"])
            #expect(try grants("'\(name)'@'localhost'") == [])
            #expect(try grants("zim_reader%") == [])
        }

        @Test func textsStayTexts() throws {
            let database = try Server.database(Self.script)
            let word = SQLCase().when(.name("n") == 10, then: "abcde").else("xyz").expression
            for text in [
                word, .coalesce(nil, "xyz"), .function("if", .name("n") == 10, "xyz", "a"),
                .function("nullif", "xyz", "x"),
            ] {
                let all = SelectStatement().column(.maximum(text)).from("stock")
                #expect(try values(all, database) == [["xyz"]])
                let each = SelectStatement().column(.maximum(text).over(SQLWindow())).from("stock")
                if MySQLProduct.current != .mySQL5 {
                    #expect(try values(each, database) == [["xyz"], ["xyz"], ["xyz"]])
                }
            }
            let beside = stock.column(.coalesce(.name("n"), "n/a")).column(.function("ifnull", .name("seen"), "never"))
                .column(SQLCase().when(.name("w") == 1, then: .name("n")).else("none").expression)
                .column(.coalesce(.name("old"), "ö")).column(.coalesce(.name("exact"), "a"))
            #expect(
                try values(beside, database) == [
                    ["10", "2020-01-02 03:04:05", "10", "ä", "A"], ["20", "never", "20", "ö", "a"],
                    ["n/a", "never", "none", "ö", "a"],
                ])
            // By the collation of the column.
            let same = SQLExpression.coalesce(.name("exact"), "A") == "a"
            #expect(try values(stock.column("i").where(same), database).isEmpty)
            try database.write { session in
                let old = SQLCase().when(.name("w") == 1, then: "ü").else(.name("old")).expression
                try session.execute(UpdateStatement("stock").column("old", value: old))
                try session.execute(
                    InsertStatement(into: "stock").columns(["w", "i", "word"])
                        .select(
                            SelectStatement().column(.value(3)).column(.value("c")).column(.maximum(word)).from("stock")
                        ))
            }
            let stored = stock.column("old").column(.function("hex", .name("old"))).where("w", .lessThan, 2)
            #expect(try values(stored, database) == [["ü", "FC"], ["ü", "FC"]])
            #expect(try values(stock.column("word").where("w", .equalTo, 3), database) == [["xyz"]])
        }

        @Test func numbersStayNumbers() throws {
            let database = try Server.database(Self.script)
            let list = SelectStatement().column(.maximum(.name("column1"))).from(
                .values([[nil], [10], [9]]), alias: "v")
            #expect(try values(list, database) == [[10]])
            let union = SelectStatement().column(.value(nil as Int?), alias: "x").union(
                SelectStatement().column(.value(10))
            )
            .union(SelectStatement().column(.value(9))).orderBy("x")
            #expect(try values(union, database) == [[nil], [9], [10]])
            let large: SQLExpression = 9_007_199_254_740_993
            let whole = SelectStatement().column(.function("mod", large, 10)).column(.function("floor", large))
            #expect(try values(whole, database) == [[3, 9_007_199_254_740_993]])
        }

        @Test func ordersAndLengths() throws {
            let database = try Server.database(Self.script)
            let hidden = SelectStatement().column(.function("nullif", .name("n"), 10), alias: "n").column("i").from(
                "stock"
            )
            .where("w", .equalTo, 1).orderBy("n", nulls: .last)
            #expect(try values(hidden, database) == [[20, "b"], [nil, "a"]])
            let largest = SelectStatement().column(.maximum(.name("n")), alias: "m").column("w").from("stock").groupBy(
                "w"
            )
            .orderBy("m", nulls: .last)
            #expect(try values(largest, database) == [[20, 1], [nil, 2]])
            let byTruth = SelectStatement().column("i").from("stock").where("w", .equalTo, 1).orderBy(.true)
                .orderBy("i", descending: true)
            #expect(try values(byTruth, database) == [["b"], ["a"]])
            let three = stock.column("i").where(SQLExpression.length(.name("word")) == 3)
            #expect(try values(three, database) == [["a"], ["b"]])
            let named = try database.read { try $0.query(Named.self).filter("length(word) = 3").orderByKey().all() }
            #expect(named.map(\.word) == ["é€z", "abc"])
        }

        @Test func upsertsOfAQuery() throws {
            let database = try Server.database(Self.script)
            let upsert = UpsertStatement(into: "stock").columns(["w", "i", "n", "word"]).matching(["w", "i"])
            try database.write {
                try $0.execute(
                    upsert.select(
                        SelectStatement().column("w").column("i").column(.value(7)).column(.value("x")).from("stock")))
            }
            #expect(try values(stock.column("n").column("word"), database) == [[7, "x"], [7, "x"], [7, "x"]])
            // No constraint is violated by an ambiguous name.
            let ambiguous = upsert.select(
                SelectStatement().column("w").column("i").column("n").column("word").from("stock")
            )
            .set("n", value: .name("n") + 1)
            let error = Server.error { try database.write { try $0.execute(ambiguous) } }
            #expect(error?.code == .sql)
        }

        /// A name alone would be one of the connection's database.
        @Test func aRenamedTableStaysWhereItIs() throws {
            let database = try Server.database(), other = try Server.database()
            let name = try #require(try other.read { try $0.value("SELECT database()", as: String.self) })
            try other.withoutTransaction { try $0.execute("CREATE TABLE t (a INT, b INT, PRIMARY KEY (a, b))") }
            try database.withoutTransaction {
                try $0.execute(AlterTableStatement(SQLIdentifier(name, "t")).rename("u"))
            }
            #expect(try other.read { try $0.rows("SHOW TABLES").map(\.values) } == [["u"]])
        }

        /// MySQL before 8.0 has no expressions as defaults.
        @Test func defaults() throws {
            guard MySQLProduct.current != .mySQL5 else { return }
            let database = try Server.database()
            let table = CreateTableStatement("log").column("a", type: .int).column("b", type: .int)
                .column("at", type: .timestamp, .default(.currentTimestamp))
                .column("since", type: .dateTime, .default(.currentDateTime))
                .column("day", type: .date, .default(.currentDate)).column("hour", type: .time, .default(.currentTime))
                .column("midnight", type: .dateTime, .default(.currentDate))
                .column("note", type: .text, .default("it's")).column("data", type: .json, .default("[]")).primaryKey([
                    "a", "b",
                ])
            try database.withoutTransaction { session in
                try session.execute(table)
                try session.execute(InsertStatement(into: "log").column("a", value: 1).column("b", value: 2))
                let isNow = SelectStatement().column("note").column("data").from("log").where(
                    "at", .equalTo, column: "since"
                )
                .where(.name("day") == .function("date", .name("at")))
                #expect(try session.rows(isNow).map(\.values) == [["it's", "[]"]])
            }
        }
    }
#endif
