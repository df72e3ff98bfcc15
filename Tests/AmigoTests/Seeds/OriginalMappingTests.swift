import Amigo
import TestServer
import Testing

private class Dog: AmigoModel { var id: Int?; var label: String?; var color: String? }
private class House: AmigoModel { var street: String?; var number: Int?; var label: String?; var color: String? }
private class Owner: AmigoModel { var id: Int?; var label: String?; var dog: Dog?; var house: House? }

/// What the original's tests of columns, tables and mappings say, as behaviour.
@Suite(.eachEngine) struct OriginalMappingTests {
    private let id = Column("id", type: Int.self, primaryKey: true)
    private let label = Column("label", type: String.self)

    private func open(_ models: ORMModel...) throws -> Amigo {
        let amigo = try Amigo(models, factory: ServedEngine.makeFactory())
        try amigo.createAll()
        return amigo
    }

    /// `name type`, and NOT NULL where it is said.
    private func columns(_ table: String, _ amigo: Amigo) throws -> [String] {
        let columns = try amigo.database.read { try $0.table(table)?.columns } ?? []
        return columns.map { "\($0.name) \($0.type)" + ($0.isNotNull ? " NOT NULL" : "") }
    }

    @Test func defaultsOfColumns() throws {
        let amigo = try open(
            ORMModel(
                House.self, Column("street", type: String.self, primaryKey: true),
                Column("number", type: Int.self, primaryKey: true), label,
                Column("color", type: String.self) { "ollie" }))
        let session = amigo.session
        for (number, text) in [nil, "lucy"].enumerated() {
            let house = House()
            (house.street, house.number, house.label, house.color) = ("a", number, text, text)
            try session.add(house)
            #expect(house.label == text && house.color == text ?? "ollie")
        }
        #expect(
            try session.run {
                try $0.rows("SELECT number, label, color FROM amigotests_house ORDER BY 1").map(\.values)
            }
                == [[0, .null, "ollie"], [1, "lucy", "lucy"]])
    }

    /// By its model, its table or its column, a foreign key has the type of what it points to.
    @Test func foreignKeysHaveTheTypeOfTheirTarget() throws {
        for (key, type, sqlite, postgreSQL, mariaDB) in [
            ("id", Int.self, "INTEGER", "bigint", "bigint(20)"),
            ("id", Int16.self, "INTEGER", "smallint", "smallint(6)"),
            ("label", String.self, "TEXT", "text", "varchar(191)"), ("label", UUID.self, "BLOB", "bytea", "binary(16)"),
        ] as [(String, Any.Type, String, String, String)] {
            let dog = ORMModel(Dog.self, Column(key, type: type, primaryKey: true))
            for foreignKey in [ForeignKey(dog), ForeignKey(dog.table), ForeignKey(dog.table.c[key])] {
                for (isOptional, constraint) in [(true, ""), (false, " NOT NULL")] {
                    let owner = ORMModel(Owner.self, id, Column("dog", type: foreignKey, optional: isOptional))
                    let amigo = try open(dog, owner)
                    let type = ServedEngine.on(sqlite: sqlite, postgreSQL: postgreSQL, mariaDB: mariaDB)
                    #expect(try columns("amigotests_owner", amigo).last == "dog_\(key) \(type)\(constraint)")
                    let indexes = try amigo.database.read { try $0.schema().indexes(of: "amigotests_owner") }
                    #expect(indexes.contains { $0.name == "amigotests_owner_dog_\(key)_idx" })
                }
            }
        }
        let house = ORMModel(
            House.self, Column("street", type: String.self, primaryKey: true),
            Column("number", type: Int.self, primaryKey: true))
        let amigo = try open(house, ORMModel(Owner.self, id, Column("house", type: ForeignKey(house))))
        #expect(
            try columns("amigotests_owner", amigo).suffix(2)
                == ServedEngine.on(
                    sqlite: ["house_street TEXT", "house_number INTEGER"],
                    postgreSQL: ["house_street text", "house_number bigint"],
                    mariaDB: ["house_street varchar(191)", "house_number bigint(20)"]))
    }

    /// Columns and indexes one by one, or in an array.
    @Test func tables() throws {
        let items: [any MetaItem] = [id, label, Index("dogs_label_idx", "label")]
        for model in [
            ORMModel(Dog.self, id, label, Index("dogs_label_idx", "label")), ORMModel(Dog.self, items: items),
        ] {
            let amigo = try open(model)
            #expect(model.table.label == "amigotests_dog" && model.table.type == Dog.self)
            #expect(
                try amigo.database.read { session in
                    let schema = try session.schema()
                    let table = try #require(schema.table("amigotests_dog"))
                    return [table.columns.map(\.name), table.primaryKey, schema.indexes(of: table.name).map(\.name)]
                } == [
                    ["id", "label"], ["id"],
                    ServedEngine.on(
                        sqlite: ["dogs_label_idx"], postgreSQL: ["amigotests_dog_pkey", "dogs_label_idx"],
                        mariaDB: ["PRIMARY", "dogs_label_idx"]),
                ])
        }
        // The original made it, and ended the program where a model was saved.
        let error = #expect(throws: ModelError.self) {
            _ = try open(ORMModel(Dog.self, Column("id", type: Int.self), label))
        }
        #expect(error?.message == "the model of class Dog has no primary key")
    }

    @Test func oneToMany() throws {
        let dog = ORMModel(Original.Dog.self, id, label, OneToMany("people", using: Original.People.self))
        let people = ORMModel(Original.People.self, id, label, Column("dog", type: ForeignKey(dog)))
        let session = try open(dog, people).session
        let d1 = Original.dog("Lucy")
        try session.add([d1, Original.people("Foo", d1), Original.people("Bar", d1)])
        let results = try session.query(Original.People.self).using(d1).relationship("people").all()
        #expect(results.map(\.label).sorted { ($0 ?? "") < ($1 ?? "") } == ["Bar", "Foo"])
    }

    @Test func manyToManyFromBothSides() throws {
        let parent = ORMModel(Original.Parent.self, id, label, ManyToMany("children", using: Original.Child.self))
        let child = ORMModel(Original.Child.self, id, label, ManyToMany("parents", using: Original.Parent.self))
        let session = try open(parent, child).session
        let (p1, p2, c1, c2) = (Original.Parent(), Original.Parent(), Original.Child(), Original.Child())
        (p1.label, p2.label, c1.label, c2.label) = ("Foo", "Foo", "Baz", "Qux")
        try session.add([p1, p2, c1, c2])
        try session.using(p1).relationship("children").add(c1, c2)
        func children(_ parent: Original.Parent) throws -> [String] {
            try session.query(Original.Child.self).using(parent).relationship("children").all().map(\.label).sorted()
        }
        #expect(try children(p1) == ["Baz", "Qux"])
        #expect(try children(p2) == [])
        try session.using(c1).relationship("parents").add(p2)
        try session.using(c2).relationship("parents").add(p2)
        #expect(try children(p2) == ["Baz", "Qux"])
    }

    @Test func throughModel() throws {
        let exercise = ORMModel(Original.WorkoutExercise.self, id, label)
        let workout = ORMModel(
            Original.Workout.self, id, label,
            ManyToMany("exercises", using: Original.WorkoutExercise.self, throughModel: Original.WorkoutMeta.self))
        let meta = ORMModel(
            Original.WorkoutMeta.self, id, Column("duration", type: Int.self), Column("position", type: Int.self),
            Column("exercise", type: ForeignKey(exercise)), Column("workout", type: ForeignKey(workout)))
        let session = try open(workout, exercise, meta).session
        let (w1, e1, m1) = (Original.Workout(), Original.WorkoutExercise(), Original.WorkoutMeta())
        (w1.label, e1.label) = ("foo", "Jumping Jacks")
        (m1.workout, m1.exercise, m1.duration, m1.position) = (w1, e1, 60000, 1)
        try session.add([w1, e1, m1])
        let results = try session.query(Original.WorkoutMeta.self).using(w1).relationship("exercises")
            .orderBy("position", ascending: true).all()
        #expect(results.map(\.duration) == [60000])
    }

    /// A table comes behind those that it points to, whatever the order of the entities and of the models.
    @Test func tablesComeBehindWhatTheyPointTo() throws {
        let path = try modelFile()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let classes: [Model.Type] = [
            Original.WorkoutMeta.self, Original.Post.self, Original.People.self, Original.Parent.self,
            Original.Child.self, Original.Author.self, Original.Dog.self, Original.Cat.self, Original.Workout.self,
            Original.WorkoutExercise.self,
        ]
        let amigo = try Amigo(contentsOf: path, classes: classes, factory: ServedEngine.makeFactory())
        let log = try SQLLog(amigo)
        try amigo.createAll()
        let made = log.texts().filter { $0.hasPrefix("CREATE TABLE") }.map { String($0.split(separator: "\"")[1]) }
        #expect(Set(made).count == 12 && made.count == 12)
        let schema = try amigo.database.read { try $0.schema() }
        for table in schema.tables {
            let place = try #require(made.firstIndex(of: table.name))
            let parents = table.foreignKeys.map(\.table)
            #expect(parents.allSatisfy { made.prefix(place).contains($0) }, "\(table.name) \(parents)")
            let count = ["people": 2, "post": 1, "meta": 2, "child_parent": 2, "exercise_workout": 3][table.name] ?? 0
            #expect(parents.count == count, "\(table.name) \(parents)")
        }
    }

    /// The entities of the original's tests, those that point to others first.
    private func modelFile() throws -> String {
        func entity(_ name: String, _ attributes: [String], _ relationships: [String] = []) -> String {
            let key = #"<userInfo><entry key="primaryKey" value="true"/></userInfo>"#
            return #"<entity name="\#(name)" representedClassName="AmigoTests.\#(name)">"#
                + #"<attribute name="id" attributeType="Integer 64">\#(key)</attribute>"#
                + attributes.map { #"<attribute name="\#($0)" optional="YES" attributeType="String"/>"# }.joined()
                + relationships.joined() + "</entity>"
        }
        func one(_ name: String, _ destination: String) -> String {
            #"<relationship name="\#(name)" optional="YES" maxCount="1" destinationEntity="\#(destination)"/>"#
        }
        func many(_ name: String, _ destination: String, _ inverse: String, through: String? = nil) -> String {
            let model = through.map { #"<userInfo><entry key="throughModel" value="\#($0)"/></userInfo>"# } ?? ""
            return
                #"<relationship name="\#(name)" optional="YES" toMany="YES" destinationEntity="\#(destination)" inverseName="\#(inverse)">"#
                + model + "</relationship>"
        }
        let entities = [
            entity("WorkoutMeta", [], [one("exercise", "WorkoutExercise"), one("workout", "Workout")]),
            entity("Post", ["title"], [one("author", "Author")]),
            entity("People", ["label"], [one("dog", "Dog"), one("cat", "Cat")]),
            entity("Parent", ["label"], [many("children", "Child", "parents")]),
            entity("Child", ["label"], [many("parents", "Parent", "children")]),
            entity("Author", ["firstName", "lastName"]), entity("Dog", ["label"]), entity("Cat", ["label"]),
            entity(
                "Workout", ["label"],
                [many("exercises", "WorkoutExercise", "workouts", through: "AmigoTests.WorkoutMeta")]),
            entity("WorkoutExercise", ["label"], [many("workouts", "Workout", "exercises")]),
        ]
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).contents").path
        try Data("<model>\(entities.joined())</model>".utf8).write(to: URL(fileURLWithPath: path))
        return path
    }
}
