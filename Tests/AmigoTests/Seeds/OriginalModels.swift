import Amigo
import TestServer

/// The classes of the original's tests, and an Amigo that maps them.
enum Original {
    class Dog: AmigoModel {
        var id: NSNumber!
        var label: String!
        override class var table: String { "dog" }
    }
    class Cat: AmigoModel {
        var id: NSNumber!
        var label: String!
        override class var table: String { "cat" }
    }
    class People: AmigoModel {
        var id: NSNumber!
        var label: String!
        var dog: Dog!
        var cat: Cat!
        override class var table: String { "people" }
    }
    class Author: AmigoModel {
        var id: NSNumber!
        var firstName: String!
        var lastName: String!
        override class var table: String { "author" }
    }
    class Post: AmigoModel {
        var id: NSNumber!
        var title: String!
        var author: Author!
        override class var table: String { "post" }
    }
    class Parent: AmigoModel {
        var id: NSNumber!
        var label: String!
        override class var table: String { "parent" }
    }
    class Child: AmigoModel {
        var id: NSNumber!
        var label: String!
        override class var table: String { "child" }
    }
    class Workout: AmigoModel {
        var id: NSNumber!
        var label: String!
        override class var table: String { "workout" }
    }
    class WorkoutExercise: AmigoModel {
        var id: NSNumber!
        var label: String!
        override class var table: String { "exercise" }
    }
    class WorkoutMeta: AmigoModel {
        var id: NSNumber!
        var duration: NSNumber!
        var position: NSNumber!
        var exercise: WorkoutExercise!
        var workout: Workout!
        override class var table: String { "meta" }
    }
    class UUIDModel: AmigoModel {
        var id: Int = 0
        var objId: String!
        override class var table: String { "uuid" }
    }
    class UUIDPKModel: AmigoModel {
        var objId: String!
        var label: String = ""
        override class var table: String { "uuid_pk" }
    }

    static func open() throws -> Amigo {
        func labelled(_ type: Model.Type, _ more: any MetaItem...) -> ORMModel {
            let own: [any MetaItem] = [
                Column("id", type: Int.self, primaryKey: true), Column("label", type: String.self),
            ]
            return ORMModel(type, items: own + more)
        }
        let dog = labelled(Dog.self)
        let cat = labelled(Cat.self)
        let author = ORMModel(
            Author.self, Column("id", type: Int.self, primaryKey: true), Column("firstName", type: String.self),
            Column("lastName", type: String.self), OneToMany("posts", using: Post.self, on: "author"))
        let exercise = labelled(WorkoutExercise.self)
        let workout = labelled(
            Workout.self, ManyToMany("exercises", using: WorkoutExercise.self, throughModel: WorkoutMeta.self))
        let models = [
            dog, cat, labelled(People.self, Column("dog", type: ForeignKey(dog)), Column("cat", type: ForeignKey(cat))),
            author,
            ORMModel(
                Post.self, Column("id", type: Int.self, primaryKey: true), Column("title", type: String.self),
                Column("author", type: ForeignKey(author))),
            labelled(Parent.self, ManyToMany("children", using: Child.self)),
            labelled(Child.self, ManyToMany("parents", using: Parent.self)), workout, exercise,
            ORMModel(
                WorkoutMeta.self, Column("id", type: Int.self, primaryKey: true), Column("duration", type: Int.self),
                Column("position", type: Int.self), Column("exercise", type: ForeignKey(exercise)),
                Column("workout", type: ForeignKey(workout))),
            ORMModel(
                UUIDModel.self, IntegerField("id", primaryKey: true), UUIDField("objId", indexed: true, unique: true)),
            ORMModel(
                UUIDPKModel.self, UUIDField("objId", primaryKey: true) { UUID().uuidString.lowercased() },
                CharField("label")),
        ]
        let amigo = try Amigo(models, factory: ServedEngine.makeFactory())
        try amigo.createAll()
        return amigo
    }

    static func dog(_ label: String) -> Dog {
        let dog = Dog()
        dog.label = label
        return dog
    }

    static func people(_ label: String, _ dog: Dog? = nil) -> People {
        let people = People()
        (people.label, people.dog) = (label, dog)
        return people
    }
}
