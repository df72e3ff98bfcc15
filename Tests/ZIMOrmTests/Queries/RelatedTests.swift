import Foundation
import TestServer
import Testing

@testable import ZIMOrm

/// Aggregates over the rows at the other end of relationships, against plain SQL.
@Suite(.eachEngine) struct RelatedTests {
    private static let legs = #""leg" AS "legs" WHERE "legs"."year" = "trip"."year" AND "legs"."line" = "trip"."line""#
    private static let reports =
        #""trip" AS "reports" WHERE "reports"."bossYear" = "trip"."year" AND "reports"."bossLine" = "trip"."line""#

    let database: Database

    init() throws { database = try Tour.makeDatabase() }

    /// - Parameter sql: what stands behind WHERE, word for word.
    private func expect(
        _ filter: Filter<Tour>, _ found: [String], _ sql: String, _ parameters: [SQLValue],
        location: SourceLocation = #_sourceLocation
    ) throws {
        try database.read { session in
            let query = try session.query(Tour.self).filter(filter)
            let rendered = try query.rendered()
            #expect(
                rendered.sql.withQuestionMarks.split(separator: " WHERE ", maxSplits: 1).last.map(String.init) == sql,
                sourceLocation: location)
            #expect(rendered.parameters == parameters, sourceLocation: location)
            let log = StatementLog(database)
            #expect(try query.found == found, sourceLocation: location)
            #expect(log.count == 1, sourceLocation: location)
            #expect(try query.count() == found.count, sourceLocation: location)
            #expect(try query.limit(2).count() == Swift.min(2, found.count), sourceLocation: location)
            #expect(try query.distinct().count() == found.count, sourceLocation: location)
        }
    }

    @Test func counts() throws {
        try expect(Related.count("legs") > 1, ["24A"], "(SELECT count(*) FROM \(Self.legs)) > ?", [1])
        try expect(Related.count("legs") == 0, ["25C"], "(SELECT count(*) FROM \(Self.legs)) = ?", [0])
        try expect(
            !(Related.count("legs") == 0), ["24A", "24B", "25A"], "NOT ((SELECT count(*) FROM \(Self.legs)) = ?)", [0])
        try expect(
            Related.count("legs", \Leg.miles > 8) >= 1, ["24A", "25A"],
            #"(SELECT count(*) FROM \#(Self.legs) AND "legs"."miles" > ?) >= ?"#, [8, 1])
        try expect(
            Related.count("legs") > 1 && \.price == 100 || \.line == "C", ["24A", "25C"],
            #"((SELECT count(*) FROM \#(Self.legs)) > ? AND "trip"."price" = ?) OR "trip"."line" = ?"#, [1, 100, "C"])
    }

    /// Swift finds the class of each from the query around, whatever they are compared with.
    @Test func conditionsSideBySide() throws {
        try expect(
            Related.count("legs") == 0 && Related.count("reports") == 0, ["25C"],
            "(SELECT count(*) FROM \(Self.legs)) = ? AND (SELECT count(*) FROM \(Self.reports)) = ?", [0, 0])
        try expect(
            Related.count("legs") == 2 || .exists("reports"), ["24A", "24B"],
            "(SELECT count(*) FROM \(Self.legs)) = ? OR EXISTS (SELECT 1 FROM \(Self.reports))", [2])
        try expect(
            !(Related.count("legs") == 1 && Related.count("reports") == 1) && \.line != "A", ["25C"],
            "NOT ((SELECT count(*) FROM \(Self.legs)) = ? AND (SELECT count(*) FROM \(Self.reports)) = ?) AND "
                + #""trip"."line" <> ?"#, [1, 1, "A"])
        let least = Related.max("legs", \Leg.miles)
        try expect(
            Related.count("reports", least > 4 && Related.count("legs") < 2) == 2, ["24A"],
            #"(SELECT count(*) FROM \#(Self.reports) AND (SELECT max("legs"."miles") FROM "leg" AS "legs" WHERE "#
                + #""legs"."year" = "reports"."year" AND "legs"."line" = "reports"."line") > ? AND "#
                + #"(SELECT count(*) FROM "leg" AS "legs" WHERE "legs"."year" = "reports"."year" AND "#
                + #""legs"."line" = "reports"."line") < ?) = ?"#, [4, 2, 2])
    }

    @Test func rowsOfTheClassItself() throws {
        try expect(Related.count("reports") == 2, ["24A"], "(SELECT count(*) FROM \(Self.reports)) = ?", [2])
        try expect(
            Related.max("boss", \Tour.price) > 60, ["24B", "25A"],
            #"(SELECT max("boss"."price") FROM "trip" AS "boss" WHERE "boss"."year" = "trip"."bossYear" AND "#
                + #""boss"."line" = "trip"."bossLine") > ?"#, [60])
    }

    @Test func otherAggregates() throws {
        try expect(
            Related.sum("legs", \Leg.miles) > 20, ["24A", "25A"],
            #"(SELECT sum("legs"."miles") FROM \#(Self.legs)) > ?"#, [20])
        try expect(
            Related.sum("legs", \Leg.miles, \Leg.port == 2) <= 5, ["24B"],
            #"(SELECT sum("legs"."miles") FROM \#(Self.legs) AND "legs"."port" = ?) <= ?"#, [2, 5])
        try expect(
            Related.min("legs", \Leg.port) == 2, ["24B"], #"(SELECT min("legs"."port") FROM \#(Self.legs)) = ?"#, [2])
        try expect(
            Related.max("legs", \Leg.miles) < 30, ["24A", "24B"],
            #"(SELECT max("legs"."miles") FROM \#(Self.legs)) < ?"#, [30])
        // Where there are no rows, or none that has a value.
        try expect(
            Related.min("legs", \Leg.port) == nil, ["25A", "25C"],
            #"(SELECT min("legs"."port") FROM \#(Self.legs)) IS NULL"#, [])
        try expect(
            Related.sum("legs", \Leg.miles) != nil, ["24A", "24B", "25A"],
            #"(SELECT sum("legs"."miles") FROM \#(Self.legs)) IS NOT NULL"#, [])
        try database.read { session in
            let trips = try session.query(Tour.self)
            #expect(try trips.filter(Related.average("legs", \Leg.miles) == 15).found == ["24A"])
            #expect(try trips.filter(Related.average("reports", \Tour.price) > 62.4).found == ["24A"])
            #expect(try trips.filter(!(Related.max("legs", \Leg.miles) < 30)).found == ["25A"])
        }
    }

    @Test func relationshipsThroughAJoinTableAndPaths() throws {
        try expect(
            Related.max("ports", \Port.name) == "Oslo", ["24A", "24B"],
            #"(SELECT max("ports"."name") FROM "leg" AS "ports.link" INNER JOIN "port" AS "ports" ON "#
                + #""ports"."id" = "ports.link"."port" WHERE "ports.link"."year" = "trip"."year" AND "#
                + #""ports.link"."line" = "trip"."line") = ?"#, ["Oslo"])
        try expect(
            Related.count("reports.legs") == 2, ["24A"],
            #"(SELECT count(*) FROM "trip" AS "reports" INNER JOIN "leg" AS "reports.legs" ON "#
                + #""reports.legs"."year" = "reports"."year" AND "reports.legs"."line" = "reports"."line" WHERE "#
                + #""reports"."bossYear" = "trip"."year" AND "reports"."bossLine" = "trip"."line") = ?"#, [2])
        try database.write { session in
            let trips = try session.query(Tour.self).orderByKey()
            try session.execute("INSERT INTO leg VALUES (2024, 'A', 3, 2, 1), (2024, 'A', 4, 9, 1)")
            let counts = try trips.rows(trips.expression(Related.count("ports"))).map { try $0.get(0, as: Int.self) }
            #expect(counts == [3, 1, 0, 0])
            #expect(counts == (try trips.all().map { try $0.related("ports", as: Port.self).count }))
            #expect(try trips.filter(Related.sum("boss.boss", \Tour.price) == 100).found == ["25C"])
        }
    }

    @Test func nested() throws {
        try expect(
            Related.count("reports", Related.count("reports") > 0) == 1, ["24A"],
            #"(SELECT count(*) FROM \#(Self.reports) AND (SELECT count(*) FROM "trip" AS "reports_2" WHERE "#
                + #""reports_2"."bossYear" = "reports"."year" AND "reports_2"."bossLine" = "reports"."line") > ?) = ?"#,
            [0, 1])
        try expect(
            .exists("reports", Related.count("legs") > 0), ["24A"],
            #"EXISTS (SELECT 1 FROM \#(Self.reports) AND (SELECT count(*) FROM "leg" AS "legs" WHERE "#
                + #""legs"."year" = "reports"."year" AND "legs"."line" = "reports"."line") > ?)"#, [0])
        try database.read { session in
            let trips = try session.query(Tour.self)
            #expect(try trips.filter(Related.count("reports", !Filter<Tour>.exists("legs")) == 1).found == ["24B"])
            #expect(try trips.filter { $0.price == 100 && Related.count("legs") > 1 }.found == ["24A"])
        }
    }

    @Test func ordersAndColumns() throws {
        try database.read { session in
            let trips = try session.query(Tour.self)
            #expect(try trips.orderBy(Related.count("legs"), ascending: false).found == ["24A", "24B", "25A", "25C"])
            // NULL is the smallest value.
            #expect(try trips.orderBy(Related.sum("legs", \Leg.miles)).found == ["25C", "24B", "24A", "25A"])
            let most = trips.orderBy(Related.max("legs", \Leg.port), ascending: false)
            #expect(try most.limit(1).all().map(\.year) == [2024])
            expectFailure(.query, "a query that is ordered by an expression cannot be paged", database) {
                try most.limit(1).after(2024, "A").all()
            }
            let legs = try trips.expression(Related.count("legs"))
            let port = try trips.expression(Related.max("legs", \Leg.port))
            let rows = try trips.orderByKey().rows(.column("line"), legs, .coalesce(port, 0))
            #expect(rows.map(\.values) == [["A", 2, 2], ["B", 1, 2], ["A", 1, 0], ["C", 0, 0]])
            let groups = trips.groupBy("year", "line").having(legs > 0).orderBy("year").orderBy("line")
            #expect(try groups.rows(legs).map { try $0.get(2, as: Int.self) } == [2, 1, 1])
            #expect(try trips.rows(.sum(legs)).first?.get(0, as: Int.self) == 4)
            let some = trips.filter(keys: [[2024, "A"], [2025, "C"]])
            #expect(try some.filter(Related.count("legs") > 0).orderBy(Related.count("legs")).found == ["24A"])
        }
    }

    @Test func bulkChanges() throws {
        try database.write { session in
            let trips = try session.query(Tour.self)
            #expect(try trips.filter(Related.count("reports") == 0).update(.set(\.price, 1)) == 2)
            #expect(try trips.orderByKey().values(\.price) == [100, 50, 1, 1])
            #expect(try trips.update(.set(\.price, to: trips.expression(Related.count("legs")))) == 4)
            #expect(try trips.orderByKey().values(\.price) == [2, 1, 1, 0])
            #expect(try trips.filter(Related.sum("boss", \Tour.price) > 0).update(.set(\.price, -1)) == 3)
            #expect(try trips.orderByKey().values(\.price) == [2, -1, -1, -1])
            #expect(try trips.update(.set(\.price, to: trips.expression(Related.count("legs")))) == 4)
            // Rows are chosen before the first is changed.
            #expect(try trips.filter(Related.sum("reports", \Tour.price) > 0).update(.set(\.price, 0)) == 1)
            #expect(try trips.orderByKey().values(\.price) == [0, 1, 1, 0])
            #expect(
                try trips.filter(Related.count("reports") == 0).orderBy(Related.count("legs")).limit(1).delete() == 1)
            #expect(try trips.filter(Related.count("reports") == 0).delete() == 2)
            #expect(try trips.found == ["24A"])
        }
    }

    @Test func valuesOfOtherRowsOfTheTable() throws {
        // It does not read the table that it changes.
        if ServedEngine.isMySQL {
            let error = #expect(throws: DatabaseError.self) {
                try database.write { session in
                    let trips = try session.query(Tour.self)
                    try trips.update(.set(\.price, to: trips.expression(Related.count("reports"))))
                }
            }
            return #expect(error?.engineCode == 1093)
        }
        try database.write { session in
            let trips = try session.query(Tour.self)
            #expect(try trips.update(.set(\.price, to: trips.expression(Related.count("reports")))) == 4)
            #expect(try trips.orderByKey().values(\.price) == [2, 1, 0, 0])
            let sums = try trips.expression(Related.sum("boss", \Tour.price))
            #expect(try trips.update(.set(\.price, to: sums)) == 4)
            #expect(try trips.orderByKey().values(\.price) == [nil, 2, 2, 1])
        }
    }

    @Test func badInput() throws {
        try database.read { session in
            let trips = try session.query(Tour.self)
            expectFailure(
                .unknownRelationship, "\"trip\" (class Tour) has no relationship \"leg\"",
                hint: "Did you mean \"legs\"?", database
            ) { try trips.filter(Related.count("leg") > 0).all() }
            expectFailure(.unknownRelationship, "\"leg\" (class Leg) has no relationship \"boss\"", database) {
                try trips.orderBy(Related.max("legs.boss", \Tour.price)).all()
            }
            expectFailure(
                .query, "\"legs\" of \"trip\" leads to class Leg, and the condition is over class Tour", database
            ) { try trips.filter(Related.count("legs", \Tour.price > 0) > 0).count() }
            expectFailure(
                .query, "\"legs\" of \"trip\" leads to class Leg, and the property is one of class Tour", database
            ) { try trips.expression(Related.sum("legs", \Tour.price)) }
            expectFailure(
                .unknownColumn,
                "a key path of class Leg leads to a property of type Int that is computed, or cannot be told from one, and no "
                    + "column of \"leg\" names it",
                database
            ) { try trips.filter(Related.max("legs", \Leg.line.count) > 0).all() }
            expectFailure(
                .query,
                "an expression about related rows cannot tell its columns from others: \"leg\" is called \"legs\" there",
                hint: "Write the condition with key paths", database
            ) { try trips.filter(Related.count("legs", Filter<Leg>.expression(.column("miles") > 5)) > 0).count() }
        }
    }
}
