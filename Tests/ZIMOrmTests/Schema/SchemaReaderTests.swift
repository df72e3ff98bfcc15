import Foundation
import Testing

@testable import ZIMOrm

/// What a database says of its own tables.
@Suite(.showingValues) struct SchemaReaderTests {
    private func table(_ sql: String, _ name: String = "t") throws -> TableSchema {
        let database = try Database.inMemory()
        try database.execute(SQL(unsafe: sql))
        return try #require(try database.read { try $0.table(name) })
    }

    @Test(
        arguments: [
            ("CREATE TABLE t (id INTEGER PRIMARY KEY, x)", "id"), ("CREATE TABLE t (id integer primary key, x)", "id"),
            ("CREATE TABLE t (id INTEGER, x, PRIMARY KEY (id))", "id"),
            ("CREATE TABLE t (id INTEGER, x, PRIMARY KEY (id DESC))", "id"),
            ("CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT)", "id"),
            ("CREATE TABLE t (id INTEGER PRIMARY KEY ASC, x)", "id"),
            ("CREATE TABLE t (id INTEGER PRIMARY KEY DESC, x)", nil), ("CREATE TABLE t (id INT PRIMARY KEY, x)", nil),
            ("CREATE TABLE t (id BIGINT PRIMARY KEY, x)", nil),
            ("CREATE TABLE t (id INTEGER PRIMARY KEY, x) WITHOUT ROWID", nil),
            ("CREATE TABLE t (id INTEGER, x INTEGER, PRIMARY KEY (id, x))", nil),
            ("CREATE TABLE t (id INTEGER UNIQUE)", nil),
            ("CREATE VIEW t AS SELECT 1 AS id", nil),
        ] as [(String, String?)])
    func theRowIdentifier(_ sql: String, _ column: String?) throws {
        #expect(try table(sql).rowIDColumn == column)
        guard !sql.contains("VIEW"), !sql.contains("WITHOUT") else { return }
        // The engine agrees: a column that is the identifier follows it.
        let database = try Database.inMemory()
        try database.execute(SQL(unsafe: sql))
        let agrees = try database.write { session in
            try session.execute("INSERT INTO t (rowid) VALUES (77)")
            return try session.value("SELECT id FROM t", as: Int?.self) == .some(77)
        }
        #expect(agrees == (column != nil))
    }

    @Test func keysInAnotherOrderThanTheColumns() throws {
        let schema = try table(
            """
            CREATE TABLE p (x, y, PRIMARY KEY (y, x));
            CREATE TABLE t (a TEXT COLLATE NOCASE, b INTEGER NOT NULL DEFAULT (1 + 2), c AS (b + 1), d AS (b) STORED, e,
                PRIMARY KEY (b, a), UNIQUE (e, a), FOREIGN KEY (e, b) REFERENCES p ON DELETE CASCADE,
                FOREIGN KEY (a, e) REFERENCES p (x, y), FOREIGN KEY (e) REFERENCES gone) WITHOUT ROWID, STRICT;
            """.replacingOccurrences(of: ", STRICT", with: ""))
        #expect(schema.isWithoutRowID)
        #expect(!schema.isStrict)
        #expect(schema.primaryKey == ["b", "a"])
        #expect(schema.columns.map(\.name) == ["a", "b", "c", "d", "e"])
        #expect(schema.columns.filter(\.isGenerated).map(\.name) == ["c", "d"])
        #expect(schema.column("B")?.defaultValue == "1 + 2")
        #expect(schema.uniqueKeys.map(\.columns) == [["b", "a"], ["e", "a"]])
        #expect(schema.foreignKeys.map(\.columns) == [["e", "b"], ["a", "e"], ["e"]])
        #expect(schema.foreignKeys.map(\.references) == [["y", "x"], ["x", "y"], []])
        #expect(schema.foreignKeys.map(\.onDelete) == ["CASCADE", "NO ACTION", "NO ACTION"])
    }

    @Test func uniqueIndexes() throws {
        let schema = try table(
            "CREATE TABLE t (a, b); CREATE UNIQUE INDEX i ON t (b, a) WHERE a > 0; CREATE UNIQUE INDEX j ON t (lower(a), b); CREATE INDEX k ON t (a)"
        )
        let keys = schema.uniqueKeys.sorted { $0.name < $1.name }
        #expect(keys.map(\.name) == ["i", "j"])
        #expect(keys[0].isPartial && !keys[0].hasExpression && keys[0].columns == ["b", "a"])
        #expect(!keys[1].isPartial && keys[1].hasExpression && keys[1].columns == ["b"])
        #expect(schema.primaryKey == [])
    }

