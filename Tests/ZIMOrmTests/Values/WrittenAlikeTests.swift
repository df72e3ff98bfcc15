import Foundation
import TestServer
import Testing
import ZIMOrm

private final class Value: Model {
    var id = 0
    var i: Int?
    var u: UInt64?
    var d: Double?
    var n: Decimal?
    var s: String?
    var b: Bool?
    var data: Data?
    var uuid: UUID?
    var date: Date?
    override class var table: String { "alike" }
    override class var primaryKey: [String] { ["id"] }
    override class var isAutoIncremented: Bool { false }
}

/// A single statement binds properties, a list their values: what a column takes, and what it holds then, is the same.
@Suite(.eachEngine) struct WrittenAlikeTests {
    private typealias Case = (column: String, set: @Sendable (Value) -> Void)

    private static let cases: [Case] = [
        ("i", { $0.i = 70_000 }), ("i", { $0.i = .max }), ("i", { $0.i = -1 }),
        ("u", { $0.u = 5 }), ("u", { $0.u = .max }),
        ("d", { $0.d = 1.5 }), ("d", { $0.d = -0.0 }), ("d", { $0.d = 1e20 }), ("d", { $0.d = .infinity }),
        ("n", { $0.n = Decimal(string: "12.345") }), ("n", { $0.n = 12 }),
        ("s", { $0.s = "a  " }), ("s", { $0.s = "012" }), ("s", { $0.s = "" }), ("s", { $0.s = "2024-01-01" }),
        ("b", { $0.b = true }), ("data", { $0.data = Data([1, 0, 255]) }), ("data", { $0.data = Data("ab".utf8) }),
        ("uuid", { $0.uuid = UUID(uuidString: "9D6F0F0E-5B1C-4D5B-8F43-0C7F3F1A2B3C") }),
        ("date", { $0.date = Date(timeIntervalSince1970: 1_704_067_200) }),
        ("date", { $0.date = Date(timeIntervalSince1970: 1_704_067_201.123456) }),
        // The year 12000.
        ("date", { $0.date = Date(timeIntervalSince1970: 316_516_204_800) }),
    ]

    private static var types: [String] {
        ServedEngine.on(
            sqlite: ["INTEGER", "REAL", "TEXT", "BLOB", "NUMERIC", ""],
            postgreSQL: [
                "integer", "bigint", "numeric", "numeric(20)", "real", "double precision", "text", "char(5)", "bytea",
                "boolean",
                "uuid", "date", "timestamp", "timestamptz", "jsonb",
            ],
            mariaDB: [
                "int", "bigint unsigned", "decimal(10,2)", "float", "double", "varchar(40)", "char(5)", "blob",
                "binary(16)", "date",
                "datetime(6)",
            ] + (ServedEngine.isMySQL ? [] : ["uuid"]))
    }

    private func makeDatabase(_ type: String) throws -> Database {
        let columns = ["i", "u", "d", "n", "s", "b", "data", "uuid", "date"].map { "\"\($0)\" \(type) NULL" }
        return try ServedEngine.current.makeDatabase(
            "CREATE TABLE alike (id INTEGER PRIMARY KEY, \(columns.joined(separator: ", ")));")
    }

    /// What rows hold that are written in some way, or the error's code and column.
    private func outcome(_ database: Database, _ column: String, _ write: (Session) throws -> Void) throws -> String {
        try database.write { try $0.execute("DELETE FROM alike") }
        do { try database.write { try write($0) } } catch let error as ModelError {
            return "\(error.code.rawValue) \(error.table ?? "") \(error.column ?? "")"
        } catch let error as DatabaseError { return error.code.rawValue }
        let held = try database.read {
            try $0.rows(SQL("SELECT DISTINCT \(identifier: column) FROM alike")).map(\.values)
        }
        return "\(held)"
    }

    @Test func aloneAndInLists() throws {
        for type in Self.types {
            let database = try makeDatabase(type)
            for (column, set) in Self.cases {
                func make(_ id: Int, filled: Bool = true) -> Value {
                    let value = Value()
                    value.id = id
                    if filled { set(value) }
                    return value
                }
                let alone = try outcome(database, column) { try $0.save(make(1)) }
                let others = [
                    try outcome(database, column) { try $0.save((1...8).map { make($0) }) },
                    try outcome(database, column) { try $0.upsert((1...8).map { make($0) }) },
                    try outcome(database, column) { session in
                        let value = make(1, filled: false)
                        try session.save(value)
                        set(value)
                        try session.save(value)
                    },
                    try outcome(database, column) { session in
                        let values = (1...8).map { make($0, filled: false) }
                        try session.save(values)
                        values.forEach(set)
                        try session.save(values)
                    },
                ]
                #expect(others == Array(repeating: alone, count: 4), "\(type) \(column) \(make(1))")
            }
        }
    }

    @Test func whatAColumnRefusesIsNamed() throws {
        let database = try makeDatabase(ServedEngine.on(sqlite: "TEXT", postgreSQL: "text", mariaDB: "VARCHAR(40)"))
        for count in [1, 8] {
            let values = (1...count).map { id in
                let value = Value()
                (value.id, value.date) = (id, Date(timeIntervalSince1970: 316_516_204_800))
                return value
            }
            let error = #expect(throws: ModelError.self) { try database.write { try $0.save(values) } }
            #expect(error?.code == .value && error?.table == "alike" && error?.column == "date")
            #expect(
                error?.message.hasSuffix(
                    "cannot be bound as `Date?`: it is in another year than 0 to 9999, which only PostgreSQL's own types hold"
                )
                    == true)
        }
        #expect(try database.read { try $0.query(Value.self).count() } == 0)
    }

    @Test func numbersAbove63Bits() throws {
        guard ServedEngine.isPostgreSQL else { return }
        let database = try makeDatabase("numeric(20)")
        try database.write { session in
            let value = Value()
            (value.id, value.u) = (1, .max)
            try session.save(value)
            value.u = .max - 1
            try session.save(value)
            #expect(try session.query(Value.self).filter(\.u == .max - 1).all().map(\.u) == [.max - 1])
            #expect(try session.query(Value.self).filter("u = 18446744073709551614").count() == 1)
            #expect(try session.query(Value.self).filter("u > 9223372036854775808").count() == 1)
            #expect(try session.query(Value.self).filter("u > 99999999999999999999").count() == 0)
        }
    }

    @Test func negativeZeroInTexts() throws {
        guard ServedEngine.isPostgreSQL else { return }
        let texts = try makeDatabase("text")
        try texts.write { session in
            let values = (1...8).map { id in
                let value = Value()
                (value.id, value.d) = (id, -0.0)
                return value
            }
            try session.save(values)
            #expect(try session.rows("SELECT DISTINCT d FROM alike").map(\.values) == [["0"]])
        }
    }
}
