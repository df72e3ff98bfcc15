import Amigo
import Foundation
import TestServer
import Testing

/// The classes of the original's pages, which define them anew in each block.
private enum Page {
    enum First {
        // Mapping 1
        class Dog: AmigoModel {
            dynamic var id: NSNumber!
            dynamic var label: String!

            public required init() {
                super.init()
            }
        }
        // End
    }

    // Mapping 5
    class MyModel: AmigoModel {
        dynamic var id: Int = 0
        dynamic var objId: String?

        public required init() {
            super.init()
        }
    }
    // End

    enum Defaults {
        // Mapping 7
        class Dog: AmigoModel {
            dynamic var id = 0
            dynamic var label = "New Dog"

            public required init() {
                super.init()
            }
        }

        class Person: AmigoModel {
            dynamic var id = 0
            dynamic var label = "New Person"
            dynamic var dog: Dog?

            public required init() {
                super.init()
            }
        }
        // End
    }

    // Mapping 9, Session 1
    class Dog: AmigoModel {
        dynamic var id: NSNumber!
        dynamic var label: String!
    }

    class Person: AmigoModel {
        dynamic var id: NSNumber!
        dynamic var label: String!
        dynamic var dog: Dog!
    }
    // End

    // Mapping 11
    class Parent: AmigoModel {
        dynamic var id: NSNumber!
        dynamic var label: String!

        public required init() {
            super.init()
        }
    }

    class Child: AmigoModel {
        dynamic var id: NSNumber!
        dynamic var label: String!

        public required init() {
            super.init()
        }
    }
    // Mapping 13
    class Workout: AmigoModel {
        dynamic var id: NSNumber!
        dynamic var label: String!

        public required init() {
            super.init()
        }
    }

    class WorkoutExercise: AmigoModel {
        dynamic var id: NSNumber!
        dynamic var label: String!

        public required init() {
            super.init()
        }
    }

    class WorkoutMeta: AmigoModel {
        dynamic var id: NSNumber!
        dynamic var duration: NSNumber!
        dynamic var position: NSNumber!
        dynamic var exercise: WorkoutExercise!
        dynamic var workout: Workout!
    }
    // End
}

/// The blocks of the original's pages as they stand there, but for `try` and what else today's Swift asks for. What each of
/// them sends is tested by the suites of its subject.
@Suite struct PagesAsWrittenTests {
    /// On a server the factory is that one's.
    private let engines = SQLiteEngineFactory(":memory:", echo: true)

    @Test func columnsAndIndexes() throws {
        typealias Dog = Page.First.Dog
        do {
            // Mapping 1
            let dog = ORMModel(
                Dog.self,
                Column("id", type: Int.self, primaryKey: true),
                Column("label", type: String.self),
                Index("dog_label_idx", "label")
            )
            // End
            #expect(try Amigo([dog], factory: engines).query(Dog.self).rendered().sql.contains("label"))
        }
        // Mapping 1
        let dog = ORMModel(
            Dog.self,
            Column("id", type: Int.self, primaryKey: true),
            Column("label", type: String.self, indexed: true)
        )

        let engine = SQLiteEngineFactory(":memory:", echo: true)
        let amigo = try Amigo([dog], factory: engine)
        try amigo.createAll()
        // End
        #expect(try amigo.query(Dog.self).count() == 0)
    }

    @Test func namesOfCoreData() throws {
        // Mapping 4
        let names = [
            NSAttributeType.stringAttributeType,
            NSAttributeType.integer16AttributeType,
            NSAttributeType.integer32AttributeType,
            NSAttributeType.integer64AttributeType,
            NSAttributeType.dateAttributeType,
            NSAttributeType.binaryDataAttributeType,
            NSAttributeType.decimalAttributeType,
            NSAttributeType.doubleAttributeType,
            NSAttributeType.floatAttributeType,
            NSAttributeType.booleanAttributeType,
            NSAttributeType.undefinedAttributeType,
        ]
        // End
        #expect(Set(names).count == 11)
    }

