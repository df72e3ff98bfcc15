import Foundation
import TestServer
import Testing

@testable import ZIMOrm

/// Two properties of one class in a condition, each beside the same in plain SQL.
@Suite(.eachEngine) struct ComparedPropertyTests {
    final class Shift: Model {
        var plant = 0, line = "", number = 0
        var planned = 0, done = 0
        var low: Double?, high: Double?
        var first: String?, last: String?
        var begin: Date?, end: Date?
        override class var table: String { "shift" }
        override class var primaryKey: [String] { ["plant", "line", "number"] }
        override class var forms: [String: ColumnForm] { ["begin": .date(.dateTime), "end": .date(.dateTime)] }
    }

    /// A class with one key column, whose dates have no declared form.
    final class Loose: Model {
        var id = 0
        var begin: Date?, end: Date?
        override class var table: String { "loose" }
        override class var primaryKey: [String] { ["id"] }
    }

    let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE shift (number INTEGER, line TEXT, plant INTEGER, planned INTEGER, done INTEGER,
                low DOUBLE PRECISION, high DOUBLE PRECISION, first TEXT, last TEXT, "begin" TEXT, "end" TEXT,
                PRIMARY KEY (plant, line, number));
            INSERT INTO shift VALUES
                (1, 'a', 1, 5, 5, 1.5, 2.5, 'a', 'b', '2024-01-01 08:00:00', '2024-01-01 16:00:00'),
                (2, 'a', 1, 5, 4, 2.5, 2.5, 'b', 'b', '2024-01-02 08:00:00', '2024-01-02 08:00:00'),
                (1, 'b', 1, 4, 5, 3.5, 2.5, 'c', 'b', '2024-01-03 16:00:00', '2024-01-03 08:00:00'),
                (1, 'a', 2, -1, 0, NULL, 2.5, NULL, 'b', NULL, '2024-01-01 16:00:00'),
                (2, 'a', 2, 0, -1, 1.5, NULL, 'a', NULL, '2024-01-01 16:00:00', NULL),
                (1, 'b', 2, 9, 9, NULL, NULL, NULL, NULL, NULL, NULL);
            CREATE TABLE loose (id INTEGER PRIMARY KEY, "begin" TEXT, "end" TEXT);
            INSERT INTO loose VALUES (1, '2024-01-01', '2024-01-01 08:00:00');
            """)
    }

    private func agree(
        _ filter: Filter<Shift>, _ condition: String, location: SourceLocation = #_sourceLocation
    ) throws {
        try database.read { session in
            for (filter, condition) in [(filter, condition), (!filter, "NOT (\(condition))")] {
                let query = try session.query(Shift.self).filter(filter).orderByKey()
                let text = try query.rendered().sql.withQuestionMarks
                let qualified = condition.replacing(/"\w+"/) { "\"shift\"." + $0.0 }
                #expect(text.contains("WHERE \(qualified) ORDER BY"), sourceLocation: location)
                let plain = try session.rows(
                    SQL("SELECT plant, line, number FROM shift WHERE \(unsafe: condition) ORDER BY plant, line, number")
                        .inOwnWords)
                #expect(
                    try query.all().map { "\($0.plant) \($0.line) \($0.number)" }
                        == plain.map { $0.values.map(\.description).joined(separator: " ").replacing("'", with: "") },
                    sourceLocation: location)
            }
        }
    }

    @Test func integers() throws {
        try agree(\.done < \.planned, #""done" < "planned""#)
        try agree(\.done <= \.planned, #""done" <= "planned""#)
        try agree(\.done > \.planned, #""done" > "planned""#)
        try agree(\.done >= \.planned, #""done" >= "planned""#)
        try agree(\.done == \.planned, #""done" = "planned""#)
        try agree(\.done != \.planned, #""done" <> "planned""#)
    }

    @Test func whereOneOrBothAreNULLNoOrderHolds() throws {
        try agree(\.low < \.high, #""low" < "high""#)
        try agree(\.low <= \.high, #""low" <= "high""#)
        try agree(\.low > \.high, #""low" > "high""#)
        try agree(\.low >= \.high, #""low" >= "high""#)
        try agree(\.first < \.last, #""first" < "last""#)
        try agree(\.first <= \.last, #""first" <= "last""#)
        try agree(\.first > \.last, #""first" > "last""#)
        try agree(\.first >= \.last, #""first" >= "last""#)
    }

    @Test func datesOfOneDeclaredForm() throws {
        try agree(\.begin < \.end, #""begin" < "end""#)
        try agree(\.begin <= \.end, #""begin" <= "end""#)
        try agree(\.begin > \.end, #""begin" > "end""#)
        try agree(\.begin >= \.end, #""begin" >= "end""#)
    }

    @Test func withOtherConditions() throws {
        try database.read { session in
            let query = try session.query(Shift.self)
                .filter(\.plant > 0 && (\.first <= \.last || !(\.line == "a")) && \.low >= \.high)
            #expect(try query.orderByKey().all().map { [$0.plant, $0.number] } == [[1, 2], [1, 1]])
        }
    }

    @Test func datesInSeveralFormsHaveNoOrder() throws {
        try database.read { session in
            let query = try session.query(Loose.self)
            for filter: Filter<Loose> in [\.begin < \.end, \.begin <= \.end, \.begin > \.end, \.begin >= \.end] {
                let error = #expect(throws: ModelError.self) { try query.filter(filter).all() }
                #expect(error?.code == .formMissing && error?.table == "loose" && error?.column == "begin")
            }
        }
    }
}
