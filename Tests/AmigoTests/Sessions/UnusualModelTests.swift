import Amigo
import TestServer
import Testing

private class Person: AmigoModel { var id: Int?; var name: String?; var boss: Person?; var badge: String? }
private class Chief: Person { var rank: Int? }
private class Locker: AmigoModel { var number = 0; var holder: Person? }
private class Talk: AmigoModel { var id: Int?; var subject: String?; var from: Person?; var to: Person? }
private class Noted: AmigoModel {
    var id: Int?
    var text: String?
    nonisolated(unsafe) static var hooks: [String] = []  // One test uses it, on one thread.
    override func willSave() throws { Noted.hooks.append("will \(text ?? "")") }
    override func didSave() throws {
        Noted.hooks.append("did \(text ?? "")")
        if text == "bad" { throw Undo() }
    }
}
private final class Decoded: AmigoModel, RowDecodable {
    var id = 0
    required init() {}
    required init(row: borrowing Row) throws { id = try row.get(0) }
}

private class Artist: AmigoModel {
    var id: Int?
    var name: String?
    override class var table: String { "Artist" }
}

@Suite(.eachEngine) struct UnusualModelTests {
    @Test func aTableThatIsCalledAsItsClass() throws {
        let database = try ServedEngine.makeDatabase(
            #"CREATE TABLE "Artist" (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO "Artist" VALUES (1, 'Ada')"#)
        func artist(in table: String?) throws -> Artist? {
            let model = ORMModel(Artist.self, table: table, IntegerField("id", primaryKey: true), CharField("name"))
            return try Amigo([model], factory: DatabaseEngineFactory(database)).query(Artist.self).get(1)
        }
        #expect(try artist(in: "Artist")?.name == "Ada")
        // The class's own name is no other name; the error says which tables there are.
        let error = #expect(throws: DatabaseError.self) { try artist(in: nil) }
        let missing = ServedEngine.on(
            sqlite: "no such table: amigotests_artist",
            postgreSQL: #"relation "amigotests_artist" does not exist (at character"#,
            mariaDB: "Table 'zim_")
        #expect(error?.message.hasPrefix(missing) == true)
        // A server takes no question where a statement has failed, so nobody can say which tables there are.
        if ServedEngine.isSQLite { #expect(error?.hint == #"Known: "Artist""#) }
    }

    private func person(_ items: any MetaItem...) -> ORMModel {
        ORMModel(Person.self, items: [IntegerField("id", primaryKey: true), CharField("name")] + items)
    }

    private func people(_ names: String...) -> [Person] {
        names.map { name in
            let person = Person()
            person.name = name
            return person
        }
    }

    private func open(_ models: ORMModel...) throws -> (Amigo, AmigoSession, SQLLog) {
        let amigo = try Amigo(models, factory: ServedEngine.makeFactory())
        try amigo.createAll()
        return (amigo, amigo.session, try SQLLog(amigo))
    }

    @Test func aClassCanBeTiedToItself() throws {
        let (_, session, log) = try open(
            person(
                ManyToMany("friends", using: Person.self), ManyToMany("rivals", using: Person.self, table: "rivalry"),
                ManyToMany("talks", using: Person.self, throughModel: Talk.self, table: "talks_held")),
            ORMModel(
                Talk.self, IntegerField("id", primaryKey: true), CharField("subject"),
                Column("from", type: ForeignKey(Person.self)), Column("to", type: ForeignKey(Person.self))))
        let all = people("Ada", "Grace", "Jean")
        try session.add(all)
        _ = log.take()
        try session.using(all[0]).relationship("friends").add(all[1], all[2])
        try session.using(all[1]).relationship("rivals").add(all[0])
        #expect(
            log.lines() == [
                #"INSERT INTO "amigotests_person_amigotests_person" ("person_id", "friends_id") VALUES (?, ?), (?, ?) \#(ServedEngine.upsert(["person_id", "friends_id"]))  [1, 2, 1, 3]"#,
                #"INSERT INTO "rivalry" ("person_id", "rivals_id") VALUES (?, ?) \#(ServedEngine.upsert(["person_id", "rivals_id"]))  [2, 1]"#,
            ])
        func names(_ person: Person, _ relationship: String) throws -> [String?] {
            try session.query(Person.self).using(person).relationship(relationship).orderBy("name").all().map(\.name)
        }
        #expect(try names(all[0], "friends") == ["Grace", "Jean"])
        #expect(try names(all[1], "friends") == [])
        #expect(try names(all[1], "rivals") == ["Ada"])
        let talk = Talk()
        (talk.subject, talk.from, talk.to) = ("engines", all[0], all[2])
        try session.add(talk)
        #expect(try names(all[0], "talks") == ["Jean"])
        #expect(try session.query(Talk.self).using(all[0]).relationship("talks").all().map(\.subject) == ["engines"])
        try session.using(all[0]).relationship("friends").delete(all[1])
        #expect(try names(all[0], "friends") == ["Jean"])
    }

    @Test func aForeignKeyCanPointToAnotherUniqueColumn() throws {
        let owner = person(UUIDField("badge", unique: true) { UUID().uuidString })
        let (_, session, log) = try open(
            ORMModel(
                Locker.self, IntegerField("number", primaryKey: true),
                Column("holder", type: ForeignKey(owner.table.c["badge"]))), owner)
        let ada = people("Ada")[0]
        ada.badge = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
        let locker = Locker()
        (locker.number, locker.holder) = (7, ada)
        _ = log.take()
        try session.add(locker)
        #expect(
            log.lines().last
                == #"INSERT INTO "amigotests_locker" ("number", "holder_badge") VALUES (?, ?)  [7, x'e621e1f8c36c495a93fc0c247a3e6e5f']"#
        )
        let loaded = try #require(try session.query(Locker.self).selectRelated("holder").get(7))
        #expect(loaded.holder?.name == "Ada")
        #expect(try session.query(Locker.self).filter("holder.name = 'Ada'").count() == 1)
        #expect(try !loaded.hasChanges())
    }

