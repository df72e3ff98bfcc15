import Foundation
import TestServer
import Testing

@testable import ZIMOrm

/// What a key path leads to is known exactly, or reached through the key path itself.
@Suite(.eachEngine) struct KeyPathAccessTests {
    enum Only: String, ColumnValue { case one }
    enum Code: ColumnValue, Equatable {
        case number(Int), word(String)
        init(column: SQLValue) throws {
            if case .text(let text) = column, text.hasPrefix("w:") {
                self = .word(String(text.dropFirst(2)))
            } else {
                self = .number(try Int(column: .text(String(try String(column: column).dropFirst(2)))))
            }
        }
        var sqlValue: SQLValue {
            switch self {
            case .number(let number): .text("n:\(number)")
            case .word(let word): .text("w:\(word)")
            }
        }
    }
    struct Weight: ColumnValue, Equatable {
        var grams: Int
        init(grams: Int) { self.grams = grams }
        init(column: SQLValue) throws {
            let text = try String(column: column)
            guard text.hasSuffix(" g"), let grams = Int(text.dropLast(2)) else {
                throw ValueMismatch(value: column, type: "Weight", reason: "is no weight")
            }
            self.grams = grams
        }
        var sqlValue: SQLValue { .text("\(grams) g") }
    }

    final class Reflected: Model {
        var shelf = 0, box = 0
        var only = Only.one, alone: Only?
        var code = Code.number(1), other = Code.number(1)
        var weight = Weight(grams: 1), spare: Weight?
        var mark = UUID(), second: UUID?
        override class var table: String { "part" }
        override class var primaryKey: [String] { ["shelf", "box"] }
        override class var ignoredProperties: Set<String> { ["alone"] }
    }
    final class Listed: Model {
        var shelf = 0, box = 0
        var only = Only.one
        var code = Code.number(1), other = Code.number(1)
        var weight = Weight(grams: 1), spare: Weight?
        var mark = UUID(), second: UUID?
        override class var table: String { "part" }
        override class var primaryKey: [String] { ["shelf", "box"] }
        override class var columns: [Column] {
            [
                Column("shelf", \Listed.shelf), Column("box", \Listed.box), Column("only", \Listed.only),
                Column("code", \Listed.code), Column("other", \Listed.other), Column("weight", \Listed.weight),
                Column("spare", \Listed.spare), Column("mark", \Listed.mark), Column("second", \Listed.second),
            ]
        }
    }

    private static let a = UUID(uuidString: "00000000-0000-4000-8000-00000000000A") ?? UUID()
    private static let b = UUID(uuidString: "00000000-0000-4000-8000-00000000000B") ?? UUID()

