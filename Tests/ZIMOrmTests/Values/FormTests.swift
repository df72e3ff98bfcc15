import Foundation
import TestServer
import Testing

@testable import ZIMOrm

/// Columns whose form is declared are written, read, found and ordered in it.
@Suite(.eachEngine) struct FormTests {
    /// A key of two columns, and each form.
    final class Visit: Model {
        var patient = UUID()
        var day = Date(timeIntervalSince1970: 0)
        var paid = false
        var price: Decimal?
        var weight: Double?
        var token: UUID?

        override class var table: String { "visit" }
        override class var primaryKey: [String] { ["patient", "day"] }
        override class var forms: [String: ColumnForm] {
            [
                "patient": .uuid(.upperText), "day": .date(.dateTime), "paid": .bool(.words("J", "N")),
                "price": .decimal(.text(scale: 2)), "weight": .decimal(.number), "token": .uuid(.bytes),
            ]
        }
    }

    final class Note: Model {
        var pk: Int?
        var patient: UUID?
        var day: Date?
        override class var table: String { "note" }
        override class var columns: [Column] {
            [
                Column("pk", \Note.pk), Column("patient", \Note.patient, as: .uuid(.upperText)),
                Column("day", \Note.day, as: .date(.dateTime)),
            ]
        }
        func visit() throws -> Visit? { try belongsTo(Visit.self, foreignKey: ["patient", "day"]) }
    }

    private let patient = "9D6F0F0E-5B1C-4D5B-8F43-0C7F3F1A2B3C"

