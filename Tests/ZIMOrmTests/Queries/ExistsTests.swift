import Testing

@testable import ZIMOrm

/// Rows that have a row at the other end of a relationship, and those that have none.
@Suite(.eachEngine) struct ExistsTests {
    let database: Database

    init() throws { database = try Tour.makeDatabase() }

    private func expect(
        _ filter: Filter<Tour>, _ found: [String], _ sql: String? = nil, location: SourceLocation = #_sourceLocation
    ) throws {
        try database.read { session in
            let query = try session.query(Tour.self).filter(filter)
            if let sql {
                let text = try query.rendered().sql.withQuestionMarks
                #expect(
                    text.split(separator: " WHERE ", maxSplits: 1).last.map(String.init) == sql,
                    sourceLocation: location)
            }
            let log = StatementLog(database)
            #expect(try query.found == found, sourceLocation: location)
            #expect(log.count == 1, sourceLocation: location)
            #expect(try session.query(Tour.self).filter(!filter).count() == 4 - found.count, sourceLocation: location)
        }
    }

    @Test func rowsOfTheOtherSide() throws {
        let legs = #""legs"."year" = "trip"."year" AND "legs"."line" = "trip"."line""#
        try expect(.exists("legs"), ["24A", "24B", "25A"], #"EXISTS (SELECT 1 FROM "leg" AS "legs" WHERE \#(legs))"#)
        try expect(
            .exists("legs", \Leg.miles > 8), ["24A", "25A"],
            #"EXISTS (SELECT 1 FROM "leg" AS "legs" WHERE \#(legs) AND "legs"."miles" > ?)"#)
        try expect(
            !.exists("legs", \Leg.miles > 8), ["24B", "25C"],
            #"NOT (EXISTS (SELECT 1 FROM "leg" AS "legs" WHERE \#(legs) AND "legs"."miles" > ?))"#)
        // By one row, where the parts of a text may be true by two.
        try expect(.exists("legs", \Leg.miles > 15 && \Leg.port == 1), [])
        let byTwo = try database.read { try $0.query(Tour.self).filter("legs.miles > 15 AND legs.port = 1").found }
        #expect(byTwo == ["24A"])
        try expect(
            .exists("legs", \Leg.miles > 15) && .exists("legs", \Leg.port == 1) || \.line == "B", ["24A", "24B"])
    }

    @Test func parentsAndRelationshipsThroughAJoinTable() throws {
        try expect(.exists("boss"), ["24B", "25A", "25C"])
        try expect(.exists("boss", \Tour.price > 60), ["24B", "25A"])
        try expect(
            .exists("ports", \Port.name == "Oslo"), ["24A", "24B"],
            #"EXISTS (SELECT 1 FROM "leg" AS "ports.link" INNER JOIN "port" AS "ports" ON "ports"."id" = "ports.link"."port" "#
                + #"WHERE "ports.link"."year" = "trip"."year" AND "ports.link"."line" = "trip"."line" AND "ports"."name" = ?)"#
        )
    }

    @Test func pathsAndNesting() throws {
        try expect(.exists("boss.boss"), ["25C"])
        try expect(
            .exists("boss", Filter<Tour>.exists("boss", \Tour.price == 100)), ["25C"],
            #"EXISTS (SELECT 1 FROM "trip" AS "boss" WHERE "boss"."year" = "trip"."bossYear" AND "boss"."line" = "trip"."bossLine" "#
                + #"AND EXISTS (SELECT 1 FROM "trip" AS "boss_2" WHERE "boss_2"."year" = "boss"."bossYear" AND "#
                + #""boss_2"."line" = "boss"."bossLine" AND "boss_2"."price" = ?))"#)
        try expect(.exists("reports", Filter<Tour>.exists("legs", \Leg.number == 1)), ["24A"])
        try expect(.exists("reports.legs", \Leg.port == nil), ["24A"])
        try expect(.exists("reports", !Filter<Tour>.exists("legs")), ["24B"])
        try expect(.exists("legs", RowValue(\Leg.port, \Leg.miles).in([(2, 5), (1, 10)])), ["24A", "24B"])
        try expect(.exists("legs", .key(in: [[2024, "B", 1], [2025, "A", 1]]) && \Leg.miles > 5), ["25A"])
    }

    @Test func bulkChanges() throws {
        try database.write { session in
            let trips = try session.query(Tour.self)
            #expect(try trips.filter(!.exists("legs")).update(.set(\.price, 1)) == 1)
            #expect(try session.query(Leg.self).filter(.exists("trip", \Tour.price >= 75)).delete() == 3)
            #expect(try trips.filter(!.exists("legs")).found == ["24A", "25A", "25C"])
            #expect(try trips.filter(!.exists("legs")).delete() == 3)
            #expect(try trips.found == ["24B"])
        }
    }

    @Test func badInput() throws {
        try database.read { session in
            let trips = try session.query(Tour.self)
            expectFailure(
                .unknownRelationship, "\"trip\" (class Tour) has no relationship \"leg\"",
                hint: "Did you mean \"legs\"?",
                database
            ) { try trips.filter(.exists("leg")).all() }
            expectFailure(.unknownRelationship, "\"leg\" (class Leg) has no relationship \"boss\"", database) {
                try trips.filter(.exists("legs.boss")).all()
            }
            expectFailure(
                .query, "\"legs\" of \"trip\" leads to class Leg, and the condition is over class Tour", database
            ) { try trips.filter(.exists("legs", \Tour.price == 5)).count() }
            expectFailure(
                .query,
                "an expression about related rows cannot tell its columns from others: \"leg\" is called \"legs\" there",
                hint: "Write the condition with key paths", database
            ) { try trips.filter(.exists("legs", Filter<Leg>.expression(.column("miles") > 5))).count() }
        }
    }
}
