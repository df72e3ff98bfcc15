import Amigo
import TestServer
import Testing

private class Author: AmigoModel { var id: NSNumber!; var firstName: String!; var lastName: String! }
private class Post: AmigoModel { var id: NSNumber!; var title: String!; var author: Author! }
private class Workout: AmigoModel { var id: NSNumber!; var label: String! }
private class WorkoutExercise: AmigoModel { var id: NSNumber!; var label: String! }
private class WorkoutMeta: AmigoModel {
    var id: NSNumber!; var duration: NSNumber!
    var exercise: WorkoutExercise!; var workout: Workout!
}

/// Reads models as Xcode writes them.
@Suite(.eachEngine) struct ManagedObjectModelTests {
    private static let key = #"<userInfo><entry key="primaryKey" value="true"/></userInfo>"#
    private static let id =
        #"<attribute name="id" optional="YES" attributeType="Integer 64" defaultValueString="0">\#(key)</attribute>"#

    private static let contents = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
            <entity name="WorkoutMeta" representedClassName=".WorkoutMeta">
                <attribute name="duration" optional="YES" attributeType="Integer 64" defaultValueString="0.0"/>
                \(id)
                <relationship name="exercise" maxCount="1" destinationEntity="WorkoutExercise"/>
                <relationship name="workout" maxCount="1" destinationEntity="Workout"/>
            </entity>
            <entity name="Post" representedClassName=".Post">
                \(id)
                <attribute name="title" attributeType="String" indexed="YES"/>
                <attribute name="draft" optional="YES" transient="YES" attributeType="String"/>
                <relationship name="author" optional="YES" maxCount="1" destinationEntity="Author" inverseName="posts" inverseEntity="Author"/>
            </entity>
            <entity name="Person" isAbstract="YES">
                <attribute name="firstName" optional="YES" attributeType="String"/>
            </entity>
            <entity name="Author" representedClassName="AmigoTests.Author" parentEntity="Person">
                \(id)
                <attribute name="lastName" optional="YES" attributeType="String"/>
                <relationship name="posts" optional="YES" toMany="YES" destinationEntity="Post" inverseName="author" inverseEntity="Post"/>
                <uniquenessConstraints><uniquenessConstraint>
                    <constraint value="lastName"/><constraint value="firstName"/>
                </uniquenessConstraint></uniquenessConstraints>
            </entity>
            <entity name="Workout" representedClassName=".Workout">
                \(id)
                <attribute name="label" optional="YES" attributeType="String"/>
                <relationship name="exercises" optional="YES" toMany="YES" destinationEntity="WorkoutExercise" inverseName="workouts">
                    <userInfo><entry key="throughModel" value="AmigoTests.WorkoutMeta"/></userInfo>
                </relationship>
            </entity>
            <entity name="WorkoutExercise" representedClassName=".WorkoutExercise">
                \(id)
                <attribute name="label" optional="YES" attributeType="String"/>
                <relationship name="workouts" optional="YES" toMany="YES" destinationEntity="Workout" inverseName="exercises"/>
            </entity>
            <elements><element name="Author" positionX="-54" positionY="0" width="128" height="105"/></elements>
        </model>
        """

    private let classes: [Model.Type] = [
        Author.self, Post.self, Workout.self, WorkoutExercise.self, WorkoutMeta.self,
    ]

    /// Writes versions of a model into a folder, which is gone afterwards.
    private func withModel<T>(
        _ versions: [String: String], current: String? = nil, _ body: (String) throws -> T
    ) throws -> T {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).xcdatamodeld")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, contents) in versions {
            let version = folder.appendingPathComponent(name + ".xcdatamodel")
            try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
            try Data(contents.utf8).write(to: version.appendingPathComponent("contents"))
        }
        if let current {
            let list = """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
                <plist version="1.0"><dict><key>_XCCurrentVersionName</key><string>\(current).xcdatamodel</string></dict></plist>
                """
            try Data(list.utf8).write(to: folder.appendingPathComponent(".xccurrentversion"))
        }
        return try body(folder.path)
    }

    @Test func aModelFileIsWhatTheModelsSay() throws {
        try withModel(["App": "<model/>", "App 2": Self.contents], current: "App 2") { path in
            let amigo = try Amigo(contentsOf: path, classes: classes, factory: ServedEngine.makeFactory())
            let log = try SQLLog(amigo)
            try amigo.createAll()
            let texts = log.texts().filter { $0.hasPrefix("CREATE") }
            #expect(
                texts.filter { $0.hasPrefix("CREATE TABLE") }.map { $0.split(separator: "\"")[1] } == [
                    "amigotests_author", "amigotests_post", "amigotests_workout", "amigotests_workoutexercise",
                    "amigotests_workoutmeta", "amigotests_workout_amigotests_workoutexercise",
                ])
            #expect(
                texts.prefix(5) == [
                    #"CREATE TABLE IF NOT EXISTS "amigotests_author" ("firstName" \#(ServedEngine.keyText), \#(ServedEngine.countedKey), "lastName" \#(ServedEngine.keyText))"#,
                    #"CREATE UNIQUE INDEX IF NOT EXISTS "author_lastName_firstName_unique" ON "amigotests_author" ("lastName", "firstName")"#,
                    #"CREATE TABLE IF NOT EXISTS "amigotests_post" (\#(ServedEngine.countedKey), "title" \#(ServedEngine.keyText) NOT NULL, "author_id" \#(ServedEngine.int), FOREIGN KEY ("author_id") REFERENCES "amigotests_author" ("id"))"#,
                    #"CREATE INDEX IF NOT EXISTS "amigotests_post_title_idx" ON "amigotests_post" ("title")"#,
                    #"CREATE INDEX IF NOT EXISTS "amigotests_post_author_id_idx" ON "amigotests_post" ("author_id")"#,
                ])
            let session = amigo.session
            let author = Author()
            (author.firstName, author.lastName) = ("Lucy", "Dog")
            let posts = ["The Story of Barking", "Chasing Squirrels"].map { title in
                let post = Post()
                (post.title, post.author) = (title, author)
                return post
            }
            let meta = WorkoutMeta()
            (meta.workout, meta.exercise, meta.duration) = (Workout(), WorkoutExercise(), 60_000)
            try session.add(posts + [meta])
            #expect(try session.query(Post.self).using(author).relationship("posts").count() == 2)
            #expect(try session.query(WorkoutMeta.self).using(meta.workout).relationship("exercises").count() == 1)
            #expect(try session.query(Workout.self).using(meta.exercise).relationship("workouts").count() == 1)
        }
    }

    @Test func severalJoinTablesOfTwoEntities() throws {
        func relationship(_ name: String, _ entity: String, _ inverse: String, _ table: String?) -> String {
            let info = table.map { #"<userInfo><entry key="joinTable" value="\#($0)"/></userInfo>"# } ?? ""
            return
                #"<relationship name="\#(name)" optional="YES" toMany="YES" destinationEntity="\#(entity)" inverseName="\#(inverse)">\#(info)</relationship>"#
        }
        func amigo(_ own: String?, _ inverse: String?) throws -> Amigo {
            let workout =
                Self.id + relationship("easy", "WorkoutExercise", "easyIn", nil)
                + relationship("hard", "WorkoutExercise", "hardIn", own)
            let exercise =
                Self.id + relationship("easyIn", "Workout", "easy", nil)
                + relationship("hardIn", "Workout", "hard", inverse)
            let contents = """
                <model><entity name="Workout" representedClassName=".Workout">\(workout)</entity>
                <entity name="WorkoutExercise" representedClassName=".WorkoutExercise">\(exercise)</entity></model>
                """
            return try withModel(["App": contents]) {
                try Amigo(contentsOf: $0, classes: classes, factory: ServedEngine.makeFactory())
            }
        }
        let same = #expect(throws: ModelError.self) { try amigo(nil, nil) }
        #expect(
            same?.message
                == #"the relationship "hard" of "amigotests_workout" has the same join table "amigotests_workout_amigotests_workoutexercise" as "easy""#
        )
        let other = #expect(throws: ModelError.self) { try amigo("a", "b") }
        #expect(
            other?.message
                == #"the relationship "hard" of the entity "Workout" has the join table "a", and its inverse "hardIn" "b""#
        )
        for amigo in [try amigo("hard_exercise", nil), try amigo(nil, "hard_exercise")] {
            try amigo.createAll()
            let session = amigo.session
            let (workout, run, climb) = (Workout(), WorkoutExercise(), WorkoutExercise())
            try session.add([workout, run, climb])
            try session.using(workout).relationship("easy").add(run)
            try session.using(climb).relationship("hardIn").add(workout)
            func found(_ name: String) throws -> [NSNumber?] {
                try session.query(WorkoutExercise.self).using(workout).relationship(name).all().map(\.id)
            }
            #expect(try found("easy") == [run.id])
            #expect(try found("hard") == [climb.id])
            try session.commit()
            let names = try amigo.database.read { try $0.tableNames() }
            #expect(
                names.sorted() == [
                    "amigotests_workout", "amigotests_workout_amigotests_workoutexercise", "amigotests_workoutexercise",
                    "hard_exercise",
                ])
        }
    }

    @Test func theFileThatIsMeantIsFound() throws {
        try withModel(["App": Self.contents]) { path in
            for file in [path, path + "/App.xcdatamodel", path + "/App.xcdatamodel/contents"] {
                let model = try ManagedObjectModel(contentsOf: file)
                #expect(
                    model.entities.map(\.name).sorted() == [
                        "Author", "Person", "Post", "Workout", "WorkoutExercise", "WorkoutMeta",
                    ])
            }
        }
        try withModel(["A": Self.contents, "B": Self.contents]) { path in
            let error = #expect(throws: ManagedObjectModelError.self) { _ = try ManagedObjectModel(contentsOf: path) }
            #expect(
                error?.message == "nothing says which of its versions is the current one: A.xcdatamodel, B.xcdatamodel")
        }
        try withModel(["A": Self.contents], current: "B") { path in
            let error = #expect(throws: ManagedObjectModelError.self) { _ = try ManagedObjectModel(contentsOf: path) }
            #expect(error?.message == #"the current version is "B.xcdatamodel", and there are only: A.xcdatamodel"#)
        }
        let missing = #expect(throws: ManagedObjectModelError.self) {
            _ = try ManagedObjectModel(contentsOf: "/nowhere.xcdatamodeld")
        }
        #expect(missing?.description == "/nowhere.xcdatamodeld: there is no such file")
    }

    @Test func aFileThatIsNoModelSaysWhere() throws {
        for (contents, message, line) in [
            ("<plist/>", "the file begins with <plist>, a Core Data model with <model>", 1),
            ("<model>\n<entity/></model>", "an entity has no name", 2),
            (
                "<model><entity name=\"A\">\n\n<attribute name=\"a\" attributeType=\"Quaternion\"/></entity></model>",
                #"the attribute "a" is of type "Quaternion", which is not known"#, 3
            ),
            (
                "<model><entity name=\"A\"><relationship name=\"b\"/></entity></model>",
                "a relationship has no name or no destinationEntity", 1
            ),
        ] {
            try withModel(["App": contents]) { path in
                let error = #expect(throws: ManagedObjectModelError.self) {
                    _ = try ManagedObjectModel(contentsOf: path)
                }
                #expect(error?.message == message)
                #expect(error?.line == line)
            }
        }
        try withModel(["App": "<model><entity name=\"A\">"]) { path in
            let error = #expect(throws: ManagedObjectModelError.self) { _ = try ManagedObjectModel(contentsOf: path) }
            #expect(error?.message.hasPrefix("the file is no whole XML") == true)
        }
        try withModel(["App": "<model><entity name=\"A\"/></model>"]) { path in
            let file = path + "/App.xcdatamodel/contents"
            // An attribute that begins a character and does not end it.
            let bytes = Array("<model><entity name=\"A".utf8) + [0xC3] + Array("\"/></model>".utf8)
            try Data(bytes).write(to: URL(fileURLWithPath: file))
            let error = #expect(throws: ManagedObjectModelError.self) { _ = try ManagedObjectModel(contentsOf: file) }
            #expect(error?.message == "the file is not UTF-8 text")
            #expect(error?.path == file)
        }
    }

    @Test func aModelThatContradictsItselfOrTheClasses() throws {
        func refused(_ contents: String, _ classes: [Model.Type], _ message: String, hint: String? = nil) throws {
            try withModel(["App": contents]) { path in
                let error = #expect(throws: ModelError.self) {
                    _ = try Amigo(contentsOf: path, classes: classes, factory: ServedEngine.makeFactory())
                }
                #expect(error?.message == message)
                if let hint { #expect(error?.hint == hint) }
            }
        }
        try refused(
            Self.contents, Array(classes.dropLast()),
            #"the relationship "exercises" of the entity "Workout" goes through class AmigoTests.WorkoutMeta, which is not among the classes"#
        )
        try refused(
            Self.contents, Array(classes.dropFirst()),
            #"the entity "Author" is of class AmigoTests.Author, which is not among the classes"#)
        try refused(
            "<model><entity name=\"Post\">\(Self.id)<relationship name=\"author\" destinationEntity=\"Autor\"/></entity></model>",
            classes,
            #"the relationship "author" of the entity "Post" leads to the entity "Autor", which the model has not"#)
        try refused(
            #"<model><entity name="Post"><attribute name="title" attributeType="String"/></entity></model>"#, classes,
            "the model of class Post has no primary key", hint: "Say primaryKey: true of one or more columns")
    }
}