    @Test func aLongChainOfNewModelsIsSavedFromItsEnd() throws {
        let (_, session, _) = try open(person(Column("boss", type: ForeignKey(Person.self))))
        var chain = people("0")
        for number in 1..<3_000 {
            let next = people("\(number)")[0]
            next.boss = chain.last
            chain.append(next)
        }
        let last = try #require(chain.last)
        try session.add(last)
        #expect(last.id == 3_000)
        #expect(try session.query(Person.self).filter("boss = NULL").all().map(\.name) == ["0"])
        // Taken apart from the end, since a chain that goes at once goes recursively.
        while let person = chain.popLast() { person.boss = nil }
    }

    @Test func textStaysTextInAColumnOfNumbers() throws {
        let (_, session, _) = try open(
            ORMModel(Person.self, IntegerField("id", primaryKey: true), IntegerField("name")))
        try session.add(people("007", "1e3"))
        #expect(try session.query(Person.self).orderBy("id").all().map(\.name) == ["007", "1e3"])
        #expect(try session.query(Person.self).filter("name = '007'").count() == 1)
    }

    @Test func hooksRunAndWhatTheyThrowUndoesTheCall() throws {
        let (_, session, _) = try open(ORMModel(Noted.self, IntegerField("id", primaryKey: true), CharField("text")))
        let models = ["good", "bad"].map { text in
            let noted = Noted()
            noted.text = text
            return noted
        }
        #expect(throws: Undo.self) { try session.add(models) }
        #expect(throws: Undo.self) { try session.batch { try $0.add(models) } }
        #expect(try session.query(Noted.self).count() == 0)
        #expect(models.allSatisfy { !$0.isLoaded && $0.id == nil })
        Noted.hooks = []
        try session.batch { try $0.add(models[0]) }
        #expect(Noted.hooks == ["will good", "did good"])
    }

