import Foundation
import TestServer
import Testing
import ZIMOrm

/// Violated constraints: kind, table and columns, also of composite foreign keys in both directions and of odd names.
@Suite(.eachEngine) struct ConstraintTests {
    final class Parent: Model {
        var a = 0, b = 0
        var code: String?
        override class var table: String { "par.ent" }
        override class var primaryKey: [String] { ["a.x", "b, y"] }
        override class var columns: [Column] {
            [Column("a.x", \Parent.a), Column("b, y", \Parent.b), Column("code \"q\"", \Parent.code)]
        }
    }
    final class Child: Model {
        var id = 0, part = 0
        var a: Int?, b: Int?, code: String?
        var self1: Int?, self2: Int?
        override class var table: String { "select" }
        override class var primaryKey: [String] { ["id", "group"] }
        override class var columns: [Column] {
            [
                Column("id", \Child.id), Column("group", \Child.part), Column(ConstraintTests.keyName, \Child.a),
                Column("b'", \Child.b),
                Column("c d", \Child.code), Column("s1", \Child.self1), Column("s2", \Child.self2),
            ]
        }
    }

    let database: Database

    /// MariaDB's names have no characters beyond U+FFFF; see HostileStringTests for others.
    private static let keyName = "☃.a"

    init() throws {
        let key = Self.keyName
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE "par.ent" ("a.x" INTEGER, "b, y" INTEGER, "code ""q\""" TEXT UNIQUE CHECK ("code ""q\""" <> 'bad'),
                PRIMARY KEY ("a.x", "b, y"));
            CREATE TABLE "select" (id INTEGER, "group" INTEGER, "\(key)" INTEGER, "b'" INTEGER, "c d" TEXT NOT NULL DEFAULT 'd',
                s1 INTEGER, s2 INTEGER, PRIMARY KEY (id, "group"),
                FOREIGN KEY ("\(key)", "b'") REFERENCES "par.ent" ("a.x", "b, y"), FOREIGN KEY (s1, s2) REFERENCES "select" (id, "group"));
            INSERT INTO "par.ent" VALUES (1, 2, 'one'), (1, 3, 'two');
            INSERT INTO "select" VALUES (5, 5, 1, 2, 'x', NULL, NULL);
            """)
    }

    /// MariaDB does not say the values.
    private static let parentKey =
        "FOREIGN KEY (`☃.a`, `b'`) REFERENCES `par.ent` (`a.x`, `b, y`))"

    private func violation(_ body: (Session) throws -> Void) throws -> DatabaseError? {
        var found: DatabaseError?
        try database.write { session in
            // In a savepoint: on PostgreSQL a transaction in which something failed takes nothing more.
            found = #expect(throws: DatabaseError.self) { try session.transaction { try body($0) } }
        }
        #expect(found?.code == .constraint)
        return found
    }

    private func child(_ id: Int) -> Child {
        let child = Child()
        child.id = id
        return child
    }

    @Test func aParentThatIsMissing() throws {
        for isBulk in [false, true] {
            let error = try violation { session in
                let child = child(1)
                (child.a, child.b, child.self1, child.self2, child.code) = (1, 9, 1, 0, "c")
                if isBulk {
                    let rest = (10..<150).map { self.child($0) }
                    for child in rest { child.code = "r" }
                    try session.insert(rest + [child])
                } else {
                    try session.insert(child)
                }
            }
            #expect(error?.constraint?.kind == .foreignKey)
            #expect(error?.constraint?.table == "select")
            // Not (s1, s2): the row may point to itself.
            #expect(error?.constraint?.columns == [Self.keyName, "b'"])
            let reason =
                switch ServedEngine.current {
                case .sqlite: #": "select" (☃.a = 1, b' = 9) has no row in "par.ent" (a.x, b, y)"#
                case .postgreSQL: #"Key (☃.a, b')=(1, 9) is not present in table "par.ent""#
                case .mariaDB: Self.parentKey
                }
            #expect(error?.message.contains(reason) == true)
        }
        #expect(try Theatre.rows(database, SQL("SELECT count(*) FROM \"select\"").inOwnWords) == [[1]])
    }

