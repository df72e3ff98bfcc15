import Amigo
import TestServer
import Testing

// The fourth program, as it stands.
private class Dog: AmigoModel { var id: Int?; var label: String? }
private class Owner: AmigoModel { var id: Int?; var label: String?; var dog: Dog? }
private class Workout: AmigoModel { var id: NSNumber!; var label: String! }
private class WorkoutExercise: AmigoModel { var id: NSNumber!; var label: String! }
private class WorkoutMeta: AmigoModel {
    var id: NSNumber!; var duration: NSNumber!; var position: NSNumber!
    var exercise: WorkoutExercise!; var workout: Workout!
}

@Suite(.eachEngine) struct SessionProgramTests {
    @Test func theProgramDoesWhatItsCommentsSay() throws {
        let dog = ORMModel(
            Dog.self,
            Column("id", type: Int.self, primaryKey: true),
            Column("label", type: String.self, indexed: true),
            OneToMany("owners", using: Owner.self, on: "dog"))
        let owner = ORMModel(
            Owner.self,
            IntegerField("id", primaryKey: true), CharField("label"), Column("dog", type: ForeignKey(dog)))
        let workout = ORMModel(
            Workout.self,
            Column("id", type: Int.self, primaryKey: true), Column("label", type: String.self),
            ManyToMany("exercises", using: WorkoutExercise.self, throughModel: WorkoutMeta.self))
        let exercise = ORMModel(
            WorkoutExercise.self,
            Column("id", type: Int.self, primaryKey: true), Column("label", type: String.self))
        let meta = ORMModel(
            WorkoutMeta.self,
            Column("id", type: Int.self, primaryKey: true), Column("duration", type: Int.self),
            Column("position", type: Int.self),
            Column("exercise", type: ForeignKey(exercise)), Column("workout", type: ForeignKey(workout.table.c["id"])))

        // SQLite as the program has it; on the other engine its one line for that.
        let engine: any EngineFactory =
            ServedEngine.isSQLite ? SQLiteEngineFactory(":memory:", echo: true) : try ServedEngine.makeFactory()
        let amigo = try Amigo([dog, owner, workout, exercise, meta], factory: engine)
        try amigo.createAll()
        let log = try SQLLog(amigo)

        let session = amigo.session  // a transaction is open from here on
        #expect(log.texts() == [ServedEngine.begin])
        let d1 = Dog(); d1.label = "Lucy"
        let o1 = Owner(); o1.label = "Foo"; o1.dog = d1
        try session.add(d1, o1)  // d1.id and o1.id are set
        #expect(d1.id == 1 && o1.id == 1)
        #expect(
            log.lines() == [
                #"INSERT INTO "amigotests_dog" ("label") VALUES (?)\#(ServedEngine.returningID)  ['Lucy']"#,
                #"INSERT INTO "amigotests_owner" ("label", "dog_id") VALUES (?, ?)\#(ServedEngine.returningID)  ['Foo', 1]"#,
            ])
        let owners = try session.query(Owner.self).using(d1).relationship("owners").all()
        #expect(owners.map(\.label) == ["Foo"])
        let named = try session.query(Owner.self).selectRelated("dog")
            .filter("id > 0 AND dog.label = '\("Lucy")'")  // what is interpolated is bound, never pasted
            .orderBy("dog.label", ascending: false).limit(10).offset(0).all()
        #expect(named.map { $0.dog?.label } == ["Lucy"])

        let w1 = Workout(); w1.label = "Monday"
        let e1 = WorkoutExercise(); e1.label = "Jumping Jacks"
        let e2 = WorkoutExercise(); e2.label = "Push-Ups"
        try session.add(w1, e1, e2)
        let error = #expect(throws: ModelError.self) {
            // throws: this relationship goes through WorkoutMeta
            try session.using(w1).relationship("exercises").add(e1)
        }
        #expect(error?.code == .throughModel)
        #expect(
            error?.message == #"the relationship "exercises" of "amigotests_workout" goes through class WorkoutMeta"#)
        for (position, exercise) in [(2, e1), (1, e2)] {
            let meta = WorkoutMeta(); meta.workout = w1; meta.exercise = exercise
            meta.duration = 60_000; meta.position = NSNumber(value: position)
            try session.add(meta)
        }
        let metas = try session.query(WorkoutMeta.self).using(w1).relationship("exercises")
            .orderBy("position", ascending: true).all()
        #expect(metas.map(\.position) == [1, 2])
        _ = log.take()

        let dogs = ["Ollie", "Rex"].map { label in
            let dog = Dog(); dog.label = label; return dog
        }
        try session.batch { batch in try dogs.forEach { try batch.add($0, upsert: true) } }
        #expect(
            log.lines() == [ServedEngine.insert("amigotests_dog", [("label", "text")], [["Ollie"], ["Rex"]])])
        #expect(dogs.map(\.id) == [nil, nil])
        try session.commit()  // and the next transaction is open
        #expect(log.texts() == ["COMMIT", ServedEngine.begin])
        #expect(try amigo.query(Dog.self).orderBy("id").all().map(\.label) == ["Lucy", "Ollie", "Rex"])
    }

    @Test func theNamesResolveInsideAmigo() {
        let types: [Any.Type] = [
            Amigo.AmigoModel.self, Amigo.ORMModel.self, Amigo.Column.self, Amigo.ForeignKey.self, Amigo.Index.self,
            Amigo.OneToMany.self, Amigo.ManyToMany.self, Amigo.UUIDField.self, Amigo.CharField.self,
            Amigo.BooleanField.self, Amigo.IntegerField.self, Amigo.FloatField.self, Amigo.DoubleField.self,
            Amigo.BinaryField.self, Amigo.DateTimeField.self, NSAttributeType.self,
        ]
        #expect(Set(types.map { ObjectIdentifier($0) }).count == types.count)
        #expect(ObjectIdentifier(Amigo.AmigoModel.self) == ObjectIdentifier(Model.self))
    }
}
