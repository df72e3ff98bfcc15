import Amigo
import TestServer
import Testing

private class Dog: AmigoModel {
    var id: Int?; var name: String?; var color: String?
    override class var table: String { "dogs" }
}
private class Tagged: AmigoModel {
    var kennel: String?; var number: Int?; var note: String?; var data: NSData?
    override class var table: String { "tagged" }
}

/// What the original's tests of its compiler and of its texts for batches say, as the statements and rows that come of it.
@Suite(.eachEngine) struct OriginalStatementTests {
    private let id = Column("id", type: Int.self, primaryKey: true)

    /// The statements that make the table of a class, behind its CREATE TABLE's own.
    private func made(_ items: any MetaItem...) throws -> [String] {
        let amigo = try Amigo([ORMModel(Dog.self, items: [id] + items)], factory: ServedEngine.makeFactory())
        let log = try SQLLog(amigo)
        try amigo.createAll()
        return log.lines()
    }

    private func table(_ columns: String = "") -> String {
        #"CREATE TABLE IF NOT EXISTS "dogs" (\#(ServedEngine.countedKey)\#(columns))"#
    }

    @Test func tablesAndColumns() throws {
        let name = Column("name", type: String.self)
        #expect(try made() == [table()])
        #expect(try made(name) == [table(#", "name" \#(ServedEngine.text)"#)])
        #expect(
            try made(Column("name", type: String.self, optional: false)) == [
                table(#", "name" \#(ServedEngine.text) NOT NULL"#)
            ])
        #expect(
            try made(
                name, Column("color", type: String.self), Index("dogs_name_idx", "name"),
                Index("dogs_color_idx", "color"))
                == [
                    table(#", "name" \#(ServedEngine.keyText), "color" \#(ServedEngine.keyText)"#),
                    #"CREATE INDEX IF NOT EXISTS "dogs_name_idx" ON "dogs" ("name")"#,
                    #"CREATE INDEX IF NOT EXISTS "dogs_color_idx" ON "dogs" ("color")"#,
                ])
    }

