import Amigo
import TestServer
import Testing

private class Dog: AmigoModel { var id: Int?; var label: String?; var age: Int? }
private class Owner: AmigoModel { var id: Int?; var label: String? }

/// An index of a name that is taken is not taken for the one that is asked for.
@Suite(.eachEngine) struct IndexNameTests {
    private func dogs(_ index: Index, _ more: Index...) -> ORMModel {
        ORMModel(
            Dog.self, table: "dog",
            items: [IntegerField("id", primaryKey: true), CharField("label"), IntegerField("age"), index]
                + more)
    }

    private let owners = ORMModel(
        Owner.self, table: "owner", IntegerField("id", primaryKey: true), CharField("label"),
        Index("label_idx", unique: true, "label"), ManyToMany("dogs", using: Dog.self))

    private func createAll(_ models: [ORMModel], in database: Database) throws {
        try Amigo(models, factory: DatabaseEngineFactory(database)).createAll()
    }

    /// Names of indexes are those of their table on MariaDB and MySQL, of the schema elsewhere.
    @Test func theNameOfAnotherTablesIndex() throws {
        let database = try ServedEngine.makeDatabase()
        let models = [dogs(Index("label_idx", unique: true, "label")), owners]
        guard !ServedEngine.isMariaDB else {
            try createAll(models, in: database)
            return try createAll(models, in: database)
        }
        let error = #expect(throws: ModelError.self) { try createAll(models, in: database) }
        #expect(error?.code == .mapping && error?.table == "owner")
        #expect(
            error?.message
                == #"the index "label_idx" of "owner" ("label"), unique cannot be made: that is the name of an index of "dog" ("label"), unique"#
        )
        #expect(error?.hint == "Give the index another name, or drop the one that is there")
        #expect(try database.read { try $0.tableNames() } == [])
    }

    @Test func anotherIndexOfTheTable() throws {
        let database = try ServedEngine.makeDatabase()
        let ages = dogs(Index("dog_idx", "age"), Index("dog_both", "age", "id"))
        try createAll([ages, owners], in: database)
        // What is there is left alone, also the unique index of pairs that a join table has from its beginning.
        try createAll([ages, owners], in: database)
        for (index, wanted) in [
            (Index("dog_idx", unique: true, "age"), #""dog" ("age"), unique"#),
            (Index("dog_idx", "label"), #""dog" ("label")"#),
            (Index("dog_idx", "age", "id"), #""dog" ("age", "id")"#),
        ] {
            let error = #expect(throws: ModelError.self) { try createAll([dogs(index), owners], in: database) }
            #expect(
                error?.message
                    == #"the index "dog_idx" of \#(wanted) cannot be made: that is the name of an index of "dog" ("age")"#
            )
        }
        try createAll([dogs(Index("dog_idx", "age"), Index("dog_other", unique: true, "age")), owners], in: database)
    }
}
