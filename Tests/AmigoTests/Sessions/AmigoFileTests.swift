import Amigo
import TestServer
import Testing

private class Dog: AmigoModel { var id: Int?; var label: String?; var born: Date? }
private class Thing: AmigoModel { var id: Int?; var objId: String?; var note: String? }
private class Parent: AmigoModel { var id: Int?; var label: String? }
private class Child: AmigoModel { var id: Int?; var label: String? }

/// Files and servers as Amigo and others left them, and filters as `NSPredicate` reads them.
@Suite(.eachEngine) struct AmigoFileTests {
    private func dogs(_ dates: Amigo.DateForm, _ factory: any EngineFactory) throws -> Amigo {
        let dog = ORMModel(
            Dog.self, table: "dog", IntegerField("id", primaryKey: true), CharField("label"), DateTimeField("born"))
        return try Amigo([dog], factory: factory, dates: dates)
    }

    @Test func textStandsBetweenQuotesOfBothKinds() throws {
        let amigo = try dogs(.iso8601, ServedEngine.makeFactory())
        try amigo.createAll()
        let session = amigo.session
        for label in ["Lucy", "O\"Neil's", "label"] {
            let dog = Dog()
            dog.label = label
            try session.add(dog)
        }
        func count(_ predicate: PredicateText) throws -> Int { try session.query(Dog.self).filter(predicate).count() }
        #expect(try count("label = \"Lucy\"") == 1)
        #expect(try count("label = 'Lucy'") == 1)
        #expect(try count("label = \"O\"\"Neil's\"") == 1)
        #expect(try count("label = \"label\"") == 1)
        #expect(try count("`label` = \"\("Lucy")\" OR [label] BEGINSWITH \"O\"") == 2)
        let format = "label = \"Lucy\" AND id > 0"
        #expect(try session.query(Dog.self).filter(unsafe: format).count() == 1)
        let error = #expect(throws: ModelError.self) { try count("label = \"Lucy") }
        #expect(error?.message.hasPrefix("a text has no closing \" at character 8") == true)
        // In the core they are names, and the error says what was meant.
        try session.run { core in
            let error = #expect(throws: ModelError.self) {
                try core.query(Dog.self).filter("label = \"Lucy\"").count()
            }
            #expect(error?.code == .unknownColumn)
            #expect(error?.hint?.hasSuffix("A text stands between single quotes: 'Lucy'") == true)
        }
    }

    @Test func datesAreSecondsAsFMDBBoundThem() throws {
        let factory = try ServedEngine.makeFactory()
        try ServedEngine.fill(
            factory.connect().database,
            "CREATE TABLE dog (id \(ServedEngine.int) PRIMARY KEY, label TEXT, born TEXT); INSERT INTO dog VALUES (1, 'old', '1479152411.25'), (2, 'new', '2016-11-14T19:40:11.000Z'), (3, 'none', NULL), (5, 'older', '999999999.5')"
        )
        let moment = Date(timeIntervalSince1970: 1_479_152_411.25)
        let amigo = try dogs(.seconds, factory)
        let session = amigo.session
        let old = try #require(try session.query(Dog.self).get(1))
        #expect(old.born == moment)
        #expect(try session.query(Dog.self).filter("born = \(moment)").all().map(\.label) == ["old"])
        // Each form is read by the Amigo that writes it: in one column they have neither one order nor one spelling.
        for (other, id) in [(session, 2), (try dogs(.iso8601, factory).session, 1)] {
            let error = #expect(throws: ModelError.self) { try other.query(Dog.self).get(id) }
            #expect(error?.code == .value)
            #expect(error?.message.contains("(dates: in its init)") == true)
        }
        // Nine digits are before ten, whatever their text says.
        try factory.connect().database.execute("DELETE FROM dog WHERE id = 2")
        #expect(try session.query(Dog.self).filter("born < \(moment)").all().map(\.label) == ["older"])
        #expect(try session.query(Dog.self).orderBy("born").all().map(\.label) == ["none", "older", "old"])
        let fresh = Dog()
        (fresh.id, fresh.born) = (4, moment.addingTimeInterval(0.75))
        try session.add(fresh)
        try session.add(old)
        #expect(
            try session.run { try $0.value("SELECT born FROM dog WHERE id = 4", as: String.self) }
                == (ServedEngine.isSQLite ? "1479152412.0" : "1479152412"))
        #expect(
            try session.run { try $0.value("SELECT born FROM dog WHERE id = 1", as: String.self) } == "1479152411.25")
    }

    @Test func aJoinTableWithoutAUniquePairHoldsEachPairOnce() throws {
        let parent = ORMModel(
            Parent.self, table: "parent", IntegerField("id", primaryKey: true), CharField("label"),
            ManyToMany("children", using: Child.self))
        let child = ORMModel(Child.self, table: "child", IntegerField("id", primaryKey: true), CharField("label"))
        let amigo = try Amigo([parent, child], factory: ServedEngine.makeFactory())
        try amigo.createAll()
        let name = try amigo.database.read { session in try session.tableNames() }.first {
            $0 != "parent" && $0 != "child"
        }
        try amigo.database.withoutTransaction { session in
            let table = SQLIdentifier(try #require(name))
            if ServedEngine.isMariaDB {
                // There a foreign key needs an index that begins with it.
                let columns = try session.table(table.parts[0])?.columns.map(\.name) ?? []
                try session.execute(
                    CreateIndexStatement("other", on: table).columns(Array(columns.suffix(2).prefix(1))))
            }
            try session.execute(DropIndexStatement(SQLIdentifier(table.parts[0] + "_pair_idx"), on: table))
        }
        let session = amigo.session
        let (p, c, d) = (Parent(), Child(), Child())
        try session.add(p)
        try session.add(c, d)
        try session.using(p).relationship("children").add(c, c)
        try session.using(p).relationship("children").add(c, d)
        #expect(try session.query(Child.self).using(p).relationship("children").count() == 2)
        #expect(
            try session.run { try $0.value("SELECT count(*) FROM \(identifier: name ?? "")", as: Int.self) } == 2)
    }

    @Test(.enabled(if: !ServedEngine.servers.isEmpty)) func uuidColumnsOfTheServer() throws {
        guard !ServedEngine.isSQLite else { return }
        let factory = try ServedEngine.makeFactory()
        try ServedEngine.fill(
            factory.connect().database,
            "CREATE TABLE thing (id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, \"objId\" uuid UNIQUE, note TEXT)"
        )
        let thing = ORMModel(
            Thing.self, table: "thing", IntegerField("id", primaryKey: true), UUIDField("objId", unique: true),
            CharField("note"))
        let amigo = try Amigo([thing], factory: factory)
        let session = amigo.session
        let texts = (0..<3).map { _ in UUID().uuidString.lowercased() }
        func make(_ text: String, _ note: String) -> Thing {
            let thing = Thing()
            (thing.objId, thing.note) = (text, note)
            return thing
        }
        try session.add(make(texts[0], "one"))
        try session.add(texts.dropFirst().map { make($0, "more") })
        try session.batch { batch in try batch.add(texts.map { make($0, "batch") }, upsert: true) }
        try session.add(make(texts[1].uppercased(), "again"), upsert: true)
        let rows = try session.query(Thing.self).orderBy("id").all()
        #expect(rows.map(\.objId) == texts)
        #expect(rows.map(\.note) == ["batch", "again", "batch"])
        #expect(try session.query(Thing.self).filter("objId = '\(texts[2])'").all().map(\.note) == ["batch"])
        rows[0].note = "changed"
        try session.add(rows)
        #expect(try session.query(Thing.self).filter("note = 'changed'").count() == 1)
    }
}
