#if MySQL
    import Foundation
    import Testing
    import ZIMOrm

    /// Each kind of property in the columns that people keep it in.
    @Suite(.server) struct ValueTests {
        enum Mood: String { case sad, happy }

        final class Everything: Model {
            var id = 0
            var at: Date?
            var day: Date?
            var stamp: Date?
            var bytesID = UUID()
            var textID = UUID()
            var flag = false
            var bit = false
            var price = Decimal(0)
            var large: UInt64 = 0
            var mask = 0
            var json: [String: Int]?
            var mood = Mood.sad
            var digits = 0
            var number = ""
            var duration = ""
            override class var table: String { "everything" }
            override class var primaryKey: [String] { ["id"] }
            override class var isAutoIncremented: Bool { false }
        }

        private static let script = """
            CREATE TABLE everything (id INT PRIMARY KEY, at DATETIME(6), day DATE, stamp TIMESTAMP(3) NULL, bytesID BINARY(16) UNIQUE,
                textID CHAR(36), flag TINYINT(1), bit BIT(1), price DECIMAL(20, 4), large BIGINT UNSIGNED, mask BIT(16), json JSON,
                mood ENUM ('happy', 'sad'), digits VARCHAR(10), number INT, duration TIME);
            """

        private func made() throws -> (database: Database, one: Everything) {
            let database = try Server.database(Self.script)
            let one = Everything()
            one.id = 1
            one.at = Date(timeIntervalSince1970: 1_700_000_000.123456)
            one.day = Date(timeIntervalSince1970: 86_400 * 365)
            one.stamp = Date(timeIntervalSince1970: 1_700_000_000.5)
            (one.flag, one.bit) = (true, true)
            one.price = Decimal(string: "12345678901234.5678") ?? 0
            one.large = .max
            one.mask = 0xFF01
            one.json = ["a": 1]
            one.mood = .happy
            (one.digits, one.number, one.duration) = (42, "7", "100:00:01")
            try database.write { try $0.insert(one) }
            return (database, one)
        }

        @Test func everyValueComesBack() throws {
            let (database, one) = try made()
            let read = try #require(try database.read { try $0.find(Everything.self, 1) })
            #expect(read.at == one.at && read.day == one.day && read.stamp == one.stamp)
            #expect(read.bytesID == one.bytesID && read.textID == one.textID)
            #expect(read.flag && read.bit && read.price == one.price && read.large == .max && read.mask == 0xFF01)
            #expect(read.json == ["a": 1] && read.mood == .happy && read.digits == 42 && read.number == "7")
            #expect(read.duration == "100:00:01")
            // Nothing has changed, so nothing is sent.
            try database.write { try $0.save(read) }
            read.price = 1
            read.large -= 1
            read.mood = .sad
            read.at = read.at?.addingTimeInterval(1)
            try database.write { try $0.save(read) }
            let again = try #require(try database.read { try $0.find(Everything.self, 1) })
            #expect(again.price == 1 && again.large == .max - 1 && again.mood == .sad && again.at == read.at)
        }

        @Test func everyValueIsFound() throws {
            let (database, one) = try made()
            try database.read { (session: Session) throws -> Void in
                func count(_ filter: Filter<Everything>) throws -> Int {
                    try session.query(Everything.self).filter(filter).count()
                }
                #expect(try count(\.at == one.at) == 1)
                #expect(try count(\.at == Date(timeIntervalSince1970: 1_700_000_000)) == 0)
                #expect(try count(\.at > Date(timeIntervalSince1970: 1_700_000_000)) == 1)
                #expect(try count(\.day == one.day) == 1)
                let late = #expect(throws: ModelError.self) { try count(\.day == one.day?.addingTimeInterval(60)) }
                #expect(late?.code == .value && late?.column == "day")
                #expect(try count(\.stamp == one.stamp) == 1)
                #expect(try count(\.bytesID == one.bytesID) == 1)
                #expect(try count(\.textID == one.textID) == 1)
                #expect(try count(\.flag == true) == 1)
                #expect(try count(\.bit == true) == 1)
                #expect(try count(\.price == one.price) == 1)
                #expect(try count(\.price == (Decimal(string: "12345678901234.5677") ?? 0)) == 0)
                #expect(try count(\.large == UInt64.max) == 1)
                #expect(try count(\.large == UInt64.max - 1) == 0)
                #expect(try count(\.digits == 42) == 1)
                #expect(try count(\.number == "7") == 1)
                #expect(try count(\.number == "7a") == 0)
                #expect(try count(.in(\.number, ["8", "7"])) == 1)
            }
        }

        @Test func whatDoesNotFitIsRefused() throws {
            let (database, one) = try made()
            one.day = Date(timeIntervalSince1970: 86_400.5)
            let error = #expect(throws: ModelError.self) { try database.write { try $0.save(one) } }
            #expect(error?.code == .value && error?.column == "day")
            one.day = nil
            one.number = "seven"
            let noNumber = #expect(throws: ModelError.self) { try database.write { try $0.save(one) } }
            #expect(noNumber?.code == .value && noNumber?.column == "number")
            one.number = "8"
            one.digits = .max
            #expect(Server.error { try database.write { try $0.save(one) } }?.code == .value)
            #expect(try database.read { try $0.find(Everything.self, 1)?.number } == "7")
        }

        @Test func textsAreSearchedLetterForLetter() throws {
            let database = try Server.database(StockTables.script)
            try database.write { try $0.save([Stock(1, "Bolt"), Stock(1, "bo%t"), Stock(1, "Böl")]) }
            try database.read { (session: Session) throws -> Void in
                func items(_ filter: Filter<Stock>) throws -> [String] {
                    try session.query(Stock.self).filter(filter).all().map(\.item).sorted()
                }
                #expect(try items(.contains(\.item, "ol")) == ["Bolt"])
                #expect(try items(.beginsWith(\.item, "BO")) == [])
                #expect(try items(.beginsWith(\.item, "BO", ignoresCase: true)) == ["Bolt", "bo%t"])
                #expect(try items(.contains(\.item, "%")) == ["bo%t"])
                #expect(try items(\.item == "BOLT") == ["Bolt"])
                #expect(try session.query(Stock.self).filter("item LIKE[c] 'BO%'").count() == 2)
                #expect(try session.query(Stock.self).orderByKey().offset(1).all().count == 2)
                let page = try session.query(Stock.self).orderByKey().limit(1).all()
                let last = try #require(page.last)
                #expect(try session.query(Stock.self).orderByKey().limit(5).after(last).all().count == 2)
            }
        }
    }
#endif
