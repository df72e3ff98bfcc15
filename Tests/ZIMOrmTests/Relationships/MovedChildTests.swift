import TestServer
import Testing

@testable import ZIMOrm

/// Children whose rows have lost or changed their parent since they were read: what is set is the whole foreign key.
@Suite(.eachEngine) struct MovedChildTests {
    final class Doc: Model {
        var company = "", number = 0
        var upCompany: String?, upNumber: Int?
        override class var table: String { "Doc" }
        override class var primaryKey: [String] { ["co", "No"] }
        override class var columns: [Column] {
            [
                Column("co", \Doc.company), Column("No", \Doc.number), Column("up c", \Doc.upCompany),
                Column("up n", \Doc.upNumber),
            ]
        }
        override class var relationships: [Relationship] {
            [
                .hasMany("memos", Memo.self, foreignKey: ["m co", "m doc"], dependent: .nullify),
                .hasMany("parts", Part.self, foreignKey: ["co", "doc"], dependent: .delete),
                .hasMany("subs", Doc.self, foreignKey: ["up c", "up n"], dependent: .delete),
            ]
        }
        func memos() throws -> [Memo] { try hasMany(Memo.self, foreignKey: ["m co", "m doc"]) }
        func parts() throws -> [Part] { try hasMany(Part.self, foreignKey: ["co", "doc"]) }
    }
    final class Memo: Model {
        var id: Int?
        var company: String?, doc: Int?
        override class var table: String { "memo" }
        override class var primaryKey: [String] { ["id"] }
        override class var columns: [Column] {
            [Column("id", \Memo.id), Column("m co", \Memo.company), Column("m doc", \Memo.doc)]
        }
    }
    final class Part: Model {
        var company = "", doc = 0, position = 0
        override class var table: String { "part" }
        override class var primaryKey: [String] { ["co", "doc", "pos"] }
        override class var columns: [Column] {
            [Column("co", \Part.company), Column("doc", \Part.doc), Column("pos", \Part.position)]
        }
    }

