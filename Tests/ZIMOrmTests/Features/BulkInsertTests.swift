import TestServer
import Testing
import ZIMOrm

/// How many statements the inserts of several models take, and whether each model gets the key of its own row.
@Suite(.eachEngine) struct BulkInsertTests {
    private final class Line: Model {
        var order = 0, number = 0
        var amount: Int?
        override class var primaryKey: [String] { ["order", "number"] }
    }

    private final class Person: Model {
        var pk: Int?
        var name = ""
    }

    private func database(_ more: String = "") throws -> Database {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE "Line" ("order" INT, number INT, amount INT, PRIMARY KEY ("order", number));
            CREATE TABLE "Person" (pk INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)
            """)
        if !more.isEmpty { try database.execute(SQL(unsafe: more)) }
        return database
    }

    /// With lists, or sets of parameters, a thousand rows are one statement.
    private func own(_ statements: Int, _ count: Int) -> Int {
        ServedEngine.isSQLite || ServedEngine.isMySQL ? statements : (count + 999) / 1_000
    }

    private func lines(_ count: Int, order: Int = 1) -> [Line] {
        (0..<count).map { number in
            let line = Line()
            (line.order, line.number, line.amount) = (order, number, number * 2)
            return line
        }
    }

    private func people(_ count: Int, _ prefix: String = "p") -> [Person] {
        (0..<count).map { number in
            let person = Person()
            person.name = prefix + String(number)
            return person
        }
    }

    /// Each model has the key of the row with its name.
    private func expectOwnKeys(_ people: [Person], _ session: Session, location: SourceLocation = #_sourceLocation)
        throws
    {
        for person in people {
            let select = SQL("SELECT pk FROM \"Person\" WHERE name = \(person.name)").inOwnWords
            let key = try session.value(select, as: Int?.self) ?? nil
            #expect(key != nil && person.pk == key, sourceLocation: location)
            #expect(try !person.hasChanges(), sourceLocation: location)
        }
    }

    @Test(arguments: [(1, 1), (2, 1), (4, 1), (5, 2), (7, 3), (333, 1), (334, 2), (1_000, 4), (1_003, 4)])
    func whatIsLeftOverSharesStatementsToo(_ count: Int, _ statements: Int) throws {
        let database = try database()
        try database.write { session in
            let lines = lines(count)
            try expectStatements(own(statements, count), database) { try session.insert(lines) }
            #expect(try session.query(Line.self).count() == count)
            #expect(try session.query(Line.self).sum(\.amount) == count * (count - 1))
            #expect(lines.allSatisfy { $0.isLoaded })
            lines[0].amount = -1
            try expectStatements(1, database) { try session.save(lines[0]) }
        }
    }

    @Test func fewTextsDoForAnyNumber() throws {
        guard ServedEngine.isSQLite else { return }
        let database = try database()
        let log = StatementLog(database)
        try database.write { session in
            for count in 1...70 { try session.insert(lines(count, order: count)) }
        }
        #expect(Set(log.sql).count == 7)
    }

    @Test(arguments: [(2, 1), (5, 2), (8, 1), (1_000, 1), (1_024, 3)])
    func keysThatTheEngineGives(_ count: Int, _ statements: Int) throws {
        let database = try database()
        try database.write { session in
            try session.insert(people(1, "first"))
            let people = people(count)
            let sent =
                ServedEngine.isMySQL && count < 4
                ? count : ServedEngine.isPostgreSQL ? own(statements, count) : statements
            try expectStatements(sent, database) { try session.insert(people) }
            #expect(people.map(\.pk) == (2..<(count + 2)).map { $0 })
            try expectOwnKeys(people, session)
        }
    }

    @Test func whereKeysDoNotFollowEachOtherTheyAreReadOneByOne() throws {
        guard ServedEngine.isSQLite else { return }
        let database = try database("INSERT INTO \"Person\" VALUES (9223372036854775807, 'last')")
        try database.write { session in
            let people = people(4)
            // SQLite looks for free keys by chance now: the statement for all is undone, and one sent for each.
            try expectStatements(5, database) { try session.insert(people) }
            #expect(Set(people.map(\.pk)).count == 4)
            try expectOwnKeys(people, session)
            #expect(try session.query(Person.self).count() == 5)
        }
    }

    @Test func triggersOfInsertsKeepThemApart() throws {
        guard ServedEngine.isSQLite else { return }
        let database = try database(
            "CREATE TRIGGER t AFTER INSERT ON \"Person\" WHEN NEW.name NOT LIKE '%+' BEGIN INSERT INTO \"Person\" (name) VALUES (NEW.name || '+'); END"
        )
        try database.write { session in
            let people = people(4)
            try expectStatements(4, database) { try session.insert(people) }
            try expectOwnKeys(people, session)
            #expect(people.map(\.pk) == [1, 3, 5, 7])
        }
    }

    @Test func otherTriggersDoNot() throws {
        guard ServedEngine.isSQLite else { return }
        let database = try database(
            "CREATE TRIGGER t AFTER UPDATE ON \"Person\" BEGIN DELETE FROM \"Line\" WHERE number = NEW.pk; END")
        try database.write { session in
            let people = people(4)
            try expectStatements(1, database) { try session.insert(people) }
            try expectOwnKeys(people, session)
        }
    }

    @Test func aTriggerThatCameLaterMixesNothingUp() throws {
        guard ServedEngine.isSQLite else { return }
        let database = try database()
        try database.write { session in
            try session.insert(people(2, "early"))
            try session.execute(
                "CREATE TRIGGER t BEFORE INSERT ON \"Person\" WHEN NEW.name NOT LIKE '%+' BEGIN INSERT INTO \"Person\" (name) VALUES (NEW.name || '+'); END"
            )
            let people = people(6)
            try session.insert(people)
            try expectOwnKeys(people, session)
            #expect(try session.query(Person.self).count() == 14)
        }
    }

    @Test func givenAndOwnKeysMix() throws {
        let database = try database()
        try database.write { session in
            let people = people(9)
            people[3].pk = 50
            try session.insert(people)
            try expectOwnKeys(people, session)
            // SQLite and MariaDB count on from the largest key, PostgreSQL from the last that it gave.
            let last = ServedEngine.isPostgreSQL ? [4, 5, 6, 7, 8] : [51, 52, 53, 54, 55]
            #expect(people.map(\.pk) == [1, 2, 3, 50] + last)
        }
    }

    @Test func aFailureLeavesNothing() throws {
        let database = try database()
        let people = people(40)
        people[38].name = "p1"
        let error = #expect(throws: DatabaseError.self) { try database.write { try $0.insert(people) } }
        #expect(error?.constraint?.columns == ["name"])
        #expect(people.allSatisfy { !$0.isLoaded && $0.pk == nil })
        try database.write { session in
            #expect(try session.query(Person.self).count() == 0)
            people[38].name = "other"
            try session.save(people)
            try expectOwnKeys(people, session)
        }
    }
}
