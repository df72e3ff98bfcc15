import TestServer
import Testing

@testable import ZIMOrm

/// What was prefetched is never older than what a statement would find.
@Suite(.eachEngine) struct FreshnessTests {
    struct Undo: Error {}

    /// Loads ahead, does something, and expects the second country's sizes.
    private func check(
        _ expected: [Int], location: SourceLocation = #_sourceLocation, _ change: (Session) throws -> Void
    )
        throws
    {
        let database = try Family.makeDatabase(cities: 2)
        try database.write { session in
            let countries = try session.query(Country.self).orderByKey().all()
            #expect(try countries[0].cities().count == 2)
            try change(session)
            let alone = try #require(try session.find(Country.self, "c2"))
            let sizes = try alone.cities([.orderBy("number")]).map(\.size)
            #expect(sizes == expected, "alone", sourceLocation: location)
            #expect(try countries[1].cities().map(\.size) == expected, "together", sourceLocation: location)
        }
    }

    @Test func writesDropWhatWasLoadedAhead() throws {
        guard ServedEngine.isSQLite else { return }
        try check([2, 4]) { _ in }
        try check([2, 4, 9]) { session in
            let city = City()
            (city.country, city.number, city.size) = ("c2", 3, 9)
            try session.insert(city)
        }
        try check([5, 4]) { session in
            let city = try #require(try session.find(City.self, "c2", 1))
            city.size = 5
            try city.save()
        }
        try check([4]) { try #require(try $0.find(City.self, "c2", 1)).delete() }
        try check([8, 8]) { try $0.execute("UPDATE city SET size = 8") }
        try check([8, 8]) { try $0.query(City.self).update(.set(\.size, 8)) }
        try check([]) { try $0.query(City.self).filter(\.country == "c2").delete() }
        try check([3, 3]) { _ = try $0.rows("UPDATE city SET size = 3 RETURNING number") }
        try check([6, 6]) { session in
            try session.execute("CREATE TRIGGER t AFTER UPDATE ON country BEGIN UPDATE city SET size = 6; END")
            try session.execute("UPDATE country SET name = 'x'")
        }
    }

    @Test func rollbacksDropWhatWasLoadedAhead() throws {
        // Loaded before the savepoint, changed inside, undone.
        try check([2, 4]) { session in
            try? session.transaction { session in
                try session.execute("DELETE FROM city")
                throw Undo()
            }
        }
        try check([8, 8]) { session in
            try session.transaction { _ = try $0.execute("UPDATE city SET size = 8") }
        }
    }

    /// What was loaded inside a savepoint is not true after it.
    @Test func rollbackToASavepointOfOnesOwn() throws {
        for isOwn in [true, false] {
            let database = try Family.makeDatabase(cities: 2)
            try database.write { session in
                let countries = try session.query(Country.self).orderByKey().all()
                if isOwn {
                    try session.execute("SAVEPOINT mine")
                    try session.execute("DELETE FROM city")
                    #expect(try countries[0].cities().isEmpty)
                    try session.execute("ROLLBACK TO mine")
                } else {
                    try? session.transaction { session in
                        try session.execute("DELETE FROM city")
                        #expect(try countries[0].cities().isEmpty)
                        throw Undo()
                    }
                }
                #expect(try countries[1].cities().count == 2, "\(isOwn)")
                #expect(try countries[0].cities().count == 2, "\(isOwn)")
            }
        }
    }

    @Test func foreignKeyChangedInMemory() throws {
        let database = try Family.makeDatabase()
        try database.read { session in
            let cities = try session.query(City.self).orderByKey().all()
            // Before anything was loaded, and after.
            cities[1].country = "c3"
            cities[2].country = nil
            cities[3].country = "nowhere"
            #expect(try cities[0].parent()?.code == "c1")
            cities[4].country = "c1"
            cities[5].country = nil
            cities[6].country = "nowhere"
            let codes = try cities.dropFirst().map { try $0.parent()?.code }
            #expect(codes == ["c3", nil, nil, "c1", nil, nil, "c2", "c3", "c3", "c3", "c3"])
        }
    }

    @Test func textsThatOnlyLookTheSame() throws {
        let database = try Database.inMemory()
        try database.execute(
            """
            CREATE TABLE country (code TEXT PRIMARY KEY, name TEXT NOT NULL);
            CREATE TABLE city (number INTEGER, country TEXT, size INTEGER NOT NULL, PRIMARY KEY (country, number));
            """)
        try database.write { session in
            for (index, code) in ["\u{e9}", "e\u{301}"].enumerated() {
                try session.execute("INSERT INTO country VALUES (\(code), \(index))")
                try session.execute("INSERT INTO city VALUES (\(index), \(code), \(index))")
            }
            let cities = try session.query(City.self).orderBy(\.number).all()
            #expect(try cities.map { try $0.parent()?.name } == ["0", "1"])
            let again = try session.query(City.self).orderBy(\.number).all()
            _ = try again[0].parent()
            again[1].country = "\u{e9}"
            #expect(try again[1].parent()?.name == "0")
            // A filter's value, too.
            let countries = try session.query(Country.self).orderBy(\.name).all()
            for code in ["\u{e9}", "e\u{301}"] {
                let found = try countries.map { try $0.cities([.filter("country = \(code)")]).count }
                #expect(found == (code.utf8.count == 2 ? [1, 0] : [0, 1]))
            }
        }
    }

    /// The parameter that holds text keys of one part.
    private func keys(_ list: String) -> SQLValue {
        !ServedEngine.isPostgreSQL ? .text("[\(list)]") : .typed(SQLTypedText("{\(list)}", type: "text[]"))
    }

    @Test func siblingsThatDied() throws {
        let database = try Family.makeDatabase(countries: 6)
        try database.read { session in
            var countries = try session.query(Country.self).orderByKey().all()
            countries.removeSubrange(1..<3)
            let log = StatementLog(database)
            #expect(try countries[0].cities().count == 4)
            #expect(log.all.map(\.parameters) == [[keys(#""c1","c4","c5","c6""#)]])
            countries.removeLast()
            #expect(try countries.dropFirst().map { try $0.cities().count } == [4, 4])
            #expect(log.count == 1)
            // The last one alive is alone.
            let last = try session.query(Country.self).all()[3]
            #expect(try last.cities().count == 4)
            #expect(log.sql.last?.contains("zim_keys") == false)
        }
    }

    @Test func memoryIsFreedWithTheGroup() throws {
        let database = try Family.makeDatabase()
        try database.read { session in
            weak var group: LoadBatch?
            weak var batch: RelationshipBatch?
            do {
                let countries = try session.query(Country.self).all()
                _ = try countries[0].cities()
                group = countries[0].record
                batch = group?.batches.first
                #expect(group != nil && batch != nil)
            }
            #expect(group == nil && batch == nil)
        }
    }

    /// Plans of relationships lead in circles, from a table to another and back.
    @Test func plansAreFreedWithTheDatabase() throws {
        weak var plan: TablePlan?
        weak var relation: RelationPlan?
        do {
            let database = try Family.makeDatabase()
            try database.read { session in
                for country in try session.query(Country.self).all() {
                    _ = try country.cities().map { try $0.parent() }
                }
                plan = try session.plan(for: Country.self)
                relation = plan?.relations.first
            }
            #expect(plan != nil && relation != nil)
        }
        #expect(plan == nil && relation == nil)
    }

    @Test func afterTheirSession() throws {
        let database = try Family.makeDatabase()
        let countries = try database.read { session in
            let countries = try session.query(Country.self).orderByKey().all()
            _ = try countries[0].cities()
            return countries
        }
        try database.execute("DELETE FROM city WHERE number > 1")
        // No session is open: each asks in a snapshot of its own, and sees what is there now.
        try expectStatements(3, database) { () throws in
            for country in countries { #expect(try country.cities().count == 1) }
        }
        // Another session is open.
        try database.read { _ in
            try expectStatements(3, database) { () throws in
                for country in countries { #expect(try country.cities().count == 1) }
            }
        }
    }

    /// Without a transaction another connection may write between two siblings' calls.
    @Test func withoutTransactionNothingIsLoadedAhead() throws {
        let database = try Family.makeDatabase()
        try database.withoutTransaction { session in
            let countries = try session.query(Country.self).all()
            let log = StatementLog(database)
            for country in countries { #expect(try country.cities().count == 4) }
            #expect(log.count == 3)
            try session.execute("BEGIN")
            for country in countries { #expect(try country.cities().count == 4) }
            try session.execute("COMMIT")
            #expect(log.sql.filter { $0.contains("zim_keys") }.count == 1)
        }
    }

    @Test func onOtherTasks() async throws {
        let database = try Family.makeDatabase(countries: 40)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let countries = try await database.read { session in
                        let countries = try session.query(Country.self).all()
                        _ = try countries[0].cities()
                        return countries
                    }
                    await Task.yield()
                    var count = 0
                    for country in countries { count += try country.cities().count }
                    return try await count
                        + database.read { try $0.query(Country.self).all().reduce(0) { try $0 + $1.cities().count } }
                }
            }
            for try await count in group { #expect(count == 320) }
        }
    }
}
