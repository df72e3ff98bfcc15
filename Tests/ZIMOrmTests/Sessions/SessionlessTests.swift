import Foundation
import TestServer
import Testing
import ZIMOrm

/// Calls without a session find one: the one that loaded the model, the current one, the data source's.
@Suite(.eachEngine) struct SessionlessTests {
    class Sourced: Model {
        var a = 0, b = 0
        var note: String?
        override class var table: String { "sourced" }
        override class var primaryKey: [String] { ["a", "b"] }
        class func make(_ a: Int, _ b: Int, _ note: String? = nil) -> Self {
            let model = Self()
            (model.a, model.b, model.note) = (a, b, note)
            return model
        }
    }
    final class First: Sourced { override class var dataSource: String { "sessionless-first" } }
    final class Nowhere: Sourced { override class var dataSource: String { "sessionless-nowhere" } }
    final class Swapped: Sourced { override class var dataSource: String { "sessionless-swapped" } }

    private func database() throws -> Database {
        let database = try ServedEngine.current.makeDatabase(
            "CREATE TABLE sourced (a INTEGER, b INTEGER, note TEXT, PRIMARY KEY (a, b))")
        return database
    }

    private func count(_ database: Database) throws -> Int? {
        try database.read { try $0.value("SELECT count(*) FROM sourced", as: Int.self) }
    }

