import Testing

@testable import ZIMOrm

/// The whole schema at once, and the relationships that follow from it.
@Suite struct DatabaseSchemaTests {
    private func schema(_ sql: String) throws -> DatabaseSchema {
        let database = try Database.inMemory()
        try database.execute(SQL(unsafe: sql))
        return try database.read { try $0.schema() }
    }

    @Test func isTheSameAsTableByTable() throws {
        let database = try Database.inMemory()
        try database.execute(
            """
            CREATE TABLE a (x INT, y TEXT NOT NULL DEFAULT 'n', z REAL AS (x * 2), PRIMARY KEY (y, x)) WITHOUT ROWID;
            CREATE TABLE b (id INTEGER PRIMARY KEY, y TEXT, x INT, UNIQUE (x, id), FOREIGN KEY (x, y) REFERENCES A (X, Y) ON DELETE CASCADE);
            CREATE TABLE c (id INTEGER PRIMARY KEY DESC, b REFERENCES b);
            CREATE UNIQUE INDEX b_part ON b (y) WHERE x > 1;
            CREATE UNIQUE INDEX b_lower ON b (lower(y), x);
            CREATE VIEW v AS SELECT x FROM a;
            """)
        try database.read { session in
            let schema = try session.schema()
            #expect(schema.tables.map(\.name) == ["a", "b", "c", "v"])
            for table in schema.tables {
                let alone = try #require(try session.table(table.name))
                #expect(table.columns == alone.columns)
                #expect(table.primaryKey == alone.primaryKey)
                #expect(table.foreignKeys == alone.foreignKeys)
                #expect(Set(table.uniqueKeys) == Set(alone.uniqueKeys))
                #expect(table.rowIDColumn == alone.rowIDColumn)
                #expect(table.isWithoutRowID == alone.isWithoutRowID)
            }
        }
    }

    @Test func indexesWithExpressionsConditionsAndCollations() throws {
        let schema = try schema(
            """
            CREATE TABLE t (a TEXT, b INT, c INT UNIQUE);
            CREATE INDEX i ON t (lower(a) COLLATE NOCASE DESC, "b" ASC, (b + c) /* both */) WHERE a IS NOT NULL AND b > 1;
            """)
        let index = try #require(schema.indexes(of: "T").first { $0.name == "i" })
        #expect(index.parts.map(\.column) == [nil, "b", nil])
        #expect(index.parts.map(\.expression) == ["lower(a)", nil, "(b + c)"])
        #expect(index.parts.map(\.isDescending) == [true, false, false])
        #expect(index.parts.map(\.collation) == ["NOCASE", "BINARY", "BINARY"])
        #expect(index.condition == "a IS NOT NULL AND b > 1")
        #expect(index.isPartial && !index.isUnique)
        #expect(index.columns == nil)
        #expect(schema.indexes(of: "t").first { $0.isUnique }?.origin == .unique)
    }

