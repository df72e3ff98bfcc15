import Foundation
import Testing
import ZIMOrm

/// Keys that the database gives.
@Suite struct AutoIncrementTests {
    class Auto: Model {
        var name: String?
        override class var table: String { "t" }
    }
    final class OptionalKey: Auto { var pk: Int? }
    final class ZeroKey: Auto { var pk = 0 }
    final class UnsignedKey: Auto { var pk: UInt32 = 0 }
    final class NumberKey: Auto { var pk: NSNumber! }
    final class TextKey: Auto { var pk: String? }
    final class OwnKey: Auto {
        var pk: Int?
        override class var isAutoIncremented: Bool { false }
    }
    final class GivenKey: Auto {
        var pk = 0
        override class var isAutoIncremented: Bool { false }
    }
    final class Pair: Auto {
        var a: Int?
        var b: Int?
        override class var primaryKey: [String] { ["a", "b"] }
        override class var isAutoIncremented: Bool { true }
    }

    private func database(_ key: String, _ tail: String = "") throws -> Database {
        let database = try Database.inMemory()
        try database.execute(SQL(unsafe: "CREATE TABLE t (\(key), name TEXT)\(tail)"))
        return database
    }

    @Test func theFormsOfAnUnsetKey() throws {
        let database = try database("pk INTEGER PRIMARY KEY AUTOINCREMENT")
        let log = SQLLog(database)
        try database.write { session in
            let a = OptionalKey(), b = ZeroKey(), c = UnsignedKey(), d = NumberKey()
            for model in [a, b, c, d] { try session.save(model) }
            #expect(a.pk == 1)
            #expect(b.pk == 2)
            #expect(c.pk == 3)
            #expect(d.pk == 4)
            #expect(log.texts() == [String](repeating: #"INSERT INTO "t" ("name") VALUES (?)"#, count: 4))
            a.name = "x"
            try session.save([a, b, c, d])
            #expect(log.take().map(\.parameters) == [["x", 1]])
            let own = OptionalKey()
            own.pk = 0
            try session.save(own)
            #expect(own.pk == 0)
            let negative = ZeroKey()
            negative.pk = -5
            try session.save(negative)
            #expect(negative.pk == -5)
        }
    }

    @Test func notAutoIncremented() throws {
        let database = try database("pk INTEGER PRIMARY KEY")
        try database.write { session in
            try session.save(GivenKey())
            #expect(try session.value("SELECT pk FROM t", as: Int.self) == 0)
            let error = #expect(throws: DatabaseError.self) { try session.save(GivenKey()) }
            #expect(error?.constraint?.kind == .primaryKey)
            #expect(error?.constraint?.columns == ["pk"])
        }
    }

    @Test func aClassThatGivesItsKeysItselfIsToldWhatTheDatabaseGave() throws {
        let database = try database("pk INTEGER PRIMARY KEY")
        let log = SQLLog(database)
        try database.write { session in
            let one = OwnKey(), two = OwnKey(), three = OwnKey()
            three.pk = 7
            try session.save([one, two, three])
            let four = OwnKey()
            try session.save(four)
            #expect([one, two, three, four].map(\.pk) == [1, 2, 7, 8])
            four.name = "x"
            try session.save(four)
            #expect(log.take().last?.parameters == ["x", 8])
            try session.delete([one, two])
            #expect(try session.rows("SELECT pk FROM t ORDER BY pk").map(\.values) == [[7], [8]])
        }
    }

    @Test func textKeysWithADefault() throws {
        let database = try database("pk TEXT PRIMARY KEY NOT NULL DEFAULT (lower(hex(randomblob(4))))")
        try database.write { session in
            let model = TextKey()
            try session.save(model)
            #expect(model.pk?.count == 8)
            #expect(try session.find(TextKey.self, model.pk ?? "") != nil)
            model.name = "x"
            try session.save(model)
            #expect(try session.value("SELECT name FROM t", as: String.self) == "x")
        }
    }

    @Test(arguments: ["pk INT PRIMARY KEY", "pk INTEGER PRIMARY KEY DESC"])
    func whatIsNoRowIdentifierIsNotTakenForOne(_ key: String) throws {
        let database = try database(key)
        try database.write { session in
            try session.execute("INSERT INTO t VALUES (100, NULL)")
            // The engine gives such a key no value, and the row's own number is not it.
            let error = #expect(throws: ModelError.self) { try session.save(OptionalKey()) }
            #expect(error?.code == .keyMissing)
            let zero = ZeroKey()
            try session.save(zero)
            #expect(zero.pk == 0)
            #expect(try session.rows("SELECT pk FROM t ORDER BY rowid").map { $0[0] } == [100, 0])
        }
    }

    @Test func withoutRowID() throws {
        let database = try database("pk INTEGER PRIMARY KEY", " WITHOUT ROWID")
        try database.write { session in
            let model = OptionalKey()
            let error = #expect(throws: ModelError.self) { try session.save(model) }
            #expect(error?.code == .keyMissing)
            #expect(error?.column == "pk")
            model.pk = 3
            try session.save(model)
            #expect(try session.find(OptionalKey.self, 3) != nil)
        }
    }

    @Test func compositeKeysAreNeverGiven() throws {
        let database = try database("a INTEGER NOT NULL, b INTEGER NOT NULL DEFAULT 4", "")
        try database.write { session in
            let pair = Pair()
            let error = #expect(throws: ModelError.self) { try session.save(pair) }
            #expect(error?.code == .keyMissing)
            #expect(error?.column == "a")
            pair.a = 1
            try session.save(pair)
            #expect(pair.b == 4)
            #expect(pair.keyValues == [1, 4])
        }
    }

    @Test func otherColumnsBesideTheKey() throws {
        let database = try Database.inMemory()
        try database.execute("CREATE TABLE t (pk INTEGER PRIMARY KEY, name TEXT NOT NULL DEFAULT 'anon')")
        let log = SQLLog(database)
        try database.write { session in
            let model = OptionalKey()
            try session.save(model)
            #expect(model.name == "anon")
            #expect(model.pk == 1)
            #expect(log.texts() == [#"INSERT INTO "t" DEFAULT VALUES RETURNING "name", "pk""#])
        }
    }
}
