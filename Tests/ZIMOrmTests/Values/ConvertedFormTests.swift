import Foundation
import TestServer
import Testing

@testable import ZIMOrm

/// A column whose type converts what its declared form writes: what `save` wrote is read, found and ordered, or it is refused.
@Suite(.eachEngine) struct ConvertedFormTests {
    class Entry: Model {
        var region = 0
        var name = ""
        override class var table: String { "entry" }
        override class var primaryKey: [String] { ["region", "value"] }
    }

    final class Day: Entry {
        var value = Date(timeIntervalSince1970: 0)
        override class var forms: [String: ColumnForm] { ["value": .date(.pattern("yyyyMMdd"))] }
    }
    final class GermanDay: Entry {
        var value = Date(timeIntervalSince1970: 0)
        override class var forms: [String: ColumnForm] { ["value": .date(.pattern("ddMMyyyy"))] }
    }
    final class Month: Entry {
        var value = Date(timeIntervalSince1970: 0)
        override class var forms: [String: ColumnForm] { ["value": .date(.pattern("yyyy.MM"))] }
    }
    final class Price: Entry {
        var value = Decimal()
        override class var forms: [String: ColumnForm] { ["value": .decimal(.text(scale: 2))] }
    }
    final class Weight: Entry {
        var value = Decimal()
        override class var forms: [String: ColumnForm] { ["value": .decimal(.number)] }
    }
    final class Flag: Entry {
        var value = false
        override class var forms: [String: ColumnForm] { ["value": .bool(.words("1", "0"))] }
    }
    final class FalseFlag: Entry {
        var value = false
        override class var forms: [String: ColumnForm] { ["value": .bool(.words("0", "1"))] }
    }
    final class OneFlag: Entry {
        var value = false
        override class var forms: [String: ColumnForm] { ["value": .bool(.words("1", "01"))] }
    }
    final class DigitFlag: Entry {
        var value = false
        override class var forms: [String: ColumnForm] { ["value": .bool(.integer)] }
    }
    final class Coded: Entry {
        enum Code: String, ColumnValue { case agent = "007", thousand = "1e3", one = "1", letter = "x" }
        var value = Code.agent
    }

    private func makeDatabase(_ type: String) throws -> Database {
        try ServedEngine.current.makeDatabase(
            "CREATE TABLE entry (region INTEGER NOT NULL, name TEXT NOT NULL, value \(type) NOT NULL, PRIMARY KEY (region, value));"
        )
    }

    private static let days = [19_724, 19_763, 10_723].map { Date(timeIntervalSince1970: 86_400 * $0) }
    private static let prices = ["12.5", "3", "-0.25", "100.1", "0"].compactMap { Decimal(string: $0) }

    /// Saves a row for each value, and finds each in every way.
    ///
    /// - Parameter isOrdered: whether the column has the order of the values; else the call says that it has not.
    private func check<E: Entry, Value: ColumnValue & Hashable>(
        _ path: ReferenceWritableKeyPath<E, Value>, _ values: [Value], in type: String, isOrdered: Bool = true,
        _ isBefore: (Value, Value) -> Bool
    ) throws {
        let database = try makeDatabase(type)
        try database.check([E.self], data: true)
        try database.write { session in
            for value in values {
                let entry = E()
                (entry.region, entry.name, entry[keyPath: path]) = (1, "\(value)", value)
                try session.save(entry)
            }
            let query = try session.query(E.self)
            #expect(try Set(query.all().map { $0[keyPath: path] }) == Set(values), "\(E.self) \(type)")
            for value in values {
                let comment = Comment(rawValue: "\(E.self) \(type) \(value)")
                let name = ["\(value)"]
                #expect(try query.filter(path == value).all().map(\.name) == name, comment)
                #expect(try query.filter(path != value).count() == values.count - 1, comment)
                #expect(try query.filter(.in(path, [value])).all().map(\.name) == name, comment)
                #expect(try query.filter(keys: [[1, value], [2, value]]).all().map(\.name) == name, comment)
                #expect(try session.find(E.self, keys: [[1, value]]).map(\.name) == name, comment)
                let found = try #require(try session.find(E.self, 1, value), comment)
                #expect(try found.name == name[0] && !found.hasChanges(), comment)
                found.name = "new"
                try session.update(found)
                found.name = name[0]
                try session.save(found)
                try session.upsert(found)
                try session.reload(found)
                #expect(found.name == name[0], comment)
                if isOrdered {
                    let above = values.filter { isBefore(value, $0) }.count
                    #expect(try query.filter(path > value).count() == above, comment)
                    #expect(try query.filter(.between(path, value, value)).all().map(\.name) == name, comment)
                } else {
                    let error = #expect(throws: ModelError.self, comment) { try query.orderBy(path).all() }
                    #expect(error?.code == .formMissing)
                }
            }
            if isOrdered {
                let sorted = values.sorted(by: isBefore)
                #expect(try query.orderBy(path).all().map { $0[keyPath: path] } == sorted)
            }
            let keys = values.map { [1, $0] as [any SQLValueConvertible] }
            #expect(try session.delete(E.self, keys: keys) == values.count)
        }
        try database.check([E.self], data: true)
    }