    @Test func aClassThatReadsItsRowsItselfIsRefused() throws {
        let error = #expect(throws: ModelError.self) {
            _ = try Amigo(
                [ORMModel(Decoded.self, IntegerField("id", primaryKey: true))], factory: ServedEngine.makeFactory()
            )
        }
        #expect(error?.message == "class Decoded reads its rows itself, by columns of its own")
    }

    @Test func aSessionThatWaitsForAClosureDoesNotHoldItUp() throws {
        let (amigo, session, _) = try open(person())
        session.close()
        let database = try amigo.database
        let waiting = DispatchSemaphore(value: 0)
        let done = DispatchSemaphore(value: 0)
        try database.write { _ in
            Thread.detachNewThread {
                waiting.signal()
                try? amigo.session.add([])
                done.signal()
            }
            waiting.wait()
            Thread.sleep(forTimeInterval: 0.05)
            #expect(try amigo.query(Person.self).count() == 0)
            try amigo.execute("INSERT INTO amigotests_person (name) VALUES ('Ada')")
        }
        #expect(done.wait(timeout: .now() + 10) == .success)
        #expect(try amigo.query(Person.self).count() == 1)
    }

    @Test func twoAmigosShareADatabase() throws {
        let database = try ServedEngine.makeDatabase()
        let factory = DatabaseEngineFactory(database)
        let first = try Amigo([person()], factory: factory)
        let second = try Amigo(
            [ORMModel(Person.self, table: "others", IntegerField("id", primaryKey: true), CharField("name"))],
            factory: factory)
        try first.createAll()
        try second.createAll()
        let outer = first.session
        try outer.add(people("Ada"))
        let inner = second.session
        try inner.add(people("Grace", "Jean"))
        try inner.commit()
        #expect(try outer.query(Person.self).count() == 1)
        #expect(try inner.query(Person.self).count() == 2)
        try outer.commit()
        #expect(try database.read { try $0.rows("SELECT count(*) FROM others").first?[0] } == 2)
    }

    /// The key of a class with a table of its own is that of another row.
    @Test func aModelOfASubclassIsNotReferredTo() throws {
        let chief = ORMModel(Chief.self, IntegerField("id", primaryKey: true), CharField("name"), IntegerField("rank"))
        let people = person(Column("boss", type: ForeignKey(Person.self)))
        let amigo = try Amigo([people, chief], factory: ServedEngine.makeFactory())
        try amigo.createAll()
        let session = amigo.session
        try session.add(self.people("Ada"))
        let (grace, head) = (self.people("Grace")[0], Chief())
        grace.boss = head
        for isAdded in [false, true] {
            if isAdded { try session.add(head) }
            let error = #expect(throws: ModelError.self) { try session.add(grace) }
            #expect(error?.code == .value)
            #expect(
                error?.message
                    == #""boss" of Person refers to rows of "amigotests_person", and holds an object of class Chief"#)
            #expect(try session.query(Chief.self).count() == (isAdded ? 1 : 0))
        }
        #expect(try session.query(Person.self).count() == 1)
    }

    @Test func aModelOfAnotherDatabaseIsNotReferredTo() throws {
        let boss = person(Column("boss", type: ForeignKey(Person.self)))
        let (_, here, log) = try open(boss)
        let (_, there, _) = try open(boss)
        let (ada, grace) = (people("Ada")[0], people("Grace")[0])
        try there.add(ada)
        grace.boss = ada
        let error = #expect(throws: ModelError.self) { try here.add(grace) }
        #expect(error?.code == .otherDatabase)
        #expect(error?.hint == "Load it from this database")
        #expect(log.lines() == [])
        // Nor does its key say which row a batch shall delete here.
        let deleted = #expect(throws: ModelError.self) { try here.batch { try $0.delete(ada) } }
        #expect(deleted?.code == .otherDatabase)
        #expect(log.lines() == [])
    }

    @Test func aSessionEndsWithTheOneAroundIt() throws {
        let (amigo, outer, _) = try open(person())
        let inner = amigo.session
        try inner.add(people("Ada"))
        outer.close()
        let error = #expect(throws: DatabaseError.self) { try inner.add(people("Grace")) }
        #expect(error?.code == .misuse)
        #expect(try amigo.query(Person.self).count() == 0)
        let next = amigo.session
        try next.add(people("Jean"))
        try next.commit()
        #expect(try amigo.query(Person.self).count() == 1)
    }

    @Test func aJoinTableOfAmigosOwnMayHoldPairsTwice() throws {
        let database = try ServedEngine.makeDatabase(
            """
            CREATE TABLE amigotests_person (id INTEGER PRIMARY KEY NOT NULL, name TEXT NULL);
            CREATE TABLE amigotests_locker (number INTEGER PRIMARY KEY NOT NULL);
            CREATE TABLE amigotests_locker_amigotests_person (id INTEGER PRIMARY KEY NOT NULL,
                locker_number INTEGER NOT NULL, person_id INTEGER NOT NULL);
            INSERT INTO amigotests_person VALUES (1, 'Ada');
            INSERT INTO amigotests_locker VALUES (7);
            INSERT INTO amigotests_locker_amigotests_person VALUES (1, 7, 1), (2, 7, 1);
            """)
        let amigo = try Amigo(
            [
                person(ManyToMany("lockers", using: Locker.self)),
                ORMModel(Locker.self, IntegerField("number", primaryKey: true)),
            ], factory: DatabaseEngineFactory(database))
        try amigo.createAll()
        let session = amigo.session
        let ada = try #require(try session.query(Person.self).get(1))
        let lockers = try session.query(Locker.self).using(ada).relationship("lockers").all()
        #expect(lockers.map(\.number) == [7, 7])
        try session.using(ada).relationship("lockers").delete(lockers[0])
        #expect(try session.query(Locker.self).using(ada).relationship("lockers").count() == 0)
    }
}
