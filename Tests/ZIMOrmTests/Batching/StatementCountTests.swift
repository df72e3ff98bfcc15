import TestServer
import Testing

@testable import ZIMOrm

/// How many statements models send that were fetched together.
@Suite(.eachEngine) struct StatementCountTests {
    @Test func fourLevelsAreFourStatements() throws {
        let database = try Family.makeDatabase(countries: 5, cities: 6, streets: 4, houses: 3)
        try database.read { session in
            let houses = try expectStatements(4, database) {
                var houses = 0
                for country in try session.query(Country.self).all() {
                    for city in try country.cities() {
                        for street in try city.streets() { houses += try street.houses().count }
                    }
                }
                return houses
            }
            #expect(houses == 5 * 6 * 4 * 3)
            // And up again.
            let names = try expectStatements(4, database) {
                try session.query(House.self).all().compactMap { try $0.parent()?.parent()?.parent()?.name }
            }
            #expect(names.count == houses && Set(names).count == 5)
        }
    }

    @Test func levelByLevelIsTheSame() throws {
        let database = try Family.makeDatabase(countries: 5, cities: 6, streets: 4, houses: 3)
        try database.read { session in
            let count = try expectStatements(4, database) {
                let cities = try session.query(Country.self).all().flatMap { try $0.cities() }
                let streets = try cities.flatMap { try $0.streets() }
                return try streets.flatMap { try $0.houses() }.count
            }
            #expect(count == 360)
        }
    }

    @Test func optionsAreOtherLoads() throws {
        let database = try Family.makeDatabase()
        try database.read { session in
            let countries = try session.query(Country.self).all()
            let options: [[RelationshipOption]] = [
                [], [.limit(1)], [.limit(2)], [.limit(2), .offset(1)], [.orderBy("size")], [.orderBy("size DESC")],
                [.filter("size > 1")], [.filter("size > 2")], [.filter("size > 1"), .orderBy("size")],
            ]
            for option in options {
                try expectStatements(1, database) { for country in countries { _ = try country.cities(option) } }
            }
            try expectStatements(1, database) { for country in countries { _ = try country.capital() } }
        }
    }

    /// Two calls give two sets of models, and still not one statement for each model.
    @Test func eachAnswerIsGivenOnce() throws {
        let database = try Family.makeDatabase(countries: 20)
        try database.read { session in
            let countries = try session.query(Country.self).all()
            try expectStatements(3, database) {
                for country in countries {
                    let (first, second) = (try country.cities(), try country.cities())
                    #expect(first.count == 4 && first[0] !== second[0])
                    #expect(try first.columnValues == second.columnValues)
                }
            }
            // A second and a third loop over all.
            try expectStatements(2, database) {
                for _ in 0..<2 { for country in countries { _ = try country.cities() } }
            }
            for calls in 3...5 {
                let again = try session.query(Country.self).all()
                let log = StatementLog(database)
                for country in again { for _ in 0..<calls { #expect(try country.cities().count == 4) } }
                #expect(log.count < 4 * calls, "\(calls) calls each: \(log.count)")
            }
        }
    }

    @Test func oneModelThatAsksOftenAsksAlone() throws {
        let database = try Family.makeDatabase(countries: 50)
        try database.read { session in
            let countries = try session.query(Country.self).all()
            let log = StatementLog(database)
            for _ in 0..<5 { _ = try countries[7].cities() }
            #expect(log.all.map(\.rows) == [200, 4, 4, 4, 4])
        }
    }

    @Test func modelsFetchedAloneSendOneEach() throws {
        let database = try Family.makeDatabase()
        try database.read { session in
            for code in ["c1", "c2", "c3"] {
                let country = try #require(try session.find(Country.self, code))
                let sent = StatementLog(database)
                #expect(try country.cities().count == 4)
                #expect(sent.sql.allSatisfy { !$0.contains("zim_keys") } && sent.count == 1)
            }
        }
    }

    @Test func windowOfAThousand() throws {
        let database = try Family.makeDatabase(countries: 2_500, cities: 2, streets: 0, houses: 0)
        try database.read { session in
            let countries = try session.query(Country.self).all()
            #expect(countries.count == 2_500)
            try expectStatements(3, database) { () throws in
                for country in countries { #expect(try country.cities().count == 2) }
            }
            try expectStatements(3, database) { () throws in
                for country in countries.reversed() { #expect(try country.cities().count == 2) }
            }
            var shuffled = countries
            var random = SeededGenerator(seed: 4)
            shuffled.shuffle(using: &random)
            let log = StatementLog(database)
            for country in shuffled { #expect(try country.cities().count == 2) }
            #expect(log.count <= 4)
            // Streamed, a window at a time.
            let streamed = StatementLog(database)
            var cities = 0
            try session.query(Country.self).forEach { cities += try $0.cities().count }
            #expect(cities == 5_000)
            #expect(streamed.count == 4)
            #expect(streamed.all.map(\.rows).max() ?? 0 <= 2_500)
        }
    }

    @Test func keysWithoutAnExactJSONFormGoInPieces() throws {
        let database = try Database.inMemory()
        try database.execute(
            """
            CREATE TABLE mixed_parent (pk INTEGER PRIMARY KEY, a BLOB, b, c, d, tag INTEGER, word TEXT);
            CREATE TABLE mixed_child (pk INTEGER PRIMARY KEY, a BLOB, b, c, d, tag INTEGER, word TEXT);
            CREATE INDEX mixed_child_a ON mixed_child (a);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 450)
            INSERT INTO mixed_parent SELECT i, CAST(i AS BLOB), NULL, NULL, NULL, 0, NULL FROM n;
            INSERT INTO mixed_child SELECT * FROM mixed_parent;
            """)
        try database.read { session in
            let parents = try session.query(MixedParent1.self).orderByKey().all()
            let log = StatementLog(database)
            for parent in parents {
                let rows = try parent.hasMany(MixedChild1.self, foreignKey: ["a"], references: ["a"])
                #expect(rows.map(\.pk) == [parent.pk])
            }
            #expect(log.all.map(\.parameters.count) == [200, 200, 50])
            #expect(
                log.sql.allSatisfy { $0.hasPrefix(#"WITH "zim_keys" ("ordinal", "k0") AS (VALUES (0, ?), (1, ?)"#) })
        }
    }

    /// A filter's values are many; what is kept for them must not be.
    @Test func manyFiltersKeepLittle() throws {
        let database = try Family.makeDatabase()
        try database.read { session in
            let countries = try session.query(Country.self).all()
            for size in 0..<200 { _ = try countries[0].cities([.filter("size < \(size)")]) }
            #expect(countries[0].record?.batches.count ?? 99 <= 32)
            #expect(try session.plan(for: Country.self).relations.count <= 64)
            // All of them share the statements of one text.
            let alone = try #require(try session.find(Country.self, "c1"))
            for size in 0..<200 { #expect(try alone.cities([.filter("size < \(size)")]).count <= 4) }
            #expect(try session.plan(for: Country.self).relations.allSatisfy { $0.request.isPlain || $0.single == nil })
        }
    }
}
