import Amigo
import TestServer
import Testing

private class Shift: AmigoModel { var day: Date?; var number = 0; var who: String? }
private class Entry: AmigoModel { var id: Int?; var hours: Int?; var shift: Shift? }
private class Node: AmigoModel { var id: UUID?; var label: String?; var parent: Node? }

/// Keys that hold dates and UUIDs, and references to them.
@Suite(.eachEngine) struct DateKeyTests {
    private static func shift(_ day: Date, _ who: String?) -> Shift {
        let shift = Shift()
        (shift.day, shift.number, shift.who) = (day, 1, who)
        return shift
    }

    private static func shifts(_ more: any MetaItem...) -> ORMModel {
        ORMModel(
            Shift.self, table: "shift",
            items: [DateTimeField("day", primaryKey: true), IntegerField("number", primaryKey: true), CharField("who")]
                + more)
    }

    /// Real numbers up to 5,373,484 are Julian days elsewhere; here they are seconds of January to March 1970.
    @Test(arguments: [0, 2.5, 3, 5_000_000.5, -3.5, 1_479_152_411.25])
    func datesThatAreSeconds(seconds: Double) throws {
        let amigo = try Amigo([Self.shifts()], factory: ServedEngine.makeFactory(), dates: .seconds)
        try amigo.createAll()
        let (session, day) = (amigo.session, Date(timeIntervalSince1970: seconds))
        try session.add(Self.shift(day, "Ada"))
        #expect(try session.query(Shift.self).get(day, 1)?.who == "Ada")
        #expect(try session.query(Shift.self).filter("day = \(day) AND number = 1").count() == 1)
        #expect(try session.query(Shift.self).filter("day IN \([day])").all().first?.day == day)
        #expect(try session.query(Shift.self).filter("day = \(seconds)").count() == 1)
        try session.add(Self.shift(day, "Grace"), upsert: true)
        #expect(try session.query(Shift.self).all().map(\.who) == ["Grace"])
        try session.batch { try $0.delete(Self.shift(day, nil)) }
        #expect(try session.query(Shift.self).count() == 0)
    }

    /// SQLite makes text of 15 digits of a number, also of one that another program binds with all of them.
    @Test(arguments: [423_487_052.43900144, 1_796_054_855.1234567, 3600.1234567, -986_868_722.0516632])
    func secondsWithManyDigits(seconds: Double) throws {
        let amigo = try Amigo([Self.shifts()], factory: ServedEngine.makeFactory(), dates: .seconds)
        try amigo.createAll()
        let (session, day) = (amigo.session, Date(timeIntervalSince1970: seconds))
        try session.add(Self.shift(day, "Ada"))
        let read = try #require(try session.query(Shift.self).get(day, 1)?.day)
        #expect(abs(read.timeIntervalSince(day)) < 0.00001)
        for date in [day, read] {
            #expect(try session.query(Shift.self).filter("day = \(date)").count() == 1)
            #expect(try session.query(Shift.self).filter("day <= \(date) AND day >= \(date)").count() == 1)
        }
        let endless = Self.shift(Date(timeIntervalSince1970: .infinity), "Grace")
        let error = #expect(throws: ModelError.self) { try session.add(endless) }
        #expect(error?.code == .value)
        guard ServedEngine.isSQLite else { return }
        try amigo.execute("INSERT INTO shift (day, number, who) VALUES (?, 2, 'Alan')", params: [seconds])
        #expect(try session.query(Shift.self).orderBy("number").all().map(\.who) == ["Ada", "Alan"])
    }

