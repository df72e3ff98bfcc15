#if MySQL
    import TestServer
    import Testing
    import ZIMMySQL
    import ZIMOrm

    private final class Item: Model {
        var id: Int?
        var house = 0, sku = 0
        var quantity = 0
        var text: String?
        override class var table: String { "item" }
        override class var primaryKey: [String] { ["id"] }

        convenience init(_ house: Int, _ sku: Int, _ quantity: Int, _ text: String) {
            self.init()
            (self.house, self.sku, self.quantity, self.text) = (house, sku, quantity, text)
        }
    }

    /// A row that another program has written since the transaction's first read: the server changes it, but does not show it
    /// to a plain SELECT.
    @Suite(.server) struct FoundAfterSnapshotTests {
        private func database() throws -> (Database, String) {
            let url = try #require(MySQLTestServer.shared).makeDatabase(
                """
                CREATE TABLE item (id INT AUTO_INCREMENT PRIMARY KEY, house INT, sku INT, quantity INT, text VARCHAR(20),
                UNIQUE (house, sku));
                INSERT INTO item VALUES (1, 0, 0, 0, 'old');
                """)
            return (try Database(url: url), url)
        }

        /// Runs a closure behind another program's insert, which the transaction's snapshot does not have.
        private func behindTheirs(_ body: (Session) throws -> Void) throws {
            let (database, url) = try database()
            try database.write { session in
                #expect(try session.query(Item.self).count() == 1)
                try Database(url: url).execute(
                    "INSERT INTO item VALUES (2, 1, 1, 5, 'theirs'), (3, 1, 2, 6, 'theirs too')")
                try body(session)
            }
            let left = try database.read { try $0.rows("SELECT id FROM item").count }
            #expect(left == 3)
        }

        @Test func theModelsOfAListAreTheirRows() throws {
            try behindTheirs { session in
                let items = [Item(1, 1, 7, "mine"), Item(1, 2, 7, "mine")]
                try session.findOrCreate(items, on: ["house", "sku"])
                #expect(items.map(\.id) == [2, 3])
                #expect(items.map(\.quantity) == [5, 6])
                #expect(items.map(\.text) == ["theirs", "theirs too"])
            }
        }

        @Test func anUpsertThatChangesNothingKnowsTheRows() throws {
            try behindTheirs { session in
                let items = [Item(1, 1, 5, "theirs"), Item(1, 2, 6, "theirs too")]
                try session.upsert(items, on: ["house", "sku"])
                #expect(items.map(\.id) == [2, 3])
            }
            try behindTheirs { session in
                let items = [Item(1, 1, 5, "mine"), Item(1, 2, 9, "mine")]
                try session.upsert(items, on: ["house", "sku"], updating: ["quantity"])
                #expect(items.map(\.id) == [2, 3])
                #expect(items.map(\.text) == ["theirs", "theirs too"])
                items[0].quantity = 8
                try session.save(items)
                let rows = try session.rows("SELECT quantity FROM item ORDER BY id FOR UPDATE").map(\.values)
                #expect(rows == [[0], [8], [9]])
            }
        }
    }
#endif