    @Test func theDataSource() throws {
        let database = try database()
        DataSource.register(database, as: "sessionless-first")
        let log = SQLLog(database)
        let model = First.make(1, 1)
        try model.save()
        #expect(
            log.everything().filter { !$0.hasPrefix("INSERT") && !$0.hasPrefix("SELECT") } == [
                ServedEngine.isSQLite ? "BEGIN IMMEDIATE" : ServedEngine.isMariaDB ? "START TRANSACTION" : "BEGIN",
                "COMMIT",
            ])
        model.note = "x"
        try model.save()
        let other = First.make(1, 1)
        try other.load()
        #expect(other.note == "x")
        try other.delete()
        #expect(try count(database) == 0)
        #expect(throws: ModelError.self) { try model.reload() }
        try other.upsert()
        try other.update()
        #expect(try count(database) == 1)
    }

    @Test func noDataSource() throws {
        let model = Nowhere.make(1, 1)
        for attempt in [model.save, model.insert, model.update, model.upsert, model.delete, model.load] {
            let error = #expect(throws: DatabaseError.self) { try attempt() }
            #expect(error?.code == .dataSource)
            #expect(
                error?.message.hasPrefix(#"no data source is registered as "sessionless-nowhere"; known: "#) == true)
            #expect(error?.hint == #"Call DataSource.register(database, as: "sessionless-nowhere")"#)
        }
        #expect(!model.isLoaded)
        #expect(model.keyValues == [1, 1])
        // Where nobody registered it, the session that is open is the one that is meant.
        let database = try database()
        try database.write { _ in try model.save() }
        #expect(try count(database) == 1)
        // And from then on the model knows its database.
        model.note = "later"
        try model.save()
        #expect(try model.changedColumns() == [])
    }

    @Test func theSessionThatLoadedIt() throws {
        let database = try database()
        let loaded = try database.write { session in
            try session.insert(Nowhere.make(1, 2, "n"))
            let found = try #require(try session.find(Nowhere.self, 1, 2))
            found.note = "m"
            try found.save()
            #expect(try session.value("SELECT note FROM sourced", as: String.self) == "m")
            return found
        }
        // The session is over: a short one of the same database.
        loaded.note = "o"
        try loaded.save()
        // Or the current one, whose rollback counts.
        #expect(throws: Undo.self) {
            try database.write { _ in
                loaded.note = "p"
                try loaded.save()
                throw Undo()
            }
        }
        #expect(try loaded.changedColumns() == ["note"])
    }

    @Test func loadedInAReadSavedInALaterWrite() throws {
        let database = try database()
        try database.write { try $0.insert(Nowhere.make(1, 1)) }
        let model = try #require(try database.read { try $0.find(Nowhere.self, 1, 1) })
        model.note = "later"
        try database.write { try $0.save(model) }
        #expect(try database.read { try $0.find(Nowhere.self, 1, 1) }?.note == "later")
        let error = #expect(throws: DatabaseError.self) {
            try database.read { _ in
                model.note = "no"
                try model.save()
            }
        }
        #expect(error?.code == .readOnly)
        #expect(try model.changedColumns() == ["note"])
    }

    @Test func twoDatabases() throws {
        let here = try database(), there = try database()
        let model = Nowhere.make(1, 1, "here")
        try here.write { try $0.save(model) }
        try there.write { session throws in
            // It says nothing about a row of the other database, changed or not.
            let attempts: [(Model) throws -> Void] = [
                { try session.save($0) }, { try session.update($0) }, { try session.delete($0) },
                { try session.reload($0) },
                { try session.save([$0, Nowhere.make(7, 7)]) },
            ]
            for (note, _) in [("here", 0), ("changed", 1)] {
                model.note = note
                for attempt in attempts {
                    let error = #expect(throws: ModelError.self) { try attempt(model) }
                    #expect(error?.code == .otherDatabase)
                    #expect(error?.hint == "insert() or upsert() copies it")
                }
            }
            #expect(try session.value("SELECT count(*) FROM sourced", as: Int.self) == 0)
            // Nor is it written behind the back of this transaction.
            #expect(throws: ModelError.self) { try model.save() }
        }
        try model.save()
        #expect(try here.read { try $0.value("SELECT note FROM sourced", as: String.self) } == "changed")
        #expect(throws: Undo.self) {
            try there.write { session throws in
                try session.insert(model)
                #expect(try !model.hasChanges())
                throw Undo()
            }
        }
        // The copy was undone: it is the first database's again.
        model.note = "again"
        try model.save()
        #expect(try here.read { try $0.value("SELECT note FROM sourced", as: String.self) } == "again")
        try there.write { try $0.upsert(model) }
        try model.delete()
        #expect(try count(there) == 0)
        #expect(try count(here) == 1)
        // Two sessions at once.
        try here.write { first in
            try there.write { second in
                try first.insert(Nowhere.make(2, 1))
                try second.insert([Nowhere.make(3, 1), Nowhere.make(4, 1)])
            }
        }
        #expect(try count(here) == 2)
        #expect(try count(there) == 2)
    }

    @Test func aDataSourceThatIsRegisteredAnew() throws {
        let old = try database(), new = try database()
        DataSource.register(old, as: "sessionless-swapped")
        let model = Swapped.make(1, 1)
        try model.save()
        DataSource.register(new, as: "sessionless-swapped")
        try Swapped.make(2, 2).save()
        // A model stays with the database that it came from, and says that this is no longer what is meant by its name.
        model.note = "old"
        let error = #expect(throws: ModelError.self) { try model.save() }
        #expect(error?.code == .otherDatabase)
        try old.write { try $0.save(model) }
        #expect(try old.read { try $0.value("SELECT note FROM sourced", as: String.self) } == "old")
        #expect(try count(new) == 1)
    }

    @Test func acrossAwait() async throws {
        let database = try database()
        try await database.write { session in try session.insert((1...20).map { Nowhere.make($0, 0) }) }
        let models = try await database.read { try $0.query(Nowhere.self).orderByKey().all() }
        let first = try #require(models.first)
        first.note = "awaited"
        try await first.save()
        let changed = try await Task {
            let found = try await database.write { session in
                let found = try #require(try session.find(Nowhere.self, 2, 0))
                found.note = "task"
                try found.save()
                return found
            }
            found.note = "after"
            return try found.changedColumns()
        }.value
        #expect(changed == ["note"])
        let notes = try await database.read {
            try $0.rows("SELECT note FROM sourced WHERE note IS NOT NULL ORDER BY a")
        }
        #expect(notes.map { $0[0] } == ["awaited", "task"])
        let undone = Nowhere.make(99, 0)
        nonisolated(unsafe) let sent = undone
        await #expect(throws: Undo.self) {
            try await database.write { session in
                try session.save(sent)
                throw Undo()
            }
        }
        #expect(!undone.isLoaded)
    }
}
