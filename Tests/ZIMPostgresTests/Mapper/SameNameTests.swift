#if PostgreSQL
    import TestServer
    import Testing
    import ZIMOrm
    import ZIMPostgres

    private final class Person: Model {
        var firm = 0, id = 0
        var bossFirm: Int?, boss: Int?
        override class var table: String { "person" }
        override class var schema: String? { "hr" }
        override class var primaryKey: [String] { ["firm", "id"] }
        override class var columns: [Column] {
            [
                Column("firm", \Person.firm), Column("id", \Person.id), Column("boss_firm", \Person.bossFirm),
                Column("boss", \Person.boss),
            ]
        }
    }

    private final class SalesPerson: Model {
        var firm = 0, id = 0
        var personFirm: Int?, person: Int?
        override class var table: String { "person" }
        override class var schema: String? { "sales" }
        override class var primaryKey: [String] { ["firm", "id"] }
        override class var columns: [Column] {
            [
                Column("firm", \SalesPerson.firm), Column("id", \SalesPerson.id),
                Column("person_firm", \SalesPerson.personFirm), Column("person", \SalesPerson.person),
            ]
        }
    }

    /// Two schemas have a table of the same name.
    @Suite(.server) struct SameNameTests {
        /// hr.person refers to itself, sales.person to hr.person.
        @Test func listsAreInTheOrderOfTheirForeignKeys() throws {
            // Of its own: others say what they find outside of their schema.
            let url = try #require(TestServer.shared).makeDatabase(
                """
                CREATE SCHEMA hr;
                CREATE SCHEMA sales;
                CREATE TABLE hr.person (firm int, id int, boss_firm int, boss int, PRIMARY KEY (firm, id),
                    FOREIGN KEY (boss_firm, boss) REFERENCES hr.person);
                CREATE TABLE sales.person (firm int, id int, person_firm int, person int, PRIMARY KEY (firm, id),
                    FOREIGN KEY (person_firm, person) REFERENCES hr.person);
                """)
            try Database(url: url).write { session in
                func person(_ id: Int, boss: Int?) -> Person {
                    let person = Person()
                    (person.firm, person.id, person.bossFirm, person.boss) = (1, id, boss.map { _ in 1 }, boss)
                    return person
                }
                func seller(_ id: Int, _ person: Int) -> SalesPerson {
                    let seller = SalesPerson()
                    (seller.firm, seller.id, seller.personFirm, seller.person) = (1, id, 1, person)
                    return seller
                }
                for order in 0..<3 {
                    // Taken for references to themselves, the sellers' would be a circle.
                    let people: [Model] = [person(1, boss: 2), person(2, boss: 3), person(3, boss: nil)]
                    let sellers: [Model] = [seller(1, 2), seller(2, 1)]
                    let list = [sellers + people, people + sellers, [sellers[0]] + people + [sellers[1]]][order]
                    try session.save(list)
                    #expect(try session.query(SalesPerson.self).count() == 2)
                    #expect(try session.query(Person.self).count() == 3)
                    try session.delete(list)
                    #expect(try session.query(Person.self).count() == 0)
                }
            }
        }

        @Test(.timeLimit(.minutes(5))) func anEventTellsThemApart() async throws {
            let url = try #require(TestServer.shared).makeDatabase(
                """
                CREATE SCHEMA hr;
                CREATE SCHEMA sales;
                CREATE TABLE hr.person (firm int, id int, boss_firm int, boss int, PRIMARY KEY (firm, id));
                CREATE TABLE sales.person (firm int, id int, person_firm int, person int, PRIMARY KEY (firm, id));
                """)
            var options = DatabaseOptions()
            // Nothing may come by asking, which tells no tables.
            options.server.watchInterval = .seconds(600)
            let database = try Database(url: url, options: options)
            for schema in ["hr", "sales"] {
                try await database.write { try WatchTriggers(on: "person", schema: schema).install(in: $0) }
            }
            var changes = try await database.changes(in: [SalesPerson.self, Person.self]).makeAsyncIterator()
            var others = try await database.changes(in: [Person.self]).makeAsyncIterator()
            try await database.write { try $0.execute("INSERT INTO hr.person VALUES (1, 1)") }
            let first = try #require(try await changes.next())
            #expect(first.isExact && first.tables == ["hr.person"])
            #expect(first.includes(Person.self) && !first.includes(SalesPerson.self))
            let other = try #require(try await others.next())
            #expect(other.includes(Person.self) && !other.includes(SalesPerson.self))
            try await database.write { try $0.execute("INSERT INTO sales.person VALUES (1, 1)") }
            let second = try #require(try await changes.next())
            #expect(second.tables == ["sales.person"])
            #expect(!second.includes(Person.self) && second.includes(SalesPerson.self))

            // A name alone says no schema: the class may have one.
            options.connectionSetup = ["SET search_path = hr"]
            let inside = try Database(url: url, options: options)
            var named = try await inside.changes(in: "person").makeAsyncIterator()
            try await database.write { try $0.execute("INSERT INTO hr.person VALUES (1, 2)") }
            let third = try #require(try await named.next())
            #expect(third.tables == ["person"] && third.includes(Person.self))
        }
    }
#endif