    private let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE "Doc" (co VARCHAR(9), "No" INT, "up c" VARCHAR(9), "up n" INT, PRIMARY KEY (co, "No"),
                FOREIGN KEY ("up c", "up n") REFERENCES "Doc" (co, "No"));
            CREATE TABLE memo (id INTEGER PRIMARY KEY, "m co" VARCHAR(9), "m doc" INT,
                FOREIGN KEY ("m co", "m doc") REFERENCES "Doc" (co, "No"));
            CREATE TABLE part (co VARCHAR(9), doc INT, pos INT, PRIMARY KEY (co, doc, pos),
                FOREIGN KEY (co, doc) REFERENCES "Doc" (co, "No"));
            INSERT INTO "Doc" VALUES ('a', 1, NULL, NULL), ('a', 2, NULL, NULL), ('b', 1, NULL, NULL), ('b', 2, NULL, NULL);
            INSERT INTO memo VALUES (1, 'a', 1);
            INSERT INTO part VALUES ('a', 1, 1), ('a', 1, 2);
            """)
    }

    private func memo(_ session: Session) throws -> [SQLValue] {
        try session.rows("SELECT \(identifier: "m co"), \(identifier: "m doc") FROM memo WHERE id = 1")[0].values
    }

    private func doc(_ company: String, _ number: Int, _ session: Session) throws -> Doc {
        try #require(try session.find(Doc.self, company, number))
    }

    @Test func whatWasRemovedIsAddedAgain() throws {
        try database.write { session throws in
            let (a, b) = (try doc("a", 1, session), try doc("b", 1, session))
            let held = try a.memos()
            for (parent, wanted) in [(a, ["a", 1]), (b, ["b", 1]), (a, ["a", 1])] as [(Doc, [SQLValue])] {
                try session.replace("memos", of: a, with: [])
                try session.replace("memos", of: b, with: [])
                #expect(try memo(session) == [.null, .null])
                try session.add(held, to: parent, "memos")
                #expect(try memo(session) == wanted)
            }
            try session.replace("memos", of: a, with: [])
            try session.replace("memos", of: a, with: held)
            #expect(try memo(session) == ["a", 1])
        }
    }

    /// What an association has changed is not shown as it was loaded.
    @Test func loadedRelationshipsThatAssociationsChange() throws {
        try database.write { session throws in
            let query = try session.query(Doc.self).with("memos").with("parts").filter(\.company == "a")
            func loaded() throws -> Doc { try #require(try query.orderByKey().first()) }
            func shows(_ doc: Doc) -> Bool { "\(doc.encoded())".contains("memos") }
            let (a, b, c) = (try loaded(), try loaded(), try loaded())
            #expect(shows(a) && shows(b) && shows(c))
            let held = try a.memos()
            try session.replace("memos", of: a, with: [])
            #expect(try !shows(a) && shows(b) && a.memos().isEmpty)
            #expect("\(a.encoded())".contains("parts"))
            let twin = try loaded()
            try session.add(held, to: b, "memos")
            #expect(try !shows(b) && shows(c) && b.memos().count == 1)
            try session.replace("memos", of: b, with: [])
            // There is nothing to remove any more, and the twin was loaded before there was something.
            #expect(try session.replace("memos", of: twin, with: []) == 0 && !shows(twin))
            try session.add(held, to: b, "memos")
            let strict = try #require(try query.relationships(.forbidden).orderByKey().first())
            try session.replace("memos", of: strict, with: [])
            let error = #expect(throws: ModelError.self) { try strict.memos() }
            #expect(error?.message.contains("was read before the last change of the session") == true)
            try session.add(held, to: b, "memos")
            try session.remove(held, from: c, "memos")
            #expect(!shows(c))
        }
    }

    @Test func theWholeKeyIsSet() throws {
        try database.write { session throws in
            let a = try doc("a", 1, session)
            let held = try a.memos()
            // Another program, and a parent that is deleted.
            try session.execute("UPDATE memo SET \(identifier: "m co") = 'b'")
            try held[0].set(doc("a", 2, session), foreignKey: ["m co", "m doc"])
            #expect(try held[0].changedColumns() == ["m doc"])
            try session.save(held)
            #expect(try memo(session) == ["a", 2])
            #expect(try held[0].changedColumns().isEmpty)
            try session.delete(doc("a", 2, session))
            #expect(try memo(session) == [.null, .null])
            try held[0].set(doc("b", 2, session), foreignKey: ["m co", "m doc"])
            try session.save(held)
            #expect(try memo(session) == ["b", 2])
            // The same parent again is no change.
            try held[0].set(doc("b", 2, session), foreignKey: ["m co", "m doc"])
            #expect(try !held[0].hasChanges())
            try session.execute("UPDATE memo SET \(identifier: "m co") = 'a', \(identifier: "m doc") = 1")
            try held[0].clear(foreignKey: ["m co", "m doc"])
            try session.save(held)
            #expect(try memo(session) == [.null, .null])
        }
    }

    /// Until the key is saved, also behind a rollback and a merge.
    @Test func theWholeKeyIsWrittenBehindARollback() throws {
        try database.write { session throws in
            let held = try #require(try doc("a", 1, session).memos().first)
            try held.set(doc("b", 1, session), foreignKey: ["m co", "m doc"])
            #expect(throws: CancellationError.self) {
                try session.transaction { session throws in
                    try session.save(held)
                    throw CancellationError()
                }
            }
            try session.execute("UPDATE memo SET \(identifier: "m doc") = 2")
            try session.save(held)
            #expect(try memo(session) == ["b", 1])
            try held.set(doc("a", 1, session), foreignKey: ["m co", "m doc"])
            try session.merge(held)
            try session.execute("UPDATE memo SET \(identifier: "m doc") = 2")
            try session.save(held)
            #expect(try memo(session) == ["a", 1])
        }
    }

    /// Writing another column in between leaves the key to the next save.
    @Test func theWholeKeyIsWrittenBehindAnotherColumn() throws {
        try database.write { session throws in
            try session.execute(
                "UPDATE \(identifier: "Doc") SET \(identifier: "up c") = 'b', \(identifier: "up n") = 1 WHERE co = 'a'")
            let held = try doc("a", 1, session)
            try held.set(doc("b", 2, session), foreignKey: ["up c", "up n"])
            try session.update(held, columns: ["up c"])
            try session.execute("UPDATE \(identifier: "Doc") SET \(identifier: "up c") = 'a' WHERE co = 'a'")
            try session.save(held)
            let rows = try session.rows(
                "SELECT \(identifier: "up c"), \(identifier: "up n") FROM \(identifier: "Doc") WHERE co = 'a' ORDER BY 2"
            ).map(\.values)
            #expect(rows == [["a", 1], ["b", 2]])
        }
    }

    /// What two updates have written is not written once more.
    @Test func bothHalvesOfAKeyAreWrittenOneByOne() throws {
        try database.write { session throws in
            let held = try #require(try doc("a", 1, session).memos().first)
            try held.set(doc("b", 2, session), foreignKey: ["m co", "m doc"])
            try session.update(held, columns: ["m co"])
            try session.update(held, columns: ["m doc"])
            #expect(try memo(session) == ["b", 2])
            held.doc = 1
            let (_, ran) = try database.tracing { try session.save(held) }
            #expect(ran.count == 1 && ran[0].parameters == [1, 1])
            #expect(try memo(session) == ["b", 1])
        }
    }

    /// Two models of one row are one member.
    @Test func twoModelsOfOneRowAreAdded() throws {
        try database.write { session throws in
            let a = try doc("a", 1, session)
            let parts = try (a.parts(), session.query(Part.self).orderByKey().all())
            try session.add([parts.0[0], parts.1[0]], to: a, "parts")
            #expect(try a.parts().count == 2)
        }
    }

    @Test func aDeletedRowIsNotAdded() throws {
        try database.write { session throws in
            let a = try doc("a", 1, session)
            let held = try a.parts()
            try session.replace("parts", of: a, with: [], dependent: .delete)
            let error = #expect(throws: ModelError.self) { try session.add(held, to: a, "parts") }
            #expect(error?.code == .rowNotFound && error?.key == ["a", 1, 1])
            #expect(
                error?.message.hasPrefix(
                    #"no row of "part" was added to "parts": (co = 'a', doc = 1, pos = 1) is gone"#)
                    == true)
            #expect(try session.query(Part.self).count() == 0)
            // Those that are there are no matter.
            let part = Part()
            part.position = 3
            try session.add([part], to: a, "parts")
            try session.add([part], to: a, "parts")
            #expect(try a.parts().map(\.position) == [3])
        }
    }

    /// A new child points to the key that its parent gets in the same list, which is in any order.
    @Test(arguments: [false, true])
    func newChildrenOfAParentWithANewKey(_ isChildFirst: Bool) throws {
        try database.write { session throws in
            let parent = try doc("b", 2, session)
            parent.number = 20
            let memo = Memo()
            (memo.id, memo.company, memo.doc) = (2, "b", 20)
            try session.save(isChildFirst ? [memo, parent] : [parent, memo])
            #expect(try session.find(Doc.self, "b", 20)?.memos().map(\.id) == [2])
        }
    }

    /// The circle is opened by a change that its lock does not take for another program's.
    final class LockedDoc: Model {
        var company = "", number = 0
        var upCompany: String?, upNumber: Int?
        override class var table: String { "Doc" }
        override class var primaryKey: [String] { ["co", "No"] }
        override class var columns: [Column] {
            [
                Column("co", \LockedDoc.company), Column("No", \LockedDoc.number), Column("up c", \LockedDoc.upCompany),
                Column("up n", \LockedDoc.upNumber),
            ]
        }
        override class var locking: Locking { .changedColumns }
        override class var relationships: [Relationship] {
            [.hasMany("subs", LockedDoc.self, foreignKey: ["up c", "up n"], dependent: .delete)]
        }
    }

    /// Another program has given the row its parent since it was read. A lock that compares the key takes that for a conflict.
    @Test func aKeyThatTheModelDoesNotHoldIsRemoved() throws {
        try database.write { session throws in
            func up() throws -> [SQLValue] {
                try session.rows(
                    """
                    SELECT \(identifier: "up c"), \(identifier: "up n") FROM \(identifier: "Doc")
                    WHERE co = 'b' AND \(identifier: "No") = 1
                    """)[0].values
            }
            let (parent, child) = (try doc("a", 1, session), try doc("b", 1, session))
            let lockedParent = try #require(try session.find(LockedDoc.self, "a", 1))
            let locked = try #require(try session.find(LockedDoc.self, "b", 1))
            try session.execute(
                "UPDATE \(identifier: "Doc") SET \(identifier: "up c") = 'a', \(identifier: "up n") = 1 WHERE co = 'b'")
            let error = #expect(throws: ModelError.self) {
                try session.remove([locked], from: lockedParent, "subs")
            }
            #expect(error?.code == .staleRow && error?.key == ["b", 1])
            #expect(try up() == ["a", 1])
            #expect(try session.remove([child], from: parent, "subs") == 1)
            #expect(try up() == [.null, .null] && !child.hasChanges())
            #expect(try session.remove([child], from: parent, "subs") == 0)
        }
    }

    @Test func aCircleBehindALockIsDeleted() throws {
        try database.write { session throws in
            for (row, up) in [(("a", 2), ("b", 2)), (("b", 2), ("a", 2))] {
                let child = try doc(row.0, row.1, session)
                (child.upCompany, child.upNumber) = up
                try session.save(child)
            }
            let locked = try #require(try session.find(LockedDoc.self, "a", 2))
            try session.delete(locked)
            #expect(try session.query(Doc.self).orderByKey().all().map(\.number) == [1, 1])
        }
    }

    /// Rows that refer to each other in a circle, which the database enforces, are deleted with the first.
    @Test func aCircleIsDeleted() throws {
        try database.write { session throws in
            for (row, up) in [(("a", 2), ("b", 2)), (("b", 2), ("b", 1)), (("b", 1), ("a", 2))] {
                let child = try doc(row.0, row.1, session)
                (child.upCompany, child.upNumber) = up
                try session.save(child)
            }
            try session.delete(doc("a", 2, session))
            let rows = try session.rows("SELECT co, \(identifier: "No") FROM \(identifier: "Doc")").map(\.values)
            #expect(rows == [["a", 1]])
        }
    }

    /// A row of a list that goes with another of the list is deleted once, in whatever order they are.
    @Test(arguments: [false, true])
    func aCircleIsDeletedAsAList(_ isReversed: Bool) throws {
        try database.write { session throws in
            for (row, up) in [(("a", 2), ("b", 2)), (("b", 2), ("b", 1)), (("b", 1), ("a", 2))] {
                let child = try doc(row.0, row.1, session)
                (child.upCompany, child.upNumber) = up
                try session.save(child)
            }
            let circle = [try doc("a", 2, session), try doc("b", 1, session), try doc("b", 2, session)]
            try session.delete(isReversed ? circle.reversed() : circle)
            let deleted = circle.filter(\.isDeleted)
            #expect(deleted.count == 3)
            let rows = try session.rows("SELECT co, \(identifier: "No") FROM \(identifier: "Doc")").map(\.values)
            #expect(rows == [["a", 1]])
            let error = #expect(throws: ModelError.self) { try session.delete(circle) }
            #expect(error?.code == .deleted)
        }
    }
}