    private func parts() throws -> Database {
        try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE part (shelf INTEGER, box INTEGER, "only" TEXT, code TEXT, other TEXT, weight TEXT, spare TEXT,
                mark TEXT, second TEXT, PRIMARY KEY (shelf, box));
            INSERT INTO part VALUES
                (1, 1, 'one', 'w:x', 'n:5', '3 g', NULL, '00000000-0000-4000-8000-00000000000a', NULL),
                (1, 2, 'one', 'n:5', 'w:x', '4 g', '3 g', '00000000-0000-4000-8000-00000000000b', '00000000-0000-4000-8000-00000000000a');
            """)
    }

    @Test func everyTypeInKeyPathsOfAReflectedClass() throws {
        try parts().read { session in
            let query = try session.query(Reflected.self)
            #expect(try query.filter(\.only == .one).count() == 2)
            #expect(try query.filter(\.code == .word("x")).all().map(\.box) == [1])
            #expect(try query.filter(\.other == .word("x")).all().map(\.box) == [2])
            #expect(try query.filter(\.weight == Weight(grams: 4)).all().map(\.box) == [2])
            #expect(try query.filter(\.spare == Weight(grams: 3)).all().map(\.box) == [2])
            #expect(try query.filter(\.mark == Self.a).all().map(\.box) == [1])
            #expect(try query.filter(\.second == Self.a).all().map(\.box) == [2])
            #expect(try query.orderBy(\.code).all().map(\.box) == [2, 1])
            let error = #expect(throws: ModelError.self) { try query.filter(\.alone == .one).all() }
            #expect(error?.code == .unknownColumn)
            #expect(error?.message == #"the property "alone" of class Reflected is held in no column of "part""#)
        }
    }

    @Test func everyTypeInKeyPathsOfAListedClass() throws {
        let database = try parts()
        try database.write { session in
            let query = try session.query(Listed.self)
            #expect(try query.filter(\.code == .word("x") && \.only == .one).all().map(\.box) == [1])
            let part = try #require(try query.filter(\.mark == Self.b).first())
            #expect(part.code == .number(5) && part.other == .word("x") && part.spare == Weight(grams: 3))
            part.weight = Weight(grams: 9)
            part.code = .word("z")
            #expect(try part.changedColumns() == ["code", "weight"])
            try session.save(part)
            let row = try session.rows("SELECT code, weight, mark FROM part WHERE box = 2").map(\.values)
            #expect(row == [["w:z", "9 g", "00000000-0000-4000-8000-00000000000b"]])
        }
    }

    enum Status: String, ColumnValue { case open = "o", closed = "c", lost = "l" }
    /// Not final, and found by reflection: its key paths tell no place.
    class Errand: Model {
        var region = ""
        var number = 0
        var status = Status.open
        var former: Status?
        var next: Status {
            get { status == .open ? .closed : .lost }
            set { status = newValue }
        }
        override class var table: String { "errand" }
        override class var primaryKey: [String] { ["region", "status"] }
    }

    @Test func enumsOfTextAreFoundByTheirKeyPaths() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE errand (region TEXT, number INTEGER, status VARCHAR(1), former VARCHAR(1), PRIMARY KEY (region, status));
            INSERT INTO errand VALUES ('N', 1, 'o', NULL), ('N', 2, 'c', 'o'), ('S', 3, 'l', 'c');
            """)
        try database.write { session in
            let query = try session.query(Errand.self)
            #expect(try query.filter(\.status == .closed && \.region == "N").all().map(\.number) == [2])
            #expect(try query.filter(\.former == Status.closed).all().map(\.number) == [3])
            #expect(
                try query.filter(.in(\.status, [.open, .lost])).orderBy(\.number, ascending: false).all().map(\.number)
                    == [
                        3, 1,
                    ])
            let computed = #expect(throws: ModelError.self) { try query.filter(\.next == .lost).all() }
            #expect(computed?.code == .unknownColumn)
            let errand = try #require(try session.find(Errand.self, "N", "o"))
            errand.status = .lost
            try session.save(errand)
            #expect(try session.value("SELECT status FROM errand WHERE number = 1", as: String.self) == "l")
        }
    }

    /// A computed property that holds just what a stored one holds.
    final class Account: Model {
        var bank = 0, number = 0
        var cents = 0
        nonisolated(unsafe) static var reads = 0, writes = 0
        var balance: Int {
            get {
                Self.reads += 1
                return cents
            }
            set {
                Self.writes += 1
                cents = newValue
            }
        }
        var doubled: Int { cents * 2 }
        override class var table: String { "account" }
        override class var primaryKey: [String] { ["bank", "number"] }
        override class var columns: [Column] {
            [
                Column("bank", \Account.bank), Column("number", \Account.number), Column("balance", \Account.balance),
            ]
        }
    }

    @Test func gettersAndSettersAreAlwaysCalled() throws {
        let database = try ServedEngine.current.makeDatabase(
            "CREATE TABLE account (bank INTEGER, number INTEGER, balance INTEGER, PRIMARY KEY (bank, number)); INSERT INTO account VALUES (1, 2, 30)"
        )
        try database.write { session in
            _ = try session.find(Account.self, 9, 9)
            Account.writes = 0
            let account = try #require(try session.find(Account.self, 1, 2))
            #expect(Account.writes == 1)
            #expect(account.cents == 30)
            Account.reads = 0
            account.cents = 31
            try session.save(account)
            #expect(Account.reads > 0)
            #expect(try session.value("SELECT balance FROM account", as: Int.self) == 31)
            #expect(try session.query(Account.self).filter(\.balance == 31).count() == 1)
        }
    }

    @Test func aFilterOnAComputedPropertySaysSo() throws {
        let database = try ServedEngine.current.makeDatabase(
            "CREATE TABLE account (bank INTEGER, number INTEGER, balance INTEGER, PRIMARY KEY (bank, number)); INSERT INTO account VALUES (1, 2, 30)"
        )
        try database.read { session in
            let query = try session.query(Account.self)
            let error = #expect(throws: ModelError.self) { try query.filter(\.doubled == 60).all() }
            #expect(
                error?.message
                    == #"a key path of class Account leads to a property of type Int that is computed, or cannot be told from one, and no column of "account" names it"#
            )
            #expect(error?.hint == "Name the property in columns, or filter by the column's name")
            #expect(
                #expect(throws: ModelError.self) { try query.filter(\.cents == 30).all() }?.message
                    == #"the property "cents" of class Account is held in no column of "account""#)
        }
    }

    final class WatchedByKeyPath: Model {
        var room = 0
        var number = 0 { didSet { changes.append(number) } }
        var changes: [Int] = []
        override class var table: String { "watched" }
        override class var primaryKey: [String] { ["room", "number"] }
        override class var columns: [Column] {
            [Column("room", \WatchedByKeyPath.room), Column("number", \WatchedByKeyPath.number)]
        }
    }
    final class WatchedByReflection: Model {
        var room = 0
        var number = 0 { didSet { changes.append(number) } }
        var changes: [Int] = []
        override class var table: String { "watched" }
        override class var primaryKey: [String] { ["room", "number"] }
        override class var ignoredProperties: Set<String> { ["changes"] }
    }

    @Test func observersHearOfLoadingWhereTheKeyPathIsListed() throws {
        let database = try ServedEngine.current.makeDatabase(
            "CREATE TABLE watched (room INTEGER, number INTEGER, PRIMARY KEY (room, number)); INSERT INTO watched VALUES (1, 7)"
        )
        try database.read { session in
            let listed = try #require(try session.find(WatchedByKeyPath.self, 1, 7))
            #expect(listed.number == 7 && listed.changes == [7])
            let reflected = try #require(try session.find(WatchedByReflection.self, 1, 7))
            #expect(reflected.number == 7 && reflected.changes == [])
        }
    }

    class Vehicle: Model {
        var fleet = 0, plate = ""
        var chassis = UUID()
        var isSold = false
        /// Equal to the plate of a new vehicle.
        var shown: String {
            get { isSold ? "sold" : plate }
            set { plate = newValue }
        }
        override class var table: String { "vehicle" }
        override class var primaryKey: [String] { ["fleet", "plate"] }
        override class var columns: [Column] {
            [
                Column("fleet_no", \Vehicle.fleet), Column("plate_no", \Vehicle.plate),
                Column("chassis", \Vehicle.chassis), Column("sold", \Vehicle.isSold),
            ]
        }
    }
    final class Truck: Vehicle {
        var load = 0
        override class var columns: [Column] { super.columns + [Column("load_t", \Truck.load)] }
    }
    class Cart: Model {
        var fleet = 0, plate = ""
        var chassis = UUID()
        var isSold = false
        var shown: String {
            get { isSold ? "sold" : plate }
            set { plate = newValue }
        }
        override class var table: String { "vehicle" }
        override class var primaryKey: [String] { ["fleet", "plate"] }
    }

    @Test func classesThatAreNotFinal() throws {
        let database = try ServedEngine.current.makeDatabase(
            "CREATE TABLE vehicle (fleet_no INTEGER, plate_no TEXT, chassis TEXT, sold INTEGER, load_t INTEGER, PRIMARY KEY (fleet_no, plate_no))"
        )
        try database.write { session in
            let truck = Truck()
            (truck.fleet, truck.plate, truck.chassis, truck.load) = (1, "AB", Self.a, 40)
            try session.save(truck)
            let found = try #require(try session.find(Truck.self, 1, "AB"))
            #expect(found.chassis == Self.a && found.load == 40 && !found.isSold)
            // The key path of a superclass's property is found by the subclass's.
            let query = try session.query(Truck.self)
            #expect(try query.filter(\.plate == "AB" && \.chassis == Self.a && \.load == 40).count() == 1)
            #expect(try query.filter("plate = \("AB") AND fleet = \(1)").count() == 1)
            #expect(throws: ModelError.self) { try query.filter(\.shown == "AB").all() }
        }
    }

    @Test func reflectedClassesThatAreNotFinal() throws {
        let database = try ServedEngine.current.makeDatabase(
            #"CREATE TABLE vehicle (fleet INTEGER, plate TEXT, chassis TEXT, "isSold" INTEGER, PRIMARY KEY (fleet, plate))"#
        )
        try database.write { session in
            let cart = Cart()
            (cart.fleet, cart.plate, cart.chassis) = (1, "AB", Self.a)
            try session.save(cart)
            let query = try session.query(Cart.self)
            #expect(try query.filter(\.plate == "AB" && \.chassis == Self.a && \.isSold == false).count() == 1)
            #expect(throws: ModelError.self) { try query.filter(\.shown == "AB").all() }
        }
    }
}

