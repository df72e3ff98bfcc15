import Amigo
import TestServer
import Testing

private class Workout: AmigoModel {
    var id: NSNumber!
    var label: String!
}

private class WorkoutExercise: AmigoModel {
    var id: NSNumber!
    var label: String!
}

private class WorkoutMeta: AmigoModel {
    var id: NSNumber!
    var duration: NSNumber!
    var position: NSNumber!
    var exercise: WorkoutExercise!
    var workout: Workout!
}

/// The code of the page on through models, with the SQL that it sends.
@Suite(.eachEngine) struct ThroughModelSeedTests {
    private func models(_ placement: ManyToMany.JoinTable = .automatic) -> [ORMModel] {
        let workout = ORMModel(
            Workout.self, Column("id", type: Int.self, primaryKey: true), Column("label", type: String.self),
            ManyToMany("exercises", using: WorkoutExercise.self, throughModel: WorkoutMeta.self, joinTable: placement))
        let workoutExercise = ORMModel(
            WorkoutExercise.self, Column("id", type: Int.self, primaryKey: true), Column("label", type: String.self))
        let workoutMeta = ORMModel(
            WorkoutMeta.self, Column("id", type: Int.self, primaryKey: true), Column("duration", type: Int.self),
            Column("position", type: Int.self), Column("exercise", type: ForeignKey(workoutExercise)),
            Column("workout", type: ForeignKey(workout)))
        return [workout, workoutExercise, workoutMeta]
    }

    private func open(_ placement: ManyToMany.JoinTable = .automatic) throws -> (Amigo, SQLLog) {
        let amigo = try Amigo(models(placement), factory: ServedEngine.makeFactory())
        try amigo.createAll()
        return (amigo, try SQLLog(amigo))
    }

    private func meta(_ workout: Workout, _ exercise: WorkoutExercise, _ position: Int) -> WorkoutMeta {
        let meta = WorkoutMeta()
        meta.workout = workout
        meta.exercise = exercise
        meta.duration = 60_000
        meta.position = NSNumber(value: position)
        return meta
    }

    private func named<M: Model>(_ type: M.Type, _ label: String, _ path: ReferenceWritableKeyPath<M, String?>) -> M {
        let model = M()
        model[keyPath: path] = label
        return model
    }

    private func ties(_ amigo: Amigo) throws -> [[SQLValue]] {
        try amigo.execute(
            "SELECT workout_id, workoutexercise_id, workoutmeta_id FROM amigotests_workout_amigotests_workoutexercise ORDER BY 3"
        ) { $0.map(\.values) }
    }

