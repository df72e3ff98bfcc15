import CoreReflect
import TestServer
import Testing

private enum Hotel {
    /// The same values of Swift's types and of Foundation's classes.
    class Bill: Reflect {
        var house: Int?
        var number: String?
        var price: NSDecimalNumber?, tax: Decimal?
        var paid: NSDate?, due: Date?
        override class var primaryKey: [String] { ["house", "number"] }
        override class func entityName() -> String { "bill" }
        override class func ignoredProperties() -> Set<String> { ["createdAt", "updatedAt"] }
    }
    class Exact: Bill {
        override class func entityName() -> String { "exact" }
        override class var forms: [String: ColumnForm] { ["price": .decimal(.text(scale: nil))] }
    }
    /// In columns of texts, each written as the number that it is.
    class WrittenBill: Bill {
        override class func entityName() -> String { "written" }
        override class var forms: [String: ColumnForm] { ["price": .decimal(.number), "tax": .decimal(.number)] }
    }
    /// A key of three columns, of types that a column may hold in several ways.
    class Stay: Reflect {
        var house = 0
        var chip = UUID()
        var isPaid = false
        var label = ""
        override class var primaryKey: [String] { ["house", "chip", "isPaid"] }
        override class func entityName() -> String { "stay" }
        override class func ignoredProperties() -> Set<String> { ["createdAt", "updatedAt"] }
    }
    class Night: Reflect {
        var house = 0
        var day = Date(timeIntervalSince1970: 0)
        var label = ""
        override class var primaryKey: [String] { ["house", "day"] }
        override class func entityName() -> String { "night" }
        override class func ignoredProperties() -> Set<String> { ["createdAt", "updatedAt"] }
    }
    class Guest: Reflect {
        var region = ""
        var number = 0
        var arrival = Date(timeIntervalSince1970: 0)
        var departure: Date?
        override class var primaryKey: [String] { ["region", "number"] }
        override class func entityName() -> String { "guest" }
        override class func ignoredProperties() -> Set<String> { ["createdAt", "updatedAt"] }
        override class var forms: [String: ColumnForm] {
            ["arrival": .date(.unixSeconds), "departure": .date(.unixMilliseconds)]
        }
    }
}

extension CoreReflectTests {
    /// What Reflect did not write: each row that reads as a value is found by it, or is refused where it is read.
    @Suite(.eachEngine) struct OtherFormsTests {
        private typealias Stay = Hotel.Stay
        private typealias Night = Hotel.Night
        private let chip = UUID(uuidString: "9D6F0F0E-5B1C-4D5B-8F43-0C7F3F1A2B3C") ?? UUID()

        init() throws { try ServedEngine.configure() }

        private func execute(_ sql: String) throws {
            try ServedEngine.fill(Reflect.settings.getConnection().database, sql)
        }

        @Test func datesHaveTheFormsThatAreDeclared() throws {
            try execute(
                """
                CREATE TABLE guest (region VARCHAR(9), number INT, arrival BIGINT, departure BIGINT, PRIMARY KEY (region, number));
                INSERT INTO guest VALUES ('north', 7, 1000000000, 1000000000500);
                """)
            let found = try #require(try Hotel.Guest.findById("north", 7))
            #expect(found.arrival == Date(timeIntervalSince1970: 1e9))
            #expect(found.departure == Date(timeIntervalSince1970: 1_000_000_000.5))
            found.arrival += 60
            found.departure = nil
            try found.pin()
            let database = try Reflect.settings.getConnection().database
            #expect(
                try database.read { try $0.rows("SELECT arrival, departure FROM guest").map(\.values) }
                    == [[1_000_000_060, nil]])
            let query = Hotel.Guest.query().filter(
                "arrival", .equals, value: Date(timeIntervalSince1970: 1_000_000_060))
            #expect(try query.count() == 1)
        }

        /// The columns of other dates are to the second.
        @Test func aRegisteredTableKeepsTheFractionsOfTheirSeconds() throws {
            try Hotel.Guest.register()
            let guest = Hotel.Guest()
            (guest.region, guest.number) = ("north", 7)
            guest.arrival = Date(timeIntervalSince1970: 1_000_000_000.25)
            guest.departure = Date(timeIntervalSince1970: 1_000_000_000.5)
            try guest.pin()
            let found = try #require(try Hotel.Guest.findById("north", 7))
            #expect(found.arrival == guest.arrival && found.departure == guest.departure)
            let later = Hotel.Guest.query().filter("arrival", .greaterThan, value: Date(timeIntervalSince1970: 1e9))
            #expect(try later.count() == 1)
        }

