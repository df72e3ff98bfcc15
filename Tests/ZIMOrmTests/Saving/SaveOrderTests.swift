import TestServer
import Testing
import ZIMOrm

private final class Seat: Model {
    var hall = "", number = 0
    var guest: String?
    var row = "", place = 0
    override class var table: String { "seat" }
    override class var primaryKey: [String] { ["hall", "number"] }
}

private final class Ticket: Model {
    var id: Int?
    var hall = "", number = 0
    override class var table: String { "ticket" }
    override class var primaryKey: [String] { ["id"] }
}

private final class Usher: Model {
    var id: Int?
    var row: String?, place: Int?, shift: Int?
    override class var table: String { "usher" }
    override class var primaryKey: [String] { ["id"] }
}

private final class Dog: Model {
    var id: Int?
    var label: String?
    var grade = 0
    override class var table: String { "dog" }
    override class var primaryKey: [String] { ["id"] }
}

private final class Tag: Model {
    var part = 0
    var value: SQLValue = .null
    var short: String?
    override class var table: String { "tag" }
    override class var primaryKey: [String] { ["part", "value"] }
}

/// Values of unique keys that move from one model of a list to another, and classes that point to each other.
@Suite(.eachEngine) struct SaveOrderTests {
    let database: Database
    let log: SQLLog

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE seat (hall TEXT NOT NULL, number INTEGER NOT NULL CHECK (number > 0), guest TEXT, "row" TEXT NOT NULL,
                place INTEGER NOT NULL CHECK (place < 3), PRIMARY KEY (hall, number), UNIQUE ("row", place));
            CREATE TABLE ticket (id INTEGER PRIMARY KEY, hall TEXT NOT NULL, number INTEGER NOT NULL,
                FOREIGN KEY (hall, number) REFERENCES seat (hall, number) ON UPDATE CASCADE);
            CREATE TABLE dog (id INTEGER PRIMARY KEY, label TEXT UNIQUE, grade INTEGER NOT NULL UNIQUE);
            CREATE TABLE usher (id INTEGER PRIMARY KEY, "row" TEXT, place INTEGER, shift INTEGER UNIQUE,
                FOREIGN KEY ("row", place) REFERENCES seat ("row", place));
            INSERT INTO usher VALUES (1, NULL, NULL, 1), (2, NULL, NULL, 2);
            INSERT INTO seat VALUES ('A', 1, 'Ada', 'r', 1), ('A', 2, 'Bob', 's', 1), ('A', 3, 'Cid', 't', 1);
            INSERT INTO ticket VALUES (1, 'A', 1), (2, 'A', 2);
            INSERT INTO dog VALUES (1, 'x', 1), (2, 'y', 2), (3, 'z', 3);
            """)
        log = SQLLog(database)
    }

    private func rows(_ sql: SQL) throws -> [[SQLValue]] { try Theatre.rows(database, sql.inOwnWords) }
    private func dogs() throws -> [[SQLValue]] { try rows("SELECT id, label, grade FROM dog ORDER BY id") }
    private func seats() throws -> [[SQLValue]] {
        try rows(#"SELECT hall, number, guest, "row", place FROM seat ORDER BY guest"#)
    }

    @Test func aUniqueValueMovesFromOneToTheNext() throws {
        try database.write { session in
            let d = try #require(try session.find(Dog.self, 1))
            let n = Dog()
            d.label = "w"
            (n.label, n.grade) = ("x", 4)
            _ = log.take()
            // In whatever order they are listed.
            try session.save([n, d])
            let ran = log.take()
            #expect(ran.suffix(2).map { String($0.sql.prefix(6)) } == ["UPDATE", "INSERT"])
            #expect(n.isLoaded && d.isLoaded)
        }
        #expect(try dogs() == [[1, "w", 1], [2, "y", 2], [3, "z", 3], [4, "x", 4]])
    }

    @Test func aListIsShifted() throws {
        try database.write { session in
            let all = try session.query(Dog.self).orderBy(\.grade).all()
            for dog in all { dog.grade += 1 }
            let first = Dog()
            (first.label, first.grade) = ("new", 1)
            try session.save([first] + all)
            for dog in all { dog.grade += 1 }
            try session.update(all)
        }
        #expect(try rows("SELECT label FROM dog ORDER BY grade") == [["new"], ["x"], ["y"], ["z"]])
        #expect(try rows("SELECT grade FROM dog ORDER BY grade") == [[1], [3], [4], [5]])
    }

    @Test func aLongChainIsShifted() throws {
        try database.write { session in
            let more = (4...3_000).map { number in
                let dog = Dog()
                dog.grade = number
                return dog
            }
            try session.insert(more)
            let all = try session.query(Dog.self).orderBy(\.grade).all()
            for dog in all { dog.grade += 1 }
            try session.save(all)
            #expect(try session.value("SELECT min(grade) FROM dog", as: Int.self) == 2)
            #expect(try session.value("SELECT max(grade) FROM dog", as: Int.self) == 3_001)
        }
    }

    @Test func uniqueValuesAreExchanged() throws {
        try database.write { session in
            let all = try session.query(Dog.self).orderBy(\.id).all()
            _ = log.take()
            (all[0].label, all[1].label) = (all[1].label, all[0].label)
            try session.save(Array(all.prefix(2)))
            #expect(
                log.take().suffix(3).map { "\($0.sql) \($0.parameters)" } == [
                    #"UPDATE "dog" SET "label" = ? WHERE "id" = ? [NULL, 1]"#,
                    #"UPDATE "dog" SET "label" = ? WHERE "id" = ? ['x', 2]"#,
                    #"UPDATE "dog" SET "label" = ? WHERE "id" = ? ['y', 1]"#,
                ])
            // Three in a circle, by two unique keys at once; a number has no NULL here.
            let (labels, ranks) = (all.map(\.label), all.map(\.grade))
            for (index, dog) in all.enumerated() {
                (dog.label, dog.grade) = (labels[(index + 1) % 3], ranks[(index + 2) % 3])
            }
            try session.update(all)
            #expect(try all.allSatisfy { try !$0.hasChanges() })
        }
        #expect(try dogs() == [[1, "x", 3], [2, "z", 1], [3, "y", 2]])
    }

    @Test func keysOfTwoColumnsAreExchangedAndChildrenGoAlong() throws {
        try database.write { session in
            let all = try session.query(Seat.self).orderBy(\.number).all()
            (all[0].number, all[1].number) = (2, 1)
            all[2].guest = "Cyd"
            try session.save(all)
            #expect(all.map(\.keyValues) == [["A", 2], ["A", 1], ["A", 3]])
            #expect(try all.allSatisfy { try !$0.hasChanges() })
            all[0].guest = "Ada II"
            try session.save(all)
        }
        #expect(
            try seats() == [
                ["A", 2, "Ada II", "r", 1], ["A", 1, "Bob", "s", 1], ["A", 3, "Cyd", "t", 1],
            ])
        #expect(try rows("SELECT id, number FROM ticket ORDER BY id") == [[1, 2], [2, 1]])
    }

    @Test func aRollbackGivesTheKeysBack() throws {
        let all = try database.read { try $0.query(Seat.self).orderBy(\.number).all() }
        let before = try seats()
        (all[0].number, all[1].number) = (2, 1)
        try? database.write { session in
            try session.save(all)
            throw Undo()
        }
        #expect(try seats() == before)
        #expect(try all.map { try $0.changedColumns() } == [["number"], ["number"], []])
        try database.write { try $0.save(all) }
        #expect(try rows("SELECT guest FROM seat ORDER BY number") == [["Bob"], ["Ada"], ["Cid"]])
    }

    @Test func aUniquePairIsExchanged() throws {
        try database.write { session in
            let all = try session.query(Seat.self).orderBy(\.number).all()
            (all[0].row, all[1].row) = (all[1].row, all[0].row)
            try session.save(all)
        }
        #expect(try rows(#"SELECT "row" FROM seat ORDER BY number"#) == [["s"], ["r"], ["t"]])
    }

    @Test func aUniquePairIsExchangedWhoseOtherHalfChangedMeanwhile() throws {
        try database.write { session in
            let seats = try session.query(Seat.self).orderBy("guest").limit(2).all()
            try session.query(Seat.self).filter(\Seat.number < 3).update(.set("place", 2))
            (seats[0].row, seats[1].row) = (seats[1].row, seats[0].row)
            try session.save(seats)
        }
        #expect(
            try seats() == [
                ["A", 1, "Ada", "s", 2], ["A", 2, "Bob", "r", 2], ["A", 3, "Cid", "t", 1],
            ])
    }

    /// NULL fits the column and not the constraint, so a text that no row has stands in.
    @Test func theNextStandInIsTriedWhereAConstraintForbidsOne() throws {
        try database.execute("DROP TABLE dog")
        try database.execute(
            "CREATE TABLE dog (id INTEGER PRIMARY KEY, label VARCHAR(36) UNIQUE CHECK (label IS NOT NULL), grade INTEGER)"
        )
        try database.execute("INSERT INTO dog VALUES (1, 'x', 1), (2, 'y', 2)")
        try database.write { session in
            let all = try session.query(Dog.self).orderBy(\.id).all()
            (all[0].label, all[1].label) = (all[1].label, all[0].label)
            try session.save(all)
            #expect(try all.allSatisfy { try !$0.hasChanges() })
        }
        #expect(try dogs() == [[1, "y", 1], [2, "x", 2]])
    }

    @Test func whatCannotBeSetAsideNamesBothRows() throws {
        try database.execute(SQL("UPDATE seat SET \"row\" = 'r', place = number WHERE number < 3").inOwnWords)
        let before = try seats()
        let all = try database.read { try $0.query(Seat.self).orderBy(\.number).all() }
        // No number behind the largest is allowed in "place".
        (all[0].place, all[1].place) = (2, 1)
        let error = #expect(throws: ModelError.self) { try database.write { try $0.save(all) } }
        #expect(error?.code == .conflict)
        #expect(
            error?.message.hasPrefix(
                #"the row (hall = 'A', number = 2) of "seat" takes (row, place) from the row (hall = 'A', number = 1), which waits for it in turn and cannot hold another value meanwhile: "#
            ) == true)
        #expect(try seats() == before)
        #expect(try all.map { try $0.changedColumns() } == [["place"], ["place"], []])
    }

    @Test func aValueThatStaysWhereItIsIsTheDatabasesToRefuse() throws {
        try database.write { session in
            let d = try #require(try session.find(Dog.self, 1))
            d.label = "z"
            let error = #expect(throws: DatabaseError.self) {
                try session.transaction { try $0.save([d, try #require(try $0.find(Dog.self, 2))]) }
            }
            #expect(error?.constraint?.columns == ["label"])
        }
    }

    @Test func whatForeignKeysPointToComesFirst() throws {
        try database.write { session in
            let ticket = Ticket()
            (ticket.hall, ticket.number) = ("B", 1)
            let seat = Seat()
            (seat.hall, seat.number, seat.row, seat.place) = ("B", 1, "b", 1)
            let (_, ran) = try database.tracing { try session.save([ticket, seat]) }
            #expect(ran.map { $0.sql.withQuestionMarks.split(separator: " ")[2] } == ["\"seat\"", "\"ticket\""])
            #expect(ticket.id == 3)
        }
        #expect(try rows("SELECT hall, number FROM ticket WHERE id = 3") == [["B", 1]])
    }

    /// Foreign keys may refer to other unique columns than the key's.
    @Test(arguments: [false, true])
    func newChildrenOfAParentWhoseUniqueColumnsChange(_ isChildFirst: Bool) throws {
        try database.write { session in
            let seat = try #require(try session.find(Seat.self, "A", 3))
            seat.row = "u"
            let (one, two) = (
                try #require(try session.find(Usher.self, 1)), try #require(try session.find(Usher.self, 2))
            )
            // What is unique in the children moves on in the same list.
            (one.shift, two.shift) = (2, 3)
            let new = Usher()
            (new.id, new.shift) = (3, 1)
            for usher in [new, one, two] { (usher.row, usher.place) = ("u", 1) }
            let ushers: [Model] = [new, one, two]
            try session.save(isChildFirst ? ushers + [seat] : [seat] + ushers)
        }
        #expect(
            try rows(#"SELECT id, "row", place, shift FROM usher ORDER BY id"#)
                == [[1, "u", 1, 2], [2, "u", 1, 3], [3, "u", 1, 1]])
    }

    /// Else a model whose row is gone would write to the row that has taken its key by then.
    @Test func aRowThatIsGoneTakesNobodysPlace() throws {
        let all = try database.read { try $0.query(Seat.self).orderBy(\.number).all() }
        try database.execute("DELETE FROM ticket; DELETE FROM seat WHERE number = 1")
        let before = try seats()
        (all[0].number, all[1].number) = (2, 1)
        for way in ["save", "update"] {
            let error = #expect(throws: ModelError.self) {
                try database.write { try way == "save" ? $0.save([all[0], all[1]]) : $0.update([all[0], all[1]]) }
            }
            #expect(
                error?.description
                    == "rowNotFound: no row of \"seat\" was updated: (hall = 'A', number = 1) is gone", "\(way)")
            #expect(try seats() == before)
        }
    }

    /// Another model of a row whose key goes on would write to the row that has it then.
    @Test func twoModelsOfOneRow() throws {
        let before = try seats()
        try database.execute("DELETE FROM ticket")
        for way in ["save", "update"] {
            func save(_ session: Session, _ models: [Model]) throws {
                try way == "save" ? session.save(models) : session.update(models)
            }
            let (all, again) = try database.read { session in
                let query = try session.query(Seat.self).orderBy(\.number)
                return (try query.all(), try query.all())
            }
            (all[0].number, all[1].number) = (9, 1)
            again[0].guest = "Eve"
            // The key moves, and another model of the row is listed behind it, or in front.
            for list in [[all[0], all[1], again[0]], [all[1], all[0], again[0]]] {
                let error = #expect(throws: ModelError.self) { try database.write { try save($0, list) } }
                #expect(error?.code == .rowNotFound, "\(way)")
                #expect(try seats() == before)
            }
            #expect(throws: Undo.self) {
                try database.write { session in
                    try save(session, [again[0], all[1], all[0]])
                    #expect(
                        try session.rows("SELECT number, guest FROM seat ORDER BY number").map(\.values)
                            == [[1, "Bob"], [3, "Cid"], [9, "Eve"]])
                    throw Undo()
                }
            }
            // Both change the key of the one row, and a new one takes it.
            again[0].number = 8
            let new = Seat()
            (new.hall, new.number, new.guest, new.row, new.place) = ("A", 1, "Dan", "u", 1)
            let error = #expect(throws: ModelError.self) {
                try database.write { try $0.save([new, all[0], again[0]]) }
            }
            #expect(error?.code == .rowNotFound)
            #expect(try seats() == before)
        }
    }

    @Test func twoModelsOfOneRowWithOneKeyColumn() throws {
        let before = try dogs()
        let (all, again) = try database.read { session in
            let query = try session.query(Dog.self).orderBy(\.grade)
            return (try query.all(), try query.all())
        }
        (all[0].id, all[1].id, again[0].grade) = (9, 1, 10)
        let error = #expect(throws: ModelError.self) { try database.write { try $0.save(all + again) } }
        #expect(
            error?.description
                == #"rowNotFound: no row of "dog" was updated: (id = 1) is gone, or the database ignored the change"#)
        #expect(try dogs() == before)
    }

    /// A column says what it can hold meanwhile, not the property that it is read into.
    @Test func keysOfAnyTypeAreExchanged() throws {
        final class Pair: Model {
            var part = 0, code = "", name = ""
            override class var table: String { "pair" }
            override class var primaryKey: [String] { ["part", "code"] }
        }
        final class Single: Model {
            var code = "", name = ""
            override class var table: String { "pair" }
            override class var primaryKey: [String] { ["code"] }
            override class var isAutoIncremented: Bool { false }
        }
        let (a, b) = ("00000000-0000-0000-0000-00000000000a", "00000000-0000-0000-0000-00000000000b")
        var columns = [("INTEGER", "7", "9"), ("BIGINT", "7", "9223372036854775807"), ("TEXT", "x", "y")]
        if ServedEngine.isSQLite {
            columns += [("REAL", "7.0", "1e+300"), ("REAL", "7.0", "9007199254740992.0"), ("", "x", "y")]
        } else if !ServedEngine.isMySQL {
            columns += [("UUID", a, b)]
        }
        func exchanged(_ first: String, _ second: String) -> SQL {
            SQL(
                unsafe:
                    "SELECT name FROM pair WHERE code = '\(second)' AND name = 'a' OR code = '\(first)' AND name = 'b' "
                    + "ORDER BY name")
        }
        for (type, first, second) in columns {
            let database = try ServedEngine.current.makeDatabase(
                """
                CREATE TABLE pair (part INTEGER, code \(type), name TEXT, PRIMARY KEY (part, code));
                INSERT INTO pair VALUES (1, '\(first)', 'a'), (1, '\(second)', 'b');
                """)
            try database.write { session in
                let all = try session.query(Pair.self).orderBy(\.name).all()
                (all[0].code, all[1].code) = (all[1].code, all[0].code)
                try session.save(all)
            }
            #expect(
                try Theatre.rows(database, exchanged(first, second)) == [["a"], ["b"]], "\(type)")
            // One column, which takes whole numbers only where it is SQLite's own.
            let single = try ServedEngine.current.makeDatabase(
                """
                CREATE TABLE pair (code \(type) PRIMARY KEY, name TEXT);
                INSERT INTO pair VALUES ('\(first)', 'a'), ('\(second)', 'b');
                """)
            try single.write { session in
                let all = try session.query(Single.self).orderBy(\.name).all()
                (all[0].code, all[1].code) = (all[1].code, all[0].code)
                try session.update(all)
            }
            #expect(
                try Theatre.rows(single, exchanged(first, second)) == [["a"], ["b"]], "\(type)")
        }
    }

    /// What a column makes of a value that was saved is found all the same.
    @Test func keysThatTheColumnHoldsOtherwise() throws {
        // MySQL has no type for UUIDs.
        guard !ServedEngine.isMySQL else { return }
        let database = try ServedEngine.current.makeDatabase(
            ServedEngine.isSQLite
                ? "CREATE TABLE tag (part INTEGER, value REAL, short VARCHAR(3) UNIQUE, PRIMARY KEY (part, value))"
                : "CREATE TABLE tag (part INTEGER, value UUID, short VARCHAR(3) UNIQUE, PRIMARY KEY (part, value))")
        let values: [SQLValue] =
            ServedEngine.isSQLite
            ? ["0.10", "7"] : ["00000000-0000-0000-0000-00000000000A", "00000000-0000-0000-0000-00000000000B"]
        try database.write { session in
            let tags = values.enumerated().map { index, value in
                let tag = Tag()
                (tag.part, tag.value, tag.short) = (1, value, "s\(index)")
                return tag
            }
            try session.insert(tags)
            // A text that fits the column stands in meanwhile.
            (tags[0].short, tags[1].short) = (tags[1].short, tags[0].short)
            try session.save(tags)
            (tags[0].short, tags[1].short) = (nil, tags[0].short)
            try session.update(tags)
            let loaded = try session.query(Tag.self).orderByKey().all()
            #expect(loaded.map(\.short) == [nil, "s1"])
        }
    }

    /// Columns that hold numbers and texts have a number that nobody has, too.
    @Test func mixedValuesAreExchanged() throws {
        guard ServedEngine.isSQLite else { return }
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE tag (part INTEGER, value NOT NULL, short TEXT, PRIMARY KEY (part, value));
            INSERT INTO tag VALUES (1, 7, 'a'), (1, 7.5, 'b'), (1, 'x', 'c'), (1, x'00', 'd'), (1, 8, 'e')
            """)
        try database.write { session in
            let tags = try session.query(Tag.self).orderBy(\.short).all()
            (tags[0].value, tags[4].value) = (tags[4].value, tags[0].value)
            try session.save(tags)
            #expect(
                try session.rows("SELECT value FROM tag ORDER BY short").map(\.values) == [
                    [8], [7.5], ["x"], [.blob([0])], [7],
                ])
        }
    }
}