    @Test func addingTheThroughModelTiesBoth() throws {
        let (amigo, log) = try open()
        let session = amigo.session
        let w1 = named(Workout.self, "foo", \.label)
        let e1 = named(WorkoutExercise.self, "Jumping Jacks", \.label)
        try session.add(w1, e1)
        _ = log.take()
        let error = #expect(throws: ModelError.self) { try session.using(w1).relationship("exercises").add(e1) }
        #expect(error?.code == .throughModel)
        #expect(error?.hint == "Add or delete a WorkoutMeta in its place")
        #expect(throws: ModelError.self) { try session.using(w1).relationship("exercises").delete(e1) }
        #expect(log.lines() == [])

        let m1 = meta(w1, e1, 1)
        try session.add(w1, e1, m1)
        let results = try session.query(WorkoutMeta.self).using(w1).relationship("exercises")
            .orderBy("position", ascending: true).all()
        #expect(results.map(\.id) == [m1.id])
        #expect(
            log.lines() == [
                #"INSERT INTO "amigotests_workoutmeta" ("duration", "position", "exercise_id", "workout_id") VALUES (?, ?, ?, ?)\#(ServedEngine.returningID)  [60000, 1, 1, 1]"#,
                #"INSERT INTO "amigotests_workout_amigotests_workoutexercise" ("workout_id", "workoutexercise_id", "workoutmeta_id") VALUES (?, ?, ?)  [1, 1, 1]"#,
                #"SELECT "amigotests_workoutmeta"."id", "amigotests_workoutmeta"."duration", "amigotests_workoutmeta"."position", "amigotests_workoutmeta"."exercise_id", "amigotests_workoutmeta"."workout_id" FROM "amigotests_workout_amigotests_workoutexercise" AS "amigo_join" JOIN "amigotests_workoutmeta" ON "amigotests_workoutmeta"."id" = "amigo_join"."workoutmeta_id" WHERE "amigo_join"."workout_id" = ? ORDER BY "amigotests_workoutmeta"."position"\#(ServedEngine.on(sqlite: "", postgreSQL: " NULLS FIRST", mariaDB: ""))  [1]"#,
            ])
    }

    @Test(arguments: [ManyToMany.JoinTable.separate, .throughModel]) func theQueryGivesThroughModelsInOrder(
        _ placement: ManyToMany.JoinTable
    ) throws {
        let (amigo, log) = try open(placement)
        let session = amigo.session
        let (w1, w2) = (named(Workout.self, "foo", \.label), named(Workout.self, "bar", \.label))
        let e1 = named(WorkoutExercise.self, "Jumping Jacks", \.label)
        let e2 = named(WorkoutExercise.self, "Push-Ups", \.label)
        let metas = [meta(w1, e1, 1), meta(w1, e2, 2), meta(w2, e2, 1), meta(w1, e2, 3)]
        try session.add(metas)
        _ = log.take()
        let results = try session.query(WorkoutMeta.self).using(w1).selectRelated("exercise", "workout")
            .relationship("exercises").orderBy("position", ascending: false).all()
        #expect(log.lines().count == 3)
        #expect(results.map(\.id) == [metas[3].id, metas[1].id, metas[0].id])
        #expect(results.map { $0.exercise.label } == ["Push-Ups", "Push-Ups", "Jumping Jacks"])
        #expect(results.map { $0.workout.label } == ["foo", "foo", "foo"])
        // Beyond the through models, the models behind them can be asked for, and filters can follow the relationship.
        let exercises = try session.query(WorkoutExercise.self).using(w2).relationship("exercises").all()
        #expect(exercises.map(\.label) == ["Push-Ups"])
        let found = try session.query(Workout.self).filter("exercises.label = 'Jumping Jacks'").all()
        #expect(found.map(\.label) == ["foo"])

        try session.delete(metas[3])
        #expect(try session.query(WorkoutMeta.self).using(w1).relationship("exercises").count() == 2)
        // The through model that leads elsewhere is tied elsewhere.
        metas[1].workout = w2
        try session.add(metas[1])
        #expect(try session.query(WorkoutMeta.self).using(w1).relationship("exercises").count() == 1)
        #expect(try session.query(WorkoutMeta.self).using(w2).relationship("exercises").count() == 2)
        let tables = try amigo.database.read { try $0.tableNames() }
        #expect(tables.contains("amigotests_workout_amigotests_workoutexercise") == (placement == .separate))
        if placement == .separate { #expect(try ties(amigo) == [[1, 1, 1], [2, 2, 2], [2, 2, 3]]) }
    }

    @Test func aTableThatIsThereIsTheJoinTable() throws {
        let database = try ServedEngine.makeDatabase(
            """
            CREATE TABLE amigotests_workout (id INTEGER PRIMARY KEY, label TEXT);
            CREATE TABLE amigotests_workoutexercise (id INTEGER PRIMARY KEY, label TEXT);
            CREATE TABLE amigotests_workoutmeta (id INTEGER PRIMARY KEY, duration INT, position INT, exercise_id INT, workout_id INT);
            INSERT INTO amigotests_workout VALUES (1, 'Monday');
            INSERT INTO amigotests_workoutexercise VALUES (1, 'Run'), (2, 'Swim');
            INSERT INTO amigotests_workoutmeta VALUES (1, 10, 2, 1, 1), (2, 20, 1, 2, 1);
            """)
        let amigo = try Amigo(models(), factory: DatabaseEngineFactory(database))
        let session = amigo.session
        let w1 = try #require(try session.query(Workout.self).get(1))
        let metas = try session.query(WorkoutMeta.self).using(w1).selectRelated("exercise").relationship("exercises")
            .orderBy("position").all()
        #expect(metas.map { $0.exercise.label } == ["Swim", "Run"])
        try amigo.createAll()
        #expect(try !session.run { try $0.tableNames() }.contains("amigotests_workout_amigotests_workoutexercise"))
    }

    @Test func whatAmigoMadeIsFoundAgain() throws {
        let database = try ServedEngine.makeDatabase()
        do {
            let amigo = try Amigo(models(), factory: DatabaseEngineFactory(database))
            try amigo.createAll()
            let session = amigo.session
            try session.add(
                meta(named(Workout.self, "foo", \.label), named(WorkoutExercise.self, "Run", \.label), 1))
            try session.commit()
        }
        let amigo = try Amigo(models(), factory: DatabaseEngineFactory(database))
        let session = amigo.session
        let workout = try #require(try session.query(Workout.self).get(1))
        let metas = try session.query(WorkoutMeta.self).using(workout).relationship("exercises").all()
        #expect(metas.count == 1)
        try session.delete(metas)
        #expect(try ties(amigo) == [])
    }
}