        private func bill<B: Hotel.Bill>(_ type: B.Type, _ number: String, _ price: String) -> B {
            let bill = B()
            (bill.house, bill.number) = (1, number)
            (bill.price, bill.tax) = (NSDecimalNumber(string: price), Decimal(string: price))
            return bill
        }

        @Test func moreDigitsThanAColumnKeeps() throws {
            guard ServedEngine.isSQLite else { return }
            try Hotel.Bill.register()
            let error = #expect(throws: ModelError.self) {
                try bill(Hotel.Bill.self, "a", "12345678901234567.89").pin()
            }
            #expect(error?.code == .value)
            #expect(try Hotel.Bill.query().count() == 0)
            try execute(
                """
                CREATE TABLE written (house BIGINT, number VARCHAR(9), price TEXT, tax TEXT, paid TEXT, due TEXT,
                    PRIMARY KEY (house, number))
                """)
            for (number, price) in [("a", "9"), ("b", "10"), ("c", "2.50")] {
                try bill(Hotel.WrittenBill.self, number, price).pin()
            }
            #expect(try Hotel.WrittenBill.query().sort("price").findObject().map(\.number) == ["c", "a", "b"])
            #expect(
                try Hotel.WrittenBill.query().filter("tax", .equals, value: Decimal(string: "2.5") ?? 0).count() == 1)
        }

        @Test func decimalNumbersAreNumbers() throws {
            let log = LogLines()
            try Hotel.Bill.register()
            #expect(
                log.take().first?.contains(
                    ServedEngine.on(
                        sqlite: #""price" DECIMAL, "tax" DECIMAL,"#, postgreSQL: #""price" NUMERIC, "tax" NUMERIC,"#,
                        mariaDB: #""price" DECIMAL(65, 30), "tax" DECIMAL(65, 30),"#)) == true)
            for (number, price) in [("a", "9"), ("b", "10"), ("c", "2.50"), ("d", "-1")] {
                try bill(Hotel.Bill.self, number, price).pin()
            }
            for field in ["price", "tax"] {
                let query = Hotel.Bill.query()
                #expect(try query.sort(field).findObject().map(\.number) == ["d", "c", "a", "b"])
                #expect(
                    try Hotel.Bill.query().filter(field, .greaterThan, value: 5).sort(field).findObject()
                        .map(\.number) == ["a", "b"])
                #expect(
                    try Hotel.Bill.query().filter(field, .equals, value: Decimal(string: "2.5")).findObject()
                        .map(\.number) == ["c"])
                #expect(try Hotel.Bill.query().sum(field) == 20.5)
            }
            #expect(try Hotel.Bill.query().max("price", as: NSDecimalNumber.self) == 10)
            #expect(try Hotel.Bill.query().min("tax", as: Decimal.self) == -1)
        }

        /// In a file with a column of texts they are read and written as ever, and compared where the form is declared.
        @Test func decimalNumbersAsTexts() throws {
            try execute(
                """
                CREATE TABLE bill (house BIGINT, number VARCHAR(9), price TEXT, tax TEXT, paid TEXT, due TEXT, PRIMARY KEY (house, number));
                INSERT INTO bill VALUES (1, 'a', '12345678901234567.89', '2.50', NULL, NULL);
                """)
            let found = try #require(try Hotel.Bill.findById(1, "a"))
            #expect(found.price == NSDecimalNumber(string: "12345678901234567.89") && found.tax == 2.5)
            for field in ["price", "tax"] {
                let error = #expect(throws: ModelError.self) { try Hotel.Bill.query().max(field) }
                #expect(error?.code == .formMissing && error?.column == field)
                let other = #expect(throws: ModelError.self) {
                    try Hotel.Bill.query().filter(field, .greaterThan, value: 5).findObject()
                }
                #expect(other?.code == .formMissing)
            }
            try Hotel.Exact.register()
            let exact = bill(Hotel.Exact.self, "x", "1234567890123456789.123456789")
            exact.tax = 1
            try exact.pin()
            #expect(try Hotel.Exact.query().filter("price", .equals, value: exact.price).count() == 1)
            #expect(try Hotel.Exact.findById(1, "x")?.price == exact.price)
        }

        @Test func datesOfFoundationsClassHaveTheFormOfDates() throws {
            try Hotel.Bill.register()
            let day = Date(timeIntervalSince1970: 1_479_168_000)
            for hours in [2, 0, 1] {
                let bill = bill(Hotel.Bill.self, "\(hours)", "1")
                bill.due = day + Double(hours) * 3600
                bill.paid = bill.due.map { $0 as NSDate }
                try bill.pin()
            }
            let database = try Reflect.settings.getConnection().database
            let rows = try database.read { try $0.rows("SELECT paid, due FROM bill") }
            #expect(rows.count == 3 && rows.allSatisfy { $0.values[0] == $0.values[1] })
            for field in ["paid", "due"] {
                #expect(try Hotel.Bill.query().sort(field).findObject().map(\.number) == ["0", "1", "2"])
                #expect(
                    try Hotel.Bill.query().filter(field, .greaterThan, value: day).sort(field).findObject()
                        .map(\.number) == ["1", "2"])
                #expect(try Hotel.Bill.query().max(field) as? String == Hotel.Bill.query().max("due") as? String)
            }
            let found = try #require(
                try Hotel.Bill.query().filter("paid", .equals, value: day as NSDate).findObject().first)
            #expect(found.paid as Date? == day && found.due == day)
            try execute("UPDATE bill SET paid = NULL, due = NULL")
            #expect(try Hotel.Bill.findById(1, "0")?.paid == nil)
        }

        /// Nothing would find a row whose key lost a part.
        @Test func noRowLosesItsKey() throws {
            try Hotel.Bill.register()
            try bill(Hotel.Bill.self, "a", "1").pin()
            let found = try #require(try Hotel.Bill.findById(1, "a"))
            (found.number, found.price) = (nil, 2)
            let error = #expect(throws: ModelError.self) { try found.pin() }
            #expect(error?.code == .keyMissing && error?.column == "number")
            #expect(try Hotel.Bill.findById(1, "a")?.price == 1)
            #expect(try found.isLoaded && found.changedColumns() == ["number", "price"])
            found.number = "b"
            try found.pin()
            #expect(try Hotel.Bill.query().findObject().map(\.number) == ["b"])
        }

        @Test func everySpellingIsFound() throws {
            try execute(
                """
                CREATE TABLE stay (house BIGINT, chip TEXT, "isPaid" TEXT, label TEXT, PRIMARY KEY (house, chip, "isPaid"));
                INSERT INTO stay VALUES (1, '9D6F0F0E-5B1C-4D5B-8F43-0C7F3F1A2B3C', 't', 'upper'),
                    (1, '9d6f0f0e-5b1c-4d5b-8f43-0c7f3f1a2b3c', '1', 'lower'), (1, '00000000-0000-0000-0000-00000000000a', 'f', 'other');
                """)
            func labels(_ query: Query<Stay>) throws -> [String] { try query.findObject().map(\.label).sorted() }
            #expect(try labels(Stay.query().filter("chip", .equals, value: chip)) == ["lower", "upper"])
            #expect(try labels(Stay.query().filter("chip", .in, value: chip, UUID())) == ["lower", "upper"])
            #expect(try labels(Stay.query().filter("chip", .notEquals, value: chip)) == ["other"])
            #expect(try labels(Stay.query().filter("chip", .notIn, value: chip)) == ["other"])
            #expect(try labels(Stay.query().filter("isPaid", .equals, value: true)) == ["lower", "upper"])
            #expect(try Stay.query().filter("isPaid", .equals, value: false).count() == 1)
            // An object of the same key, made by hand, is that row.
            let stay = Stay()
            (stay.house, stay.chip, stay.isPaid, stay.label) = (
                1, UUID(uuidString: "00000000-0000-0000-0000-00000000000A") ?? chip, false, "new"
            )
            try stay.pin()
            #expect(try Stay.query().count() == 3)
            #expect(try labels(Stay.query().filter("isPaid", .equals, value: false)) == ["new"])
            // The order of such texts is none.
            let error = #expect(throws: ModelError.self) {
                try Stay.query().filter("isPaid", .lessThan, value: true).findObject()
            }
            #expect(error?.code == .formMissing)
        }

        @Test func aDateInAnotherFormIsRefused() throws {
            try execute(
                """
                CREATE TABLE night (house BIGINT, day TEXT, label TEXT, PRIMARY KEY (house, day));
                INSERT INTO night VALUES (1, '2016-11-15 00:00:00', 'own'), (2, '2016-11-14', 'day'), (3, '2016-11-16T00:00:00.000Z', 'iso');
                """)
            let day = Date(timeIntervalSince1970: 1_479_168_000)
            #expect(try Night.findById(1, day)?.label == "own")
            #expect(
                try Night.query().filter("day", .lessThanOrEquals, value: day).filter("house", .equals, value: 1)
                    .count() == 1)
            for house in [2, 3] {
                let error = #expect(throws: ModelError.self) {
                    try Night.query().filter("house", .equals, value: house).findObject()
                }
                #expect(error?.code == .value)
                #expect(error?.message.contains("is not in the declared form .date(.dateTime(in: ") == true)
            }
        }
    }
}
