import Amigo

class Dog: AmigoModel {
    var id: NSNumber?
    var label: String?
    var tag: String?
}

class Person: AmigoModel {
    var id: NSNumber?
    var label: String?
    var dog: Dog?
}

class Parent: AmigoModel {
    var id: NSNumber?
    var label: String?
}

class Child: AmigoModel {
    var id: NSNumber?
    var label: String?
}

class Workout: AmigoModel {
    var id: NSNumber?
    var label: String?
}

class WorkoutExercise: AmigoModel {
    var id: NSNumber?
    var label: String?
}

class WorkoutMeta: AmigoModel {
    var id: NSNumber?
    var duration: NSNumber?
    var position: NSNumber?
    var exercise: WorkoutExercise?
    var workout: Workout?
}

/// How the classes are kept: a foreign key, one to many, many to many, and many to many through a model of its own.
enum Mapping {
    static func models() -> [ORMModel] {
        let dog = ORMModel(
            Dog.self,
            IntegerField("id", primaryKey: true),
            CharField("label", indexed: true),
            UUIDField("tag", unique: true),
            OneToMany("people", using: Person.self, on: "dog"))
        let person = ORMModel(
            Person.self,
            Column("id", type: Int.self, primaryKey: true),
            Column("label", type: String.self),
            Column("dog", type: ForeignKey(dog)))
        let parent = ORMModel(
            Parent.self,
            Column("id", type: Int.self, primaryKey: true),
            Column("label", type: String.self),
            ManyToMany("children", using: Child.self))
        let child = ORMModel(
            Child.self,
            Column("id", type: Int.self, primaryKey: true),
            Column("label", type: String.self))
        let workout = ORMModel(
            Workout.self,
            Column("id", type: Int.self, primaryKey: true),
            Column("label", type: String.self),
            ManyToMany("exercises", using: WorkoutExercise.self, throughModel: WorkoutMeta.self))
        let exercise = ORMModel(
            WorkoutExercise.self,
            Column("id", type: Int.self, primaryKey: true),
            Column("label", type: String.self))
        let meta = ORMModel(
            WorkoutMeta.self,
            Column("id", type: Int.self, primaryKey: true),
            Column("duration", type: Int.self),
            Column("position", type: Int.self),
            Column("exercise", type: ForeignKey(exercise)),
            Column("workout", type: ForeignKey(workout)))
        return [dog, person, parent, child, workout, exercise, meta]
    }
}
