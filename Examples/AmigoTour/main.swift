// A program as Amigo's own pages write it: models beside their classes, a session, relationships, through models and
// batches. Each line of SQL is what the call above it sent. Run it with `swift run AmigoTour`.
import Amigo

func title(_ text: String) { print("\n\(text)") }

do {
    let amigo = try Amigo(Mapping.models(), factory: SQLiteEngineFactory(":memory:"))
    try amigo.createAll()
    let trace = try amigo.database.trace { statement in
        // Savepoints stand around each call; they are left out, and so is what makes a line too long to read.
        guard !["SAVEPOINT", "RELEASE"].contains(where: statement.sql.hasPrefix) else { return }
        let text = statement.description
        print("   ", text.count > 240 ? text.prefix(240) + "…" : text)
    }
    defer { trace.cancel() }
    let session = amigo.session

    title("A person and a dog: the dog is new, so it is inserted first")
    let lucy = Dog()
    lucy.label = "Lucy"
    lucy.tag = "6f9619ff-8b86-d011-b42d-00cf4fc964ff"
    let foo = Person()
    foo.label = "Foo"
    foo.dog = lucy
    let bar = Person()
    bar.label = "Bar"
    bar.dog = lucy
    try session.add(foo, bar)
    try session.commit()
    print("  Lucy has the key \(lucy.id ?? 0), Foo \(foo.id ?? 0), Bar \(bar.id ?? 0)")

    title("One to many")
    let people = try session.query(Person.self).using(lucy).relationship("people").orderBy("label").all()
    print("  Lucy's people: \(people.compactMap(\.label))")

    title("A foreign key in a filter, and loaded with the query")
    let found = try session.query(Person.self).selectRelated("dog").filter("dog.label = '\("Lucy")'").limit(1).all()
    print("  \(found.first?.label ?? "") has \(found.first?.dog?.label ?? "")")

    title("A UUID is 16 bytes in the table and text in the class")
    let tagged = try session.query(Dog.self).filter("tag = '\(lucy.tag ?? "")'").all()
    print("  \(tagged.compactMap(\.tag))")

    title("Upsert: the same key again")
    let olga = Dog()
    (olga.id, olga.label) = (lucy.id, "Olga")
    try session.add(olga, upsert: true)
    try session.rollback()
    print("  rolled back: \(try session.query(Dog.self).get(1)?.label ?? "")")

    title("Many to many: the join table is made and filled by Amigo")
    let parent = Parent()
    parent.label = "Foo"
    let baz = Child()
    baz.label = "Baz"
    let qux = Child()
    qux.label = "Qux"
    try session.add(parent, baz, qux)
    try session.using(parent).relationship("children").add(baz, qux)
    let children = try session.query(Child.self).using(parent).relationship("children").orderBy("label").all()
    print("  children: \(children.compactMap(\.label))")
    try session.using(parent).relationship("children").delete(baz)
    print("  left: \(try session.query(Child.self).using(parent).relationship("children").count())")

    title("Through a model that holds more than the two keys")
    let workout = Workout()
    workout.label = "Monday"
    for (position, name) in [(2, "Push-ups"), (1, "Jumping Jacks")] {
        let exercise = WorkoutExercise()
        exercise.label = name
        let meta = WorkoutMeta()
        (meta.workout, meta.exercise, meta.duration, meta.position) = (workout, exercise, 60_000, position as NSNumber)
        try session.add(meta)
    }
    let metas = try session.query(WorkoutMeta.self).using(workout).relationship("exercises")
        .selectRelated("exercise").orderBy("position", ascending: true).all()
    print("  \(metas.compactMap { $0.exercise?.label })")

    title("Without it, the relationship cannot be added to")
    let squats = WorkoutExercise()
    squats.label = "Squats"
    try session.add(squats)
    do { try session.using(workout).relationship("exercises").add(squats) } catch { print("  \(error)") }

    title("A batch: many rows, few statements")
    let dogs = (1...300).map { number in
        let dog = Dog()
        dog.label = "dog \(number)"
        return dog
    }
    try session.batch { batch in
        try dogs.forEach(batch.add)
        try batch.delete(bar)
    }
    try session.commit()
    print("  \(try session.query(Dog.self).count()) dogs, \(try session.query(Person.self).count()) person")
} catch {
    print("The tour failed: \(error)")
    exit(1)
}
