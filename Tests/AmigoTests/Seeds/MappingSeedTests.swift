import Amigo
import TestServer
import Testing

private class Dog: AmigoModel {
    var id: NSNumber!
    var label: String!
}

private class Person: AmigoModel {
    var id: NSNumber!
    var label: String!
    var dog: Dog!
}

private class Parent: AmigoModel {
    var id: NSNumber!
    var label: String!
}

private class Child: AmigoModel {
    var id: NSNumber!
    var label: String!
}

private class MyModel: AmigoModel {
    var id: Int = 0
    var objId: String?
}

/// The code of the pages on mapping, block by block, with the SQL that it sends.
@Suite(.eachEngine) struct MappingSeedTests {
    private func open(_ models: ORMModel...) throws -> (Amigo, SQLLog) {
        // On SQLite as the page has it.
        let engine: any EngineFactory =
            ServedEngine.isSQLite ? SQLiteEngineFactory(":memory:", echo: true) : try ServedEngine.makeFactory()
        let amigo = try Amigo(models, factory: engine)
        let log = try SQLLog(amigo)
        return (amigo, log)
    }

    @Test func anIndexIsNamedOrMadeOfItsColumn() throws {
        let named = ORMModel(
            Dog.self, Column("id", type: Int.self, primaryKey: true), Column("label", type: String.self),
            Index("dog_label_idx", "label"))
        let (first, log) = try open(named)
        try first.createAll()
        #expect(
            log.lines() == [
                #"CREATE TABLE IF NOT EXISTS "amigotests_dog" (\#(ServedEngine.countedKey), "label" \#(ServedEngine.keyText))"#,
                #"CREATE INDEX IF NOT EXISTS "dog_label_idx" ON "amigotests_dog" ("label")"#,
            ])
        let indexed = ORMModel(
            Dog.self, Column("id", type: Int.self, primaryKey: true), Column("label", type: String.self, indexed: true))
        let (second, other) = try open(indexed)
        try second.createAll()
        #expect(
            other.lines() == [
                #"CREATE TABLE IF NOT EXISTS "amigotests_dog" (\#(ServedEngine.countedKey), "label" \#(ServedEngine.keyText))"#,
                #"CREATE INDEX IF NOT EXISTS "amigotests_dog_label_idx" ON "amigotests_dog" ("label")"#,
            ])
        try second.createAll()
    }

    @Test func aUUIDIsBytesInTheTableAndTextInTheModel() throws {
        let myModel = ORMModel(
            MyModel.self, IntegerField("id", primaryKey: true), UUIDField("objId", indexed: true, unique: true))
        let (amigo, log) = try open(myModel)
        try amigo.createAll()
        #expect(
            log.lines() == [
                #"CREATE TABLE IF NOT EXISTS "amigotests_mymodel" (\#(ServedEngine.countedKey), "objId" \#(ServedEngine.uuid))"#,
                #"CREATE UNIQUE INDEX IF NOT EXISTS "amigotests_mymodel_objId_idx" ON "amigotests_mymodel" ("objId")"#,
            ])
        let objId = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
        let obj = MyModel()
        obj.objId = objId
        let session = amigo.session
        try session.add(obj)
        let results = try session.query(MyModel.self).filter("objId = '\(objId)'").all()
        #expect(results.map(\.objId) == [objId.lowercased()])
        #expect(obj.id == 1)
        #expect(
            log.lines() == [
                #"INSERT INTO "amigotests_mymodel" ("objId") VALUES (?)\#(ServedEngine.returningID)  [x'e621e1f8c36c495a93fc0c247a3e6e5f']"#,
                #"SELECT "amigotests_mymodel"."id", "amigotests_mymodel"."objId" FROM "amigotests_mymodel" WHERE "amigotests_mymodel"."objId" \#(ServedEngine.isSQLite ? "IN (?, ?, ?)  [x'e621e1f8c36c495a93fc0c247a3e6e5f', '\(objId.lowercased())', '\(objId)']" : "= ?  [x'e621e1f8c36c495a93fc0c247a3e6e5f']")"#,
            ])
        #expect(try results.allSatisfy { try !$0.hasChanges() })
    }

    @Test func aUUIDCanHaveADefault() throws {
        let myModel = ORMModel(
            MyModel.self, IntegerField("id", primaryKey: true),
            UUIDField("objId", indexed: true, unique: true) {
                // the input case doesn't actually matter
                return NSUUID().uuidString.lowercased()
            })
        let (amigo, _) = try open(myModel)
        try amigo.createAll()
        let session = amigo.session
        let (first, second) = (MyModel(), MyModel())
        second.objId = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
        try session.add(first, second)
        #expect(first.objId.flatMap { UUID(uuidString: $0) } != nil)
        let loaded = try session.query(MyModel.self).orderBy("id").all().map(\.objId)
        #expect(loaded == [first.objId, "e621e1f8-c36c-495a-93fc-0c247a3e6e5f"])
    }

    @Test func aForeignKeyPointsToAModelATableOrAColumn() throws {
        let dog = ORMModel(
            Dog.self, Column("id", type: Int.self, primaryKey: true), Column("label", type: String.self))
        for key in [ForeignKey(dog), ForeignKey(dog.table), ForeignKey(dog.table.c["id"]), ForeignKey(Dog.self)] {
            let person = ORMModel(
                Person.self, Column("id", type: Int.self, primaryKey: true), Column("label", type: String.self),
                Column("dog", type: key))
            // What is pointed to is made first, whatever the order here.
            let (amigo, log) = try open(person, dog)
            try amigo.createAll()
            #expect(
                log.lines() == [
                    #"CREATE TABLE IF NOT EXISTS "amigotests_dog" (\#(ServedEngine.countedKey), "label" \#(ServedEngine.text))"#,
                    #"CREATE TABLE IF NOT EXISTS "amigotests_person" (\#(ServedEngine.countedKey), "label" \#(ServedEngine.text), "dog_id" \#(ServedEngine.int), FOREIGN KEY ("dog_id") REFERENCES "amigotests_dog" ("id"))"#,
                    #"CREATE INDEX IF NOT EXISTS "amigotests_person_dog_id_idx" ON "amigotests_person" ("dog_id")"#,
                ])
        }
    }

    @Test(arguments: ["dog", nil]) func oneToManyIsFollowedFromTheOneSide(on property: String?) throws {
        let dog = ORMModel(
            Dog.self, Column("id", type: Int.self, primaryKey: true), Column("label", type: String.self),
            OneToMany("people", using: Person.self, on: property))
        let person = ORMModel(
            Person.self, Column("id", type: Int.self, primaryKey: true), Column("label", type: String.self),
            Column("dog", type: ForeignKey(dog)))
        let (amigo, log) = try open(dog, person)
        try amigo.createAll()
        let session = amigo.session
        let d1 = Dog()
        d1.label = "Lucy"
        let p1 = Person()
        p1.label = "Foo"
        p1.dog = d1
        let p2 = Person()
        p2.label = "Bar"
        p2.dog = d1
        _ = log.take()
        try session.add(d1, p1, p2)
        let results = try session.query(Person.self).using(d1).relationship("people").all()
        #expect(results.map(\.label) == ["Foo", "Bar"])
        #expect(
            log.lines() == [
                #"INSERT INTO "amigotests_dog" ("label") VALUES (?)\#(ServedEngine.returningID)  ['Lucy']"#,
                ServedEngine.insert(
                    "amigotests_person", [("label", "text"), ("dog_id", "bigint")], [["Foo", 1], ["Bar", 1]]),
                #"SELECT "amigotests_person"."id", "amigotests_person"."label", "amigotests_person"."dog_id" FROM "amigotests_person" WHERE "amigotests_person"."dog_id" = ?  [1]"#,
            ])
    }

    @Test func manyToManyHasATableOfItsOwn() throws {
        let parent = ORMModel(
            Parent.self, Column("id", type: Int.self, primaryKey: true), Column("label", type: String.self),
            ManyToMany("children", using: Child.self))
        let child = ORMModel(
            Child.self, Column("id", type: Int.self, primaryKey: true), Column("label", type: String.self),
            ManyToMany("parents", using: Parent.self))
        let (amigo, log) = try open(parent, child)
        try amigo.createAll()
        #expect(
            log.lines().suffix(3) == [
                #"CREATE TABLE IF NOT EXISTS "amigotests_child_amigotests_parent" (\#(ServedEngine.countedKey), "child_id" \#(ServedEngine.int) NOT NULL, "parent_id" \#(ServedEngine.int) NOT NULL, FOREIGN KEY ("child_id") REFERENCES "amigotests_child" ("id") ON DELETE CASCADE, FOREIGN KEY ("parent_id") REFERENCES "amigotests_parent" ("id") ON DELETE CASCADE)"#,
                #"CREATE UNIQUE INDEX IF NOT EXISTS "amigotests_child_amigotests_parent_pair_idx" ON "amigotests_child_amigotests_parent" ("child_id", "parent_id")"#,
                #"CREATE INDEX IF NOT EXISTS "amigotests_child_amigotests_parent_parent_id_idx" ON "amigotests_child_amigotests_parent" ("parent_id")"#,
            ])
        let session = amigo.session
        let p1 = Parent()
        p1.label = "Foo"
        let c1 = Child()
        c1.label = "Baz"
        let c2 = Child()
        c2.label = "Qux"
        try session.add(p1, c1, c2)
        _ = log.take()
        // add 2 children to p1
        try session.using(p1).relationship("children").add(c1, c2)
        let results = try session.query(Child.self).using(p1).relationship("children").all()
        #expect(results.map(\.label) == ["Baz", "Qux"])
        #expect(
            log.lines() == [
                #"INSERT INTO "amigotests_child_amigotests_parent" ("child_id", "parent_id") VALUES (?, ?), (?, ?) \#(ServedEngine.upsert(["child_id", "parent_id"]))  [1, 1, 2, 1]"#,
                #"SELECT "amigotests_child"."id", "amigotests_child"."label" FROM "amigotests_child_amigotests_parent" AS "amigo_join" JOIN "amigotests_child" ON "amigotests_child"."id" = "amigo_join"."child_id" WHERE "amigo_join"."parent_id" = ?  [1]"#,
            ])
        // The other side sees the same; what is tied already stays tied once.
        try session.using(c1).relationship("parents").add(p1)
        #expect(try session.query(Parent.self).using(c1).relationship("parents").count() == 1)
        try session.using(c1).relationship("parents").delete(p1)
        #expect(try session.query(Child.self).using(p1).relationship("children").all().map(\.label) == ["Qux"])
        // A model that goes takes its ties with it, not the models at their other end.
        try session.delete(p1)
        #expect(try session.query(Child.self).count() == 2)
        #expect(try amigo.execute("SELECT count(*) FROM amigotests_child_amigotests_parent") { $0.first?[0] } == 0)
    }
}