    @Test func uuids() throws {
        typealias MyModel = Page.MyModel
        // Mapping 5
        let myModel = ORMModel(
            MyModel.self,
            IntegerField("id", primaryKey: true),
            UUIDField("objId", indexed: true, unique: true)
        )

        let engine = SQLiteEngineFactory(":memory:", echo: true)
        let amigo = try Amigo([myModel], factory: engine)
        try amigo.createAll()

        let objId = NSUUID().uuidString
        let obj = MyModel()
        obj.objId = objId

        let session = amigo.session
        try session.add(obj)

        let results =
            try session
            .query(MyModel.self)
            .filter("objId = '\(objId)'")
            .all()
        // End
        #expect(results.map(\.objId) == [objId.lowercased()])
    }

    @Test func uuidsWithADefault() throws {
        typealias MyModel = Page.MyModel
        // Mapping 6
        let myModel = ORMModel(
            MyModel.self,
            IntegerField("id", primaryKey: true),
            UUIDField("objId", indexed: true, unique: true) {
                return NSUUID().uuidString.lowercased()
            }
        )
        // End
        let amigo = try Amigo([myModel], factory: engines)
        try amigo.createAll()
        let (session, obj) = (amigo.session, MyModel())
        try session.add(obj)
        #expect(obj.objId?.count == 36)
    }

    @Test func foreignKeys() throws {
        typealias Dog = Page.Defaults.Dog
        typealias Person = Page.Defaults.Person
        // Mapping 7
        let dog = ORMModel(
            Dog.self,
            Column("id", type: Int.self, primaryKey: true),
            Column("label", type: String.self)
        )

        let person = ORMModel(
            Person.self,
            Column("id", type: Int.self, primaryKey: true),
            Column("label", type: String.self),
            Column("dog", type: ForeignKey(dog))
        )
        // End
        func byColumn() -> ORMModel {
            // Mapping 8
            let person = ORMModel(
                Person.self,
                Column("id", type: Int.self, primaryKey: true),
                Column("label", type: String.self),
                Column("dog", type: ForeignKey(dog.table.c["id"]))
            )
            // End
            return person
        }
        for model in [person, byColumn()] {
            let amigo = try Amigo([dog, model], factory: SQLiteEngineFactory(":memory:"))
            try amigo.createAll()
            let (session, owner) = (amigo.session, Person())
            owner.dog = Dog()
            try session.add(owner)
            let found = try session.query(Person.self).selectRelated("dog").all()
            #expect(found.map(\.label) == ["New Person"] && found.first?.dog?.label == "New Dog")
        }
    }

    @Test func oneToMany() throws {
        typealias Dog = Page.Dog
        typealias Person = Page.Person
        // Mapping 9
        let dog = ORMModel(
            Dog.self,
            Column("id", type: Int.self, primaryKey: true),
            Column("label", type: String.self),
            OneToMany("people", using: Person.self)
        )

        let person = ORMModel(
            Person.self,
            Column("id", type: Int.self, primaryKey: true),
            Column("label", type: String.self),
            Column("dog", type: ForeignKey(dog))
        )

        let engine = SQLiteEngineFactory(":memory:", echo: true)
        let amigo = try Amigo([dog, person], factory: engine)
        try amigo.createAll()
        // Mapping 10
        let session = amigo.session

        let d1 = Dog()
        d1.label = "Lucy"

        let p1 = Person()
        p1.label = "Foo"
        p1.dog = d1

        let p2 = Person()
        p2.label = "Bar"
        p2.dog = d1

        try session.add(d1, p1, p2)

        let results =
            try session
            .query(Person.self)
            .using(d1)
            .relationship("people")
            .all()
        // End
        #expect(results.map(\.label) == ["Foo", "Bar"])
    }

    @Test func manyToMany() throws {
        typealias Parent = Page.Parent
        typealias Child = Page.Child
        // Mapping 12
        let parent = ORMModel(
            Parent.self,
            Column("id", type: Int.self, primaryKey: true),
            Column("label", type: String.self),
            ManyToMany("children", using: Child.self)
        )

        let child = ORMModel(
            Child.self,
            Column("id", type: Int.self, primaryKey: true),
            Column("label", type: String.self),
        )

        let engine = SQLiteEngineFactory(":memory:", echo: true)
        let amigo = try Amigo([parent, child], factory: engine)
        try amigo.createAll()

        let session = amigo.session

        let p1 = Parent()
        p1.label = "Foo"

        let c1 = Child()
        c1.label = "Baz"

        let c2 = Child()
        c2.label = "Qux"

        try session.add(p1, c1, c2)

        try session.using(p1).relationship("children").add(c1, c2)

        let results =
            try session
            .query(Child.self)
            .using(p1)
            .relationship("children")
            .all()
        // End
        #expect(results.count == 2)
    }

