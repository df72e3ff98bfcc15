#if MySQL
    import Foundation
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMMySQL

    /// Values of which a column stores others without an error: what was written is compared as it is stored, and in a key it is
    /// refused.
    @Suite(.server) struct StoredValueTests {
        final class Sample: Model {
            var station = 0, number = 0, note = ""
            var at: Date?, stamp: Date?, hour: String?
            var short: Double?, cents: Double?, price: Double?, code: String?, rate: Double?
            override class var table: String { "sample" }
            override class var primaryKey: [String] { ["station", "number"] }
            override class var isAutoIncremented: Bool { false }
            override class var locking: Locking { .allColumns }
        }

        private static let script = """
            CREATE TABLE sample (station INT, number INT, note VARCHAR(20) NOT NULL, at DATETIME, stamp TIMESTAMP(3) NULL, hour TIME(2),
                short FLOAT, cents FLOAT(7, 2), price DOUBLE(8, 2), rate DECIMAL(8, 2), code CHAR(5), PRIMARY KEY (station, number))
            """

        private func sample(_ number: Int) -> Sample {
            let sample = Sample()
            (sample.station, sample.number) = (1, number)
            sample.at = Date(timeIntervalSince1970: 1_772_282_096.4)
            sample.stamp = Date(timeIntervalSince1970: 1_772_282_096.789_6)
            (sample.hour, sample.code) = ("12:00:00.129", "a ")
            (sample.short, sample.cents, sample.price, sample.rate) = (0.1, 1.145, 2.675, 1.005)
            return sample
        }

        @Test(arguments: [
            ("2026-11-21 12:37:03.123456", 3, "2026-11-21 12:37:03.123", "2026-11-21 12:37:03.123"),
            ("2026-11-21 12:37:03.1235", 3, "2026-11-21 12:37:03.124", "2026-11-21 12:37:03.123"),
            ("2026-12-31 23:59:59.5", 0, "2027-01-01 00:00:00", "2026-12-31 23:59:59"),
            ("0001-01-01 00:00:00.000015", 5, "0001-01-01 00:00:00.00002", "0001-01-01 00:00:00.00001"),
            ("9998-12-31 23:59:59.99999", 4, "9999-01-01 00:00:00", "9998-12-31 23:59:59.9999"),
            ("5237-03-01 10:00:00.123445", 5, "5237-03-01 10:00:00.12345", "5237-03-01 10:00:00.12344"),
        ]) func aTimeWithFewerDigits(_ time: String, _ digits: Int, _ rounded: String, _ cut: String) {
            let declared = "datetime(\(digits))"
            #expect(MySQLTypes(roundsSeconds: true).stored(.text(time), declared: declared) == .text(rounded))
            #expect(MySQLTypes().stored(.text(time), declared: declared) == .text(cut))
        }

        @Test func theLockComparesWhatIsStored() throws {
            let database = try Server.database(Self.script)
            try database.write { session in
                let one = sample(1)
                try session.save(one)
                one.note = "changed"
                try session.save(one)
                (one.at, one.short) = (Date(timeIntervalSince1970: 1_772_282_099.6), 0.7)
                try session.save(one)
                let list = [sample(2), sample(3)]
                try session.insert(list)
                for sample in list { sample.note = "changed" }
                try session.update(list)
                try session.delete(one)
            }
            let rows = try database.read {
                try $0.rows("SELECT number, note, CAST(hour AS CHAR), code FROM sample ORDER BY number").map(\.values)
            }
            // MariaDB cuts what MySQL rounds.
            let hour: SQLValue = MySQLProduct.isMariaDB ? "12:00:00.12" : "12:00:00.13"
            #expect(rows == [[2, "changed", hour, "a"], [3, "changed", hour, "a"]])
        }

        @Test func anotherProgramsChangeIsNoticed() throws {
            let changes = [
                "at = at + INTERVAL 1 SECOND", "stamp = stamp + INTERVAL 1000 MICROSECOND", "hour = '12:00:00.17'",
                "short = 0.2", "cents = cents + 0.01", "price = price + 0.01", "rate = rate + 0.01", "code = 'b'",
                "code = NULL", "at = NULL", "rate = NULL",
            ]
            let database = try Server.database(Self.script)
            for (number, change) in changes.enumerated() {
                let sample = sample(number)
                try database.write { try $0.save(sample) }
                try database.execute(SQL(unsafe: "UPDATE sample SET \(change) WHERE number = \(number)"))
                sample.note = "changed"
                let error = #expect(throws: ModelError.self, "\(change)") { try database.write { try $0.save(sample) } }
                #expect(error?.code == .staleRow, "\(change)")
                #expect(error?.conflicts.map(\.column) == [String(change.prefix { $0 != " " })], "\(change)")
            }
        }

        /// A day that no calendar has is compared as it is.
        @Test func zeroDates() throws {
            final class Visit: Model {
                var station = 0, number = 0, at = "", note: String?
                override class var table: String { "visit" }
                override class var primaryKey: [String] { ["station", "number"] }
                override class var locking: Locking { .allColumns }
            }
            let database = try Server.database(
                """
                CREATE TABLE visit (station INT, number INT, at DATETIME NOT NULL, note VARCHAR(9), PRIMARY KEY (station, number));
                INSERT IGNORE INTO visit VALUES (1, 1, '0000-00-00', NULL)
                """)
            try database.write { session in
                let visit = try #require(try session.find(Visit.self, 1, 1))
                visit.note = "seen"
                try session.save(visit)
                #expect(try session.value("SELECT note FROM visit", as: String.self) == "seen")
            }
        }

        final class Reading: Model {
            var station = 0, at = Date(timeIntervalSince1970: 0), level = 0.0, share = 0.0
            var value: Int?
            override class var table: String { "reading" }
            override class var primaryKey: [String] { ["station", "at", "level", "share"] }
        }

        /// Its row would not be found again by the key of the model.
        @Test func aKeyThatIsRoundedIsRefused() throws {
            let database = try Server.database(
                """
                CREATE TABLE reading (station INT, at DATETIME, level FLOAT, share DECIMAL(8, 2), value INT,
                    PRIMARY KEY (station, at, level, share))
                """)
            func reading(_ seconds: Double, _ level: Double, _ share: Double) -> Reading {
                let reading = Reading()
                (reading.station, reading.at) = (1, Date(timeIntervalSince1970: 1_772_282_096 + seconds))
                (reading.level, reading.share) = (level, share)
                return reading
            }
            for (reading, column) in [
                (reading(0.4, 0.5, 0.25), "at"), (reading(0, 0.1, 0.25), "level"), (reading(0, 0.5, 0.125), "share"),
            ] {
                let ways: [(Session) throws -> Void] = [
                    { try $0.insert(reading) }, { try $0.upsert(reading) },
                    { try $0.insert([reading, Reading()]) }, { try $0.upsert([reading, Reading()]) },
                ]
                for way in ways {
                    let error = #expect(throws: ModelError.self) { try database.write { try way($0) } }
                    #expect(error?.code == .value && error?.table == "reading" && error?.column == column)
                }
            }
            try database.write { session in
                let whole = reading(0, 0.5, 0.25)
                try session.save(whole)
                whole.value = 1
                try session.save(whole)
                (whole.value, whole.level) = (2, Double(Float(0.1)))
                try session.save(whole)
                try session.reload(whole)
                #expect(whole.value == 2)
                whole.at += 0.5
                #expect(throws: ModelError.self) { try session.save(whole) }
                #expect(try session.rows("SELECT value FROM reading").map(\.values) == [[2]])
            }
        }

        final class Lesson: Model {
            var room = "", at = ""
            override class var table: String { "lesson" }
            override class var primaryKey: [String] { ["room", "at"] }
        }

        @Test func aTimeInAKeyIsNotRounded() throws {
            let database = try Server.database(
                "CREATE TABLE lesson (room VARCHAR(9) NOT NULL, at TIME(1) NOT NULL, PRIMARY KEY (room, at))")
            func lesson(_ at: String) -> Lesson {
                let lesson = Lesson()
                (lesson.room, lesson.at) = ("n", at)
                return lesson
            }
            let error = #expect(throws: ModelError.self) { try database.write { try $0.save(lesson("10:00:00.25")) } }
            #expect(error?.code == .value && error?.column == "at")
            #expect(
                error?.message.hasSuffix(
                    "has more than 1 digits of a second, which the column of a key does not keep") == true,
                "\(error?.message ?? "")")
            try database.write { session in
                let kept = lesson("10:00:00.5")
                try session.save(kept)
                try session.delete(kept)
            }
        }

        final class Passage: Model {
            var id: Int?, gate = "", at = Date(timeIntervalSince1970: 0), plate = ""
            override class var table: String { "passage" }
            override class var primaryKey: [String] { ["id"] }
        }

        @Test func aUniqueKeyOfAnUpsertThatIsRoundedIsRefused() throws {
            let database = try Server.database(
                """
                CREATE TABLE passage (id INT AUTO_INCREMENT PRIMARY KEY, gate VARCHAR(9) NOT NULL, at DATETIME NOT NULL,
                    plate VARCHAR(9) NOT NULL, UNIQUE (gate, at))
                """)
            func passage(_ seconds: Double) -> Passage {
                let passage = Passage()
                (passage.gate, passage.at) = ("n", Date(timeIntervalSince1970: 1_772_282_096 + seconds))
                return passage
            }
            let error = #expect(throws: ModelError.self) {
                try database.write { try $0.upsert([passage(1), passage(0.4)], on: ["gate", "at"]) }
            }
            #expect(error?.code == .value && error?.column == "at")
            #expect(
                error?.message.hasSuffix("has a fraction of a second, which the column of a key does not keep") == true,
                "\(error?.message ?? "")")
            try database.write { session in
                try session.upsert([passage(1), passage(2)], on: ["gate", "at"])
                // It is not found by it, so the column may cut it.
                try session.insert(passage(3.4))
                #expect(try session.query(Passage.self).count() == 3)
            }
        }

        final class Level: Model {
            var depth = 0.0, name = "", value = 0
            override class var table: String { "level" }
            override class var primaryKey: [String] { ["depth", "name"] }
        }

        /// An upsert leaves the key of the row as it is, all digits of a FLOAT and the case of a text.
        @Test func anUpsertKeepsTheKeyOfTheRow() throws {
            let database = try Server.database(
                """
                CREATE TABLE level (depth FLOAT, name VARCHAR(9) COLLATE utf8mb4_general_ci, value INT, code INT UNIQUE,
                    PRIMARY KEY (depth, name));
                INSERT INTO level VALUES (1.2345678806, 'Ab', 1, 7), (5, 'x', 1, 8)
                """)
            let depth = Double(Float(1.2345678806))
            func level(_ depth: Double, _ name: String, _ value: Int) -> Level {
                let level = Level()
                (level.depth, level.name, level.value) = (depth, name, value)
                return level
            }
            try database.write { session in
                try session.upsert(level(depth, "Ab", 2))
                try session.upsert([level(depth, "AB", 3), level(5, "x", 3)])
                try session.findOrCreate(level(depth, "Ab", 9), on: ["depth", "name"])
                #expect(
                    try session.rows("SELECT depth + 0e0, name, value FROM level ORDER BY depth").map(\.values) == [
                        [.real(depth), "Ab", 3], [5.0, "x", 3],
                    ])
            }
            // A row that is met by another key is not changed.
            let error = #expect(throws: DatabaseError.self) {
                try database.execute(
                    UpsertStatement(into: "level").column("depth", value: 6.0).column("name", value: "y")
                        .column("value", value: 4).column("code", value: 7).matching(["depth", "name"]))
            }
            #expect(error?.code == .constraint)
            #expect(try database.read { try $0.rows("SELECT value FROM level").map(\.values) } == [[3], [3]])
        }
    }
#endif
