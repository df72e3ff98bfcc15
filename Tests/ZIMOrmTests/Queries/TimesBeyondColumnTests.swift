import Foundation
import TestServer
import Testing
import ZIMOrm

/// A time with more digits than its column keeps equals no row, also where all keys of a list have it: in an index a server would
/// look up what the column makes of it.
@Suite(.eachEngine) struct TimesBeyondColumnTests {
    private final class Visit: Model {
        var house = 0, day = Date(timeIntervalSince1970: 0)
        override class var table: String { "visit" }
        override class var primaryKey: [String] { ["house", "day"] }
    }

    private final class Guest: Model {
        var id = 0, house = 0, day = Date(timeIntervalSince1970: 0)
        override class var table: String { "guest" }
        override class var primaryKey: [String] { ["id"] }
        func visit() throws -> Visit? { try belongsTo(Visit.self, foreignKey: ["house", "day"]) }
        override class var relationships: [Relationship] {
            [.belongsTo("visit", Visit.self, foreignKey: ["house", "day"])]
        }
    }

    /// The rows as they are stored.
    private final class Stored: Model {
        var house = 0, day = ""
        override class var table: String { "visit" }
        override class var primaryKey: [String] { ["house", "day"] }
    }

    private static let types = ["DATE", "DATETIME", "DATETIME(3)", "TIMESTAMP"]

    private func type(_ name: String) -> String {
        ServedEngine.on(sqlite: "TEXT", postgreSQL: name.replacing("DATETIME", with: "TIMESTAMP"), mariaDB: name)
    }

    private func database(_ type: String, index: String = "house, day") throws -> Database {
        try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE visit (house INT NOT NULL, day \(self.type(type)) NOT NULL, PRIMARY KEY (\(index)));
            CREATE TABLE guest (id INTEGER PRIMARY KEY, house INT, day \(self.type("DATETIME(6)")));
            INSERT INTO visit (house, day) VALUES (1, '2023-12-31 00:00:00'), (2, '2023-12-31 00:00:00'), (3, '2024-01-01 00:00:00');
            INSERT INTO guest VALUES (1, 1, '2023-12-31 00:00:00.0004'), (2, 2, '2023-12-31 00:00:00.0004'),
                (3, 2, '2023-12-31 00:00:00.0004');
            """)
    }

    @Test(arguments: types) func relationships(_ type: String) throws {
        let database = try database(type)
        func found(_ query: (Session) throws -> Query<Guest>) throws -> Int {
            try database.read { session in try query(session).all().filter { try $0.visit() != nil }.count }
        }
        func counts() throws -> [Int] {
            [
                try found { try $0.query(Guest.self).with("visit") }, try found { try $0.query(Guest.self) },
                try found { try $0.query(Guest.self).filter(\.id == 1) },
            ]
        }
        #expect(try counts() == [0, 0, 0])
        try database.execute("UPDATE guest SET day = '2023-12-31 00:00:00'")
        #expect(try counts() == [3, 3, 1])
    }

    @Test(arguments: types + ["TIME"], ["house, day", "day, house"]) func listsOfKeys(
        _ type: String, _ index: String
    ) throws {
        let database = try database(type == "TIME" ? "DATE" : type, index: index)
        var texts = [
            "2023-12-31", "2023-12-31 00:00:00", "2023-12-31 00:00:00.0004", "2023-12-31 00:00:00.4",
            "2023-12-31 00:01:00",
        ]
        if type == "TIME" {
            try database.withoutTransaction { session in
                try session.execute("DROP TABLE visit")
                try session.execute(
                    "CREATE TABLE visit (house INT NOT NULL, day TIME NOT NULL, PRIMARY KEY (\(unsafe: index)))")
                try session.execute("INSERT INTO visit VALUES (1, '10:30:00'), (2, '10:30:00'), (3, '10:31:00')")
            }
            texts = ["10:30:00", "10:31:00", "10:30:00.0004", "10:30:00.6"]
        }
        // PostgreSQL cuts a text off to the day that it is compared with.
        if ServedEngine.isPostgreSQL { texts = texts.filter { !$0.contains(".") } }
        for text in texts {
            try database.read { session in
                // Of a TIME MySQL rounds a literal, too.
                let plain =
                    text.contains(".")
                    ? 0
                    : try session.value(
                        "SELECT count(*) FROM visit WHERE house IN (1, 2) AND day = '\(unsafe: text)'", as: Int.self)
                let (keys, raw) = ([[1, text], [2, text]] as [[any SQLValueConvertible]], SQLValue.text(text))
                let query = try session.query(Stored.self)
                #expect(try session.find(Stored.self, keys: keys).count == plain, "\(text)")
                #expect(try query.filter(keys: keys).count() == plain, "\(text)")
                #expect(try query.filter(rawKeys: [[1, raw], [2, raw]]).count() == plain, "\(text)")
                #expect(try query.filter(.key(in: keys)).count() == plain, "\(text)")
                let row = RowValue(\Stored.house, \Stored.day)
                #expect(try query.filter(row.in([(1, text), (2, text)])).count() == plain, "\(text)")
                #expect(try query.filter(row.notIn([(1, text), (2, text)])).count() == 3 - (plain ?? 0), "\(text)")
                // Consecutive numbers are ranges.
                let many = (1...400).filter { $0 != 3 }.map { [$0, text] as [any SQLValueConvertible] }
                #expect(try session.find(Stored.self, keys: many).count == plain, "\(text)")
                #expect(try query.filter(keys: many).count() == plain, "\(text)")
            }
        }
        guard !ServedEngine.isPostgreSQL else { return }
        let rounded = SQLValue.text(texts[2])
        #expect(
            try database.write {
                try $0.query(Stored.self).filter(rawKeys: [[1, rounded], [2, rounded]]).delete()
            } == 0)
    }

    /// What has no digit too many is one parameter beside the list.
    @Test func whatAllKeysHaveInCommonIsSentOnce() throws {
        guard ServedEngine.isMariaDB else { return }
        let database = try database("DATETIME")
        let query = try database.read { session in
            try session.query(Stored.self).filter(keys: [[1, "2023-12-31 00:00:00"], [2, "2023-12-31 00:00:00"]]).sql
        }
        #expect(query.contains("`visit`.`day` = ?"), "\(query)")
    }

    /// Zero dates, and days without a month or a day, are texts.
    @Test func zeroDates() throws {
        guard ServedEngine.isMariaDB else { return }
        let database = try database("DATE")
        try database.write { session in
            try session.execute("INSERT INTO visit VALUES (4, '0000-00-00'), (5, '2024-00-00'), (6, '0000-00-00')")
            let days = ["0000-00-00", "2024-00-00", "0000-00-00"]
            let keys = zip(4..., days).map { [$0, $1] as [any SQLValueConvertible] }
            #expect(try session.find(Stored.self, keys: keys).map(\.day) == days)
            let query = try session.query(Stored.self)
            #expect(try query.filter(keys: keys).count() == 3)
            #expect(try query.filter(keys: [keys[0], keys[2]]).count() == 2)
        }
    }
}
