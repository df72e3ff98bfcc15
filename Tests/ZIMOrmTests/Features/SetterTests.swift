import TestServer
import Testing
import ZIMOrm

@Suite(.eachEngine) struct SetterTests {
    @Test func settingAParentFillsTheForeignKeyAndOnlyChangedColumnsAreWritten() throws {
        let database = try Orders.database()
        let log = StatementLog(database)
        try database.write { session in
            let order = try #require(try session.find(Orders.Order.self, 1, 1, 1))
            let other = try #require(try session.find(Orders.Customer.self, 1, 3))
            try order.set(other, foreignKey: ["o_w_id", "o_c_id"])
            #expect(order.customerID == 3)
            _ = log.take()
            try order.save()
        }
        #expect(
            log.take() == [
                #"UPDATE "orders" SET "o_c_id" = ? WHERE "o_w_id" = ? AND "o_d_id" = ? AND "o_id" = ?"#
            ])
    }

    @Test func aSharedColumnIsNeverChanged() throws {
        let database = try Orders.database()
        try database.write { session in
            let order = try #require(try session.find(Orders.Order.self, 1, 1, 1))
            let elsewhere = try #require(try session.find(Orders.Customer.self, 2, 3))
            let error = #expect(throws: ModelError.self) { try order.set(elsewhere, foreignKey: ["o_w_id", "o_c_id"]) }
            #expect(error?.code == .sharedColumn)
            #expect(error?.column == "o_w_id")
            #expect(
                error?.message.contains(#""o_w_id" belongs to the primary key, so it cannot change from 1 to 2"#)
                    == true)
            #expect(try order.changedColumns() == [])
        }
    }

    @Test func aNewModelTakesItsKeyFromItsParent() throws {
        let database = try Orders.database()
        try database.write { session in
            let order = try #require(try session.find(Orders.Order.self, 2, 1, 4))
            let line = Orders.Line()
            try line.set(order, foreignKey: ["ol_w_id", "ol_d_id", "ol_o_id"])
            line.number = 9
            try line.save()
            #expect(line.keyValues == [2, 1, 4, 9])
            #expect(try order.lines().count == 4)
            // What was set once is not changed by another parent.
            let other = try #require(try session.find(Orders.Order.self, 2, 1, 5))
            let second = Orders.Line()
            second.order = 4
            #expect(throws: ModelError.self) { try second.set(other, foreignKey: ["ol_w_id", "ol_d_id", "ol_o_id"]) }
            #expect(second.warehouse == 0)
        }
    }

    @Test func clearingMakesOnlyOwnColumnsNull() throws {
        let database = try Orders.database()
        try database.write { session in
            let order = try #require(try session.find(Orders.Order.self, 1, 1, 1))
            try order.clear(foreignKey: ["o_w_id", "o_carrier_id"])
            #expect(order.carrierID == nil)
            #expect(order.warehouse == 1)
            #expect(try order.changedColumns() == ["o_carrier_id"])
            let line = try #require(try session.query(Orders.Line.self).first())
            let error = #expect(throws: ModelError.self) {
                try line.clear(foreignKey: ["ol_w_id", "ol_d_id", "ol_o_id"])
            }
            #expect(error?.code == .sharedColumn)
        }
    }

    @Test func anUnsavedParentIsAnError() throws {
        let order = Orders.Order()
        final class Parent: Model { var pk: Int? }
        final class Child: Model {
            var pk: Int?
            var parent: Int?
        }
        let child = Child()
        let error = #expect(throws: ModelError.self) { try child.set(Parent(), foreignKey: ["parent"]) }
        #expect(error?.code == .keyMissing)
        let mismatch = #expect(throws: ModelError.self) { try child.set(order, foreignKey: ["parent"]) }
        #expect(mismatch?.code == .keyMismatch)
    }

    final class Day: Model {
        var day: String?, part = 0
        var previous: Date?, previousPart: Int?
        override class var table: String { "day" }
        override class var primaryKey: [String] { ["day", "part"] }
        override class var columns: [Column] {
            [
                Column("day", \Day.day), Column("part", \Day.part), Column("previous", \Day.previous),
                Column("previous_part", \Day.previousPart),
            ]
        }
        override class var relationships: [Relationship] {
            [.belongsTo("before", Day.self, foreignKey: ["previous", "previous_part"])]
        }
    }

    /// The foreign key holds what the parent's row holds, also where its own property would be written otherwise.
    @Test func aForeignKeyIsSpelledAsTheKeyThatItPointsTo() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE day (day TEXT NOT NULL, part INTEGER NOT NULL, previous TEXT, previous_part INTEGER,
                PRIMARY KEY (day, part), FOREIGN KEY (previous, previous_part) REFERENCES day (day, part));
            INSERT INTO day VALUES ('2024-01-01', 1, NULL, NULL), ('2024-01-02 00:00:00', 1, '2024-01-01', 1),
                ('2024-01-02', 1, NULL, NULL)
            """)
        try database.write { session in
            let all = try session.query(Day.self).orderByKey().all()
            try all[1].set(all[2], foreignKey: ["previous", "previous_part"])
            try session.save(all[1])
            #expect(
                try session.value("SELECT previous FROM day WHERE day = '2024-01-02'", as: String.self)
                    == "2024-01-02 00:00:00")
            #expect(try all[1].related("before", as: Day.self).first?.day == "2024-01-02 00:00:00")
            // The same instant in another spelling is another row.
            try all[2].set(all[1], foreignKey: ["previous", "previous_part"])
            #expect(try all[2].changedColumns() == ["previous"])
            try session.save(all[2])
            #expect(try session.value("SELECT count(*) FROM day WHERE previous = '2024-01-02'", as: Int.self) == 1)
        }
    }

    /// A foreign key that is set back to the parent that the row has is no change.
    @Test func aForeignKeyThatIsSetBackIsNoChange() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE day (day TEXT NOT NULL, part INTEGER NOT NULL, previous TEXT, previous_part INTEGER,
                PRIMARY KEY (day, part), FOREIGN KEY (previous, previous_part) REFERENCES day (day, part));
            INSERT INTO day VALUES ('2024-01-01', 1, NULL, NULL), ('2024-01-02', 1, NULL, NULL),
                ('2024-01-03', 1, '2024-01-01', 1)
            """)
        try database.write { session in
            let all = try session.query(Day.self).orderByKey().all()
            let log = SQLLog(database)
            for parent in [all[0], all[1], all[0]] {
                try all[2].set(parent, foreignKey: ["previous", "previous_part"])
            }
            #expect(try all[2].changedColumns() == [])
            try session.save(all[2])
            #expect(log.take().isEmpty)
            try all[2].set(all[1], foreignKey: ["previous", "previous_part"])
            try session.save(all[2])
            #expect(
                try session.value("SELECT previous FROM day WHERE day = '2024-01-03'", as: String.self) == "2024-01-02")
        }
    }

    /// A rollback takes back that the foreign key was saved, not that it was set.
    @Test func aForeignKeyInAnotherSpellingAfterARollback() throws {
        let script = """
            CREATE TABLE day (day TEXT NOT NULL, part INTEGER NOT NULL, previous TEXT, previous_part INTEGER,
                PRIMARY KEY (day, part), FOREIGN KEY (previous, previous_part) REFERENCES day (day, part));
            INSERT INTO day VALUES ('2024-01-01', 1, NULL, NULL), ('2024-01-01 00:00:00', 1, NULL, NULL),
                ('2024-01-02', 1, '2024-01-01', 1)
            """
        // Outside a savepoint, where the save is the first of the transaction or a later one, and inside one.
        for way in 0..<3 {
            let database = try ServedEngine.current.makeDatabase(script)
            let all = try database.read { try $0.query(Day.self).orderByKey().all() }
            let (parent, child) = (all[1], all[2])
            #expect(parent.day == "2024-01-01 00:00:00" && child.previousPart == 1)
            #expect(throws: Undo.self) {
                try database.write { session in
                    func change() throws {
                        if way == 1 {
                            child.previousPart = nil
                            try session.save(child)
                            child.previousPart = 1
                        }
                        try child.set(parent, foreignKey: ["previous", "previous_part"])
                        try session.save(child)
                        throw Undo()
                    }
                    if way == 2 { try session.transaction { _ in try change() } } else { try change() }
                }
            }
            #expect(try child.changedColumns().contains("previous"), "\(way)")
            try database.write { try $0.save(child) }
            #expect(
                try database.read { try $0.value("SELECT previous FROM day WHERE day = '2024-01-02'", as: String.self) }
                    == "2024-01-01 00:00:00", "\(way)")
            #expect(try child.related("before", as: Day.self).first?.day == "2024-01-01 00:00:00")
        }
    }

    /// Who gives a foreign key the value back that it had, has changed nothing.
    @Test func aForeignKeyThatIsSetBack() throws {
        final class Knot: Model {
            var id = 0, side = 0
            var next: SQLValue = .null, nextSide: SQLValue = .null
            override class var table: String { "knot" }
            override class var primaryKey: [String] { ["id", "side"] }
        }
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE knot (id INTEGER, side INTEGER, next INTEGER, "nextSide" INTEGER, PRIMARY KEY (id, side));
            INSERT INTO knot VALUES (1, 1, 2, 1), (2, 1, NULL, NULL), (3, 1, NULL, NULL)
            """)
        let log = SQLLog(database)
        try database.write { session in
            let all = try session.query(Knot.self).orderByKey().all()
            try all[0].set(all[2], foreignKey: ["next", "nextSide"])
            #expect(try all[0].changedColumns() == ["next"])
            all[0].next = 2
            #expect(try !all[0].hasChanges())
            _ = log.take()
            try session.save(all[0])
            #expect(log.take().isEmpty)
        }
    }
}
