import Foundation
import TestServer
import Testing
import ZIMOrm

/// Classes that say nothing: their stored properties are found by reflection.
@Suite(.eachEngine) struct ReflectionTests {
    class Base: Model {
        var region = "r"
        private var secret: Int? = 4
        var code: Int = 1
        override class var primaryKey: [String] { ["region", "code"] }
        func peek() -> Int? { secret }
    }
    final class Derived: Base {
        var note: String?
        lazy var cache: Int = 7
        var scratch: [String: Any] = [:]
        var handler: (() -> Void)?
        static let shared = 1
        var observed: Int? { didSet { calls += 1 } }
        var calls = 0
        var computed: Int { 5 }
        override class var table: String { "t" }
        override class var ignoredProperties: Set<String> { ["scratch", "handler", "calls"] }
    }

    private func database(_ sql: String) throws -> Database {
        let database = try ServedEngine.current.makeDatabase(sql)
        return database
    }

    @Test func superclassesPrivateLazyIgnoredComputed() throws {
        let database = try database(
            "CREATE TABLE t (code INTEGER, region TEXT, secret INTEGER, note TEXT, observed INTEGER, PRIMARY KEY (region, code))"
        )
        try database.write { session in
            let model = Derived()
            #expect(try model.changedColumns() == ["region", "secret", "code", "note", "observed"])
            model.code = 3
            try session.save(model)
            try session.execute("UPDATE t SET secret = 9, observed = 1, note = 'n'")
            let found = try #require(try session.find(Derived.self, "r", 3))
            #expect(found.peek() == 9)
            #expect(found.observed == 1)
            #expect(found.note == "n")
            // Rows are read past observers, as an initialiser sets properties.
            #expect(found.calls == 0)
            #expect(found.cache == 7)
            found.cache = 8
            found.calls = 3
            #expect(try !found.hasChanges())
        }
    }

    @Test func typedFiltersFindTheirColumns() throws {
        let database = try database(
            "CREATE TABLE t (code INTEGER, region TEXT, secret INTEGER, note TEXT, observed INTEGER, PRIMARY KEY (region, code)); INSERT INTO t VALUES (1, 'a', 2, 'x', 3), (2, 'a', 3, NULL, 4)"
        )
        try database.read { session in
            let query = try session.query(Derived.self)
            #expect(try query.filter(\.code == 2 && \.region == "a").all().map(\.observed) == [4])
            #expect(try query.filter(\.note == nil).count() == 1)
            #expect(try query.filter(\.observed > 3).first()?.code == 2)
            let error = #expect(throws: ModelError.self) { try query.filter(\.computed == 5).all() }
            #expect(error?.code == .unknownColumn)
            #expect(error?.hint == "Name the property in columns, or filter by the column's name")
            #expect(throws: ModelError.self) { try query.filter(\.calls == 0).all() }
        }
    }

    final class Constant: Model {
        let pk: Int = 4
        override class var table: String { "c" }
    }
    final class Closure: Model {
        var pk: Int?
        var action: () -> Void = {}
    }
    final class Weak: Model {
        var pk: Int?
        weak var number: NSNumber?
    }
    final class Unowned: Model {
        var pk: Int?
        unowned(unsafe) var number: NSNumber = 5
    }
    final class Nested: Model {
        var pk: Int?
        var other: Closure?
    }
    final class CodableModel: Model, Decodable {
        var pk: Int?
        required init() { super.init() }
        convenience init(from decoder: any Decoder) throws { self.init() }
        override func encode(to encoder: any Encoder) throws {}
    }
    final class NestedCodable: Model {
        var pk: Int?
        var other: CodableModel?
    }
    final class Tuple: Model {
        var pk: Int?
        var pair = (1, 2)
    }
    final class Empty: Model {
        override class var primaryKey: [String] { [] }
    }
    final class NoKey: Model {
        var firstName = ""
        override class var primaryKey: [String] { ["firstNme", "pk"] }
    }
    final class TwiceKey: Model {
        var a = 0
        override class var primaryKey: [String] { ["a", "A"] }
    }
    final class NoTable: Model {
        var pk = 0
        override class var table: String { "" }
    }