    @Test(arguments: ["DATE", "DATETIME"]) func aReferenceToADate(type: String) throws {
        let type = ServedEngine.isPostgreSQL && type == "DATETIME" ? "TIMESTAMP" : type
        let database = try ServedEngine.makeDatabase(
            """
            CREATE TABLE "shift" ("day" \(type) NOT NULL, "number" INTEGER NOT NULL, "who" TEXT, PRIMARY KEY ("day", "number"));
            CREATE TABLE "entry" ("id" INTEGER PRIMARY KEY, "hours" INTEGER, "shift_day" \(type), "shift_number" INTEGER,
                FOREIGN KEY ("shift_day", "shift_number") REFERENCES "shift" ("day", "number"));
            """)
        let shift = Self.shifts(OneToMany("entries", using: Entry.self))
        let entry = ORMModel(
            Entry.self, table: "entry", IntegerField("id", primaryKey: true), IntegerField("hours"),
            Column("shift", type: ForeignKey(shift)))
        let session = try Amigo([shift, entry], factory: DatabaseEngineFactory(database)).session
        func feb(_ day: Int) -> Date { Date(timeIntervalSince1970: 1_706_745_600 + 86_400 * Double(day - 1)) }
        func make(_ id: Int, _ shift: Shift?) -> Entry {
            let entry = Entry()
            (entry.id, entry.shift) = (id, shift)
            return entry
        }
        // A new one, one that was added before, one that only stands for the row, and one that was loaded.
        let added = Self.shift(feb(2), "Grace")
        try session.add(added)
        try session.add(make(1, Self.shift(feb(1), "Ada")), make(2, added))
        try session.add(make(3, Self.shift(feb(2), nil)))
        try session.batch { try $0.add(make(4, added)) }
        try session.add(make(5, try session.query(Shift.self).get(feb(1), 1)))
        func who() throws -> [String?] {
            try session.query(Entry.self).selectRelated("shift").orderBy("id").all().map(\.shift?.who)
        }
        #expect(try who() == ["Ada", "Grace", "Grace", "Grace", "Ada"])
        #expect(try session.query(Entry.self).filter("shift.day = \(feb(2))").count() == 3)
        #expect(try session.query(Entry.self).filter("shift_day = \(feb(2))").count() == 3)
        #expect(try session.query(Entry.self).using(added).relationship("entries").count() == 3)
        // A reference that nothing was loaded into stays, and one that was set is no change twice.
        let first = try #require(try session.query(Entry.self).get(1))
        first.hours = 8
        try session.add(first)
        first.hours = 9
        try session.add(first, upsert: true)
        first.shift = added
        try session.add(first)
        #expect(try !first.hasChanges())
        #expect(try who() == ["Grace", "Grace", "Grace", "Grace", "Ada"])
    }

    @Test(.enabled("MySQL has no type for UUIDs") { MySQLProduct.isMariaDB })
    func aReferenceToAUUID() throws {
        let type = ServedEngine.isSQLite ? "BLOB" : "UUID"
        let database = try ServedEngine.makeDatabase(
            """
            CREATE TABLE "node" ("id" \(type) PRIMARY KEY, "label" TEXT, "parent_id" \(type), FOREIGN KEY ("parent_id") REFERENCES "node" ("id"))
            """)
        let node = ORMModel(
            Node.self, table: "node", UUIDField("id", primaryKey: true), CharField("label"),
            Column("parent", type: ForeignKey(Node.self)))
        let session = try Amigo([node], factory: DatabaseEngineFactory(database)).session
        func make(_ label: String, _ parent: Node?) -> Node {
            let node = Node()
            (node.id, node.label, node.parent) = (UUID(), label, parent)
            return node
        }
        let root = make("root", nil), child = make("child", root), standIn = Node()
        standIn.id = root.id
        try session.add(child)
        try session.add(make("second", standIn))
        let loaded = try #require(try session.query(Node.self).filter("label = 'child'").first())
        try session.batch { try $0.add(make("third", loaded), make("fourth", child)) }
        let all = try session.query(Node.self).selectRelated("parent").orderBy("label").all()
        #expect(
            all.map { "\($0.label ?? "") \($0.parent?.label ?? "-")" } == [
                "child root", "fourth child", "root -", "second root", "third child",
            ])
    }
}