    @Test func digitsOfADayInAColumnOfNumbers() throws {
        guard !ServedEngine.isMariaDB else { return }
        for type in ServedEngine.isSQLite
            ? ["DATE", "INT", "NUMERIC", "REAL", "TEXT"] : ["INTEGER", "NUMERIC(8)", "TEXT"]
        {
            try check(\Day.value, Self.days, in: type, <)
            // The zero before the day is lost, and known.
            try check(\GermanDay.value, Self.days, in: type, isOrdered: false, <)
        }
    }

    @Test func decimalsOfAScaleInAColumnOfNumbers() throws {
        guard !ServedEngine.isMariaDB else { return }
        for type in ServedEngine.isSQLite ? ["DECIMAL(8,2)", "NUMERIC", "INT", "REAL"] : ["NUMERIC(8,2)"] {
            try check(\Price.value, Self.prices, in: type, <)
        }
        try check(\Price.value, Self.prices, in: "TEXT", isOrdered: false, <)
    }

    @Test func numbersInAColumnOfTexts() throws {
        guard !ServedEngine.isMariaDB else { return }
        // As texts, '100.1' would come before '3'.
        for type in ["TEXT", "VARCHAR(20)"] { try check(\Weight.value, Self.prices, in: type, <) }
        for type in ["TEXT", "CHAR(1)"] { try check(\DigitFlag.value, [true, false], in: type) { !$0 && $1 } }
    }

    @Test func wordsThatAreNumbersInAColumnOfNumbers() throws {
        guard !ServedEngine.isMariaDB else { return }
        for type in ServedEngine.isSQLite ? ["BOOLEAN", "INT", "NUMERIC", "REAL"] : ["BOOLEAN", "INTEGER"] {
            try check(\Flag.value, [true, false], in: type) { !$0 && $1 }
        }
        for type in ServedEngine.isSQLite ? ["INT", "REAL"] : ["INTEGER"] {
            try check(\FalseFlag.value, [true, false], in: type, isOrdered: false) { !$0 && $1 }
        }
    }

    /// A number in the text of a predicate is one of the column's.
    @Test func aNumberInPredicateText() throws {
        guard ServedEngine.isSQLite else { return }
        for type in ["DATE", "INT", "NUMERIC", "REAL"] {
            let database = try makeDatabase(type)
            try database.write { session in
                for day in Self.days {
                    let entry = Day()
                    (entry.region, entry.name, entry.value) = (1, "\(day)", day)
                    try session.save(entry)
                }
                func count(_ condition: PredicateText) throws -> Int {
                    try session.query(Day.self).filter(condition).count()
                }
                #expect(try count("value = \(20240102)") == 1, "\(type)")
                #expect(try count("value <= \(20240102)") == 2, "\(type)")
                #expect(try count("value BETWEEN \(20240101) AND \(20240102)") == 1, "\(type)")
                #expect(try count("value IN (\(20240102), \(20240210))") == 2, "\(type)")
                #expect(throws: ModelError.self, "\(type)") { try count("value > \(20240102.5)") }
            }
        }
    }

