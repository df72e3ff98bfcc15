import Testing
import ZIMDb

@Suite struct ConstraintTests {
    private func violation(_ schema: String, _ sql: SQL) throws -> ConstraintViolation? {
        let database = try Database.holding(schema)
        let error = try #require(failure { try database.execute(sql) })
        #expect(error.code == .constraint)
        #expect(error.primaryCode == 19)
        #expect(error.sql != nil)
        return error.constraint
    }

    @Test func everyKindNamesTableAndColumns() throws {
        let order = "CREATE TABLE o (w, d, n UNIQUE, PRIMARY KEY (w, d)) WITHOUT ROWID; INSERT INTO o VALUES (1, 2, 3)"
        #expect(
            try violation(order, "INSERT INTO o VALUES (1, 2, 4)")
                == ConstraintViolation(kind: .primaryKey, table: "o", columns: ["w", "d"]))
        #expect(
            try violation(order, "INSERT INTO o VALUES (1, 3, 3)")
                == ConstraintViolation(kind: .unique, table: "o", columns: ["n"]))
        #expect(
            try violation(order, "INSERT INTO o VALUES (1, NULL, 3)")
                == ConstraintViolation(kind: .notNull, table: "o", columns: ["d"]))
        let person =
            "CREATE TABLE p (id INTEGER PRIMARY KEY, age CONSTRAINT adult CHECK (age > 17)); INSERT INTO p VALUES (1, 18)"
        #expect(
            try violation(person, "INSERT INTO p VALUES (1, 20)")
                == ConstraintViolation(kind: .primaryKey, table: "p", columns: ["id"]))
        #expect(
            try violation(person, "INSERT INTO p VALUES (2, 3)")
                == ConstraintViolation(kind: .check, name: "adult", table: "p"))
        #expect(
            try violation(person, "UPDATE p SET age = \(1) WHERE id = \(1)")
                == ConstraintViolation(kind: .check, name: "adult", table: "p"))
        let strict = "CREATE TABLE s (n INTEGER) STRICT"
        #expect(
            try violation(strict, "INSERT INTO s VALUES ('x')")
                == ConstraintViolation(kind: .dataType, table: "s", columns: ["n"]))
        let rowID = "CREATE TABLE r (v); INSERT INTO r (rowid, v) VALUES (1, 1)"
        #expect(
            try violation(rowID, "INSERT INTO r (rowid, v) VALUES (1, 1)")
                == ConstraintViolation(kind: .rowID, table: "r", columns: ["rowid"]))
        let index = "CREATE TABLE e (v); CREATE UNIQUE INDEX by_lower ON e (lower(v)); INSERT INTO e VALUES ('A')"
        #expect(
            try violation(index, "INSERT INTO e VALUES ('a')")
                == ConstraintViolation(kind: .unique, name: "by_lower", table: "e"))
    }

    @Test func foreignKeysAndTriggersNameTheTableThatIsWritten() throws {
        let schema = """
            CREATE TABLE parent (id INTEGER PRIMARY KEY); INSERT INTO parent VALUES (1);
            CREATE TABLE child (id INTEGER PRIMARY KEY, p REFERENCES parent); INSERT INTO child VALUES (1, 1);
            CREATE TABLE guarded (v);
            CREATE TRIGGER guard BEFORE INSERT ON guarded BEGIN SELECT RAISE(ABORT, 'not today'); END;
            """
        let foreignKey = ConstraintViolation(kind: .foreignKey, table: "child")
        #expect(try violation(schema, "INSERT INTO child VALUES (2, \(99))") == foreignKey)
        #expect(try violation(schema, "UPDATE child SET p = 99") == foreignKey)
        #expect(
            try violation(schema, "DELETE FROM parent") == ConstraintViolation(kind: .foreignKey, table: "parent"))
        #expect(
            try violation(schema, "INSERT INTO guarded VALUES (1)")
                == ConstraintViolation(kind: .trigger, table: "guarded"))
        let database = try Database.holding(schema)
        let error = failure { try database.execute("INSERT INTO guarded VALUES (1)") }
        #expect(error?.message == #"not today (in "guarded")"#)
    }

    @Test(arguments: [
        ("a.b", ["c"]), ("a", ["b.c"]), ("a.b", ["b.c", "c.d"]), ("odd name", ["Größe", "a, b"]),
        ("\"", ["'", "\"\""]),
        ("🧑‍🚀", ["🚀.🌍", "🌍"]), ("a, a.b", ["c, a.d", "e"]), (".", [".", ".."]), ("select", ["from", "where"]),
        ("constraint failed: x.y", ["z"]),
    ])
    func oddNamesAreToldApart(_ table: String, _ columns: [String]) throws {
        let database = try Database.inMemory()
        let names = columns.map { SQL("\(identifier: $0)") }
        let list = names.dropFirst().reduce(names[0]) { $0 + ", " + $1 }
        try database.execute("CREATE TABLE \(identifier: table) (\(list), PRIMARY KEY (\(list)))")
        let values = SQL(unsafe: columns.map { _ in "1" }.joined(separator: ", "))
        try database.execute("INSERT INTO \(identifier: table) VALUES (\(values))")
        let error = failure { try database.execute("INSERT INTO \(identifier: table) VALUES (\(values))") }
        #expect(
            error?.constraint == ConstraintViolation(kind: .primaryKey, table: table, columns: columns))
    }

    @Test func whereTwoReadingsArePossibleTheWrittenTableDecides() throws {
        let database = try Database.holding(
            #"""
            CREATE TABLE "a.b" (c PRIMARY KEY); INSERT INTO "a.b" VALUES (1);
            CREATE TABLE a ("b.c" PRIMARY KEY); INSERT INTO a VALUES (1);
            """#)
        let first = failure { try database.execute("INSERT INTO a VALUES (1)") }
        #expect(first?.constraint == ConstraintViolation(kind: .primaryKey, table: "a", columns: ["b.c"]))
        let second = failure { try database.execute(#"INSERT INTO "a.b" VALUES (1)"#) }
        #expect(second?.constraint == ConstraintViolation(kind: .primaryKey, table: "a.b", columns: ["c"]))
        #expect(first?.message == second?.message)
    }

    @Test func aFailedStatementLeavesTheTransactionOpen() throws {
        let database = try Database.holding("CREATE TABLE t (v UNIQUE)")
        try database.write { session throws in
            try session.execute("INSERT INTO t VALUES (1)")
            #expect(failure { try session.execute("INSERT INTO t VALUES (2), (1)") }?.code == .constraint)
            try session.execute("INSERT INTO t VALUES (3)")
        }
        #expect(try database.read { try $0.rows("SELECT v FROM t").map { $0[0] } } == [1, 3])
    }

    @Test func privilegesDoNotHideTheTable() throws {
        let scratch = try Scratch()
        try scratch.database().execute("CREATE TABLE t (v CHECK (v > 0))")
        let database = try scratch.database { $0.privileges = [.insert] }
        let error = failure { try database.execute("INSERT INTO t VALUES (0)") }
        #expect(error?.constraint == ConstraintViolation(kind: .check, name: "v > 0", table: "t"))
    }
}
