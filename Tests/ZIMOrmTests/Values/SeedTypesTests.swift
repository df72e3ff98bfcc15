import Foundation
import TestServer
import Testing
import ZIMOrm

/// All types of the seeds: there, back, unchanged, changed.
@Suite(.eachEngine) struct SeedTypesTests {
    enum Plain: String { case one, two }
    enum Coded: Int, ColumnValue { case zero, one, two }
    enum Byte: UInt8 { case a = 200, b = 255 }
    struct Flags: OptionSet {
        let rawValue: UInt64
    }
    struct Point: Codable, Equatable { var x = 0.5, y: [Int] = [] }

    final class Everything: Model {
        var a = "", b = 0
        var i8: Int8 = 0, i16: Int16 = 0, i32: Int32 = 0, i64: Int64 = 0
        var u: UInt = 0, u8: UInt8 = 0, u16: UInt16 = 0, u32: UInt32 = 0, u64: UInt64 = 0
        var flag = false, real = 0.0, single: Float = 0, money = Decimal(0)
        var date = Date(timeIntervalSince1970: 0), data = Data(), bytes: [UInt8] = [], uuid = UUID()
        var ns = NSString(), number = NSNumber(value: 0), nsDate = NSDate(), nsData = NSData()
        var decimal = NSDecimalNumber.zero
        var plain = Plain.one, coded = Coded.zero, byte = Byte.a, flags = Flags(), point = Point()
        var words: [String] = []
        override class var table: String { "everything" }
        override class var primaryKey: [String] { ["a", "b"] }
    }

    final class Optionals: Model {
        var a = "", b = 0
        var i: Int?, i8: Int8?, i16: Int16?, i32: Int32?, i64: Int64?
        var u: UInt?, u8: UInt8?, u16: UInt16?, u32: UInt32?, u64: UInt64?
        var flag: Bool?, real: Double?, single: Float?, money: Decimal?, text: String?
        var date: Date?, data: Data?, bytes: [UInt8]?, uuid: UUID?
        var ns: NSString?, number: NSNumber?, nsDate: NSDate?, nsData: NSData?, decimal: NSDecimalNumber?
        var plain: Plain?, coded: Coded?, byte: Byte?, flags: Flags?, point: Point?, words: [String]?
        var forced: Int!, forcedText: String!, forcedNumber: NSNumber!, forcedDate: Date!
        override class var table: String { "optionals" }
        override class var primaryKey: [String] { ["a", "b"] }
    }

    /// The columns of the properties that are no text where a column has a type.
    private static let types = [
        "b": "bigint", "i": "bigint", "i8": "smallint", "i16": "smallint", "i32": "integer", "i64": "bigint",
        "u": "bigint", "u8": "smallint", "u16": "integer", "u32": "bigint", "u64": "bigint", "flag": "boolean",
        "real": "double precision", "single": "real", "money": "numeric", "date": "timestamptz", "data": "bytea",
        "bytes": "bytea", "uuid": "uuid", "number": "double precision", "nsDate": "timestamp", "nsData": "bytea",
        "decimal": "numeric(10, 2)", "coded": "integer", "byte": "smallint", "flags": "bigint", "point": "json",
        "words": "json", "forced": "integer", "forcedNumber": "double precision", "forcedDate": "timestamptz",
    ]

    private static func columnType(of column: String) -> String {
        guard let type = types[column] else { return ServedEngine.isSQLite ? "" : "TEXT" }
        switch ServedEngine.current {
        case .sqlite: return ""
        case .postgreSQL: return type
        case .mariaDB: return mariaDB[type] ?? type
        }
    }

    /// MariaDB's words for those types that it has not.
    private static let mariaDB = [
        "real": "float", "numeric": "decimal(40, 10)", "timestamptz": "datetime(6)", "timestamp": "datetime(6)",
        "bytea": "blob", "uuid": MySQLProduct.isMariaDB ? "uuid" : "char(36)",
    ]

    /// A table whose columns have no type at all, so that what is stored is what was bound; elsewhere one for each.
    private func database(for model: Model) throws -> Database {
        let columns = try model.changedColumns().map { name in
            "\"\(name)\" " + Self.columnType(of: name)
        }
        return try ServedEngine.current.makeDatabase(
            "CREATE TABLE \"\(type(of: model).table)\" (\(columns.joined(separator: ", ")), PRIMARY KEY (a, b))")
    }

    /// A character that PostgreSQL cannot hold.
    private static var odd: String { ServedEngine.isPostgreSQL ? "\u{1}" : "\u{0}" }

