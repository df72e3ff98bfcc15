#if PostgreSQL
    import Foundation
    import Testing
    import ZIMOrm

    private final class Reading: Model {
        var station = 0, number = 0
        var taken: Date?, local: Date?, raw: Data?, plain: Date?, note: String?
        override class var table: String { "reading" }
        override class var primaryKey: [String] { ["station", "number"] }
        override class var isAutoIncremented: Bool { false }

        convenience init(_ number: Int, _ time: Date?, _ raw: Data? = nil) {
            self.init()
            (station, self.number, self.raw) = (1, number, raw)
            (taken, local, plain) = (time, time, time)
        }
    }

    private final class Moment: Model {
        var station = 0, taken = Date(timeIntervalSince1970: 0), note = ""
        override class var table: String { "moment" }
        override class var primaryKey: [String] { ["station", "taken"] }
    }

    /// A value goes to a domain as to the type below it, which the server does not name for the parameters of a change.
    @Suite(.server) struct DomainTests {
        private static let script = """
            CREATE DOMAIN instant AS timestamptz; CREATE DOMAIN late_instant AS instant CHECK (VALUE > '1900-01-01');
            CREATE DOMAIN local_time AS timestamp; CREATE DOMAIN bytes AS bytea;
            CREATE TABLE reading (station int, number int, taken late_instant, local local_time, raw bytes, plain timestamptz,
                note text, PRIMARY KEY (station, number));
            CREATE TABLE moment (station int, taken late_instant, note text, PRIMARY KEY (station, taken));
            CREATE DOMAIN object AS oid; CREATE DOMAIN sizes AS int[];
            CREATE TABLE holding (station int, object object, sizes sizes, PRIMARY KEY (station, object))
            """

        private final class Holding: Model {
            var station = 1, object: UInt64 = 0, sizes: PostgresArray<Int>?
            override class var table: String { "holding" }
            override class var primaryKey: [String] { ["station", "object"] }
            override class var isAutoIncremented: Bool { false }
        }

        @Test func domainsOverOtherTypes() throws {
            let scratch = try scratch()
            try scratch.database.write { session in
                let holding = Holding()
                (holding.object, holding.sizes) = (4_294_967_295, [3, 1])
                try session.insert(holding)
                let found = try #require(try session.find(Holding.self, 1, holding.object))
                #expect(found.sizes == [3, 1])
                holding.object = 4_294_967_296
                let error = #expect(throws: ModelError.self) { try session.save(holding) }
                #expect(error?.code == .value && error?.column == "object")
            }
            #expect(throws: DatabaseError.self) {
                try scratch.database.write {
                    try $0.bulkInsert(into: "holding", columns: ["station", "object"], rows: [[2, -1]])
                }
            }
            #expect(try scratch.database.read { try $0.query(Holding.self).count() } == 1)
        }

        private let time = Date(timeIntervalSince1970: 1_795_264_623.123456)

        private func scratch(_ preparing: ServerOptions.Preparing = .automatic) throws -> Scratch {
            var options = DatabaseOptions()
            options.server.preparing = preparing
            return try Scratch(Self.script, options: options)
        }

        @Test(arguments: [ServerOptions.Preparing.automatic, .never])
        func microsecondsAndBytesAreKept(_ preparing: ServerOptions.Preparing) throws {
            let bytes = Data([0, 255, 0x5C])
            let scratch = try scratch(preparing)
            try scratch.database.write { session in
                let one = Reading(1, time, bytes)
                try session.insert(one)
                try session.insert([Reading(2, time, bytes), Reading(3, nil)])
                let third = try #require(try session.find(Reading.self, 1, 3))
                (third.taken, third.local, third.plain, third.raw) = (time, time, time, bytes)
                try session.save(third)
                let row: [SQLValue] = [1, 4, time.sqlValue, time.sqlValue, bytes.sqlValue, time.sqlValue]
                try session.bulkInsert(
                    into: "reading", columns: ["station", "number", "taken", "local", "raw", "plain"], rows: [row])
                let texts = try session.rows(
                    "SELECT taken::text, local::text, raw::text, plain::text FROM reading ORDER BY number"
                ).map(\.values)
                let whole: [SQLValue] = [
                    "2026-11-21 12:37:03.123456+00", "2026-11-21 12:37:03.123456", "\\x00ff5c",
                    "2026-11-21 12:37:03.123456+00",
                ]
                #expect(texts == Array(repeating: whole, count: 4))
                let filters: [Filter<Reading>] = [\.taken == time, \.local == time, \.plain == time, \.raw == bytes]
                for filter in filters { #expect(try session.query(Reading.self).filter(filter).count() == 4) }
                #expect(try session.query(Reading.self).filter(\.taken < time).count() == 0)
                // What was written is what is expected.
                one.note = "a"
                try session.save(one, locking: .allColumns)
            }
        }

        @Test func partOfAKey() throws {
            let scratch = try scratch()
            try scratch.database.write { session in
                let moment = Moment()
                (moment.station, moment.taken) = (1, time)
                try session.insert(moment)
                #expect(try session.find(Moment.self, 1, time)?.taken == time)
                moment.note = "a"
                try session.save(moment)
                #expect(try session.query(Moment.self).filter(.key(in: [[1, time]])).count() == 1)
                try session.delete(moment)
                #expect(try session.query(Moment.self).count() == 0)
            }
        }

        /// Such a year has no text but the server's own.
        @Test func farYears() throws {
            let far = Date(timeIntervalSince1970: 253_402_300_800)
            let scratch = try scratch()
            try scratch.database.write { session in
                try session.insert(Reading(1, far))
                let row = try session.rows("SELECT taken::text, local::text, plain::text FROM reading").map(\.values)
                #expect(row == [["10000-01-01 00:00:00+00", "10000-01-01 00:00:00", "10000-01-01 00:00:00+00"]])
            }
        }
    }
#endif
