#if PostgreSQL
    import Testing
    import ZIMOrm

    /// A unique key is one of a table's own rows: those of a table that inherits from it are no conflict for the server.
    @Suite(.server) struct InheritedUpsertTests {
        private final class Visit: Model {
            var id = 0, room = 0, note: String?
            override class var table: String { "visit" }
            override class var primaryKey: [String] { ["id"] }
            override class var isAutoIncremented: Bool { false }

            convenience init(_ id: Int, _ room: Int, _ note: String) {
                self.init()
                (self.id, self.room, self.note) = (id, room, note)
            }
        }

        /// The partition has a name that stands in every statement.
        @Test func aTakenKeyOfAPartition() throws {
            let scratch = try Scratch(
                """
                CREATE TABLE visit (id integer PRIMARY KEY, room integer, note text) PARTITION BY RANGE (id);
                CREATE TABLE o PARTITION OF visit DEFAULT; INSERT INTO visit VALUES (1, 10, 'own');
                """)
            let error = #expect(throws: DatabaseError.self) {
                try scratch.database.write { try $0.insert(Visit(1, 11, "new")) }
            }
            #expect(error?.constraint?.table == "visit")
            #expect(error?.hint == "upsert() writes over the row that has the key")
        }

        @Test func aTwinIsUndone() throws {
            let scratch = try Scratch(
                """
                CREATE TABLE visit (id integer PRIMARY KEY, room integer UNIQUE, note text);
                CREATE TABLE night_visit () INHERITS (visit);
                INSERT INTO visit VALUES (1, 10, 'own'); INSERT INTO night_visit VALUES (2, 20, 'night');
                """)
            func rows(_ session: Session) throws -> [[SQLValue]] {
                try session.rows("SELECT id, room, note FROM visit ORDER BY 1, 2, 3").map(\.values)
            }
            try scratch.database.write { session in
                let upserts: [([SQLValue], (Session) throws -> Void)] = [
                    ([2], { try $0.upsert(Visit(2, 21, "new")) }),
                    ([2], { try $0.upsert([Visit(1, 10, "changed"), Visit(3, 30, "new"), Visit(2, 21, "new")]) }),
                    ([20], { try $0.upsert(Visit(4, 20, "new"), on: ["room"]) }),
                ]
                for (key, upsert) in upserts {
                    let error = #expect(throws: ModelError.self) { try upsert(session) }
                    #expect(error?.code == .conflict && error?.key == key)
                    #expect(try rows(session) == [[1, 10, "own"], [2, 20, "night"]])
                }
                try session.upsert([Visit(1, 10, "changed"), Visit(3, 30, "new")])
                #expect(try rows(session) == [[1, 10, "changed"], [2, 20, "night"], [3, 30, "new"]])
            }
        }
    }
#endif
