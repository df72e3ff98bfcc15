#if PostgreSQL
    import Testing
    import ZIMOrm

    @testable import ZIMPostgres

    /// What a server, a role or an address sets for a session does not change what is read and written.
    @Suite(.server) struct SettingsTests {
        final class Part: Model {
            var house = 0, number = 0
            var note: String?
            var length = 0.0
            override class var table: String { "part" }
            override class var primaryKey: [String] { ["house", "number"] }
        }

        private let script = """
            CREATE TABLE part (house int, number int, note text, length float8, wait interval, PRIMARY KEY (house, number));
            INSERT INTO part VALUES (1, 1, NULL, 0.1::float8 + 0.2::float8, '1 day')
            """

        @Test func everyDigitIsRead() throws {
            let scratch = try Scratch(script)
            let database = try Database(url: scratch.url + "%20-cextra_float_digits%3D0")
            try database.write { session in
                let part = try #require(try session.query(Part.self).first())
                #expect(part.length == 0.1 + 0.2)
                // Beside an interval all values come as text.
                let row = try session.rows("SELECT length, wait FROM part")
                #expect(row.first?.values.first == .real(0.1 + 0.2))
                try session.upsert(part)
                let count = try session.value(
                    "SELECT count(*) FROM part WHERE length = 0.1::float8 + 0.2::float8", as: Int.self)
                #expect(count == 1)
            }
        }

        @Test(arguments: [
            (
                ["host": "/run/a", "port": "5433", "dbname": "b", "user": "c"],
                "postgresql://c@/b?host=/run/a&port=5433"
            ),
            (["host": "h", "port": "5433", "dbname": "b", "service": "s"], "postgresql://h:5433/b?service=s"),
            (["hostaddr": "::1", "dbname": "b"], "postgresql://::1/b"), (["service": "s"], "postgresql:///?service=s"),
        ])
        func locations(_ settings: [String: String], _ location: String) {
            #expect(PostgresSettings.location(settings) == location)
        }

        /// Where a database has backslashes mean something in plain texts, none of ours would mean what it says.
        @Test func backslashesAreThemselves() throws {
            let scratch = try Scratch(script)
            let database = try Database(url: scratch.url + "%20-cstandard_conforming_strings%3Doff")
            let text = #"a\b\"#
            let shown = try SelectStatement().column(SQLExpression(value: .text(text))).text(for: .postgreSQL)
            let values = try database.read { try $0.rows(SQL(unsafe: shown)).map(\.values) }
            #expect(values == [[.text(text)]])
        }

        @Test func nilInListsIsNull() throws {
            let scratch = try Scratch(script)
            let database = try Database(url: scratch.url + "%20-carray_nulls%3Doff")
            try database.write { session in
                let parts = (2...4).map { number in
                    let part = Part()
                    (part.house, part.number) = (2, number)
                    return part
                }
                try session.insert(parts)
                let count = try session.value("SELECT count(*) FROM part WHERE note IS NULL", as: Int.self)
                #expect(count == 4)
            }
        }

        /// The server prints the names of types in quotation marks then.
        @Test func allNamesAreQuoted() throws {
            let scratch = try Scratch("CREATE TABLE part (a int, b bytea, c \"char\", PRIMARY KEY (a, b))")
            let database = try Database(url: scratch.url + "%20-cquote_all_identifiers%3Don")
            let schema = try database.read { try $0.schema() }
            #expect(schema.table("part")?.columns.map(\.type) == ["integer", "bytea", "\"char\""])
            #expect(try schema.tables == scratch.database.read { try $0.schema() }.tables)
        }

        @Test func tooManyParametersKeepTheConnection() throws {
            let scratch = try Scratch(script)
            try scratch.database.write { session in
                for count in [1, 7_490, 7_491, 65_536] {
                    var sql: SQL = "SELECT count(*) FROM part WHERE number IN (1"
                    for number in 1...count { sql += ", \(number)" }
                    do {
                        let found = try session.value(sql + ")", as: Int.self)
                        #expect(found == 1 && count <= 7_490)
                    } catch let error as DatabaseError {
                        #expect(error.code == .tooBig && count > 7_490)
                    }
                }
                // The transaction goes on.
                #expect(try session.query(Part.self).count() == 1)
            }
        }

        /// Keys that the database does not keep apart: a join may find several rows.
        @Test(arguments: ["other collation", "inherited", "deferrable"]) func whatIsNotUnique(_ kind: String) throws {
            let scratch = try Scratch(
                """
                CREATE COLLATION ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
                CREATE TABLE place (house int, code text \(kind == "other collation" ? "COLLATE ci" : ""), name text);
                CREATE TABLE use (pk int PRIMARY KEY, house int, code text);
                \(kind == "other collation" ? #"CREATE UNIQUE INDEX ON place (house, code COLLATE "C")"#
                    : kind == "inherited" ? "ALTER TABLE place ADD PRIMARY KEY (house, code); CREATE TABLE more () INHERITS (place)"
                    : "ALTER TABLE place ADD UNIQUE (house, code) DEFERRABLE");
                """)
            try scratch.database.write { session in
                for call in [
                    { try session.query(Use.self).orderBy("place.name").all() },
                    { try session.query(Use.self).with(joined: "place").all() },
                ] as [() throws -> [Use]] {
                    let error = #expect(throws: ModelError.self) { try call() }
                    #expect(error?.code == .query)
                }
            }
            try scratch.database.execute(
                """
                DROP TABLE place CASCADE; CREATE TABLE place (house int, code text, name text, PRIMARY KEY (house, code));
                INSERT INTO place VALUES (1, 'x', 'X'); INSERT INTO use VALUES (1, 1, 'x'), (2, 1, 'y');
                """)
            let found = try scratch.database.read { session in
                try session.query(Use.self).orderBy("place.name").all().map(\.pk).sorted()
            }
            #expect(found == [1, 2])
        }

        final class Place: Model {
            var house = 0
            var code = ""
            var name: String?
            override class var table: String { "place" }
            override class var primaryKey: [String] { ["house", "code"] }
        }
        final class Use: Model {
            var pk = 0
            var house: Int?
            var code: String?
            override class var table: String { "use" }
            override class var primaryKey: [String] { ["pk"] }
            override class var relationships: [Relationship] {
                [.belongsTo("place", Place.self, foreignKey: ["house", "code"])]
            }
        }
    }
#endif
