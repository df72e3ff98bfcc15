#if MySQL
    import Foundation
    import TestServer
    import Testing
    import ZIMOrm

    /// Times, years and JSON, which MySQL 8 compares with parameters otherwise than with what stands in SQL.
    @Suite(.server) struct ComparedValueTests {
        final class Shift: Model {
            var depot = "", start = "", name: String?, details: String?
            override class var table: String { "shift" }
            override class var primaryKey: [String] { ["depot", "start"] }
            override class var locking: Locking { .allColumns }
            func breaks() throws -> [Break] { try hasMany(Break.self, foreignKey: ["depot", "shiftStart"]) }
        }

        final class Break: Model {
            var id = 0, depot = "", shiftStart: String?
            override class var table: String { "break" }
            override class var primaryKey: [String] { ["id"] }
            override class var isAutoIncremented: Bool { false }
            func shift() throws -> Shift? { try belongsTo(Shift.self, foreignKey: ["depot", "shiftStart"]) }
        }

        private static func script(_ digits: Int, _ others: Int = 0) -> String {
            let half = digits > 0 ? ".5" : ""
            return """
                CREATE TABLE shift (depot VARCHAR(10), start TIME(\(digits)), name VARCHAR(10), details JSON, PRIMARY KEY (depot, start));
                INSERT INTO shift VALUES ('a', '10:11:12', 'early', '{"size":1.5,"bb":2}'), ('a', '100:00:00\(half)', 'long', '[1, 2]'),
                    ('a', '-01:00:00', 'before', NULL), ('b', '00:00:00', 'night', '"abc"'), ('b', '10:11:12', 'late', '3');
                CREATE TABLE break (id INT PRIMARY KEY, depot VARCHAR(10), shiftStart TIME(\(others)), KEY (depot, shiftStart));
                INSERT INTO break VALUES (1, 'a', '10:11:12'), (2, 'b', '10:11:12'), (3, 'b', '00:00:00'), (4, 'a', '-01:00:00'), (5, 'a', NULL);
                """
        }

        /// A list of times is compared as each of them is.
        @Test(arguments: [0, 1, 3, 6]) func timesOfAList(_ digits: Int) throws {
            let database = try Server.database(Self.script(digits))
            let long =
                digits > 0 ? "100:00:00." + "5".padding(toLength: digits, withPad: "0", startingAt: 0) : "100:00:00"
            try database.write { session in
                let shifts = try session.query(Shift.self).orderByKey()
                func names(_ filter: Filter<Shift>) throws -> [String?] { try shifts.filter(filter).all().map(\.name) }
                let early = try #require(try shifts.filter(\.name == "early").first())
                let times = [early.start, long]
                #expect(try names(\.start == early.start) == ["early", "late"])
                #expect(try names(.in(\.start, times)) == ["early", "long", "late"])
                #expect(try names(.in(\.start, ["10:11:12", "00:00:00"])) == ["early", "night", "late"])
                #expect(try names(!.in(\.start, times)) == ["before", "night"])
                let found = try shifts.filter("start IN {'10:11:12', '-01:00:00'}").all()
                #expect(found.map(\.name) == ["before", "early", "late"])
                let many = times + (0..<600).map { "20:\($0 / 60):\($0 % 60)" }
                #expect(try names(.in(\.start, many)) == ["early", "long", "late"])
                #expect(try names(!.in(\.start, many)) == ["before", "night"])
                let keys = [["a", early.start], ["b", "10:11:12"], ["b", "11:11:12"]]
                #expect(try session.find(Shift.self, keys: keys).map(\.name) == ["early", "late"])
                #expect(try names(.key(in: keys)) == ["early", "late"])
                #expect(try names(.key(notIn: keys)) == ["before", "long", "night"])
                #expect(
                    try session.find(Shift.self, keys: [["a", early.start], ["a", long]]).map(\.name) == [
                        "early", "long",
                    ])
                #expect(try session.query(Shift.self).filter(keys: keys).count() == 2)
                // What must stay stays.
                #expect(try session.query(Shift.self).filter(!.in(\.start, times)).delete() == 2)
                #expect(try shifts.all().map(\.name) == ["early", "long", "late"])
                #expect(try session.delete(Shift.self, keys: keys) == 2)
                #expect(try shifts.all().map(\.name) == ["long"])
            }
        }

        /// Times of columns with other digits are compared as a join compares them.
        @Test(arguments: [(0, 0), (0, 1), (0, 3), (1, 0), (3, 0), (3, 1), (6, 3)])
        func timesOfOtherDigits(_ parent: Int, _ child: Int) throws {
            let database = try Server.database(Self.script(parent, child))
            try database.read { session in
                let pairs = try session.rows(
                    """
                    SELECT b.id, s.name FROM break AS b LEFT JOIN shift AS s ON s.depot = b.depot AND s.start = b.shiftStart \
                    ORDER BY b.id
                    """
                ).map { try $0.get(1, as: String?.self) }
                #expect(pairs == ["early", "late", "night", "before", nil])
                let breaks = try session.query(Break.self).orderByKey().all()
                #expect(try breaks.map { try $0.shift()?.name } == pairs)
                let single = try (1...5).map { try session.find(Break.self, $0)?.shift()?.name }
                #expect(single == pairs)
                let wanted: [String?: [Int]] = ["early": [1], "late": [2], "night": [3], "before": [4], "long": []]
                let shifts = try session.query(Shift.self).orderByKey().all()
                for shift in shifts { #expect(try shift.breaks().map(\.id) == wanted[shift.name]) }
                for shift in shifts {
                    let one = try #require(try session.find(Shift.self, shift.depot, shift.start))
                    #expect(try one.breaks().map(\.id) == wanted[shift.name])
                }
            }
        }

        /// The server keeps a spelling of its own of JSON: a row that holds what was written has not changed.
        @Test(arguments: [0, 3]) func locksHoldWhatWasWritten(_ digits: Int) throws {
            let database = try Server.database(Self.script(digits))
            try database.write { session in
                for key in [["a", "10:11:12"], ["b", "00:00:00"], ["a", "-01:00:00"]] {
                    let shift = try #require(try session.find(Shift.self, keys: [key]).first)
                    shift.details = #"{"size":1.5,"bb":2,  "a":"ö"}"#
                    try session.save(shift)
                    shift.name = "again"
                    try session.save(shift)
                    // In which MySQL keeps the digits.
                    try session.execute(
                        "UPDATE shift SET details = JSON_OBJECT('price', CAST(1.50 AS DECIMAL(10, 2))) WHERE name = 'again'"
                    )
                    try session.reload(shift)
                    shift.details = nil
                    try session.save(shift)
                }
                let shift = try #require(try session.find(Shift.self, "b", "10:11:12"))
                shift.details = #"{"size":1.5,"bb":2}"#
                try session.save(shift)
                try session.execute(#"UPDATE shift SET details = '{"size": 1.5, "bb": 3}' WHERE name = 'late'"#)
                shift.name = "lost"
                let error = #expect(throws: ModelError.self) { try session.save(shift) }
                #expect(error?.code == .staleRow)
            }
        }

        /// JSON is compared as JSON where it is a type. MariaDB has a text by this name.
        @Test func documents() throws {
            let database = try Server.database(Self.script(0))
            try database.read { session in
                let shifts = try session.query(Shift.self).orderByKey()
                func names(_ filter: Filter<Shift>) throws -> [String?] { try shifts.filter(filter).all().map(\.name) }
                for shift in try shifts.all() where shift.details != nil {
                    #expect(try names(\.details == shift.details) == [shift.name])
                    #expect(try names(\.details != shift.details).count == 3)
                    #expect(try names(.in(\.details, [shift.details, "7", "8"])) == [shift.name])
                    #expect(try names(!.in(\.details, [shift.details, "7"])).count == 3)
                    let many = [shift.details] + (10..<700).map { "\($0)" }
                    #expect(try names(.in(\.details, many)) == [shift.name])
                }
                guard !MySQLProduct.isMariaDB else { return }
                #expect(try names(\.details == #"{"bb": 2, "size": 1.50}"#) == ["early"])
                #expect(try names(\.details < "4") == ["late"])
                let last = try #require(try shifts.all().last)
                let error = #expect(throws: ModelError.self) {
                    try session.query(Shift.self).orderBy(\.details).after(last).all()
                }
                #expect(error?.code == .query && error?.column == "details")
            }
        }

        final class Vintage: Model {
            var cellar = "", number = 0, year: Int?
            override class var table: String { "vintage" }
            override class var primaryKey: [String] { ["cellar", "number"] }
            override class var isAutoIncremented: Bool { false }
        }

        /// A number that is no year is compared as one; one or two digits are the year that the server takes them for.
        @Test func yearsBesideOtherNumbers() throws {
            let database = try Server.database(
                """
                CREATE TABLE vintage (cellar VARCHAR(10), number INT, year YEAR, PRIMARY KEY (cellar, number), KEY (year));
                INSERT INTO vintage VALUES ('a', 1, 1999), ('a', 2, 2024), ('a', 3, 0), ('b', 1, 2155), ('b', 2, NULL);
                """)
            try database.read { session in
                let vintages = try session.query(Vintage.self)
                func count(_ filter: Filter<Vintage>) throws -> Int { try vintages.filter(filter).count() }
                for number in [2156, 3000, 9999] {
                    #expect(try count(\.year < number) == 4)
                    #expect(try count(\.year <= number) == 4)
                    #expect(try count(\.year != number) == 4)
                    #expect(try count(\.year == number) == 0)
                    #expect(try count(\.year > number) == 0)
                    #expect(try count(.between(\.year, 1900, number)) == 3)
                }
                #expect(try count(\.year > -5) == 4)
                #expect(try count(\.year < 1800) == 1)
                #expect(try count(\.year > 150) == 3)
                #expect(try count(\.year == 24) == 1)
                #expect(try count(\.year < 24) == 2)
                #expect(try count(\.year > 24) == 1)
                #expect(try count(\.year > 99) == 2)
                #expect(try count(.in(\.year, [24, 99, 3000])) == 2)
            }
        }
    }
#endif
