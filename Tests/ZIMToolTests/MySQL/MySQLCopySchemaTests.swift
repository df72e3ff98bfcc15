#if MySQL
    import Foundation
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMTool

    /// Several databases of a server of MySQL, which are schemas elsewhere.
    @Suite(.enabled(if: MySQLTestServer.isInstalled, "there is no MySQL or MariaDB to test with"))
    struct MySQLCopySchemaTests {
        /// Tables and indexes of one name in both, a key of three columns with a child.
        private static let script = """
            CREATE TABLE orders (y INT, n INT AUTO_INCREMENT, p VARCHAR(9) COLLATE utf8mb4_bin, PRIMARY KEY (y, n, p), KEY by_n (n, y));
            CREATE TABLE line (y INT, n INT, p VARCHAR(9) COLLATE utf8mb4_bin, pos INT, PRIMARY KEY (y, n, p, pos),
                CONSTRAINT of_order FOREIGN KEY (y, n, p) REFERENCES orders (y, n, p) ON DELETE CASCADE);
            INSERT INTO orders VALUES (1, 7, 'a'), (1, 9, 'b'); INSERT INTO line VALUES (1, 9, 'b', 1);
            """

        private struct Source {
            let one: MySQLScratch
            let two: MySQLScratch
            let all: InspectedDatabase
            let names: [String]

            init() throws {
                (one, two) = (try MySQLScratch(script), try MySQLScratch(script))
                names = try [one, two].map { try $0.value("SELECT DATABASE()", as: String.self) ?? "" }
                // The same server without a database.
                let url = one.url.replacing("/\(names[0])", with: "/")
                all = try InspectedDatabase(place: url)
            }
        }
        private func copy(_ source: Source, to place: String, _ setup: (inout CopyOptions) throws -> Void = { _ in })
            throws
            -> CopyReport
        {
            try CopyBench.copy(source.all, to: place) {
                $0.schemas = source.names
                try setup(&$0)
            }
        }

        @Test func toAFile() throws {
            let (source, scratch) = (try Source(), try ToolScratch())
            let path = scratch.path("copy.sqlite")
            let report = try copy(source, to: path)
            let (a, b) = (source.names[0], source.names[1])
            #expect(Set(report.tables.map(\.name)) == ["\(a)_orders", "\(a)_line", "\(b)_orders", "\(b)_line"])
            #expect(
                report.notes.map(\.description).contains("\(a).orders: is called \(a)_orders: SQLite gets no schemas"))
            let schema = try CopyBench.schema(path)
            #expect(
                CopyBench.columnPairs(schema)
                    == [a, b].sorted().map {
                        "\($0)_line [\"n → n\", \"p → p\", \"y → y\"] \($0)_orders [\"CASCADE\", \"NO ACTION\"]"
                    })
            #expect(
                Set(schema.indexes.filter { $0.origin == .index }.map(\.name)).isSuperset(of: [
                    "\(a)_orders_by_n", "\(b)_orders_by_n",
                ]))
            #expect(try CopyBench.rows(path).mapValues(\.count)["\(b)_orders"] == 2)
        }

        @Test(.enabled(if: ServerScratch.isAvailable, ServerScratch.absence)) func toPostgreSQL() throws {
            let source = try Source()
            let url = try #require(TestServer.shared).makeDatabase()
            _ = try copy(source, to: url) { $0.renames = [try CopyOptions.Rename("\(source.names[0]).line=row")] }
            let target = try Database(url: url)
            let schema = try target.read { try $0.schema(.all) }
            let (a, b) = (source.names[0], source.names[1])
            #expect(Set(schema.tables.map(\.name)) == ["\(a).orders", "\(a).row", "\(b).orders", "\(b).line"])
            #expect(
                try target.read { try $0.rows("SELECT y, n, p, pos FROM \(identifier: a).row").map(\.values) } == [
                    [1, 9, "b", 1]
                ])
            try target.execute("INSERT INTO \(identifier: b).orders (y, p) VALUES (2, 'c')")
            #expect(try target.read { try $0.value("SELECT max(n) FROM \(identifier: b).orders", as: Int.self) } == 10)
            try target.execute("DELETE FROM \(identifier: a).orders")
            #expect(try target.read { try $0.value("SELECT count(*) FROM \(identifier: a).row", as: Int.self) } == 0)
        }

        /// A foreign key into another database goes with both, or is left out with a note.
        @Test func foreignKeysBetweenDatabases() throws {
            let one = try MySQLScratch(
                "CREATE TABLE q (a INT, b INT, PRIMARY KEY (a, b)); INSERT INTO q VALUES (1, 2);")
            let a = try one.value("SELECT DATABASE()", as: String.self) ?? ""
            let two = try MySQLScratch(
                """
                CREATE TABLE c (id INT PRIMARY KEY, x INT, y INT, KEY (x, y),
                    CONSTRAINT of_q FOREIGN KEY (x, y) REFERENCES \(a).q (a, b) ON DELETE CASCADE);
                INSERT INTO c VALUES (1, 1, 2);
                """)
            let b = try two.value("SELECT DATABASE()", as: String.self) ?? ""
            try one.execute(
                "CREATE TABLE r (id INT PRIMARY KEY, CONSTRAINT of_c FOREIGN KEY (id) REFERENCES \(b).c (id))")
            let alone = try MySQLScratch()
            #expect(
                try CopyBench.copy(two, to: alone.url).notes.map(\.description) == [
                    "c: CONSTRAINT `of_q` FOREIGN KEY (`x`, `y`) REFERENCES `\(a).q` (`a`, `b`) ON DELETE CASCADE is left out: there is no such table in the copy"
                ])
            #expect(try CopyBench.columnPairs(alone.schema) == [])
            // With and without a database in the URL: the tables of that one have bare names.
            for place in [two.url, two.url.replacing("/\(b)", with: "/")] {
                let (source, target) = (try InspectedDatabase(place: place), try MySQLScratch())
                let report = try CopyBench.copy(source, to: target.url) { $0.schemas = [a, b] }
                #expect(!report.notes.contains { $0.text.contains("left out") })
                #expect(try target.contents.count == 3)
                let c = try #require(target.contents.first { $0 == "c" || $0 == "\(b)_c" })
                #expect(try target.schema.tables.map(\.foreignKeys.count).sorted() == [0, 1, 1])
                try target.execute("DELETE FROM `\(a)_q`")
                #expect(try target.value("SELECT count(*) FROM `\(c)`", as: Int.self) == 0)
            }
            try one.execute("DROP TABLE r")
        }

        @Test func toMySQL() throws {
            let (source, target) = (try Source(), try MySQLScratch())
            _ = try copy(source, to: target.url)
            let (a, b) = (source.names[0], source.names[1])
            #expect(try Set(target.contents) == ["\(a)_orders", "\(a)_line", "\(b)_orders", "\(b)_line"])
            try target.execute("DELETE FROM `\(a)_orders`")
            #expect(try target.value("SELECT count(*) FROM `\(a)_line`", as: Int.self) == 0)
            #expect(try target.value("SELECT count(*) FROM `\(b)_line`", as: Int.self) == 1)
            // The foreign keys have one name, which one of them keeps.
            try target.execute("DELETE FROM `\(b)_orders`")
            #expect(try target.value("SELECT count(*) FROM `\(b)_line`", as: Int.self) == 0)
            let error = #expect(throws: ToolError.self) {
                try CopyBench.copy(source.all, to: target.url) { $0.schemas = ["nothing"] }
            }
            #expect(error?.message == "there is no schema \"nothing\" in \(source.all.database.location)")
        }
    }
#endif
