import Amigo
import TestServer
import Testing

private class Dog: AmigoModel { var id: Int?; var label: String?; var owner: Owner? }
private class Owner: AmigoModel {
    var id: Int?; var label: String?; var dog: Dog?; let fixed = 1; var view: [Substring] = []
}
private class Formed: AmigoModel {
    var id: Int?; var label: String?; var isBig = false
    override class var forms: [String: ColumnForm] { ["isBgi": .bool(.words("Y", "N"))] }
}
private class Worded: AmigoModel {
    var id: Int?; var label: String?
    override class var forms: [String: ColumnForm] { ["label": .bool(.words("Y", "N"))] }
}
private class Defaulted: AmigoModel {
    var id: Int?; var label: String?
    override class var databaseDefaults: Set<String> { ["lable"] }
}
private class Versioned: AmigoModel {
    var id: Int?; var version = 0
    override class var locking: Locking { .version("versoin") }
}
private class Tie: AmigoModel { var id: Int?; var dog: Dog?; var owner: Owner?; var other: Owner? }

@Suite(.eachEngine) struct BadModelTests {
    private let factory: DatabaseEngineFactory

    init() throws { factory = try ServedEngine.makeFactory() }
    private let dog = ORMModel(Dog.self, IntegerField("id", primaryKey: true), CharField("label"))
    private let owner = ORMModel(Owner.self, IntegerField("id", primaryKey: true), CharField("label"))

