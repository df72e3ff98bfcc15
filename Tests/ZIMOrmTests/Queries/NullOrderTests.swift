import TestServer
import Testing
import ZIMOrm

private final class Stop: Model {
    var line = 0, number = 0, delay: Int?, track: String?, length = 0
    override class var table: String { "stop" }
    override class var primaryKey: [String] { ["line", "number"] }
    override class var relationships: [Relationship] {
        [
            .belongsTo("before", Stop.self, foreignKey: ["line", "delay"]),
            .hasMany("behind", Stop.self, foreignKey: ["line", "delay"]),
        ]
    }
}

/// `orderBy(…, nulls:)`: where NULL stands, in all rows, in pages and from the end.
@Suite(.eachEngine) struct NullOrderTests {
    let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE stop (
                line INTEGER NOT NULL, number INTEGER NOT NULL, delay INTEGER, track VARCHAR(9), length INTEGER NOT NULL,
                PRIMARY KEY (line, number));
            INSERT INTO stop VALUES (1, 1, NULL, 'a', 4), (1, 2, 5, NULL, 3), (1, 3, 2, NULL, 4), (2, 1, NULL, 'a', 1),
                (2, 2, 2, 'b', 0), (2, 3, 7, 'a', 7), (2, 4, NULL, NULL, 7), (2, 5, 2, 'b', 1);
            """)
    }

    private func names(_ query: Query<Stop>) throws -> [String] { try query.all().map { "\($0.line)\($0.number)" } }

    private func order(_ query: Query<Stop>) throws -> String {
        try query.sql.withQuestionMarks.components(separatedBy: "ORDER BY ").last ?? ""
    }

    private static let places: [(isAscending: Bool, nulls: SQLNulls?)] = [
        (true, nil), (true, .first), (true, .last), (false, nil), (false, .first), (false, .last),
    ]

    /// Whether one value comes before another; nil if both are the same.
    private func comes<Value: Comparable>(
        _ left: Value?, before right: Value?, _ place: (isAscending: Bool, nulls: SQLNulls?)
    ) -> Bool? {
        if left == right { return nil }
        let isNullFirst = place.nulls.map { $0 == .first } ?? place.isAscending
        guard let left else { return isNullFirst }
        guard let right else { return !isNullFirst }
        return place.isAscending ? left < right : left > right
    }

    /// Every place of NULL in two columns, each row as the end of a page.
    @Test func pagesFitTogetherWhereverNullStands() throws {
        try database.read { session in
            let stops = try session.query(Stop.self)
            let all = try stops.all()
            for first in Self.places {
                for second in Self.places {
                    let query = stops.orderBy(\.delay, ascending: first.isAscending, nulls: first.nulls)
                        .orderBy("track", ascending: second.isAscending, nulls: second.nulls).orderByKey()
                    let sorted = all.sorted { left, right in
                        comes(left.delay, before: right.delay, first) ?? comes(left.track, before: right.track, second)
                            ?? ((left.line, left.number) < (right.line, right.number))
                    }
                    let wanted = sorted.map { "\($0.line)\($0.number)" }
                    #expect(try names(query) == wanted)
                    #expect(try query.last().map { "\($0.line)\($0.number)" } == wanted.last)
                    for (index, stop) in sorted.enumerated() {
                        let rest = query.after(stop)
                        #expect(try names(rest.limit(3)) == Array(wanted[(index + 1)...].prefix(3)))
                        #expect(try rest.last().map { "\($0.line)\($0.number)" } == wanted[(index + 1)...].last)
                    }
                }
            }
        }
    }

    @Test func theOrderSaysWhereNullStands() throws {
        try database.read { session in
            let stops = try session.query(Stop.self)
            func term(_ column: String, _ direction: String, isFirst: Bool) -> String {
                let words = "\(column)\(direction) NULLS \(isFirst ? "FIRST" : "LAST")"
                return ServedEngine.isMariaDB
                    ? "CASE WHEN \(column) IS NULL THEN \(isFirst ? "0 ELSE 1" : "1 ELSE 0") END, \(column)\(direction)"
                    : words
            }
            let delay = #""stop"."delay""#
            #expect(try order(stops.orderBy(\.delay, nulls: .last)) == term(delay, "", isFirst: false))
            #expect(
                try order(stops.orderBy("delay", ascending: false, nulls: .first))
                    == term(delay, " DESC", isFirst: true))
            // Where NULL stands anyway, other engines than PostgreSQL need no words.
            #expect(
                try order(stops.orderBy(\.delay, ascending: false, nulls: .last).orderBy(\.track, nulls: .first))
                    == (ServedEngine.isPostgreSQL
                        ? #""stop"."delay" DESC NULLS LAST, "stop"."track" NULLS FIRST"#
                        : #""stop"."delay" DESC, "stop"."track""#))
            // What is never NULL has no place for it.
            #expect(
                try order(stops.orderBy(\.length, nulls: .last).orderBy("number", ascending: false, nulls: .first))
                    == #""stop"."length", "stop"."number" DESC"#)
            #expect(
                try stops.orderBy(\.delay, nulls: .last).after(7, 2, 3).sql.withQuestionMarks
                    .components(separatedBy: "WHERE ").last
                        == #"""
                        "stop"."delay" > ? OR "stop"."delay" \#(ServedEngine.isMariaDB ? "<=>" : "IS") NULL OR ("stop"."delay" = ? AND "stop"."line" > ?) OR ("stop"."delay" = ? AND "stop"."line" = ? AND "stop"."number" > ?) ORDER BY \#(term(delay, "", isFirst: false)), "stop"."line", "stop"."number"
                        """#)
            #expect(
                try stops.orderBy(\.delay, nulls: .last).after(Int?.none, 2, 1).sql.withQuestionMarks
                    .components(separatedBy: "WHERE ").last
                        == #"""
                        ("stop"."delay" IS NULL AND "stop"."line" > ?) OR ("stop"."delay" IS NULL AND "stop"."line" = ? AND "stop"."number" > ?) ORDER BY \#(term(delay, "", isFirst: false)), "stop"."line", "stop"."number"
                        """#)
        }
    }

    @Test func pathsExpressionsAggregatesAndGroupsTakeIt() throws {
        try database.read { session in
            let stops = try session.query(Stop.self)
            #expect(
                try names(stops.orderBy("before.length", nulls: .last).orderByKey())
                    == ["22", "25", "13", "11", "12", "21", "23", "24"])
            let byExpression = stops.orderBy(.column("delay") + 1, nulls: .last).orderByKey()
            #expect(try names(byExpression) == ["13", "22", "25", "12", "23", "11", "21", "24"])
            #expect(try byExpression.last()?.keyValues == [2, 4])
            let byRelated = stops.orderBy(Related.max("behind", \Stop.length), ascending: false, nulls: .first)
                .orderByKey()
            #expect(try names(byRelated) == ["11", "13", "21", "23", "24", "25", "12", "22"])
            #expect(try byRelated.last()?.keyValues == [2, 2])
            let groups = stops.groupBy(\.delay).orderBy("delay", nulls: .last)
            #expect(try groups.rows(.count()).map(\.values) == [[2, 3], [5, 1], [7, 1], [.null, 3]])
            #expect(try groups.limit(2).rows(.count()).map(\.values) == [[2, 3], [5, 1]])
            #expect(try stops.distinct().orderBy(\.delay, nulls: .last).values(\.delay) == [2, 5, 7, nil])
        }
    }
}