    @Test func indexes() throws {
        let name = Column("name", type: String.self)
        func index(_ items: any MetaItem...) throws -> String? {
            let amigo = try Amigo([ORMModel(Dog.self, items: [id] + items)], factory: ServedEngine.makeFactory())
            let log = try SQLLog(amigo)
            try amigo.createAll()
            return log.lines().last
        }
        #expect(
            try index(Column("name", type: String.self, indexed: true))
                == #"CREATE INDEX IF NOT EXISTS "dogs_name_idx" ON "dogs" ("name")"#)
        #expect(
            try index(Column("name", type: String.self, indexed: true, unique: true))
                == #"CREATE UNIQUE INDEX IF NOT EXISTS "dogs_name_idx" ON "dogs" ("name")"#)
        #expect(
            try index(name, Index("dogs_id_idx", "id")) == #"CREATE INDEX IF NOT EXISTS "dogs_id_idx" ON "dogs" ("id")"#
        )
        #expect(
            try index(name, Index("dogs_id_idx", "id", "name"))
                == #"CREATE INDEX IF NOT EXISTS "dogs_id_idx" ON "dogs" ("id", "name")"#)
        #expect(
            try index(name, Index("dogs_id_idx", unique: true, "id"))
                == #"CREATE UNIQUE INDEX IF NOT EXISTS "dogs_id_idx" ON "dogs" ("id")"#)
    }

    /// `Select`, `Insert` and `Join` are the core's builder.
    @Test func statementsOfTheBuilder() throws {
        let database = try ServedEngine.makeDatabase(
            """
            CREATE TABLE dogs (kennel TEXT, id INTEGER, label TEXT, PRIMARY KEY (kennel, id));
            CREATE TABLE cats (id INTEGER PRIMARY KEY, label TEXT);
            CREATE TABLE people (id INTEGER PRIMARY KEY, label TEXT, kennel TEXT, dog_id INTEGER, cat_id INTEGER)
            """)
        try database.write { session in
            try session.execute(
                InsertStatement(into: "dogs").column("kennel", value: "A").column("id", value: 1)
                    .column("label", value: "Lucy"))
            try session.execute("INSERT INTO people VALUES (1, 'Foo', 'A', 1, NULL), (2, 'Bar', 'A', 2, NULL)")
            let one = SelectStatement().column("people.label").column("dogs.label").from("people")
                .join("dogs", type: .left).joinOn("people.kennel", .equalTo, column: "dogs.kennel")
                .joinOn("people.dog_id", .equalTo, column: "dogs.id").orderBy("people.id")
            #expect(try session.rows(one).map(\.values) == [["Foo", "Lucy"], ["Bar", .null]])
            #expect(
                try one.render(with: database.dialect).sql.withQuestionMarks.contains(
                    #"FROM "people" LEFT JOIN "dogs" ON "people"."kennel" = "dogs"."kennel" AND "people"."dog_id" = "dogs"."id""#
                ))
            let two = one.column("cats.label").join("cats", type: .left)
                .joinOn("people.cat_id", .equalTo, column: "cats.id")
            #expect(try session.rows(two).map(\.values) == [["Foo", "Lucy", .null], ["Bar", .null, .null]])
        }
    }

    @Test(
        arguments: [
            ("id = 1", "= ?", [1], ["Lucy"]), ("id > 1", "> ?", [1], ["Ollie", "Gato"]),
            ("id >= 1", ">= ?", [1], ["Lucy", "Ollie", "Gato"]), ("id < 2", "< ?", [2], ["Lucy"]),
            ("id <= 2", "<= ?", [2], ["Lucy", "Ollie"]),
        ] as [(String, String, [SQLValue], [String])])
    func comparisons(_ filter: String, _ sql: String, _ values: [SQLValue], _ labels: [String]) throws {
        let session = try dogs()
        let query = session.query(Original.Dog.self).filter(unsafe: filter).orderBy("id")
        let rendered = try query.rendered()
        #expect(rendered.sql.withQuestionMarks.contains(#"WHERE "dog"."id" \#(sql) ORDER BY"#))
        #expect(rendered.parameters == values)
        #expect(try query.all().map(\.label) == labels)
    }

    /// Three dogs, and two people with the second.
    private func dogs() throws -> AmigoSession {
        let session = try Original.open().session
        let labels = ["Lucy", "Ollie", "Gato"].map { Original.dog($0) }
        try session.add(labels)
        try session.add([Original.people("Foo", labels[1]), Original.people("Bar", labels[1]), Original.people("Baz")])
        return session
    }

    @Test func comparisonsOfColumnsAndOfForeignKeys() throws {
        let session = try dogs()
        let same = session.query(Original.Dog.self).filter("label = label")
        #expect(try same.rendered().sql.withQuestionMarks.hasSuffix(#"WHERE "dog"."label" = "dog"."label""#))
        #expect(try same.rendered().parameters == [] && same.count() == 3)
        let owned = session.query(Original.People.self).selectRelated("dog").filter("dog.id = 2").orderBy("id")
        #expect(try owned.all().map(\.label) == ["Foo", "Bar"])
        #expect(try owned.rendered().parameters == [2])
    }

    @Test func andBindsCloserThanOr() throws {
        let session = try dogs()
        let query = session.query(Original.Dog.self).filter("id > 1 && id < 20 || id = 22 OR id = 26 AND id != 15")
        let rendered = try query.rendered()
        let column = #""dog"."id""#
        #expect(
            rendered.sql.withQuestionMarks.hasSuffix(
                "WHERE (\(column) > ? AND \(column) < ?) OR \(column) = ? OR (\(column) = ? AND \(column) <> ?)"),
            "\(rendered.sql)")
        #expect(rendered.parameters == [1, 20, 22, 26, 15])
        #expect(try query.orderBy("id").all().map(\.id) == [2, 3])
    }

    /// The original wrote the values of a batch into its text.
    @Test func valuesOfABatchNeedNoEscapes() throws {
        let model = ORMModel(
            Tagged.self, CharField("kennel", primaryKey: true), IntegerField("number", primaryKey: true),
            CharField("note"), BinaryField("data"))
        let amigo = try Amigo([model], factory: ServedEngine.makeFactory())
        try amigo.createAll()
        let session = amigo.session
        let values: [(String?, NSData?)] = [
            (nil, nil), ("test's", NSData(data: Data([0, 39, 255]))), ("", NSData()),
            ("%Q '); --", NSData(data: Data([120]))),
        ]
        try session.batch { batch in
            for (number, value) in values.enumerated() {
                let tagged = Tagged()
                (tagged.kennel, tagged.number, tagged.note, tagged.data) = ("a'b", number, value.0, value.1)
                try batch.add(tagged, upsert: number % 2 == 0)
            }
        }
        let read = try session.query(Tagged.self).orderBy("number").all()
        #expect(read.map(\.note) == values.map(\.0) && read.allSatisfy { $0.kennel == "a'b" })
        // The original wrote NULL for no bytes.
        #expect(read.map(\.data) == values.map(\.1))
        // As text for somebody to read, literals are written so.
        let insert = InsertStatement(into: "t").column("a", value: "test's").column("b", value: Data([0, 39]))
            .column("c", value: String?.none)
        #expect("\(insert)".contains("'test''s', X'0027', NULL"), "\(insert)")
    }
}