    private func filled() -> Everything {
        let model = Everything()
        (model.a, model.b) = ("k", 1)
        (model.i8, model.i16, model.i32, model.i64) = (.min, .max, .min, .min)
        (model.u, model.u8, model.u16, model.u32, model.u64) = (UInt(Int64.max), .max, .max, .max, UInt64(Int64.max))
        (model.flag, model.real, model.single) = (true, -.pi, 0.1)
        model.money = Decimal(string: "12345678901234567890.12345678") ?? 0
        (model.date, model.data, model.bytes) = (Date(timeIntervalSince1970: 1.25), Data([0, 255]), [1, 0, 2])
        (model.ns, model.number) = ("é", 2.5)
        (model.nsDate, model.nsData) = (NSDate(timeIntervalSince1970: 5), NSData(data: Data([7])))
        model.decimal = NSDecimalNumber(string: "0.10")
        (model.plain, model.coded, model.byte) = (.two, .two, .b)
        (model.flags, model.point, model.words) = (Flags(rawValue: 5), Point(x: 1, y: [2]), ["\"", "\u{0}"])
        return model
    }

    @Test func thereAndBack() throws {
        let model = filled()
        let database = try database(for: model)
        let log = SQLLog(database)
        try database.write { session in
            try session.save(model)
            #expect(try !model.hasChanges())
            let found = try #require(try session.find(Everything.self, "k", 1))
            #expect(try !found.hasChanges())
            #expect(found.i8 == .min && found.i16 == .max && found.i32 == .min && found.i64 == .min)
            #expect(found.u == UInt(Int64.max) && found.u8 == .max && found.u16 == .max && found.u32 == .max)
            #expect(found.u64 == UInt64(Int64.max))
            #expect(found.flag && found.real == -.pi && found.single == 0.1)
            #expect(found.money == model.money)
            #expect(found.date == model.date && found.data == model.data && found.bytes == model.bytes)
            #expect(found.uuid == model.uuid)
            #expect(found.ns == "é" && found.number == 2.5)
            #expect(found.nsDate == model.nsDate && found.nsData == model.nsData && found.decimal == model.decimal)
            #expect(found.plain == .two && found.coded == .two && found.byte == .b)
            #expect(found.flags.rawValue == 5 && found.point == model.point && found.words == model.words)
            _ = log.take()
            try session.save(found)
            #expect(log.texts() == [])
        }
        guard ServedEngine.isSQLite else { return }
        let kinds = try Theatre.rows(
            database,
            "SELECT typeof(i8), typeof(u64), typeof(flag), typeof(single), typeof(money), typeof(date), typeof(data), typeof(uuid), typeof(number), typeof(decimal), typeof(plain), typeof(coded), typeof(point) FROM everything"
        )
        #expect(
            kinds == [
                [
                    "integer", "integer", "integer", "real", "text", "text", "blob", "text", "real", "text", "text",
                    "integer", "text",
                ]
            ])
    }

    @Test func everyChangeIsSeen() throws {
        let model = filled()
        let database = try database(for: model)
        let changes: [(String, (Everything) -> Void)] = [
            ("i8", { $0.i8 += 1 }), ("i16", { $0.i16 -= 1 }), ("i32", { $0.i32 += 1 }), ("i64", { $0.i64 += 1 }),
            ("u", { $0.u -= 1 }), ("u8", { $0.u8 -= 1 }), ("u16", { $0.u16 -= 1 }), ("u32", { $0.u32 -= 1 }),
            ("u64", { $0.u64 -= 1 }), ("flag", { $0.flag = false }), ("real", { $0.real = 0 }),
            ("real", { $0.real = -0.0 }),
            ("single", { $0.single += 1 }), ("money", { $0.money += 1 }), ("date", { $0.date += 0.001 }),
            ("data", { $0.data.append(0) }), ("bytes", { $0.bytes = [1, 0, 3] }), ("uuid", { $0.uuid = UUID() }),
            ("ns", { $0.ns = "e\u{301}" }), ("number", { $0.number = 3 }),
            ("nsDate", { $0.nsDate = NSDate(timeIntervalSince1970: 6) }),
            ("nsData", { $0.nsData = NSData() }), ("decimal", { $0.decimal = NSDecimalNumber(string: "0.11") }),
            ("plain", { $0.plain = .one }), ("coded", { $0.coded = .zero }), ("byte", { $0.byte = .a }),
            ("flags", { $0.flags.insert(Flags(rawValue: 2)) }), ("point", { $0.point.y.append(3) }),
            ("words", { $0.words.append("") }), ("a", { $0.a += Self.odd }), ("b", { $0.b += 1 }),
        ]
        try database.write { session in
            try session.save(model)
            for (name, change) in changes {
                change(model)
                #expect(try model.changedColumns() == [name])
                try session.save(model)
                #expect(try !model.hasChanges())
            }
            let found = try #require(try session.find(Everything.self, "k" + Self.odd, 2))
            #expect(try found.words == model.words && found.point == model.point && !found.hasChanges())
        }
    }

    @Test func nothingAndSomething() throws {
        let model = Optionals()
        let database = try database(for: model)
        try database.write { session in
            try session.save(model)
            let count = try model.changedColumns().count
            #expect(count == 0)
            let found = try #require(try session.find(Optionals.self, "", 0))
            #expect(
                found.i == nil && found.uuid == nil && found.point == nil && found.forced == nil && found.plain == nil)
            #expect(try !found.hasChanges())
            (found.i, found.i8, found.u64, found.flag) = (0, 0, 0, false)
            (found.real, found.single, found.money, found.text) = (0, 0, 0, "")
            (found.date, found.data, found.bytes) = (Date(timeIntervalSince1970: 0), Data(), [])
            (found.ns, found.number, found.plain, found.coded) = ("", 0, .one, .zero)
            (found.point, found.words, found.forced, found.forcedText) = (Point(), [], 1, "f")
            (found.forcedNumber, found.forcedDate, found.decimal) = (2, Date(timeIntervalSince1970: 0), .one)
            // Zero and empty are not nil.
            #expect(try found.changedColumns().count == 22)
            try session.save(found)
            let again = try #require(try session.find(Optionals.self, "", 0))
            #expect(
                again.i == 0 && again.flag == false && again.text == "" && again.data == Data() && again.bytes == [])
            #expect(again.point == Point() && again.words == [] && again.forced == 1 && again.forcedNumber == 2)
            #expect(try !again.hasChanges())
            (again.i, again.text, again.data, again.point, again.forcedText) = (nil, nil, nil, nil, nil)
            try session.save(again)
            try session.reload(found)
            #expect(
                found.i == nil && found.text == nil && found.data == nil && found.point == nil
                    && found.forcedText == nil)
        }
    }

    @Test func objectsThatAreChangedInPlace() throws {
        let model = filled()
        let database = try database(for: model)
        let text = NSMutableString(string: "one"), data = NSMutableData(data: Data([1]))
        (model.ns, model.nsData) = (text, data)
        try database.write { session in
            try session.save(model)
            text.append("!")
            data.append(Data([2]))
            #expect(try model.changedColumns() == ["ns", "nsData"])
            try session.save(model)
            #expect(
                try session.rows(SQL("SELECT ns, \"nsData\" FROM everything").inOwnWords).map(\.values)
                    == [["one!", .blob([1, 2])]])
        }
    }

    @Test func whatNoColumnCanHold() throws {
        var cases: [(String, String, (Everything) -> Void)] = [
            ("date", "real nan cannot be bound as `Date`", { $0.date = Date(timeIntervalSince1970: .nan) }),
            (
                "point",
                "text 'Point(x: inf, y: [])' cannot be bound as `Point`: it does not encode (Unable to encode Double.inf directly in JSON. at x)",
                { $0.point = Point(x: .infinity) }
            ),
        ]
        // MariaDB has columns of 64 bits, and says itself that this is none.
        if !ServedEngine.isMariaDB {
            cases += [
                (
                    "flags",
                    "text '9223372036854775808' cannot be bound as `Flags`: it is larger than a column's 63 bits",
                    { $0.flags = Flags(rawValue: 1 << 63) }
                ),
                (
                    "u64",
                    "text '18446744073709551615' cannot be bound as `UInt64`: it is larger than a column's 63 bits",
                    { $0.u64 = .max }
                ),
            ]
        }
        // SQLite would make NULL or text of it, MariaDB has none; PostgreSQL's numbers have it.
        if !ServedEngine.isPostgreSQL {
            cases += [
                ("money", "text 'NaN' cannot be bound as `Decimal`", { $0.money = .nan }),
                ("real", "real nan cannot be bound as `Double`", { $0.real = .nan }),
                ("single", "real nan cannot be bound as `Float`", { $0.single = .nan }),
                ("number", "real nan cannot be bound as `NSNumber`", { $0.number = NSNumber(value: Double.nan) }),
            ]
        }
        if ServedEngine.isMariaDB {
            cases += [
                ("real", "real inf cannot be bound as `Double`", { $0.real = .infinity }),
                ("single", "real -inf cannot be bound as `Float`", { $0.single = -.infinity }),
            ]
        }
        let database = try database(for: Everything())
        for (column, message, change) in cases {
            let model = Everything()
            try database.write { session in
                try session.execute("DELETE FROM everything")
                try session.save(model)
                change(model)
                let error = #expect(throws: ModelError.self) { try session.save(model) }
                #expect(error?.code == .value)
                #expect(error?.column == column)
                #expect(error?.message == "\"everything\".\"\(column)\": \(message)")
                #expect(throws: ModelError.self) { try session.insert(model) }
                #expect(try session.value("SELECT count(*) FROM everything", as: Int.self) == 1)
            }
        }
        guard ServedEngine.isMariaDB else { return }
        let model = Everything()
        model.u64 = .max
        let error = #expect(throws: DatabaseError.self) { try database.write { try $0.insert(model) } }
        #expect(error?.code == .value && error?.message == "Out of range value for column 'u64' at row 1")
    }
}
