#if PostgreSQL
    import Testing
    import TestServer
    import ZIMDb

    @testable import ZIMPostgres

    @Suite(.server) struct ConstraintTests {
        static let tables = """
            CREATE TABLE parent (a integer, b text, c integer, name text NOT NULL UNIQUE, PRIMARY KEY (a, b, c));
            CREATE TABLE child (pk integer PRIMARY KEY, c integer, a integer, b text, amount integer CHECK (amount > 0),
                CONSTRAINT child_parent FOREIGN KEY (b, c, a) REFERENCES parent (b, c, a));
            CREATE UNIQUE INDEX "child, odd" ON child (amount, b) WHERE amount > 100;
            CREATE TABLE room (during int4range, EXCLUDE USING gist (during WITH &&));
            INSERT INTO parent VALUES (1, 'x', 2, 'first'); INSERT INTO child VALUES (1, 2, 1, 'x', 500)
            """

        /// A statement, and what must be known of why it fails.
        static let failures: [(SQL, ConstraintViolation, String)] = [
            (
                "INSERT INTO parent VALUES (1, 'x', 2, 'second')",
                ConstraintViolation(kind: .primaryKey, name: "parent_pkey", table: "parent", columns: ["a", "b", "c"]),
                "23505"
            ),
            (
                "INSERT INTO parent VALUES (2, 'x', 2, 'first')",
                ConstraintViolation(kind: .unique, name: "parent_name_key", table: "parent", columns: ["name"]), "23505"
            ),
            (
                "INSERT INTO child VALUES (2, 2, 1, 'x', 500)",
                ConstraintViolation(kind: .unique, name: "child, odd", table: "child", columns: ["amount", "b"]),
                "23505"
            ),
            (
                "INSERT INTO child VALUES (2, 9, 1, 'x', 5)",
                ConstraintViolation(kind: .foreignKey, name: "child_parent", table: "child", columns: ["b", "c", "a"]),
                "23503"
            ),
            (
                "DELETE FROM parent",
                ConstraintViolation(kind: .foreignKey, name: "child_parent", table: "child", columns: ["b", "c", "a"]),
                "23503"
            ),
            (
                "UPDATE parent SET name = NULL",
                ConstraintViolation(kind: .notNull, table: "parent", columns: ["name"]),
                "23502"
            ),
            (
                "UPDATE child SET amount = 0",
                ConstraintViolation(kind: .check, name: "child_amount_check", table: "child", columns: ["amount"]),
                "23514"
            ),
            (
                "INSERT INTO room VALUES ('[1,5)'), ('[4,9)')",
                ConstraintViolation(kind: .exclusion, name: "room_during_excl", table: "room", columns: ["during"]),
                "23P01"
            ),
        ]

        @Test(arguments: ConstraintTests.failures)
        func theErrorNamesTableAndColumns(_ sql: SQL, _ expected: ConstraintViolation, _ state: String) throws {
            let scratch = try Scratch(Self.tables)
            let before =
                try scratch.database.rows("SELECT * FROM parent") + scratch.database.rows("SELECT * FROM child")
            let inWrite = try failure { try scratch.database.execute(sql) }
            let alone = try failure { try scratch.database.withoutTransaction { try $0.execute(sql) } }
            for error in [inWrite, alone] {
                #expect(error.code == .constraint)
                #expect(error.sqlState == state)
                #expect(error.constraint == expected)
            }
            #expect(
                try scratch.database.rows("SELECT * FROM parent") + scratch.database.rows("SELECT * FROM child")
                    == before)
        }

        @Test func aTableThatNobodyElseSeesYetIsReadFromTheMessage() throws {
            let scratch = try Scratch()
            let error = try failure {
                try scratch.database.write { session in
                    try session.execute("CREATE TABLE fresh (a integer, b text, PRIMARY KEY (a, b))")
                    try session.execute("INSERT INTO fresh VALUES (1, 'x'), (1, 'x')")
                }
            }
            #expect(error.constraint?.columns == ["a", "b"])
            #expect(error.constraint?.table == "fresh")
        }

        @Test func thatOfAPartitionIsThePartitionedTables() throws {
            let scratch = try Scratch(
                """
                CREATE TABLE item (id integer PRIMARY KEY, label text, price integer NOT NULL) PARTITION BY RANGE (id);
                CREATE TABLE item_low PARTITION OF item FOR VALUES FROM (0) TO (100) PARTITION BY RANGE (id);
                CREATE TABLE item_lowest PARTITION OF item_low FOR VALUES FROM (0) TO (10);
                ALTER TABLE item ADD CHECK (label <> ''); INSERT INTO item VALUES (1, 'x', 1)
                """)
            func violation(_ sql: SQL) throws -> ConstraintViolation? {
                try failure { try scratch.database.execute(sql) }.constraint
            }
            #expect(
                try violation("INSERT INTO item VALUES (1, 'y', 1)")
                    == ConstraintViolation(kind: .primaryKey, name: "item_lowest_pkey", table: "item", columns: ["id"]))
            #expect(
                try violation("UPDATE item SET label = ''")
                    == ConstraintViolation(kind: .check, name: "item_label_check", table: "item", columns: ["label"]))
            #expect(
                try violation("INSERT INTO item VALUES (2, 'y', NULL)")
                    == ConstraintViolation(kind: .notNull, table: "item_lowest", columns: ["price"]))
            #expect(
                try violation("INSERT INTO item_lowest VALUES (1, 'y', 1)")
                    == ConstraintViolation(
                        kind: .primaryKey, name: "item_lowest_pkey", table: "item_lowest", columns: ["id"]))
        }

        @Test func theCheckOfAView() throws {
            let scratch = try Scratch(
                """
                CREATE TABLE item (id integer PRIMARY KEY, price integer);
                CREATE VIEW "cheap, new" AS SELECT * FROM item WHERE price < 10 WITH CHECK OPTION
                """)
            let error = try failure { try scratch.database.execute(#"INSERT INTO "cheap, new" VALUES (1, 20)"#) }
            #expect(error.code == .constraint && error.sqlState == "44000")
            #expect(error.constraint == ConstraintViolation(kind: .check, table: "cheap, new"))
        }

        @Test func aDeferredKeyFailsAtTheEnd() throws {
            let scratch = try Scratch(
                """
                CREATE TABLE p (a integer, b integer, PRIMARY KEY (a, b));
                CREATE TABLE c (a integer, b integer, FOREIGN KEY (a, b) REFERENCES p DEFERRABLE INITIALLY DEFERRED)
                """)
            let error = try failure { try scratch.database.execute("INSERT INTO c VALUES (1, 2)") }
            #expect(error.constraint?.kind == .foreignKey)
            #expect(error.constraint?.columns == ["a", "b"])
            #expect(error.sql == "COMMIT")
            #expect(try scratch.database.rows("SELECT count(*) FROM c") == [[0]])
        }

        @Test func aTriggerThatRaisesIsAConstraint() throws {
            let scratch = try Scratch(
                """
                CREATE TABLE t (x integer);
                CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not today'; END $$;
                CREATE TRIGGER t_refuse BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION refuse();
                """)
            let error = try failure { try scratch.database.execute("INSERT INTO t VALUES (1)") }
            #expect(error.constraint?.kind == .trigger)
            #expect(error.message == "not today")
        }

        @Test func privilegesAreTheServers() throws {
            let scratch = try Scratch("CREATE TABLE t (x integer)")
            let role = scratch.schema + "_role"
            try scratch.database.execute(
                "CREATE ROLE \(identifier: role) LOGIN; GRANT USAGE ON SCHEMA \(identifier: scratch.schema) TO \(identifier: role)"
            )
            let server = try #require(TestServer.shared)
            let other = try Database(url: server.url(schema: scratch.schema, user: role))
            #expect(try failure { try other.rows("SELECT * FROM t") }.code == .privilege)
            var options = DatabaseOptions()
            options.privileges = [.select]
            #expect(try failure { try scratch.another(options) }.code == .misuse)
        }
    }
#endif