/// The layouts that Swift does not promise: where they differ, the mapper must notice.
@Suite struct LayoutTests {
    private final class Shape: Model {
        var first: UInt8 = 1
        var second = 2.0
        let fixed = 3
        weak var weakly: Shape?
        var text = "t"
        var observed = 0 { didSet { first = 9 } }
        var computed: Int {
            get { fixed }
            set { second = Double(newValue) }
        }
        subscript(index: Int) -> Int {
            get { index }
            set {}
        }
    }

    @Test func fieldsOfAClass() throws {
        let fields = StoredProperties.of(Shape.self)
        #expect(fields.map(\.name) == ["first", "second", "fixed", "weakly", "text", "observed"])
        #expect(fields.map(\.isVariable) == [true, true, false, true, true, true])
        #expect(fields.map(\.isStrong) == [true, true, true, false, true, true])
        #expect(fields.map { ObjectIdentifier($0.type) }[4] == ObjectIdentifier(String.self))
        let shape = Shape()
        shape.second = 7.5
        let second = try #require(fields.first { $0.name == "second" })
        #expect(shape.property(at: second.offset, as: Double.self).pointee == 7.5)
    }

    @Test func componentsOfKeyPaths() throws {
        let offsets = Dictionary(uniqueKeysWithValues: StoredProperties.of(Shape.self).map { ($0.name, $0.offset) })
        #expect(KeyPathComponent(\Shape.first) == .stored(offset: try #require(offsets["first"])))
        #expect(KeyPathComponent(\Shape.second) == .stored(offset: try #require(offsets["second"])))
        #expect(KeyPathComponent(\Shape.text) == .stored(offset: try #require(offsets["text"])))
        #expect(KeyPathComponent(\Shape.text.count) == nil)
        #expect(KeyPathComponent(\Shape.[3]) == nil)
        let kinds = [\Shape.computed, \Shape.observed].map { KeyPathComponent($0) }
        for kind in kinds {
            guard case .computed = kind else {
                Issue.record("\(String(describing: kind)) is not computed")
                return
            }
        }
        #expect(kinds[0] != kinds[1])
    }
}
