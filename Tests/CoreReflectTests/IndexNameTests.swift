import CoreReflect
import TestServer
import Testing

private class Crate: Reflect { var age = 0; var name = ""; var age_and_name = 0 }

extension CoreReflectTests {
    /// An index of a name that is taken is not taken for the one that is asked for.
    @Suite(.eachEngine) struct IndexNameTests {
        init() throws {
            try ServedEngine.configure()
            try Crate.register()
        }

        private func refusal(_ make: () throws -> Void) -> String? {
            let error = #expect(throws: ModelError.self) { try make() }
            #expect(error?.code == .mapping && error?.table == "Crate")
            return error?.message
        }

        @Test func aUniqueIndexWhereAnotherIs() throws {
            try Crate.index("age")
            try Crate.index("age")
            #expect(
                refusal { try Crate.index("age", unique: true) }
                    == #"the index "index_Crate_on_age" of "Crate" ("age"), unique cannot be made: that is the name of an index of "Crate" ("age")"#
            )
            try Crate.removeIndex("age")
            try Crate.index("age", unique: true)
            try Crate.index("age", unique: true)
            #expect(
                refusal { try Crate.index("age") }
                    == #"the index "index_Crate_on_age" of "Crate" ("age") cannot be made: that is the name of an index of "Crate" ("age"), unique"#
            )
            try Crate().pin()
            let error = #expect(throws: DatabaseError.self) { try Crate().pin() }
            #expect(error?.code == .constraint)
        }

        /// Of a text MariaDB indexes the beginning, which is the same index.
        @Test func otherColumnsThatMakeTheName() throws {
            try Crate.index("age", "name")
            try Crate.index("age", "name")
            let name = ServedEngine.on(sqlite: #""name""#, postgreSQL: #""name""#, mariaDB: "LEFT(`name`, 191)")
            #expect(
                refusal { try Crate.index("age_and_name", unique: true) }
                    == #"the index "index_Crate_on_age_and_name" of "Crate" ("age_and_name"), unique cannot be made: that is the name of an index of "Crate" ("age", \#(name))"#
            )
        }

        /// Which way an index is sorted is for whoever made it; one of some rows, or of an expression, is another.
        @Test func indexesMadeByHand() throws {
            try ServedEngine.send(#"CREATE INDEX "index_Crate_on_age" ON "Crate" ("age" DESC)"#)
            try Crate.index("age")
            guard !ServedEngine.isMariaDB else { return }
            try Crate.removeIndex("age")
            try ServedEngine.send(#"CREATE UNIQUE INDEX "index_Crate_on_age" ON "Crate" ("age") WHERE "age" > 1"#)
            #expect(
                refusal { try Crate.index("age", unique: true) }?.hasSuffix(
                    #"the name of an index of "Crate" ("age"), unique, of some rows only"#) == true)
            try Crate.removeIndex("age")
            try ServedEngine.send(#"CREATE INDEX "index_Crate_on_age" ON "Crate" (abs("age"))"#)
            let call = ServedEngine.isPostgreSQL ? "abs(age)" : #"abs("age")"#
            #expect(
                refusal { try Crate.index("age") }?.hasSuffix(#"the name of an index of "Crate" (\#(call))"#) == true)
        }

        /// On PostgreSQL a table may have the name, at which IF NOT EXISTS stays silent; SQLite refuses it itself.
        @Test func theNameOfATable() throws {
            guard ServedEngine.isPostgreSQL else { return }
            try ServedEngine.send(#"CREATE TABLE "index_Crate_on_age" (a INTEGER)"#)
            #expect(
                refusal { try Crate.index("age") }
                    == #"the index "index_Crate_on_age" of "Crate" ("age") cannot be made: that is the name of something else"#
            )
        }

        /// A temporary table's index hides none of another table.
        @Test func theNameOfATemporaryTablesIndex() throws {
            guard ServedEngine.isSQLite else { return }
            try Crate.transaction {
                try ServedEngine.send(#"CREATE TEMP TABLE other (a)"#)
                try ServedEngine.send(#"CREATE INDEX temp."index_Crate_on_age" ON other (a)"#)
                try Crate.index("age")
                try Crate.index("age")
            }
        }
    }
}
