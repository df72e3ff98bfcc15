import TestServer
import Testing
import ZIMOrm

private class Part: Model {
    var kit = "", number = 0
    var home: String?
    var place: Int?
    override class var table: String { "part" }
    override class var primaryKey: [String] { ["kit", "number"] }

    convenience init(_ number: Int, of parent: Int?) {
        self.init()
        (kit, self.number) = ("k", number)
        (home, place) = (parent.map { _ in "k" }, parent)
    }
}

/// Its table does not declare the foreign key.
private final class LoosePart: Part {
    override class var relationships: [Relationship] {
        [.belongsTo("whole", LoosePart.self, foreignKey: ["home", "place"])]
    }
}

/// Lists of rows that refer to rows of their own table, in whatever order they stand.
@Suite(.eachEngine, .showingValues) struct OwnReferenceTests {
    let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE part (kit VARCHAR(9) NOT NULL, number INTEGER NOT NULL, home VARCHAR(9), place INTEGER,
                PRIMARY KEY (kit, number), FOREIGN KEY (home, place) REFERENCES part (kit, number));
            """)
    }

    private func rows() throws -> [[SQLValue]] {
        try Theatre.rows(database, "SELECT number, place FROM part ORDER BY number")
    }

    @Test func aListIsSavedAndDeletedInAnyOrder() throws {
        func parts() -> [Part] { [Part(4, of: 3), Part(3, of: 2), Part(1, of: nil), Part(2, of: 1), Part(5, of: 1)] }
        for order in [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [1, 0, 4, 2, 3]] {
            try database.write { session in
                let parts = parts()
                try session.save(order.map { parts[$0] })
            }
            #expect(try rows() == [[1, nil], [2, 1], [3, 2], [4, 3], [5, 1]])
            try database.write { session in
                let all = try session.query(Part.self).orderByKey().all()
                try session.delete(order.map { all[$0] })
            }
            #expect(try rows() == [])
        }
    }

    /// What is a key in other letters elsewhere is another key here, and orders nothing that is certain.
    @Test(arguments: [false, true])
    func keysInOtherLettersAreOtherKeys(_ isReversed: Bool) throws {
        func part(_ kit: String, of home: String?) -> Part {
            let part = Part(1, of: home == nil ? nil : 1)
            (part.kit, part.home) = (kit, home)
            return part
        }
        try database.write { session in
            try session.save(part("Y", of: nil))
            let list = [part("y", of: "x"), part("x", of: "Y")]
            try session.save(isReversed ? list.reversed() : list)
            let all = try session.query(Part.self).orderByKey().all()
            #expect(Set(all.map(\.kit)) == ["Y", "x", "y"])
            try session.delete(isReversed ? all.reversed() : all)
            #expect(try session.query(Part.self).count() == 0)
        }
    }

    @Test func aChainOfManyRowsIsSavedFromItsEnd() throws {
        let count = 3_000
        try database.write { session in
            try session.save((1...count).reversed().map { LoosePart($0, of: $0 == 1 ? nil : $0 - 1) })
            #expect(try session.query(Part.self).count() == count)
            try session.delete(session.query(LoosePart.self).orderByKey().all())
            #expect(try session.query(Part.self).count() == 0)
        }
    }

    @Test func keysThatChangeBeforeWhatRefersToThem() throws {
        try database.write { session in
            try session.save([Part(1, of: nil), Part(2, of: nil), Part(3, of: 2)])
            let parts = try session.query(Part.self).orderByKey().all()
            (parts[0].number, parts[2].place) = (10, 10)
            // The child stands first.
            try session.update([parts[2], parts[0]])
        }
        #expect(try rows() == [[2, nil], [3, 10], [10, nil]])
    }

    /// Those that refer to none of the list stay as they stand.
    @Test func othersStayAsTheyAreListed() throws {
        let log = SQLLog(database)
        try database.write { session throws in
            try session.save([Part(1, of: nil), Part(2, of: 1), Part(3, of: nil), Part(4, of: nil)])
            let all = try session.query(Part.self).orderByKey().all()
            _ = log.take()
            try session.delete([all[3], all[0], all[2], all[1]])
        }
        let deleted = log.take().filter { $0.sql.hasPrefix("DELETE") }
        #expect(deleted.map { $0.parameters.last } == [4, 3, 2, 1])
    }

    /// Two programs' parts have loaded the same row, which refers to itself, or which another one refers to.
    @Test func theLastOfTwoModelsOfARowIsSavedLast() throws {
        for child in [1, 2] {
            try database.write { session in
                try session.save([Part(1, of: nil), Part(2, of: nil), Part(3, of: nil)])
                let (one, other) = (
                    try session.query(Part.self).orderByKey().all(), try session.query(Part.self).orderByKey().all()
                )
                (one[0].home, one[0].place) = ("k", 1)
                (other[0].home, other[0].place) = ("k", 3)
                (one[1].home, one[1].place) = ("k", child)
                try session.update([one[1], one[0], other[0]])
            }
            #expect(try rows() == [[1, 3], [2, .integer(Int64(child))], [3, nil]])
            try database.execute("UPDATE part SET home = NULL")
            try database.execute("DELETE FROM part")
        }
    }

    /// The first model is not what the row becomes, so that there is no circle in the end.
    @Test func theLastOfTwoModelsOfARowIsSavedLastInACircle() throws {
        try database.write { session in
            try session.save([Part(1, of: nil), Part(2, of: 1), Part(3, of: nil)])
            let (one, other) = (
                try session.query(Part.self).orderByKey().all(), try session.query(Part.self).orderByKey().all()
            )
            (one[0].home, one[0].place) = ("k", 2)
            (other[0].home, other[0].place) = ("k", 3)
            (one[1].home, one[1].place) = ("k", 1)
            try session.update([one[0], one[1], other[0]])
        }
        #expect(try rows() == [[1, 3], [2, 1], [3, nil]])
    }

    /// A row may refer to itself.
    @Test func circlesAreSavedAsTheEngineTakesThem() throws {
        try database.write { session in
            try session.save([Part(2, of: 2), Part(1, of: 2)])
        }
        #expect(try rows() == [[1, 2], [2, 2]])
        #expect(throws: DatabaseError.self) {
            try database.write { session in try session.save([Part(7, of: nil), Part(9, of: 10)]) }
        }
        #expect(try rows() == [[1, 2], [2, 2]])
    }
}
