import Amigo
import TestServer
import Testing

private class Dog: AmigoModel { var id: Int?; var label: String?; var code: String?; var age: Int? }
private class Owner: AmigoModel { var id: Int?; var label: String?; var dog: Dog? }
private class Cat: AmigoModel { var id: Int? }
private class Egg: AmigoModel { var id: Int?; var hen: Hen? }
private class Hen: AmigoModel { var id: Int?; var egg: Egg? }

/// Wrong calls: the error says what to change, and nothing was written.
@Suite(.eachEngine) struct BadCallTests {
    private let amigo: Amigo
    private let session: AmigoSession
    private let log: SQLLog

    init() throws {
        let dog = ORMModel(
            Dog.self, IntegerField("id", primaryKey: true), CharField("label", unique: true), UUIDField("code"),
            Column("age", type: Int.self) { "old" }, OneToMany("owners", using: Owner.self),
            ManyToMany("friends", using: Owner.self))
        let owner = ORMModel(
            Owner.self, IntegerField("id", primaryKey: true), CharField("label", optional: false),
            Column("dog", type: ForeignKey(dog)))
        let egg = ORMModel(
            Egg.self, IntegerField("id", primaryKey: true),
            Column("hen", type: ForeignKey(Hen.self), optional: false))
        let hen = ORMModel(Hen.self, IntegerField("id", primaryKey: true), Column("egg", type: ForeignKey(Egg.self)))
        amigo = try Amigo([dog, owner, egg, hen], factory: ServedEngine.makeFactory())
        try amigo.createAll()
        session = amigo.session
        log = try SQLLog(amigo)
    }

    private func dog(_ label: String, age: Int? = 1) -> Dog {
        let dog = Dog()
        (dog.label, dog.age) = (label, age)
        return dog
    }

