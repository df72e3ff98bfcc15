import TestServer
import Testing
import ZIMOrm

private final class Gauge: Model {
    var station = 0, id = 0
    override class var table: String { "gauge" }
    override class var primaryKey: [String] { ["station", "id"] }
}

private enum Level: UInt64, ColumnValue { case lowest = 1, last = 18_446_744_073_709_551_615 }

private final class Mark: Model {
    var station = 0, id = 0
    var level = Level.lowest
    var value: UInt64 = 0
    override class var table: String { "mark" }
    override class var primaryKey: [String] { ["station", "id"] }
}

/// Whole numbers of a predicate that no property of 64 bits holds lie beside all that it does.
@Suite(.eachEngine) struct PredicateEndTests {
    @Test func numbersBehindTheLast() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE gauge (station BIGINT NOT NULL, id BIGINT NOT NULL, PRIMARY KEY (station, id));
            INSERT INTO gauge VALUES (1, -9223372036854775808), (1, 9223372036854775807);
            """)
        func count(_ predicate: PredicateText) throws -> Int {
            try database.read { try $0.query(Gauge.self).filter(predicate).count() }
        }
        #expect(try count("id = -9223372036854775809") == 0)
        #expect(try count("id > -9223372036854775809") == 2)
        #expect(try count("id = 9223372036854775808") == 0)
        #expect(try count("id < 9223372036854775808") == 2)
        #expect(try count("id IN (9223372036854775808, 9223372036854775807)") == 1)
        #expect(try count("id = -9223372036854775808") == 1)
        #expect(try count("id BETWEEN -99999999999999999999 AND 99999999999999999999") == 2)
    }

    /// SQLite has no column for them.
    @Test func numbersAbove63Bits() throws {
        if ServedEngine.isSQLite { return }
        let type = ServedEngine.isPostgreSQL ? "NUMERIC(20)" : "BIGINT UNSIGNED"
        let database = try ServedEngine.current.makeDatabase(
            "CREATE TABLE mark (station INT, id INT, level \(type), value \(type), PRIMARY KEY (station, id))")
        let mark = Mark()
        (mark.station, mark.id, mark.level, mark.value) = (1, 1, .last, .max)
        try database.write { session in
            try session.save(mark)
            mark.value -= 1
            try session.save(mark)
        }
        try database.read { session in
            let found = try #require(try session.find(Mark.self, 1, 1))
            #expect(found.level == .last && found.value == .max - 1)
            let marks = try session.query(Mark.self)
            for predicate: PredicateText in [
                "level = 18446744073709551615", "level > 9223372036854775808", "value = 18446744073709551614",
                "value < 18446744073709551615", "level IN (1, 18446744073709551615)",
            ] { #expect(try marks.filter(predicate).count() == 1, "\(predicate)") }
            for predicate: PredicateText in ["level < 18446744073709551615", "value = 18446744073709551615"] {
                #expect(try marks.filter(predicate).count() == 0, "\(predicate)")
            }
            #expect(try marks.filter(\.level == .last && \.value == .max - 1).count() == 1)
        }
    }
}
