#if MySQL
    import TestServer
    import Testing
    import ZIMOrm

    /// Upserts where the catalogue tells no unique key over the class's.
    @Suite(.server) struct ViewUpsertTests {
        private final class Visit: Model {
            var ward = 0, day = "", doctor: String?
            override class var table: String { "visit" }
            override class var primaryKey: [String] { ["ward", "day"] }

            convenience init(_ ward: Int, _ day: String, _ doctor: String) {
                self.init()
                (self.ward, self.day, self.doctor) = (ward, day, doctor)
            }
        }

        private final class Label: Model {
            var word = "", uses = 0
            override class var table: String { "label" }
            override class var primaryKey: [String] { ["word"] }

            convenience init(_ word: String, _ uses: Int) {
                self.init()
                (self.word, self.uses) = (word, uses)
            }
        }

        private func rows(_ session: Session) throws -> [[SQLValue]] {
            try session.rows("SELECT * FROM visit ORDER BY 1, 2, 3").map(\.values)
        }

        @Test func aTwinBehindAViewIsUndone() throws {
            let database = try Server.database(
                """
                CREATE TABLE base (ward INT, day VARCHAR(9), doctor VARCHAR(9)); INSERT INTO base VALUES (2, 'mon', 'Ada');
                CREATE VIEW visit AS SELECT * FROM base;
                """)
            try database.write { session throws in
                let read = try #require(try session.query(Visit.self).first())
                read.doctor = "Bob"
                let upserts: [(Session) throws -> Void] = [
                    { try $0.upsert(Visit(2, "mon", "Bob")) }, { try $0.upsert(read) },
                    { try $0.upsert([Visit(3, "mon", "Cy"), Visit(2, "mon", "Bob"), Visit(4, "mon", "Di")]) },
                    { try $0.upsert(Visit(2, "mon", "Bob"), on: ["ward", "day"]) },
                    { try $0.findOrCreate(Visit(2, "mon", "Bob"), on: ["ward", "day"]) },
                ]
                for upsert in upserts {
                    let error = #expect(throws: ModelError.self) { try upsert(session) }
                    #expect(error?.code == .conflict && error?.key == [2, "mon"])
                    #expect(try rows(session) == [[2, "mon", "Ada"]])
                }
                #expect(try read.changedColumns() == ["doctor"])
                let new = Visit(3, "mon", "Cy")
                try session.upsert(new)
                #expect(new.isLoaded)
                #expect(try rows(session) == [[2, "mon", "Ada"], [3, "mon", "Cy"]])
            }
        }

        /// The key of the view's table does what the view does not tell.
        @Test func aKeyBehindAViewIsMet() throws {
            let database = try Server.database(
                """
                CREATE TABLE base (ward INT, day VARCHAR(9), doctor VARCHAR(9), PRIMARY KEY (ward, day));
                INSERT INTO base VALUES (2, 'mon', 'Ada'); CREATE VIEW visit AS SELECT * FROM base;
                """)
            try database.write { session throws in
                let (_, one) = try database.tracing { try session.upsert(Visit(2, "mon", "Bob")) }
                #expect(one.count == 2)
                let (_, list) = try database.tracing {
                    try session.upsert([Visit(2, "mon", "Cy"), Visit(3, "mon", "Di")])
                }
                #expect(list.count == 2)
                #expect(try rows(session) == [[2, "mon", "Cy"], [3, "mon", "Di"]])
            }
        }

        /// An index of the first letters, and one over what is computed of the key, keep it unique.
        @Test(arguments: ["UNIQUE (word(3))", "folded VARCHAR(20) AS (UPPER(word)) VIRTUAL, UNIQUE (folded)"])
        func aKeyOfAPart(_ index: String) throws {
            let database = try Server.database(
                "CREATE TABLE label (word VARCHAR(20), uses INT, \(index)); INSERT INTO label (word, uses) VALUES ('hammer', 1)"
            )
            try database.write { session throws in
                try session.upsert(Label("hammer", 2))
                try session.upsert([Label("hammer", 3), Label("saw", 4)])
                let rows = try session.rows("SELECT word, uses FROM label ORDER BY 1").map(\.values)
                #expect(rows == [["hammer", 3], ["saw", 4]])
            }
        }

        /// A key over more than the class's, as of partitions, meets the row that a model was read from, and no other.
        @Test func aLongerKey() throws {
            let database = try Server.database(
                """
                CREATE TABLE visit (ward INT, day VARCHAR(9), doctor VARCHAR(9), PRIMARY KEY (ward, day, doctor));
                INSERT INTO visit VALUES (2, 'mon', 'Ada'); CREATE TABLE label (word VARCHAR(9), uses INT, no INT DEFAULT 1,
                    PRIMARY KEY (no, word)) PARTITION BY HASH (no); INSERT INTO label VALUES ('saw', 1, 1);
                """)
            try database.write { session throws in
                let error = #expect(throws: ModelError.self) { try session.upsert(Visit(2, "mon", "Bob")) }
                #expect(error?.code == .conflict)
                #expect(error?.key == [2, "mon"])
                #expect(try rows(session) == [[2, "mon", "Ada"]])
                let label = try #require(try session.query(Label.self).first())
                label.uses = 2
                try session.upsert(label)
                try session.upsert([label, Label("axe", 4)])
                let labels = try session.rows("SELECT word, uses FROM label ORDER BY 1").map(\.values)
                #expect(labels == [["axe", 4], ["saw", 2]])
            }
        }
    }
#endif