    /// Expects an error and no statement.
    private func refused<T>(
        _ code: ModelError.Code, _ message: String, hint: String? = nil, location: SourceLocation = #_sourceLocation,
        _ body: () throws -> T
    ) {
        _ = log.take()
        let error = #expect(throws: ModelError.self, sourceLocation: location) { _ = try body() }
        #expect(error?.code == code, sourceLocation: location)
        #expect(error?.message == message, sourceLocation: location)
        if let hint { #expect(error?.hint == hint, sourceLocation: location) }
        #expect(log.lines() == [], sourceLocation: location)
    }

    @Test func aClassThatIsNotRegistered() {
        let message = "class Cat is used by this Amigo, and is not registered"
        refused(.notRegistered, message, hint: "Give Amigo an ORMModel(Cat.self, …)") {
            try session.add(dog("a"), Cat())
        }
        refused(.notRegistered, message) { try session.delete(Cat()) }
        refused(.notRegistered, message) { try session.query(Cat.self).all() }
        refused(.notRegistered, message) { try amigo.query(Cat.self).count() }
        refused(.notRegistered, message) { try session.batch { try $0.add(Cat()) } }
        refused(.notRegistered, message) { try session.using(Cat()).relationship("x").add(dog("a")) }
    }

    @Test func aRelationshipThatIsUnknownOrOfAnotherKind() throws {
        let lucy = dog("Lucy")
        try session.add(lucy)
        refused(
            .unknownRelationship, #""amigotests_dog" (class Dog) has no relationship "owner""#,
            hint: #"Did you mean "owners"?"#
        ) { try session.query(Owner.self).using(lucy).relationship("owner").all() }
        refused(.query, #"the relationship "owners" of "amigotests_dog" leads to class Owner, not to Dog"#) {
            try session.query(Dog.self).using(lucy).relationship("owners").all()
        }
        refused(.query, #"the relationship "owners" of "amigotests_dog" is kept by class Owner"#) {
            try session.using(lucy).relationship("owners").add(Owner())
        }
        refused(.query, #"the relationship "friends" of "amigotests_dog" leads to class Owner, not to Dog"#) {
            try session.using(lucy).relationship("friends").add(dog("b"))
        }
        refused(.query, "using(_:) names no relationship") { try session.query(Owner.self).using(lucy).all() }
        refused(.query, #"the relationship "owners" belongs to no model"#) {
            try session.query(Owner.self).relationship("owners").all()
        }
        refused(
            .unknownRelationship, #""amigotests_owner" (class Owner) has no property "dogs" that refers to a model"#,
            hint: #"Did you mean "dog"?"#
        ) { try session.query(Owner.self).selectRelated("dogs").all() }
        for query in [
            session.query(Dog.self).filter("friends.label = 'a'"), session.query(Dog.self).orderBy("friends.label"),
        ] {
            refused(
                .unknownRelationship,
                #"a path cannot follow the relationship "friends" of "amigotests_dog", which has no through model"#,
                hint: #"Give the ManyToMany a throughModel, or use using(model).relationship("friends")"#
            ) { try query.all() }
        }
    }

    @Test func aModelWithoutAKey() {
        let lucy = dog("Lucy")
        refused(
            .keyMissing, #"a model of "amigotests_dog" cannot be deleted: it has no key"#,
            hint: "It was not added yet, or its row is gone"
        ) { try session.delete(lucy) }
        refused(.keyMissing, #"a model of "amigotests_dog" cannot be deleted: it has no key"#) {
            try session.batch { try $0.delete(lucy) }
        }
        refused(
            .keyMissing,
            #"a model of "amigotests_dog" has no "id" yet, so its relationship "owners" cannot be followed"#,
            hint: "Add it to the session first"
        ) { try session.query(Owner.self).using(lucy).relationship("owners").all() }
        refused(.keyMissing, #"a model of "amigotests_dog" has no "id" yet, so "friends" cannot join it"#) {
            try session.using(lucy).relationship("friends").delete(Owner())
        }
        refused(
            .keyMismatch, #""amigotests_dog" has the key (id), 2 values were given: (1, 2)"#
        ) { try session.query(Dog.self).get(1, 2) }
    }

    @Test func aDefaultOfTheWrongType() {
        let (first, second) = (dog("Lucy"), dog("Ollie", age: nil))
        refused(.value, #""amigotests_dog"."age": text 'old' cannot be read as `Int?`"#) {
            try session.add(first, second)
        }
        refused(.value, #""amigotests_dog"."age": text 'old' cannot be read as `Int?`"#) {
            try session.batch { try $0.add([first, second]) }
        }
        #expect(second.age == nil && !first.isLoaded)
    }

    @Test func aUUIDThatIsNone() throws {
        let lucy = dog("Lucy")
        lucy.code = "ollie"
        #expect(throws: ModelError.self) { try session.add(lucy) }
        #expect(try session.query(Dog.self).count() == 0)
        refused(.value, #""amigotests_dog"."code": text 'ollie' cannot be read as `UUID`"#) {
            try session.query(Dog.self).filter("code = 'ollie'").all()
        }
    }

    @Test func modelsThatWaitForEachOther() throws {
        let (egg, hen) = (Egg(), Hen())
        egg.hen = hen
        hen.egg = egg
        // The hen can be first: her egg may be NULL until it is there.
        try session.add(egg)
        #expect(
            log.lines() == [
                #"INSERT INTO "amigotests_hen" ("egg_id") VALUES (?)\#(ServedEngine.returningID)  [NULL]"#,
                #"INSERT INTO "amigotests_egg" ("hen_id") VALUES (?)\#(ServedEngine.returningID)  [1]"#,
                #"UPDATE "amigotests_hen" SET "egg_id" = ? WHERE "id" = ?  [1, 1]"#,
            ])
        let (other, second) = (Egg(), Hen())
        other.hen = second
        second.egg = other
        refused(
            .cycle,
            #"models of "amigotests_egg" and "amigotests_hen" wait for each other's keys, and "hen" of "amigotests_egg" cannot be NULL"#
        ) { try session.add(second) }
    }

    @Test func whatFailsLeavesNothingBehind() throws {
        let lucy = dog("Lucy")
        try session.add(lucy)
        try session.commit()
        let (fresh, same, owner) = (dog("Fresh"), dog("Lucy"), Owner())
        owner.dog = fresh
        for body in [
            { try session.add(fresh, same) }, { try session.add(owner) },
            { try session.batch { try $0.add([fresh, same]) } },
            {
                try session.batch { batch in
                    try batch.delete(lucy); try batch.add(owner)
                }
            },
        ] as [() throws -> Void] {
            let error = #expect(throws: DatabaseError.self) { try body() }
            #expect(error?.code == .constraint)
            #expect(try session.query(Dog.self).all().map(\.label) == ["Lucy"])
            #expect(!fresh.isLoaded && fresh.id == nil)
        }
        #expect(throws: Undo.self) {
            try session.batch { batch in
                try batch.add(fresh)
                throw Undo()
            }
        }
        #expect(try session.query(Dog.self).count() == 1)
    }
}
