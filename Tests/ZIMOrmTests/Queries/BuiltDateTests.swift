import Foundation
import TestServer
import Testing

@testable import ZIMOrm

private final class Dated: Model {
    var w = 0, n = 0
    var at: Date?
    var name: String?
    override class var table: String { "dated" }
    override class var primaryKey: [String] { ["w", "n"] }
}

/// A `Date` in statements of the builder, in SQL and in predicates is a point in time on every engine: to MariaDB and MySQL its text
/// with a `Z` is none.
@Suite(.eachEngine, .showingValues) struct BuiltDateTests {
    private let database: Database

    /// On SQLite the dates are texts, as they are bound.
    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE dated (w INTEGER NOT NULL, n INTEGER NOT NULL, at TIMESTAMP, name VARCHAR(40), PRIMARY KEY (w, n));
            CREATE INDEX dated_at ON dated (at);
            """)
        try database.write { session in
            let insert = InsertStatement(into: "dated").columns(["w", "n", "at"])
                .values(1, 1, Self.day(0)).values(1, 2, Self.day(1)).values(2, 1, Self.day(2))
            try session.execute(insert)
        }
    }

    private static func day(_ number: Int) -> Date {
        Date(timeIntervalSince1970: 1_772_236_800 + Double(number) * 86_400)
    }

    private func day(_ number: Int) -> SQLExpression { .value(Self.day(number)) }

    /// The keys of the rows that a condition finds.
    private func keys(_ condition: SQLExpression) throws -> [[SQLValue]] {
        try database.read { session in
            let found = SelectStatement().column("w").column("n").from("dated").where(condition).orderBy("w").orderBy(
                "n")
            return try session.rows(found).map(\.values)
        }
    }

    @Test func comparisons() throws {
        let at = SQLExpression.column("at")
        #expect(try keys(at == day(1)) == [[1, 2]])
        #expect(try keys(at.isIn([day(0), day(1)])) == [[1, 1], [1, 2]])
        #expect(try keys(at.between(day(1), day(2))) == [[1, 2], [2, 1]])
        #expect(try keys(at < day(1)) == [[1, 1]])
        #expect(
            try keys(.binary(.row([.column("w"), at]), .in, SQLExpression(list: [.row([1, day(1)])]))) == [[1, 2]])
        // A text has milliseconds.
        let exact = Self.day(1).addingTimeInterval(0.000123)
        #expect(try keys(at < .value(exact)) == (ServedEngine.isSQLite ? [[1, 1]] : [[1, 1], [1, 2]]))
        #expect(try keys(at > .value(exact)) == [[2, 1]])
    }

    /// As texts a date of the column and one of the program would never be the same.
    @Test func comparisonsOfExpressions() throws {
        #expect(try keys(.coalesce(.column("at"), day(0)) == day(1)) == [[1, 2]])
        let choice = SQLCase().when(.column("w") > 1, then: .column("at")).else(day(0)).expression
        #expect(try keys(choice == day(0)) == [[1, 1], [1, 2]])
        #expect(try keys(choice == day(2)) == [[2, 1]])
    }

    @Test func changes() throws {
        try database.write { session throws in
            func changed(_ statement: some SQLRenderable) throws -> Int { try session.execute(statement).changes }
            func rename(_ name: String) -> UpdateStatement { UpdateStatement("dated").column("name", value: name) }
            #expect(try changed(rename("a").where("at", .equalTo, Self.day(1))) == 1)
            #expect(try changed(rename("b").where("at", .lessThan, Self.day(1))) == 1)
            #expect(try changed(rename("c").where("at", .in, [Self.day(1), Self.day(2)])) == 2)
            let more = SelectStatement().column(3).column("n").column(day(5)).from("dated")
                .where("at", .lessThan, Self.day(1))
            #expect(try changed(InsertStatement(into: "dated").columns(["w", "n", "at"]).select(more)) == 1)
            let move = UpdateStatement("dated").column("at", value: Self.day(6)).where("at", .equalTo, Self.day(5))
            #expect(try changed(move) == 1)
            let delete = DeleteStatement(from: "dated")
            #expect(try changed(delete.where("at", .in, [Self.day(0), Self.day(6)])) == 2)
            #expect(try changed(delete.where("at", .between, Self.day(1)...Self.day(1))) == 1)
            #expect(try changed(delete.where("at", .equalTo, Self.day(2))) == 1)
        }
    }

    @Test func ownSQLAndPreparedTexts() throws {
        try database.write { session throws in
            let found: SQL = "SELECT n FROM dated WHERE at = \(Self.day(1))"
            #expect(try session.value(found, as: Int.self) == 2)
            let none: Date? = nil
            #expect(try session.value("SELECT count(*) FROM dated WHERE at = \(none)", as: Int.self) == 0)
            let prepared = PreparedStatement("SELECT n FROM dated WHERE at IN (?)").setValue(
                [Self.day(1), Self.day(9)], at: 0)
            #expect(try session.rows(prepared).map(\.values) == [[2]])
            let changes: [SQL] = (0..<3).map {
                "UPDATE dated SET name = \("d\($0)"), at = \(Self.day($0 + 10)) WHERE at = \(Self.day($0))"
            }
            #expect(try session.execute(together: changes) == [1, 1, 1])
        }
        #expect(try keys(.column("at") >= day(10)) == [[1, 1], [1, 2], [2, 1]])
    }

    /// A query that is written like one before has its text, and values of its own.
    @Test func filtersAndPredicates() throws {
        // There a property of dates needs a declared form, which the types of the others have not.
        guard !ServedEngine.isSQLite else { return }
        try database.read { session throws in
            let query = try session.query(Dated.self)
            for number in 0..<3 {
                let date = Self.day(number)
                #expect(try query.filter(\.at == date).count() == 1)
                #expect(try query.filter(.column("at") == .value(date)).all().map(\.at) == [date])
                #expect(try query.filter(.column("at").isIn([.value(date), day(8)])).all().count == 1)
                #expect(try query.filter("at = \(date)").count() == 1)
                #expect(try query.filter("at IN \([date, Self.day(8)])").count() == 1)
                #expect(try query.filter("at >= \(date) AND at < \(Self.day(number + 1))").count() == 1)
            }
        }
    }
}