    /// What could not be read again is not written, and the check of the classes says so.
    @Test func whatCannotBeReadAgainIsRefused() throws {
        guard ServedEngine.isSQLite else { return }
        func refused<E: Entry, Value>(_ path: ReferenceWritableKeyPath<E, Value>, _ value: Value, in type: String)
            throws
        {
            let database = try makeDatabase(type)
            let entry = E()
            entry[keyPath: path] = value
            let error = #expect(throws: ModelError.self, "\(E.self) \(type)") {
                try database.write { try $0.save(entry) }
            }
            #expect(error?.code == .value && error?.table == "entry" && error?.column == "value")
            #expect(error?.message.contains("in the column, which is not read as the same") == true)
            #expect(throws: ModelError.self) { try database.write { try $0.insert([entry, E()]) } }
            #expect(throws: ModelError.self) { try database.write { try $0.upsert(entry) } }
            #expect(try database.read { try $0.query(E.self).count() } == 0)
            guard E.self != Coded.self else { return }
            let found = try database.read { try $0.differences(from: [E.self]) }
            #expect(found.map(\.column) == ["value"] && found.first?.kind == .type)
            #expect(found.first?.message.contains("is not for this column: ") == true)
        }
        for type in ["INT", "NUMERIC", "REAL"] {
            try refused(\Month.value, Date(timeIntervalSince1970: 1_727_740_800), in: type)
            try refused(\OneFlag.value, true, in: type)
            try refused(\Coded.value, .agent, in: type)
            try refused(\Coded.value, .thousand, in: type)
        }
        try refused(\Coded.value, .one, in: "REAL")
        let database = try makeDatabase("INT")
        try database.write { session in
            for code in [Coded.Code.one, .letter] {
                let entry = Coded()
                entry.value = code
                try session.save(entry)
            }
            #expect(try session.query(Coded.self).orderByKey().all().map(\.value) == [.one, .letter])
            #expect(throws: ModelError.self) { try session.query(Coded.self).update(.set(\.value, .agent)) }
        }
    }

    /// A column without a type keeps the number beside the text: only the declared one is read.
    @Test func aColumnWithoutATypeHoldsOneForm() throws {
        guard ServedEngine.isSQLite else { return }
        let database = try makeDatabase("")
        try database.write { session in
            try session.execute("INSERT INTO entry VALUES (1, 'a', 20240101)")
            let error = #expect(throws: ModelError.self) { try session.query(Day.self).all() }
            #expect(error?.message.contains("is not in the declared form") == true)
        }
    }

    final class Note: Model {
        var id: Int?
        var region = 0
        var day: Date?
        override class var table: String { "note" }
        override class var forms: [String: ColumnForm] { ["day": .date(.pattern("yyyyMMdd"))] }
        override class var primaryKey: [String] { ["id"] }
        func entry() throws -> Day? { try belongsTo(Day.self, foreignKey: ["region", "day"]) }
    }

    /// The one column holds numbers, the other texts.
    @Test func relationshipsOverBoth() throws {
        guard ServedEngine.isSQLite else { return }
        for (type, other) in [("INT", "INT"), ("INT", "TEXT"), ("TEXT", "INT"), ("REAL", "TEXT")] {
            let database = try makeDatabase(type)
            try database.execute(
                SQL("CREATE TABLE note (id INTEGER PRIMARY KEY, region INTEGER NOT NULL, day \(unsafe: other))"))
            try database.write { session in
                for (index, day) in Self.days.enumerated() {
                    let (entry, note) = (Day(), Note())
                    (entry.region, entry.name, entry.value, note.region, note.day) = (1, "\(index)", day, 1, day)
                    try session.save(entry)
                    try session.save(note)
                }
                let notes = try session.query(Note.self).orderByKey().all()
                #expect(try notes.map { try $0.entry()?.name } == ["0", "1", "2"], "\(type) \(other)")
                let entry = try #require(try session.find(Day.self, 1, Self.days[2]))
                try notes[0].set(entry, foreignKey: ["region", "day"])
                try session.save(notes[0])
                #expect(try session.find(Note.self, 1)?.entry()?.name == "2", "\(type) \(other)")
            }
        }
    }
}
