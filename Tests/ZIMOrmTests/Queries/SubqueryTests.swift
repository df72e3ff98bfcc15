import TestServer
import Testing

@testable import ZIMOrm

/// Queries inside of queries.
@Suite(.eachEngine) struct SubqueryTests {
    let database: Database

    init() throws { database = try Tour.makeDatabase() }

    private func condition<M: Model>(_ query: Query<M>) throws -> String {
        String(try query.rendered().sql.withQuestionMarks.split(separator: " WHERE ", maxSplits: 1).last ?? "")
    }

    /// MySQL takes a table around the rows.
    private func rows(_ select: String) -> String {
        ServedEngine.isMySQL ? "SELECT * FROM (\(select)) AS zim_rows" : select
    }

    @Test func columnsInAQuery() throws {
        try database.read { session in
            let far = try session.query(Leg.self).filter(\.miles > 8)
            let trips = try session.query(Tour.self)
            let log = StatementLog(database)
            let found = trips.filter(RowValue(\.year, \.line).in(RowValue(\.year, \.line), of: far))
            let select = rows(#"SELECT "leg"."year", "leg"."line" FROM "leg" WHERE "leg"."miles" > ?"#)
            #expect(try condition(found) == #"("trip"."year", "trip"."line") IN (\#(select))"#)
            #expect(try found.found == ["24A", "25A"])
            #expect(log.count == 1)
            let cheap = trips.filter(!RowValue(\.year, \.line).in(RowValue(\.year, \.line), of: far) && \.price == 50)
            #expect(try cheap.found == ["24B"])
            #expect(try cheap.rendered().parameters == [8, 50])
            // Columns that may be NULL beside those that may not.
            let dear = trips.filter(\.price > 60)
            #expect(
                try trips.filter(RowValue(\.bossYear, \.bossLine).in(RowValue(\.year, \.line), of: dear)).found
                    == ["24B", "25A"])
            #expect(try session.query(Leg.self).filter("trip", in: dear).found == ["24A1", "24A2", "25A1"])
            #expect(
                try condition(session.query(Leg.self).filter("trip", in: dear)).hasPrefix(
                    #"("leg"."year", "leg"."line") IN"#))
            #expect(try session.query(Leg.self).filter("trip", in: dear.filter(.exists("boss"))).found == ["25A1"])
        }
    }

    @Test func oneColumnAndNULL() throws {
        try database.read { session in
            let legs = try session.query(Leg.self)
            let ports = try session.query(Port.self).orderByKey()
            #expect(try ports.filter(.in(\.id, \.port, of: legs)).values(\.name) == ["Kiel", "Oslo"])
            // NOT IN of SQL: one NULL leaves all open.
            #expect(try ports.filter(!.in(\.id, \.port, of: legs)).count() == 0)
            #expect(try ports.filter(!.in(\.id, \.port, of: legs.filter(\.port != nil))).values(\.name) == ["Riga"])
            #expect(try legs.filter(.in(\.port, \.id, of: ports.filter(\.name > "L"))).found == ["24A2", "24B1"])
        }
    }

    @Test func ordersAndLimitsOfTheInnerQuery() throws {
        try database.write { session in
            let legs = try session.query(Leg.self)
            let longest = legs.orderBy(\.miles, ascending: false).limit(2)
            let trips = try session.query(Tour.self)
            #expect(
                try trips.filter(RowValue(\.year, \.line).in(RowValue(\.year, \.line), of: longest)).found == [
                    "24A", "25A",
                ])
            #expect(try trips.filter(.in(\.line, \.line, of: longest.limit(1).offset(1))).found == ["24A", "25A"])
            #expect(try legs.filter("trip", in: trips.orderBy(\.price).limit(1)).found == [])
            // The engine's own way where the rows of the changed table decide.
            let others = RowValue(\Leg.year, \Leg.line, \Leg.number)
            #expect(try legs.filter(others.in(others, of: longest)).delete() == 2)
            #expect(try legs.found == ["24A1", "24B1"])
        }
    }

    /// SQLite 3.40 loses rows of such a list, where it stands there as it is.
    @Test func aLimitedListOfDifferentValues() throws {
        try database.read { session in
            let legs = try session.query(Leg.self).orderBy(\.line).distinct()
            let trips = try session.query(Tour.self)
            for (limit, lines) in [(1, ["24A", "25A"]), (2, ["24A", "24B", "25A"]), (9, ["24A", "24B", "25A"])] {
                #expect(try trips.filter(.in(\.line, \.line, of: legs.limit(limit))).found == lines)
            }
            #expect(try trips.filter(.in(\.line, \.line, of: legs.limit(5).offset(1))).found == ["24B"])
        }
    }