    private func makeDatabase() throws -> Database {
        let token = ServedEngine.isSQLite ? "BLOB" : "BYTEA"
        let weight = ServedEngine.isSQLite ? "" : "NUMERIC"
        return try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE visit (patient TEXT, day TEXT, paid TEXT, price TEXT, weight \(weight), token \(token),
                PRIMARY KEY (patient, day));
            CREATE TABLE note (pk INTEGER PRIMARY KEY, patient TEXT, day TEXT);
            INSERT INTO visit VALUES ('\(patient)', '2024-01-01 10:00:00', 'J', '12.50', 70.5, NULL),
                ('\(patient)', '2024-01-02 10:00:00', 'N', '3.00', 71, NULL);
            INSERT INTO note (patient, day) VALUES ('\(patient)', '2024-01-02 10:00:00');
            """)
    }

    /// A price in whole units is written with its digits, and read again.
    @Test func wholeNumbersAsDecimalTexts() throws {
        final class Price: Model {
            var shop = 0, number = 0
            var price: Int?
            override class var table: String { "price" }
            override class var primaryKey: [String] { ["shop", "number"] }
            override class var forms: [String: ColumnForm] { ["price": .decimal(.text(scale: 2))] }
        }
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE price (shop INTEGER NOT NULL, number INTEGER NOT NULL, price VARCHAR(20), PRIMARY KEY (shop, number));
            INSERT INTO price VALUES (1, 1, '7.00'), (1, 2, '7.50');
            """)
        try database.write { session throws in
            let first = try #require(try session.find(Price.self, 1, 1))
            #expect(first.price == 7)
            #expect(try !first.hasChanges())
            first.price = -120
            try session.save(first)
            #expect(try session.query(Price.self).filter(\.price == -120).all().map(\.number) == [1])
            #expect(
                try session.value("SELECT price FROM price WHERE number = 1", as: String.self) == "-120.00")
            let error = #expect(throws: ModelError.self) { _ = try session.find(Price.self, 1, 2) }
            #expect(error?.code == .value)
            // What is read beside a model names the type that the form is for.
            let mismatch = #expect(throws: (any Error).self) { _ = try session.query(Price.self).values(\.price) }
            #expect(mismatch.map { "\($0)" }?.contains("``") == false)
        }
    }

    @Test func thereAndBack() throws {
        let database = try makeDatabase()
        let log = SQLLog(database)
        try database.write { session in
            let id = try #require(UUID(uuidString: patient))
            let day = try #require(DateFormat.iso8601.date(from: "2024-01-02T10:00:00Z"))
            let visit = try #require(try session.find(Visit.self, id, day))
            #expect(log.take().last?.parameters == [.text(patient), "2024-01-02 10:00:00"])
            #expect(try !visit.paid && visit.price == 3 && visit.weight == 71 && !visit.hasChanges())
            let note = try #require(try session.query(Note.self).first())
            #expect(try note.visit()?.price == 3)
            let query = try session.query(Visit.self)
            #expect(try query.filter(\.paid == true && \.patient == id).all().map(\.price) == [12.5])
            #expect(try query.filter("price = \(Decimal(string: "12.5") ?? 0) AND day < \(day)").count() == 1)
            #expect(try query.filter(\.day < day).orderBy(\.day).all().count == 1)
            #expect(try query.orderBy(\.day, ascending: false).after(day, id).count() == 1)
            #expect(try query.filter(keys: [[id, day]]).count() == 1)
            #expect(try query.filter(\.weight > 70.5).count() == 1)
            let new = Visit()
            (new.patient, new.day, new.paid, new.price) = (id, day + 86_400, true, Decimal(string: "7.1"))
            (new.weight, new.token) = (1, id)
            try session.insert(new)
            try new.set(nil, foreignKey: ["token"])
            new.token = id
            try session.save(new)
            let row = try #require(
                try session.rows(
                    SQL("SELECT patient, day, paid, price, CAST(weight AS TEXT), token FROM visit ORDER BY day")
                        .inOwnWords
                ).last)
            #expect(
                row.values.prefix(4) == [.text(patient), "2024-01-03 10:00:00", "J", "7.10"]
                    && row[5] == .blob(withUnsafeBytes(of: id.uuid) { Array($0) }))
            #expect(try query.filter(\.token == id).count() == 1)
            #expect(try query.filter(\.paid == true).update(.set(\.paid, false)) == 2)
            #expect(try session.value("SELECT count(*) FROM visit WHERE paid = 'N'", as: Int.self) == 3)
            try session.upsert(new)
            try session.delete(new)
            #expect(try query.count() == 2)
        }
    }

    @Test func otherFormsAreErrors() throws {
        let database = try makeDatabase()
        try database.write { session in
            let forms: [(String, String, String)] = [
                ("patient", "9d6f0f0e-5b1c-4d5b-8f43-0c7f3f1a2b3c", ".uuid(.upperText)"),
                ("day", "2024-01-02", ".date(.dateTime)"), ("day", "2024-01-02T10:00:00.000Z", ".date(.dateTime)"),
                ("paid", "t", #".bool(.words("J", "N"))"#), ("price", "3", ".decimal(.text(scale: 2))"),
                ("price", "3.000", ".decimal(.text(scale: 2))"),
            ]
            for (column, value, form) in forms {
                try session.transaction { _ in
                    try session.execute("UPDATE visit SET \(identifier: column) = \(value) WHERE price = '3.00'")
                    let error = #expect(throws: ModelError.self) { try session.query(Visit.self).all() }
                    #expect(
                        error?.message.contains(
                            ": it is not in the declared form \(form)") == true)
                    #expect(error?.code == .value && error?.column == column)
                    try session.execute(
                        "UPDATE visit SET patient = \(patient), day = '2024-01-02 10:00:00', paid = 'N', price = '3.00' WHERE \(identifier: column) = \(value)"
                    )
                }
            }
            let visit = try #require(try session.query(Visit.self).orderBy(\.day).first())
            visit.price = Decimal(string: "1.005")
            let error = #expect(throws: ModelError.self) { try session.save(visit) }
            #expect(error?.message.contains("has more than 2 digits behind the point") == true)
            // Digits are no order.
            let order = #expect(throws: ModelError.self) { try session.query(Visit.self).orderBy(\.price).all() }
            #expect(order?.code == .formMissing)
            #expect(try session.query(Visit.self).count() == 2)
        }
    }

    @Test func formsThatDoNotFit() throws {
        final class Wrong: Model {
            var pk = 0
            override class var forms: [String: ColumnForm] { ["pk": .date(.dateTime)] }
        }
        final class Unknown: Model {
            var pk = 0
            override class var forms: [String: ColumnForm] { ["pj": .decimal(.number)] }
        }
        let wrong = #expect(throws: ModelError.self) { try MappingRegistry.mapping(of: Wrong.self) }
        #expect(
            wrong?.message
                == #"class Wrong: the column "pk" has the form .date(.dateTime), which is not for a property of type Int"#
        )
        let unknown = #expect(throws: ModelError.self) { try MappingRegistry.mapping(of: Unknown.self) }
        #expect(unknown?.message == #"class Unknown: forms names "pj", which is no column or property of it"#)
        #expect(unknown?.hint?.contains("pk") == true)
    }

    /// A class that reads itself has the same forms.
    @Test func rowsThatAreReadDirectly() throws {
        let database = try makeDatabase()
        try database.read { session in
            var found: [String] = []
            try session.forEachRow("SELECT patient, day, paid, price, weight, token FROM visit ORDER BY day") { row in
                let id: UUID = try row.get(0, as: .uuid(.upperText))
                let day: Date = try row.get(1, as: .date(.dateTime))
                let paid: Bool? = try row.get(2, as: .bool(.words("J", "N")))
                let price: Decimal = try row.get(3, as: .decimal(.text(scale: 2)))
                let token: UUID? = try row.get(5, as: .uuid(.bytes))
                found.append(
                    "\(id.uuidString == patient) \(DateFormat.date.sqlValue(of: day)) \(paid == true) \(price) \(token == nil)"
                )
                #expect(throws: ValueMismatch.self) { _ = try row.get(0, as: .uuid(.lowerText)) as UUID }
                #expect(throws: ValueMismatch.self) { _ = try row.get(1, date: .date) as Date }
            }
            #expect(found == ["true '2024-01-01' true 12.5 true", "true '2024-01-02' false 3 true"])
        }
    }

    /// What SQLite computes itself is in the form, and found by the millisecond.
    @Test func julianDays() throws {
        final class Log: Model {
            var pk: Int?
            var at = Date(timeIntervalSince1970: 0)
            override class var forms: [String: ColumnForm] { ["at": .date(.julianDay)] }
        }
        guard ServedEngine.isSQLite else { return }
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE Log (pk INTEGER PRIMARY KEY, at REAL);
            INSERT INTO Log (at) VALUES (julianday('2024-01-01 10:00:00.123')), (2460311.123456789), (2460311);
            """)
        try database.write { session in
            let query = try session.query(Log.self)
            for log in try query.orderBy(\.at).all() {
                #expect(try query.filter(\.at == log.at).all().map(\.pk) == [log.pk])
                #expect(try query.filter(\.at < log.at || \.at > log.at).count() == 2)
                try session.upsert(log)
            }
            #expect(
                try session.value(
                    "SELECT count(*) FROM Log WHERE at = julianday('2024-01-01 10:00:00.123')", as: Int.self) == 1)
            #expect(try session.value("SELECT count(*) FROM Log WHERE at = 2460311.123456789", as: Int.self) == 1)
        }
    }

    final class Leave: Model {
        var person = 0
        var day = Date(timeIntervalSince1970: 0)
        var until: Date?
        override class var table: String { "leave" }
        override class var primaryKey: [String] { ["person", "day"] }
        override class var columns: [Column] {
            [
                Column("person", \Leave.person), Column("day", \Leave.day, as: .date(.date)),
                Column("until", \Leave.until, as: .date(.pattern("dd.MM.yyyy"))),
            ]
        }
    }

    /// A date with a time has no place in a form of days: it is not cut.
    @Test func aTimeIsNotCutOff() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE leave (person INTEGER, day TEXT, until TEXT, PRIMARY KEY (person, day));
            INSERT INTO leave VALUES (1, '2024-01-01', '02.01.2024');
            """)
        let noon = try #require(DateFormat.iso8601.date(from: "2024-01-01T12:00:00Z"))
        let day = noon - 43_200
        try database.write { session in
            let query = try session.query(Leave.self)
            let unsorted = #expect(throws: ModelError.self) { try query.orderBy(\.until).all() }
            #expect(unsorted?.code == .formMissing)
            #expect(
                unsorted?.message.hasSuffix(
                    "holds a Date in a form whose order is not that of the values, so rows cannot be ordered by it")
                    == true)
            // It is declared.
            #expect(unsorted?.hint?.contains("Declare the form") == false)
            for (column, attempt) in [
                ("day", { _ = try query.filter(\.day == noon).all() }),
                ("day", { _ = try query.filter(\.day < noon).all() }),
                ("day", { _ = try query.filter(keys: [[1, noon]]).count() }),
                ("day", { _ = try session.find(Leave.self, 1, noon) }),
                ("until", { _ = try query.filter(\.person == 1).update(.set(\.until, noon)) }),
                (
                    "until",
                    {
                        let leave = Leave()
                        (leave.person, leave.day, leave.until) = (2, day, noon)
                        try session.insert(leave)
                    }
                ),
                (
                    "day",
                    {
                        let leave = Leave()
                        (leave.person, leave.day) = (2, noon)
                        try session.insert([leave, Leave()])
                    }
                ),
            ] as [(String, () throws -> Void)] {
                let error = #expect(throws: ModelError.self) { try attempt() }
                #expect(error?.code == .value && error?.column == column)
                #expect(error?.message.contains("has a time, which ") == true)
            }
            #expect(try query.count() == 1)
            // Parts of a second need no error: no row is read as such a date, and some lie before it.
            #expect(try query.filter(\.day == day + 0.25).count() == 0)
            #expect(try query.filter(\.day < day + 0.25).count() == 1)
        }
    }

    /// A server's own DATE cuts times off without a word.
    @Test func aTimeIsNotCutOffByTheServer() throws {
        guard !ServedEngine.isSQLite else { return }
        final class Shift: Model {
            var person = 0
            var day = Date(timeIntervalSince1970: 0)
            override class var table: String { "shift" }
            override class var primaryKey: [String] { ["person", "day"] }
        }
        let database = try ServedEngine.current.makeDatabase(
            "CREATE TABLE shift (person BIGINT, day DATE, PRIMARY KEY (person, day)); INSERT INTO shift VALUES (1, '2024-01-01')"
        )
        let noon = try #require(DateFormat.iso8601.date(from: "2024-01-01T12:00:00Z"))
        func shift(_ person: Int) -> Shift {
            let shift = Shift()
            (shift.person, shift.day) = (person, noon)
            return shift
        }
        let writing: [(Session) throws -> Void] = [
            { try $0.insert(shift(2)) }, { try $0.insert([shift(2), shift(3)]) },
        ]
        let reading: [(Session) throws -> Void] = [
            { _ = try $0.query(Shift.self).filter(\.day == noon).count() },
            { _ = try $0.query(Shift.self).filter(\.day < noon).all() },
            { _ = try $0.query(Shift.self).filter(.in(\.day, [noon - 43_200, noon])).count() },
            { _ = try $0.query(Shift.self).filter(.between(\.day, noon, noon + 86_400)).count() },
            { _ = try $0.query(Shift.self).filter("day = \(noon)").count() },
            { _ = try $0.query(Shift.self).filter("\(noon) > day").count() },
            { _ = try $0.query(Shift.self).filter("day BETWEEN \(noon) AND day").count() },
            { _ = try $0.query(Shift.self).filter(RowValue(\Shift.person, \.day) >= (1, noon)).count() },
            { _ = try $0.query(Shift.self).orderByKey().after(1, noon).all() },
            { _ = try $0.find(Shift.self, 1, noon) },
            { _ = try $0.find(Shift.self, keys: [[1, noon], [1, noon - 43_200]]) },
            { _ = try $0.query(Shift.self).filter(keys: [[1, noon]]).count() },
            { _ = try $0.query(Shift.self).filter(.key(in: [[1, noon]])).count() },
            { _ = try $0.find(Shift.self, keys: [[1, noon]], as: .dictionary) },
            { _ = try $0.query(Shift.self).filter(RowValue(\Shift.person, \.day).in([(1, noon)])).count() },
            { _ = try $0.query(Shift.self).filter(.in(\.day, (0..<600).map { noon + 86_400 * Double($0) })).count() },
            { _ = try $0.delete(Shift.self, keys: [[1, noon]]) },
            { _ = try $0.query(Shift.self).orderByKey().after(shift(1)).all() },
        ]
        for (index, attempt) in (writing + reading).enumerated() {
            let error = #expect(throws: ModelError.self, "\(index)") { try database.write { try attempt($0) } }
            #expect(error?.code == .value && error?.table == "shift" && error?.column == "day", "\(index)")
            #expect(error?.message.hasSuffix("it has a time, which a DATE does not keep") == true, "\(index)")
        }
        // MariaDB compares a day with a point in time as two of these, in SQL of one's own.
        let rows = { try database.read { try $0.rows("SELECT 1 FROM shift WHERE day = \(noon)").count } }
        if ServedEngine.isMariaDB {
            #expect(try rows() == 0)
        } else {
            #expect(throws: DatabaseError.self) { try rows() }
        }
        #expect(try database.read { try $0.query(Shift.self).count() } == 1)
    }

    final class Moment: Model {
        var house = 0
        var at = Date(timeIntervalSince1970: 0)
        override class var table: String { "moment" }
        override class var primaryKey: [String] { ["house", "at"] }
        override class var forms: [String: ColumnForm] { ["at": .date(.dateTime)] }
    }

    /// 10:00:00 is before 10:00:00.7, though the form writes both alike.
    @Test func aDateThatIsFinerThanTheForm() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE moment (house INTEGER, at TEXT, PRIMARY KEY (house, at));
            INSERT INTO moment VALUES (1, '2024-07-01 09:59:59'), (2, '2024-07-01 10:00:00'), (3, '2024-07-01 10:00:01');
            """)
        let whole = Date(timeIntervalSince1970: 1_719_828_000)
        try database.read { session in
            func houses(_ filter: Filter<Moment>) throws -> [Int] {
                try session.query(Moment.self).filter(filter).orderBy("house").all().map(\.house)
            }
            for (given, expected) in [
                (whole, [[1], [1, 2], [3], [2, 3]]), (whole + 0.7, [[1, 2], [1, 2], [3], [3]]),
            ] {
                let found = [
                    try houses(\.at < given), try houses(\.at <= given), try houses(\.at > given),
                    try houses(\.at >= given),
                ]
                #expect(found == expected)
            }
            let between = try session.query(Moment.self).filter("at BETWEEN \(whole + 0.7) AND \(whole + 1.2)").all()
                .map(\.house)
            #expect(between == [3])
            // What was saved with such a date is found by it.
            #expect(try session.find(Moment.self, 2, whole + 0.7) != nil)
        }
    }
}