    @Test func throughModels() throws {
        typealias Workout = Page.Workout
        typealias WorkoutExercise = Page.WorkoutExercise
        typealias WorkoutMeta = Page.WorkoutMeta
        // Mapping 14
        let workout = ORMModel(
            Workout.self,
            Column("id", type: Int.self, primaryKey: true),
            Column("label", type: String.self),
            ManyToMany("exercises", using: WorkoutExercise.self, throughModel: WorkoutMeta.self)
        )

        let workoutExercise = ORMModel(
            WorkoutExercise.self,
            Column("id", type: Int.self, primaryKey: true),
            Column("label", type: String.self),
        )

        let workoutMeta = ORMModel(
            WorkoutMeta.self,
            Column("id", type: Int.self, primaryKey: true),
            Column("duration", type: Int.self),
            Column("position", type: Int.self),
            Column("exercise", type: ForeignKey(workoutExercise)),
            Column("workout", type: ForeignKey(workout))
        )
        // End
        let amigo = try Amigo([workout, workoutExercise, workoutMeta], factory: engines)
        try amigo.createAll()
        do {
            // Mapping 15
            let session = amigo.session

            let w1 = Workout()
            w1.label = "foo"

            let e1 = WorkoutExercise()
            e1.label = "Jumping Jacks"

            try session.add(w1)
            try session.add(e1)
            // End
            // Where the original ended the program.
            #expect(throws: ModelError.self) {
                // Mapping 15
                try session.using(w1).relationship("exercises").add(e1)
                // End
            }
            try session.rollback()
        }
        // Mapping 16
        let session = amigo.session

        let w1 = Workout()
        w1.label = "foo"

        let e1 = WorkoutExercise()
        e1.label = "Jumping Jacks"

        let m1 = WorkoutMeta()
        m1.workout = w1
        m1.exercise = e1
        m1.duration = 60000
        m1.position = 1

        try session.add(w1, e1, m1)

        let results =
            try session
            .query(WorkoutMeta.self)
            .using(w1)
            .relationship("exercises")
            .orderBy("position", ascending: true)
            .all()
        // End
        #expect(results.map(\.duration) == [60000])
    }

    @Test func sessions() throws {
        typealias Dog = Page.Dog
        typealias Person = Page.Person
        // Session 1
        let dog = ORMModel(
            Dog.self,
            Column("id", type: Int.self, primaryKey: true),
            Column("label", type: String.self),
            OneToMany("people", using: Person.self, on: "dog")
        )

        let person = ORMModel(
            Person.self,
            Column("id", type: Int.self, primaryKey: true),
            Column("label", type: String.self),
            Column("dog", type: ForeignKey(dog))
        )

        let engine = SQLiteEngineFactory(":memory:", echo: true)
        let amigo = try Amigo([dog, person], factory: engine)
        try amigo.createAll()

        let session = amigo.session
        let d1 = Dog()
        let d2 = Dog()

        d1.label = "Lucy"
        d2.label = "Ollie"

        try session.add(d1, d2)
        try session.commit()
        // End
        let myModel = Dog()
        (myModel.id, myModel.label) = (d2.id, "Olga")
        // Session 2
        try session.add(myModel, upsert: true)
        // End
        let (myAdds, myDeletes, myUpserts) = ([Dog(), Dog()], [d1], [myModel])
        do {
            // Session 3
            let session = amigo.session

            try session.batch { batch in
                try myAdds.forEach(batch.add)
                try myDeletes.forEach(batch.delete)
                try myUpserts.forEach { try batch.add($0, upsert: true) }
            }
            // End
            try session.commit()
        }
        #expect(try session.query(Dog.self).orderBy("id").all().map(\.label) == ["Olga", nil, nil])
    }
}