    @Test func relationshipsInBothDirectionsByKeysOfThree() throws {
        let schema = try schema(
            """
            CREATE TABLE orders (w INT, d INT, id INT, PRIMARY KEY (w, d, id));
            CREATE TABLE line (o INT NOT NULL, d INT NOT NULL, w INT NOT NULL, n INT, PRIMARY KEY (w, d, o, n),
                FOREIGN KEY (o, d, w) REFERENCES orders (id, d, w));
            CREATE TABLE slip (o INT, d INT, w INT, UNIQUE (d, o), FOREIGN KEY (o, d, w) REFERENCES orders (id, d, w));
            """)
        #expect(
            schema.relationships.map(\.description) == [
                "line belongs to orders by (w, d, o)", "slip belongs to orders by (w, d, o)",
                "orders has many line by (w, d, o)", "orders has one slip by (w, d, o)",
            ])
        #expect(schema.relationships.map(\.isOptional) == [false, true, true, true])
    }

    @Test func aPartialOrComputedUniqueIndexMakesNothingOne() throws {
        let schema = try schema(
            """
            CREATE TABLE p (id INTEGER PRIMARY KEY);
            CREATE TABLE a (p INT REFERENCES p, x INT); CREATE UNIQUE INDEX a1 ON a (p) WHERE x = 1;
            CREATE TABLE b (p INT REFERENCES p, x TEXT); CREATE UNIQUE INDEX b1 ON b (p, lower(x));
            CREATE TABLE c (p INT REFERENCES p, x TEXT); CREATE UNIQUE INDEX c1 ON c (p);
            """)
        let down = schema.relationships.filter { $0.table == "p" }
        #expect(down.map(\.kind) == [.hasMany, .hasMany, .hasOne])
    }

    @Test func joinTables() throws {
        let schema = try schema(
            """
            CREATE TABLE a (x INT, y INT, PRIMARY KEY (x, y)); CREATE TABLE b (id INTEGER PRIMARY KEY);
            CREATE TABLE ab (b INT REFERENCES b, ay INT, ax INT, since TEXT, PRIMARY KEY (ax, ay, b), FOREIGN KEY (ax, ay) REFERENCES a);
            CREATE TABLE log (id INTEGER PRIMARY KEY, b INT REFERENCES b, ay INT, ax INT, FOREIGN KEY (ax, ay) REFERENCES a);
            CREATE TABLE friend (one INT REFERENCES b, two INT REFERENCES b, PRIMARY KEY (one, two));
            """)
        let through = schema.relationships.filter { $0.kind == .hasManyThrough }
        #expect(
            through.map(\.description) == [
                "b has many a through ab by (b) and (ax, ay)", "a has many b through ab by (ax, ay) and (b)",
                "b has many b through friend by (one) and (two)", "b has many b through friend by (two) and (one)",
            ])
        #expect(through.allSatisfy { $0.join?.isUnique == true })
    }

    @Test func whatCannotBeReadIsSaid() throws {
        let schema = try schema("CREATE TABLE t (a REFERENCES gone); CREATE VIEW v AS SELECT * FROM nowhere")
        #expect(schema.problems == ["v": "no such table: main.nowhere"])
        #expect(schema.table("v")?.columns == [])
        #expect(schema.relationships == [])
    }

    @Test func isTheSameAfterJSON() throws {
        let schema = try schema(
            "CREATE TABLE t (a INT, b TEXT, PRIMARY KEY (b, a)); CREATE INDEX i ON t (b) WHERE a > 1")
        let data = try JSONEncoder().encode(schema)
        #expect(try JSONDecoder().decode(DatabaseSchema.self, from: data) == schema)
    }

    /// Columns and tables whose names differ only in how an accent is written, in foreign keys of two columns in another order.
    @Test func relationshipsTellNamesApartByTheirBytes() throws {
        let (one, two) = ("\u{E9}", "e\u{301}")
        let schema = try schema(
            """
            CREATE TABLE k ("\(one)" INT, "\(two)" INT, PRIMARY KEY ("\(one)", "\(two)"));
            CREATE TABLE c (x INT, y INT, FOREIGN KEY (y, x) REFERENCES k ("\(two)", "\(one)"));
            CREATE TABLE p (id INTEGER PRIMARY KEY);
            CREATE TABLE d ("\(one)" INT REFERENCES p, "\(two)" INT REFERENCES p, PRIMARY KEY ("\(one)", "\(two)"));
            CREATE TABLE "\(one)" (id INTEGER PRIMARY KEY);
            CREATE TABLE "\(two)" (id INTEGER PRIMARY KEY);
            CREATE TABLE e (r INT REFERENCES "\(one)" REFERENCES "\(two)");
            """)
        let links = schema.links()
        func link(_ child: String, _ parent: String) throws -> LinkSchema {
            try #require(links.first { $0.child.name == child && $0.parent.name.hasSameBytes(as: parent) })
        }
        let whole = try link("c", "k")
        #expect(whole.columns == ["x", "y"] && whole.references.exactNames == [one, two].exactNames)
        #expect(whole.referencesPrimaryKey && whole.referencesKey)
        let both = links.filter { $0.child.name == "d" }.map(\.columns.exactNames)
        #expect(Set(both) == [[one].exactNames, [two].exactNames] && both.count == 2)
        #expect(!(try link("d", "p").isUnique))
        #expect(try link("e", one) != link("e", two))
        #expect(links.count == 5)
        // Each of both is an end of the join table.
        #expect(schema.relationships.count { $0.kind == .hasManyThrough && $0.join?.table == "d" } == 2)
    }
}