    @Test func valuesOfAQuery() throws {
        try database.read { session in
            let legs = try session.query(Leg.self)
            let mean = try legs.filter(\.year == 2024).subquery(.average(.column("miles")))
            let longer = legs.filter(.column("miles") > mean)
            #expect(try condition(longer) == #""miles" > (SELECT avg("miles") FROM "leg" WHERE "leg"."year" = ?)"#)
            #expect(try longer.rendered().parameters == [2024])
            #expect(try longer.found == ["24A2", "25A1"])
            let second = try legs.orderBy(\.miles, ascending: false).offset(1).limit(1).subquery(.column("miles"))
            #expect(try legs.filter(.column("miles") == second).found == ["24A2"])
            // The limit is for the rows that are added up.
            let two = try legs.orderBy(\.miles).limit(2).subquery(.sum(.column("miles")))
            #expect(try legs.filter(.column("miles") >= two).found == ["24A2", "25A1"])
            #expect(try legs.filter(\.number == 1).filter(.column("miles") < two).found == ["24A1", "24B1"])
        }
    }

    /// In every place of an expression it stands in its own parentheses.
    @Test func aValueWhereverAnExpressionStands() throws {
        try database.read { session in
            let trips = try session.query(Tour.self).orderByKey()
            let legs = try session.query(Leg.self).filter(.column("year", of: "leg") == .column("year", of: "trip"))
                .filter(.column("line", of: "leg") == .column("line", of: "trip"))
            let (count, far) = (try legs.subquery(.count()), try legs.subquery(.maximum(.column("miles"))))
            let dear = try session.query(Tour.self).subquery(.maximum(.column("price")))
            #expect(
                try trips.rows(.column("line"), count).map(\.values) == [["A", 2], ["B", 1], ["A", 1], ["C", 0]])
            #expect(
                try trips.rows(.function("coalesce", far, 0)).map(\.values) == [[20], [5], [30], [0]])
            #expect(
                try trips.rows(.sql("CASE WHEN \(count) > 0 THEN 1 ELSE 0 END")).map(\.values) == [[1], [1], [1], [0]])
            #expect(try trips.rows(.count(), dear).map(\.values) == [[4, 100]])
            let years = try session.query(Tour.self).groupBy(\.year).orderBy("year")
            #expect(try years.rows(dear).map(\.values) == [[2024, 100], [2025, 100]])
            #expect(try session.query(Tour.self).orderBy(count).orderByKey().values(\.line) == ["C", "B", "A", "A"])
            #expect(try trips.filter(.binary(.column("price"), .in, dear)).found == ["24A"])
        }
    }

    /// A class below that of the relationship, for the same table.
    @Test func aQueryOfASubclass() throws {
        final class Tours: Parcel {}
        final class Lost: Parcel {
            override class var table: String { "port" }
        }
        class Parcel: Model {
            var year = 0, line = ""
            override class var table: String { "trip" }
            override class var primaryKey: [String] { ["year", "line"] }
        }
        final class Stop: Model {
            var year = 0, line = "", number = 0
            override class var table: String { "leg" }
            override class var primaryKey: [String] { ["year", "line", "number"] }
            override class var relationships: [Relationship] {
                [.belongsTo("parcel", Parcel.self, foreignKey: ["year", "line"])]
            }
        }
        try database.read { session in
            let stops = try session.query(Stop.self).orderByKey()
            let found = try stops.filter("parcel", in: session.query(Tours.self).filter(\.line == "A")).all()
            #expect(found.map(\.year) == [2024, 2024, 2025])
            expectFailure(
                .unknownRelationship, "the relationship \"parcel\" leads to class Parcel, not to Lost", database
            ) { try stops.filter("parcel", in: session.query(Lost.self)).all() }
        }
    }

    @Test func badInput() throws {
        let other = try Tour.makeDatabase()
        try database.read { session in
            let legs = try session.query(Leg.self)
            let trips = try session.query(Tour.self)
            // What the tables are like is known from here on.
            _ = try (trips.filter(.in(\.price, \.miles, of: legs)).count(), legs.filter("trip", in: trips).count())
            expectFailure(
                .query,
                "\"trip\".\"line\" is of type String, and \"leg\".\"miles\" of type Int, so they cannot be compared",
                database
            ) { try trips.filter(.in(\.line, \.miles, of: legs)).count() }
            expectFailure(.query, "2 columns of \"trip\" are compared with 1 of \"leg\"", database) {
                try trips.filter(RowValue(\.year, \.line).in(RowValue(\.year), of: legs)).count()
            }
            expectFailure(
                .query, "a subquery of \"leg\" could have several values, and SQL compares with one",
                hint: "Take an aggregate, such as .maximum(…), or add limit(1)", database
            ) { try legs.subquery(.column("miles")) }
            expectFailure(
                .unknownRelationship, "the relationship \"trip\" leads to class Tour, not to Leg", database
            ) { try legs.filter("trip", in: legs).count() }
            expectFailure(
                .unknownRelationship,
                "the foreign key of \"legs\" is not in \"trip\": its rows belong to no model by it", database
            ) { try trips.filter("legs", in: legs).count() }
            expectFailure(.query, "a limit of -1 rows is negative", database) {
                try trips.filter(.in(\.price, \.miles, of: legs.limit(-1))).count()
            }
            try other.read { far in
                let legs = try far.query(Leg.self)
                expectFailure(.query, "a subquery of \"leg\" belongs to another session", database) {
                    try trips.filter(.in(\.price, \.miles, of: legs)).count()
                }
            }
        }
    }
}
