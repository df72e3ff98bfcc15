#if MySQL
    import TestServer
    import Testing
    import ZIMOrm

    /// A trigger gives a new row another key than its model has, and the server has no RETURNING that tells it, as MySQL has none.
    @Suite(.server) struct UntoldKeyTests {
        final class Line: Model {
            var year = 0, number = 0, pos = 0
            var text: String?
            var saves = 0
            override class var table: String { "line" }
            override class var primaryKey: [String] { ["year", "number", "pos"] }
            override class var ignoredProperties: Set<String> { ["saves"] }
            override func didSave() { saves += 1 }

            convenience init(_ pos: Int) {
                self.init()
                (year, number, self.pos, text) = (1998, 7, pos, "mine")
            }
        }

        private func database(_ trigger: String) throws -> Database {
            let url = try Server.url(
                """
                CREATE TABLE line (year INT, number INT, pos INT, text VARCHAR(20), PRIMARY KEY (year, number, pos));
                INSERT INTO line VALUES (1998, 7, 0, 'somebody else');
                CREATE TRIGGER numbers BEFORE INSERT ON line FOR EACH ROW \(trigger)
                """)
            return try Server.database(url, MySQLDialect(.mySQL, makesTables: MySQLProduct.current == .mySQL8))
        }

        private func rows(_ database: Database) throws -> [[SQLValue]] {
            try database.read { try $0.rows("SELECT pos, text FROM line ORDER BY pos").map(\.values) }
        }

        @Test func nothingIsInserted() throws {
            let database = try database(
                "SET NEW.pos = (SELECT coalesce(max(pos), 0) + 1 FROM line WHERE year = NEW.year AND number = NEW.number)"
            )
            for lines in [[Line(0)], [Line(5)], [Line(0), Line(5)]] {
                try database.write { session in
                    let error = #expect(throws: ModelError.self) { try session.insert(lines) }
                    #expect(error?.code == .notSaveable && error?.table == "line")
                    #expect(error?.key == [1998, 7, .integer(Int64(lines[0].pos))])
                }
                #expect(lines.allSatisfy { !$0.isLoaded && $0.saves == 0 })
                #expect(try rows(database) == [[0, "somebody else"]])
            }
            let line = Line(1)
            try database.write { try $0.insert(line) }
            line.text = "changed"
            try database.write { try $0.save(line) }
            #expect(line.saves == 2)
            #expect(try rows(database) == [[0, "somebody else"], [1, "changed"]])
        }

        /// A key that is taken is what it always is.
        @Test func aTriggerThatLeavesTheKeyAlone() throws {
            let database = try database("SET NEW.text = CONCAT(NEW.text, '.')")
            let error = Server.error { try database.write { try $0.insert(Line(0)) } }
            #expect(error?.constraint?.kind == .primaryKey)
            let line = Line(3)
            try database.write { try $0.insert([line, Line(4)]) }
            #expect(try rows(database) == [[0, "somebody else"], [3, "mine."], [4, "mine."]])
        }
    }
#endif