    /// InnoDB wants an index only; the others something unique. A table that is there may have what its model does not say.
    @Test func aForeignKeyToWhatIsNotUnique() throws {
        func made(_ label: any MetaItem, in database: Database) throws {
            let owner = ORMModel(Owner.self, IntegerField("id", primaryKey: true), label)
            let dog = ORMModel(
                Dog.self, IntegerField("id", primaryKey: true),
                Column("owner", type: ForeignKey(owner.table.c["label"])))
            try Amigo([owner, dog], factory: DatabaseEngineFactory(database)).createAll()
        }
        try made(CharField("label", unique: true), in: ServedEngine.makeDatabase(""))
        if ServedEngine.isMariaDB {
            return try made(CharField("label", indexed: true), in: ServedEngine.makeDatabase(""))
        }
        let error = #expect(throws: ModelError.self) {
            try made(CharField("label", indexed: true), in: ServedEngine.makeDatabase(""))
        }
        #expect(error?.code == .mapping)
        #expect(
            error?.message
                == #"the foreign key "owner" of "amigotests_dog" points to (label) of "amigotests_owner", which is neither its key nor unique"#
        )
        let table = #"CREATE TABLE "amigotests_owner" ("id" INTEGER PRIMARY KEY, "label" VARCHAR(20) UNIQUE)"#
        try made(CharField("label"), in: ServedEngine.makeDatabase(table))
    }

    /// Expects that the models are refused, and that nothing was written.
    private func refused(
        _ models: [ORMModel], _ code: ModelError.Code, _ message: String, hint: String? = nil,
        location: SourceLocation = #_sourceLocation
    ) throws {
        let error = #expect(throws: ModelError.self, sourceLocation: location) {
            _ = try Amigo(models, factory: factory)
        }
        #expect(error?.code == code, sourceLocation: location)
        #expect(error?.message == message, sourceLocation: location)
        if let hint { #expect(error?.hint == hint, sourceLocation: location) }
        #expect(try factory.connect().database.read { try $0.tableNames() } == [], sourceLocation: location)
    }

    @Test func classesAndTables() throws {
        try refused([dog, dog], .mapping, "class Dog is registered twice")
        let other = ORMModel(Owner.self, table: "AmigoTests_DOG", IntegerField("id", primaryKey: true))
        try refused(
            [dog, other], .mapping, #"the classes Dog and Owner have the same table "AmigoTests_DOG""#,
            hint: "Name one of them in ORMModel(…, table:)")
        try refused(
            [ORMModel(Dog.self, CharField("label"))], .mapping, "the model of class Dog has no primary key",
            hint: "Say primaryKey: true of one or more columns")
        try refused([ORMModel(Dog.self)], .mapping, "the model of class Dog has no columns")
    }

    @Test func columnsAndProperties() throws {
        let id = IntegerField("id", primaryKey: true)
        try refused(
            [ORMModel(Dog.self, id, CharField("lable"))], .unknownColumn, #"class Dog has no stored property "lable""#,
            hint: #"Did you mean "label"?"#)
        try refused(
            [ORMModel(Dog.self, id, CharField("label"), CharField("LABEL", property: "label"))], .mapping,
            #"the model of class Dog has the column "label" twice"#)
        try refused(
            [ORMModel(Owner.self, id, IntegerField("fixed"))], .mapping,
            #"class Owner: the property "fixed" is a constant, so no row can be read into it"#)
        try refused(
            [ORMModel(Owner.self, id, Column("view", type: [Substring].self))], .mapping,
            #"the column "view" of class Owner is of type Array<Substring>, which no column can hold"#)
        try refused(
            [ORMModel(Dog.self, id, Index("i", "labl"))], .unknownColumn,
            #"the index "i" of "amigotests_dog" names "labl", which is no column"#)
        try refused(
            [ORMModel(Dog.self, id, Column("owner", type: String.self))], .mapping,
            #"class Dog: no column can hold the property "owner" of type Optional<Owner>"#)
    }

    @Test func whatTheClassSays() throws {
        let id = IntegerField("id", primaryKey: true)
        try refused(
            [ORMModel(Formed.self, id, CharField("label"), BooleanField("isBig"))], .mapping,
            #"class Formed: forms names "isBgi", which is no column or property of it"#,
            hint: #"Did you mean "isBig"?"#)
        try refused(
            [ORMModel(Worded.self, id, CharField("label"))], .mapping,
            #"class Worded: the column "label" has the form .bool(.words("Y", "N")), which is not for a property of type Optional<String>"#
        )
        try refused(
            [ORMModel(Defaulted.self, id, CharField("label"))], .mapping,
            #"class Defaulted: databaseDefaults names "lable", which is no column or property of it"#,
            hint: #"Did you mean "label"?"#)
        try refused(
            [ORMModel(Versioned.self, id, IntegerField("version"))], .mapping,
            #"class Versioned: locking names "versoin", which is no column or property of it"#,
            hint: #"Did you mean "version"?"#)
    }

    @Test func foreignKeys() throws {
        let id = IntegerField("id", primaryKey: true)
        try refused(
            [ORMModel(Owner.self, id, Column("dog", type: ForeignKey(dog)))], .notRegistered,
            #"class Dog is used by the foreign key "dog" of "amigotests_owner", and is not registered"#,
            hint: "Give Amigo an ORMModel(Dog.self, …)")
        try refused(
            [dog, ORMModel(Owner.self, id, Column("dog", type: ForeignKey(dog.table.c["idd"])))], .unknownColumn,
            #"the foreign key "dog" of "amigotests_owner" points to "idd", which is no column of "amigotests_dog""#,
            hint: #"Did you mean "id"?"#)
        try refused(
            [dog, ORMModel(Owner.self, id, Column("dog", type: ForeignKey(dog, columns: ["a", "b"])))], .keyMismatch,
            #"the foreign key "dog" of "amigotests_owner" has the columns (a, b), and points to (id) of "amigotests_dog""#
        )
        try refused(
            [dog, owner, ORMModel(Tie.self, id, Column("dog", type: ForeignKey(owner)))], .mapping,
            #"class Tie: the property "dog" refers to class Dog, its ForeignKey to class Owner"#)
        try refused(
            [dog, ORMModel(Owner.self, id, Column("label", type: ForeignKey(dog)))], .mapping,
            #"class Owner: the property "label" of type Optional<String> cannot refer to a model"#,
            hint: "Declare it as a variable of an optional model class, such as Dog?")
    }

    @Test func circles() throws {
        let id = IntegerField("id", primaryKey: true)
        let first = ORMModel(Dog.self, id, Column("owner", type: ForeignKey(Owner.self), optional: false))
        let second = ORMModel(Owner.self, id, Column("dog", type: ForeignKey(Dog.self), optional: false))
        try refused(
            [first, second], .cycle,
            "foreign keys that cannot be NULL lead in a circle, so no row can be the first: Dog → Owner → Dog",
            hint: "Make one of them optional: true")
        let keys = (
            ORMModel(Dog.self, Column("owner", type: ForeignKey(Owner.self), primaryKey: true)),
            ORMModel(Owner.self, Column("dog", type: ForeignKey(Dog.self), primaryKey: true))
        )
        try refused(
            [keys.0, keys.1], .cycle, "the primary keys of classes are foreign keys of each other: Dog → Owner → Dog",
            hint: "Give one of them a key of its own")
    }

    @Test func relationships() throws {
        let id = IntegerField("id", primaryKey: true)
        try refused(
            [ORMModel(Dog.self, id, OneToMany("owners", using: Owner.self))], .notRegistered,
            #"class Owner is used by the relationship "owners" of "amigotests_dog", and is not registered"#)
        let withOwners = ORMModel(Dog.self, id, OneToMany("owners", using: Owner.self))
        try refused(
            [withOwners, owner], .mapping,
            #"the relationship "owners" of "amigotests_dog" leads to "amigotests_owner", which has no foreign keys to class Dog"#,
            hint: "Add a Column of type ForeignKey(Dog.self) to it")
        let onDag = ORMModel(Dog.self, id, OneToMany("owners", using: Owner.self, on: "dag"))
        let owned = ORMModel(Owner.self, id, Column("dog", type: ForeignKey(Dog.self)))
        try refused(
            [onDag, owned], .unknownColumn,
            #"the relationship "owners" of "amigotests_dog" is on "dag", which is no foreign key of "amigotests_owner" to class Dog"#,
            hint: #"Did you mean "dog"?"#)
        let ties = ORMModel(Owner.self, id, OneToMany("ties", using: Tie.self))
        let tie = ORMModel(
            Tie.self, id, Column("owner", type: ForeignKey(Owner.self)), Column("other", type: ForeignKey(Owner.self)))
        try refused(
            [ties, tie], .mapping,
            #"the relationship "ties" of "amigotests_owner" leads to "amigotests_tie", which has several foreign keys to class Owner: owner, other"#,
            hint: "Say which with on:")
        let twice = ORMModel(
            Dog.self, id, OneToMany("owners", using: Owner.self), OneToMany("owners", using: Owner.self))
        try refused([twice, owned], .mapping, #""amigotests_dog" (class Dog) has the relationship "owners" twice"#)
    }

    @Test func manyToMany() throws {
        let id = IntegerField("id", primaryKey: true)
        func dogs(_ items: any MetaItem...) -> ORMModel { ORMModel(Dog.self, items: [id] + items) }
        try refused(
            [dogs(ManyToMany("owners", using: Owner.self, throughModel: Tie.self)), owner], .notRegistered,
            #"class Tie is used by the relationship "owners" of "amigotests_dog", and is not registered"#)
        try refused(
            [
                dogs(ManyToMany("owners", using: Owner.self, throughModel: Tie.self)), owner,
                ORMModel(Tie.self, id, Column("dog", type: ForeignKey(Dog.self))),
            ], .mapping,
            #"the relationship "owners" of "amigotests_dog" goes through class Tie, which has 0 foreign keys to class Owner and needs 1"#,
            hint: "Add a Column of type ForeignKey(Owner.self) to its ORMModel")
        try refused(
            [dogs(ManyToMany("owners", using: Owner.self), ManyToMany("friends", using: Owner.self)), owner], .mapping,
            #"the relationship "friends" of "amigotests_dog" has the same join table "amigotests_dog_amigotests_owner" as "owners""#,
            hint: "Name another in ManyToMany(…, table:), or as joinTable in a Core Data relationship's user info")
        try refused(
            [dogs(ManyToMany("owners", using: Owner.self, table: "amigotests_owner")), owner], .mapping,
            #"the relationship "owners" has the join table "amigotests_owner", which is the table of class Owner"#)
    }

    @Test func aFileThatCannotBeOpened() throws {
        let error = #expect(throws: DatabaseError.self) {
            _ = try Amigo([dog], factory: SQLiteEngineFactory("/nowhere/at/all.sqlite"))
        }
        #expect(error?.code == .cannotOpen)
    }
}