    @Test(
        arguments: [
            (
                Constant.self, #"class Constant: the property "pk" is a constant, so no row can be read into it"#,
                "Make it a var, or list it in ignoredProperties"
            ),
            (
                Closure.self, #"class Closure: no column can hold the property "action" of type () -> ()"#,
                "List it in ignoredProperties, or make its type a ColumnValue or Codable"
            ),
            (
                Weak.self, #"class Weak: no column can hold the property "number" of type Optional<NSNumber>"#,
                "List it in ignoredProperties, or make its type a ColumnValue or Codable"
            ),
            (
                Unowned.self, #"class Unowned: no column can hold the property "number" of type NSNumber"#,
                "List it in ignoredProperties, or make its type a ColumnValue or Codable"
            ),
            (
                Nested.self, #"class Nested: no column can hold the property "other" of type Optional<Closure>"#,
                "List it in ignoredProperties, or make its type a ColumnValue or Codable"
            ),
            (
                NestedCodable.self,
                #"class NestedCodable: no column can hold the property "other" of type Optional<CodableModel>"#,
                "List it in ignoredProperties, or make its type a ColumnValue or Codable"
            ),
            (
                Tuple.self, #"class Tuple: no column can hold the property "pair" of type (Int, Int)"#,
                "List it in ignoredProperties, or make its type a ColumnValue or Codable"
            ),
            (Empty.self, "class Empty has no stored property that is a column", nil),
            (
                NoKey.self, #"class NoKey: the primary key names "firstNme", which is no column or property of it"#,
                #"Did you mean "firstName"?"#
            ),
            (TwiceKey.self, "class TwiceKey: the primary key (a, A) names a column twice", nil),
            (NoTable.self, "class NoTable has an empty table name", nil),
        ] as [(Model.Type, String, String?)])
    func whatCannotBeMapped(_ type: Model.Type, _ message: String, _ hint: String?) throws {
        let database = try Database.inMemory()
        let error = #expect(throws: ModelError.self) { try database.write { try $0.save(type.init()) } }
        #expect(error?.code == .mapping)
        #expect(error?.message == message)
        #expect(error?.hint == hint)
    }

    final class Curious: Model {
        var pk: Int?
        var name = ""
        nonisolated(unsafe) static var seen: [ModelError] = []
        override class var table: String { "curious" }
        override class var columns: [Column] { [Column("pk", \Curious.pk), Column("name", \Curious.name)] }
        required init() {
            super.init()
            // A class that looks at its own columns while it is made.
            do { _ = try changedColumns() } catch let error as ModelError { Curious.seen.append(error) } catch {}
        }
    }

    @Test func anInitThatCallsTheMapper() throws {
        let database = try database("CREATE TABLE curious (pk INTEGER PRIMARY KEY, name TEXT)")
        try database.write { session in
            let model = Curious()
            try session.save(model)
            #expect(try session.find(Curious.self, 1) != nil)
        }
        #expect(Curious.seen.allSatisfy { $0.code == .mapping })
        #expect(Curious.seen.first?.message.contains("is being mapped") == true)
    }

    final class Prolific: Model {
        var pk: Int?
        override class var table: String { "prolific" }
        required init() {
            super.init()
            try? Theatre.Play().insert()
        }
    }

    @Test func anInitThatSavesAnotherClass() throws {
        let database = try Theatre.database()
        try database.execute("CREATE TABLE prolific (pk INTEGER PRIMARY KEY); INSERT INTO prolific VALUES (1)")
        try database.write { session in _ = try session.query(Prolific.self).all() }
    }

    final class Raced: Model {
        var a = 0, b = "", c: Date?, d: [String] = []
        override class var table: String { "raced" }
        override class var primaryKey: [String] { ["a", "b"] }
    }

    @Test func manyTasksMapOneClassAtOnce() async throws {
        let database = try database(
            "CREATE TABLE raced (a INTEGER, b TEXT, c TEXT, d TEXT NOT NULL DEFAULT '[]', PRIMARY KEY (a, b))")
        try await withThrowingTaskGroup(of: Int.self) { group in
            for task in 0..<16 {
                group.addTask {
                    try await database.write { session in
                        let raced = Raced()
                        raced.a = task
                        try session.save(raced)
                        return try session.query(Raced.self).filter(\.a == task && \.b == "").count()
                    }
                }
            }
            for try await count in group { #expect(count == 1) }
        }
    }
}
