#if PostgreSQL
    import Testing

    @testable import ZIMOrm

    /// What is read from `pg_catalog`.
    @Suite(.server) struct SchemaTests {
        private func legacy() throws -> Scratch {
            try Scratch(
                """
                CREATE DOMAIN code AS varchar(8) NOT NULL DEFAULT 'none' CHECK (VALUE <> '');
                CREATE TABLE "odd parent" (z text, "b c" integer, a code, UNIQUE (z, a), PRIMARY KEY (a, "b c"));
                CREATE TABLE child (
                    pk bigint GENERATED ALWAYS AS IDENTITY, "x y" integer, w code, price numeric(10, 2) NOT NULL DEFAULT 1.5,
                    double numeric GENERATED ALWAYS AS (price * 2) STORED, tags text[], self bigint REFERENCES child,
                    PRIMARY KEY (pk), FOREIGN KEY ("x y", w) REFERENCES "odd parent" ("b c", a) ON DELETE CASCADE);
                CREATE UNIQUE INDEX child_expression ON child (lower(w));
                CREATE UNIQUE INDEX child_part ON child (w, price) INCLUDE (pk) WHERE price > 0;
                CREATE VIEW cheap AS SELECT pk, price FROM child WHERE price < 5;
                CREATE TABLE measure (day date, n integer, PRIMARY KEY (day, n)) PARTITION BY RANGE (day);
                CREATE TABLE measure_2026 PARTITION OF measure FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
                """)
        }

        @Test func keysColumnsAndReferences() throws {
            let scratch = try legacy()
            try scratch.database.read { session in
                let child = try #require(try session.table("child"))
                #expect(child.kind == .table)
                #expect(child.primaryKey == ["pk"])
                #expect(child.columns.map(\.name) == ["pk", "x y", "w", "price", "double", "tags", "self"])
                #expect(
                    child.columns.map(\.type) == [
                        "bigint", "integer", "code", "numeric(10,2)", "numeric", "text[]", "bigint",
                    ])
                #expect(child.columns.map(\.isNotNull) == [true, false, true, true, false, false, false])
                #expect(
                    child.columns.map(\.defaultValue) == [
                        "GENERATED ALWAYS AS IDENTITY", nil, "'none'::character varying", "1.5", nil, nil, nil,
                    ])
                #expect(child.columns.filter(\.isGenerated).map(\.name) == ["double"])
                #expect(
                    child.foreignKeys.map { "\($0.columns) \($0.table) \($0.references) \($0.onDelete)" } == [
                        "[\"self\"] child [\"pk\"] NO ACTION", "[\"x y\", \"w\"] odd parent [\"b c\", \"a\"] CASCADE",
                    ])
                #expect(
                    child.uniqueKeys.map { "\($0.name) \($0.columns) \($0.isPartial) \($0.hasExpression)" } == [
                        "child_pkey [\"pk\"] false false", "child_expression [] false true",
                        "child_part [\"w\", \"price\"] true false",
                    ])
                let parent = try #require(try session.table("odd parent"))
                #expect(parent.primaryKey == ["a", "b c"])
                #expect(parent.uniqueKeys.map(\.columns) == [["a", "b c"], ["z", "a"]])
                #expect(try session.table("cheap")?.kind == .view)
                #expect(try session.table("cheap")?.columns.map(\.name) == ["pk", "price"])
                #expect(try session.table("measure")?.primaryKey == ["day", "n"])
                #expect(try session.table("missing") == nil)
                #expect(
                    try session.tableNames() == ["cheap", "child", "measure", "odd parent"])
                // None of it has harmed the transaction.
                #expect(try session.value("SELECT 1", as: Int.self) == 1)
            }
        }

        @Test func aSchemaOfAnotherNameIsAnother() throws {
            let scratch = try legacy()
            let other = scratch.schema + "_other"
            try scratch.database.execute(
                "CREATE SCHEMA \(identifier: other); CREATE TABLE \(identifier: other).child (a text PRIMARY KEY)")
            try scratch.database.read { session in
                let reader = session.schemaReader
                let there = try reader.table("child", schema: other)
                #expect(there?.primaryKey == ["a"])
                #expect(try reader.table("child")?.primaryKey == ["pk"])
                #expect(try reader.names(in: other) == ["child"])
            }
        }
    }
#endif
