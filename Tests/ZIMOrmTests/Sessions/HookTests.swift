import Foundation
import Testing
import ZIMOrm

/// Hooks and delegates: their order, and what throwing does.
@Suite(.eachEngine) struct HookTests {
    final class Hooked: Model {
        var hall = "", number = 0
        var guest: String?
        var calls: [String] = []
        var refuses: String?
        override class var table: String { "seat" }
        override class var primaryKey: [String] { ["hall", "number"] }
        override class var ignoredProperties: Set<String> { ["calls", "refuses"] }
        private func note(_ name: String) throws {
            calls.append(name)
            if refuses == name { throw Undo() }
        }
        override func willLoad() throws { try note("willLoad") }
        override func didLoad() throws { try note("didLoad") }
        override func willSave() throws { try note("willSave") }
        override func didSave() throws { try note("didSave") }
        override func willDelete() throws { try note("willDelete") }
        override func didDelete() throws { try note("didDelete") }
        func taken() -> [String] {
            defer { calls = [] }
            return calls
        }
    }

    final class Ear: ModelDelegate {
        func modelWillBeginLoadingRecord(_ model: Model) { hear("(load", model) }
        func modelDidFinishLoadingRecord(_ model: Model) { hear("load)", model) }
        func modelWillBeginSavingRecord(_ model: Model) { hear("(save", model) }
        func modelDidFinishSavingRecord(_ model: Model) { hear("save)", model) }
        func modelWillBeginDeletingRecord(_ model: Model) { hear("(delete", model) }
        func modelDidFinishDeletingRecord(_ model: Model) { hear("delete)", model) }
        private func hear(_ text: String, _ model: Model) { (model as? Hooked)?.calls.append(text) }
    }

    @Test func theOrder() throws {
        let database = try Theatre.database()
        let ear = Ear()
        try database.write { session in
            let seat = try #require(try session.find(Hooked.self, "A", 2))
            #expect(seat.taken() == ["willLoad", "didLoad"])
            seat.delegate = ear
            try session.reload(seat)
            #expect(seat.taken() == ["(load", "willLoad", "didLoad", "load)"])
            seat.guest = "x"
            try session.save(seat)
            #expect(seat.taken() == ["(save", "willSave", "didSave", "save)"])
            try session.save(seat)
            #expect(seat.taken() == ["(save", "willSave", "didSave", "save)"])
            try session.upsert(seat)
            #expect(seat.taken() == ["(save", "willSave", "didSave", "save)"])
            #expect(seat.delegate === ear)
            try session.save([seat, Hooked()])
            #expect(seat.taken() == ["(save", "willSave", "didSave", "save)"])
            let same = Hooked()
            (same.hall, same.number) = ("A", 2)
            _ = try session.findOrCreate(same, on: ["hall", "number"])
            #expect(same.isLoaded && same.taken() == ["willSave", "didSave"])
            try session.delete(seat)
            #expect(seat.taken() == ["(delete", "willDelete", "didDelete", "delete)"])
            seat.delegate = nil
            #expect(seat.delegate == nil)
        }
    }

    @Test func throwingPrevents() throws {
        let database = try Theatre.database()
        let log = SQLLog(database)
        try database.write { session in
            let seat = try #require(try session.find(Hooked.self, "A", 2))
            seat.guest = "x"
            _ = log.take()
            for (hook, attempt) in [
                ("willSave", session.save(_:)), ("willSave", session.upsert(_:)), ("willDelete", session.delete(_:)),
                ("willLoad", session.reload(_:)),
            ] as [(String, (Model) throws -> Void)] {
                seat.refuses = hook
                #expect(throws: Undo.self) { try attempt(seat) }
            }
            #expect(log.texts() == [])
            #expect(try seat.changedColumns() == ["guest"])
            let new = Hooked()
            new.hall = "H"
            new.refuses = "willSave"
            #expect(throws: Undo.self) { try session.save(new) }
            #expect(!new.isLoaded)
        }
    }

    @Test func throwingAfterwardsUndoesTheTransaction() throws {
        let database = try Theatre.database()
        let seat = try #require(try database.read { try $0.find(Hooked.self, "A", 2) })
        seat.guest = "x"
        seat.refuses = "didSave"
        #expect(throws: Undo.self) { try seat.save() }
        #expect(try seat.changedColumns() == ["guest"])
        seat.refuses = "didDelete"
        #expect(throws: Undo.self) { try seat.delete() }
        #expect(seat.isLoaded)
        let new = Hooked()
        new.hall = "N"
        new.refuses = "didSave"
        #expect(throws: Undo.self) { try database.write { try $0.save(new) } }
        #expect(!new.isLoaded)
        #expect(try Theatre.rows(database, "SELECT count(*), count(guest) FROM seat") == [[3, 2]])
    }

    @Test func aHookInsideTheSameTransaction() throws {
        final class Auditing: Model {
            var hall = "", number = 0
            override class var table: String { "seat" }
            override class var primaryKey: [String] { ["hall", "number"] }
            override func didSave() throws {
                let play = Theatre.Play()
                play.title = "for " + hall
                try play.insert()
            }
        }
        let database = try Theatre.database()
        #expect(throws: Undo.self) {
            try database.write { session in
                let seat = Auditing()
                seat.hall = "Z"
                try session.save(seat)
                #expect(try session.value("SELECT count(*) FROM play", as: Int.self) == 2)
                throw Undo()
            }
        }
        #expect(try Theatre.rows(database, "SELECT count(*) FROM play") == [[1]])
    }

    @Test func aHookMayChangeWhatIsWritten() throws {
        final class Stamped: Model {
            var hall = "", number = 0
            var guest: String?
            override class var table: String { "seat" }
            override class var primaryKey: [String] { ["hall", "number"] }
            override func willSave() throws { guest = "stamped" }
        }
        let database = try Theatre.database()
        try database.write { session in
            let seat = try #require(try session.find(Stamped.self, "A", 1))
            try session.save(seat)
            #expect(
                try session.value("SELECT guest FROM seat WHERE hall = 'A' AND number = 1", as: String.self)
                    == "stamped")
            #expect(try !seat.hasChanges())
        }
    }
}
