import Foundation
import TestServer
import Testing
import ZIMOrm

/// Key paths of computed properties, whose getters return a stored one in a new object, are refused and never taken for it.
@Suite(.eachEngine) struct ComputedKeyPathTests {
    enum State: String, ColumnValue { case draft, sent, gone }
    enum Hour: String, ColumnValue { case a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q }

    class Person: Model {
        var town = 0, id = 0
        var name = "", nick: String?, alias = ""
        var mode = 0, a = 0, b = 0, scale = 1
        var state = State.draft, former: State?
        var isSold = false, isHeld = false
        var born = Date(timeIntervalSince1970: 0), wed: Date?

        final var shown: String {
            get { nick ?? name }
            set { nick = newValue }
        }
        final var upper: String {
            get { name.isEmpty ? "?" : name }
            set { name = newValue }
        }
        final var trimmed: String {
            get { String(name.drop { $0 == " " }) }
            set { name = newValue }
        }
        final var last: String {
            get { state == .gone ? alias : name }
            set { name = newValue }
        }
        final var held: String {
            get { isSold && isHeld ? alias : name }
            set { name = newValue }
        }
        final var open: String {
            get { isSold && !isHeld ? alias : name }
            set { name = newValue }
        }
        final var value: Int {
            get { mode == 0 ? a : b }
            set { a = newValue }
        }
        final var clamped: Int {
            get { max(a, 0) }
            set { a = newValue }
        }
        final var percent: Int {
            get { min(a, 100) }
            set { a = newValue }
        }
        final var scaled: Int {
            get { a / scale }
            set { a = newValue }
        }
        final var day: Date {
            get { wed ?? born }
            set { born = newValue }
        }
        final var known: State? {
            get { former ?? (isHeld ? .sent : nil) }
            set { former = newValue }
        }

        override class var table: String { "person" }
        override class var primaryKey: [String] { ["town", "id"] }
    }
    /// Of more cases than are tried.
    final class Timed: Person {
        var hour: Hour?
        var clock: Hour? {
            get { hour ?? (isHeld ? .b : nil) }
            set { hour = newValue }
        }
    }
    final class Listed: Person {
        override class var columns: [Column] {
            [
                Column("town", \Listed.town), Column("id", \Listed.id), Column("name", \Listed.name),
                Column("nick", \Listed.nick), Column("alias", \Listed.alias), Column("mode", \Listed.mode),
                Column("a", \Listed.a), Column("b", \Listed.b), Column("scale", \Listed.scale),
                Column("state", \Listed.state), Column("former", \Listed.former), Column("isSold", \Listed.isSold),
                Column("isHeld", \Listed.isHeld), Column("born", \Listed.born), Column("wed", \Listed.wed),
            ]
        }
    }

    private func people() throws -> Database {
        let moment = ServedEngine.isSQLite ? "TEXT" : "TIMESTAMP NULL"
        return try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE person (town INTEGER, id INTEGER, name VARCHAR(9), nick VARCHAR(9), alias VARCHAR(9), mode INTEGER,
                a INTEGER, b INTEGER, scale INTEGER, state VARCHAR(9), former VARCHAR(9), "isSold" INTEGER,
                "isHeld" INTEGER, born \(moment), wed \(moment), PRIMARY KEY (town, id));
            INSERT INTO person VALUES
                (1, 1, 'Ann', 'Nan', 'Al', 1, 5, 6, 1, 'sent', 'gone', 0, 1, '1970-01-02 00:00:00', NULL),
                (1, 2, 'Nan', NULL, 'Bo', 0, -3, 1, 1, 'gone', NULL, 1, 0, '1970-01-03 00:00:00', NULL);
            """)
    }

    private func expectRefused<M: Model, Value: ColumnValue>(
        _ query: Query<M>, _ keyPath: KeyPath<M, Value>, _ value: Value
    ) {
        let error = #expect(throws: ModelError.self) { try query.filter(keyPath == value).count() }
        #expect(error?.code == .unknownColumn && error?.message.contains("that is computed, or cannot be told") == true)
    }

    @Test func computedPropertiesAreRefused() throws {
        try people().read { session in
            let query = try session.query(Person.self)
            for keyPath in [\Person.shown, \.upper, \.trimmed, \.last, \.held, \.open] {
                expectRefused(query, keyPath, "Nan")
            }
            for keyPath in [\Person.value, \.clamped, \.percent, \.scaled] { expectRefused(query, keyPath, 6) }
            expectRefused(query, \.day, Date(timeIntervalSince1970: 86400))
            expectRefused(query, \.known, .gone)
            expectRefused(try session.query(Timed.self), \.clock, .q)
            let listed = try session.query(Listed.self)
            for keyPath in [\Listed.shown, \.upper, \.trimmed, \.last, \.held, \.open] {
                expectRefused(listed, keyPath, "Nan")
            }
            for keyPath in [\Listed.value, \.clamped, \.percent, \.scaled] { expectRefused(listed, keyPath, 6) }
        }
    }

    class Switched: Model {
        var mode = 99, a = 3, b = 4
        final var value: Int {
            get { mode == 99 ? a : b }
            set { a = newValue }
        }
        override class var primaryKey: [String] { ["mode"] }
        override class var columns: [Column] { [Column("mode", \Switched.mode), Column("v", \Switched.value)] }
    }

    /// What the first one held is tried for the second, too.
    @Test func whatAFormerColumnHeldIsTried() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(Switched()), as: UTF8.self) == #"{"mode":99,"v":3}"#)
    }

    @Test func storedPropertiesAreFound() throws {
        try people().read { session in
            let query = try session.query(Person.self)
            #expect(try query.filter(\.name == "Nan" && \.nick == nil && \.alias == "Bo").all().map(\.id) == [2])
            #expect(try query.filter(\.mode == 1 && \.a == 5 && \.b == 6 && \.scale == 1).all().map(\.id) == [1])
            #expect(try query.filter(\.state == .gone && \.former == nil).all().map(\.id) == [2])
            #expect(try query.filter(\.former == .gone && \.state == .sent).all().map(\.id) == [1])
            #expect(try query.filter(\.isSold == true && \.isHeld == false && \.wed == nil).all().map(\.id) == [2])
            let listed = try session.query(Listed.self)
            #expect(try listed.filter(\.name == "Nan" && \.nick == nil && \.alias == "Bo").all().map(\.id) == [2])
            #expect(try listed.filter(\.former == .gone && \.state == .sent).all().map(\.id) == [1])
        }
    }

    @Test func nothingIsWrittenByOne() throws {
        let database = try people()
        let error = #expect(throws: ModelError.self) {
            try database.write { try $0.query(Person.self).filter(\.id == 1).update(.set(\.shown, "Z")) }
        }
        #expect(error?.code == .unknownColumn)
        #expect(try database.find(Person.self, 1, 1)?.name == "Ann")
    }
}
