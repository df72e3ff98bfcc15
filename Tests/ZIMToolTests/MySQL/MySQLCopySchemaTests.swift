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