    @Test func kinds() throws {
        #expect(try table("CREATE VIRTUAL TABLE t USING fts5(a, b)").kind == .virtual)
        #expect(try table("CREATE TABLE x (a); CREATE VIEW t AS SELECT a FROM x").kind == .view)
        #expect(try table("CREATE TABLE t (a INTEGER) STRICT").isStrict)
        let database = try Database.inMemory()
        try database.execute(
            "CREATE TABLE b (a); CREATE TABLE sqlitely (a); CREATE VIEW a AS SELECT 1; CREATE VIRTUAL TABLE f USING fts5(x)"
        )
        #expect(try database.read { try $0.tableNames() } == ["a", "b", "f", "sqlitely"])
        #expect(try database.read { try $0.table("nope") } == nil)
    }

    @Test func attachedAndTemporaryTables() throws {
        let path = NSTemporaryDirectory() + "zim-\(UUID().uuidString).sqlite"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let database = try Database.inMemory()
        try database.withoutTransaction { session in
            try session.execute("ATTACH \(path) AS \"aux one\"")
            try session.execute(
                """
                CREATE TABLE seat (a INTEGER PRIMARY KEY, main_only);
                CREATE TABLE "aux one".seat (hall TEXT, number INTEGER, guest TEXT, price REAL, PRIMARY KEY (hall, number));
                CREATE TABLE "aux one".far (x INTEGER PRIMARY KEY DESC, y REFERENCES seat (price));
                CREATE TABLE "aux one".only (z);
                """)
            #expect(try session.table("seat")?.primaryKey == ["a"])
            #expect(try session.schemaReader.table("seat", schema: "aux one")?.primaryKey == ["hall", "number"])
            #expect(try session.schemaReader.table("far", schema: "AUX ONE")?.rowIDColumn == nil)
            #expect(
                try session.schemaReader.table("far", schema: "aux one")?.foreignKeys.first?.references == ["price"])
            #expect(try session.schemaReader.table("only", schema: "main") == nil)
            #expect(try session.table("only")?.columns.map(\.name) == ["z"])
            #expect(try session.schemaReader.names(in: "aux one") == ["far", "only", "seat"])
            #expect(try session.tableNames() == ["seat"])
            // A temporary table goes before the main schema's, as in SQL.
            try session.execute("CREATE TEMP TABLE seat (t1, t2, PRIMARY KEY (t2, t1))")
            #expect(try session.table("seat")?.primaryKey == ["t2", "t1"])
            #expect(try session.rows("SELECT * FROM seat").isEmpty)

            let seat = AuxSeat()
            seat.hall = "far"
            try session.save(seat)
            seat.number = 4
            try session.save(seat)
            #expect(try session.find(AuxSeat.self, "far", 4) != nil)
            #expect(try session.rows("SELECT number FROM \"aux one\".seat").map { $0[0] } == [4])
            let error = #expect(throws: DatabaseError.self) { try session.insert(AuxMissing()) }
            #expect(error?.hint == #"Did you mean "seat"?"#)
        }
    }

    final class AuxSeat: Model {
        var hall = "", number = 0
        var guest: String?
        override class var table: String { "seat" }
        override class var schema: String? { "aux one" }
        override class var primaryKey: [String] { ["hall", "number"] }
    }
    final class AuxMissing: Model {
        var pk: Int?
        override class var table: String { "seats" }
        override class var schema: String? { "aux one" }
    }

    @Test func foreignKeysInAnAttachedDatabase() throws {
        final class AuxChild: Model {
            var id = 0, hall: String?, number: Int?
            override class var table: String { "child" }
            override class var schema: String? { "aux" }
            override class var primaryKey: [String] { ["id"] }
        }
        let database = try Database.inMemory()
        try database.withoutTransaction { session in
            try session.execute(
                """
                ATTACH ':memory:' AS aux;
                CREATE TABLE aux.seat (hall TEXT, number INTEGER, PRIMARY KEY (hall, number));
                CREATE TABLE aux.child (id INTEGER PRIMARY KEY, hall TEXT, number INTEGER, FOREIGN KEY (hall, number) REFERENCES seat);
                """)
            let child = AuxChild()
            (child.id, child.hall, child.number) = (1, "A", 2)
            let error = #expect(throws: DatabaseError.self) { try session.insert(child) }
            #expect(error?.constraint?.columns == ["hall", "number"])
            #expect(
                error?.message.hasSuffix(#""child" (hall = 'A', number = 2) has no row in "seat" (hall, number)"#)
                    == true)
        }
    }
}