    @Test func aChildThatRemains() throws {
        let deleted = try violation { session in
            let parent = try #require(try session.find(Parent.self, 1, 2))
            try session.delete(parent)
        }
        let moved = try violation { session in
            let parent = try #require(try session.find(Parent.self, 1, 2))
            parent.b = 77
            try session.update(parent)
        }
        for error in [deleted, moved] {
            #expect(error?.constraint?.kind == .foreignKey)
            #expect(error?.constraint?.table == "select")
            #expect(error?.constraint?.columns == [Self.keyName, "b'"])
            let reason =
                switch ServedEngine.current {
                case .sqlite: #": "select" (☃.a, b') still refers to the row (a.x = 1, b, y = 2) of "par.ent""#
                case .postgreSQL: #"Key (a.x, b, y)=(1, 2) is still referenced from table "select""#
                case .mariaDB: Self.parentKey
                }
            #expect(error?.message.contains(reason) == true)
        }
    }

    @Test func aModelWhoseOwnKeyPointsNowhereInMemoryOnly() throws {
        let error = try violation { session in
            try session.execute(SQL("INSERT INTO \"select\" VALUES (6, 6, NULL, NULL, 'x', 5, 5)").inOwnWords)
            let child = try #require(try session.find(Child.self, 5, 5))
            child.a = 99
            try session.delete(child)
        }
        #expect(error?.constraint?.columns == ["s1", "s2"])
        let reason =
            switch ServedEngine.current {
            case .sqlite: "still refers to the row (id = 5, group = 5)"
            case .postgreSQL: "Key (id, group)=(5, 5) is still referenced"
            case .mariaDB: "FOREIGN KEY (`s1`, `s2`) REFERENCES `select` (`id`, `group`))"
            }
        #expect(error?.message.contains(reason) == true)
    }

    @Test func uniqueNotNullCheckAndPrimaryKey() throws {
        let unique = try violation { session in
            let parent = Parent()
            parent.code = "two"
            try session.insert(parent)
        }
        #expect(
            unique?.constraint?.unnamed == ConstraintViolation(kind: .unique, table: "par.ent", columns: [#"code "q""#])
        )
        let check = try violation { session in
            let parent = Parent()
            parent.code = "bad"
            try session.insert(parent)
        }
        #expect(check?.constraint?.kind == .check)
        #expect(check?.constraint?.table == "par.ent")
        let key = try violation { session in
            let parent = Parent()
            (parent.a, parent.b) = (1, 3)
            try session.insert(parent)
        }
        #expect(
            key?.constraint?.unnamed
                == ConstraintViolation(kind: .primaryKey, table: "par.ent", columns: ["a.x", "b, y"]))
        let null = try violation { session in
            let child = try #require(try session.find(Child.self, 5, 5))
            child.code = nil
            try session.update(child)
        }
        #expect(null?.constraint?.unnamed == ConstraintViolation(kind: .notNull, table: "select", columns: ["c d"]))
    }

    @Test func typesOfAStrictTable() throws {
        guard ServedEngine.isSQLite else { return }
        final class Strict: Model {
            var id: Int?
            var born: Date?
            override class var table: String { "strict" }
            override class var primaryKey: [String] { ["id"] }
        }
        try database.execute("CREATE TABLE strict (id INTEGER PRIMARY KEY, born INTEGER) STRICT")
        let error = try violation { session in
            let model = Strict()
            model.born = Date(timeIntervalSince1970: 0)
            try session.save(model)
        }
        #expect(error?.constraint?.unnamed == ConstraintViolation(kind: .dataType, table: "strict", columns: ["born"]))
    }
}

extension ConstraintViolation {
    /// Without the name, which SQLite does not tell.
    fileprivate var unnamed: ConstraintViolation { ConstraintViolation(kind: kind, table: table, columns: columns) }
}
