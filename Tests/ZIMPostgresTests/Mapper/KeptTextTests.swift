#if PostgreSQL
    import Foundation
    import TestServer
    import Testing
    import ZIMOrm

    /// Values of which a column keeps a part: they are refused, and nothing is written.
    @Suite(.server) struct KeptTextTests {
        final class Visit: Model {
            var clinic = "", number = 0
            var code: String?, label: String?, day: String?, hour: String?, weight: Decimal?, ident: Data?
            var seen: Int?, rough: Double?, count: String?, on: Date?, note: Double?, tag: Double?
            override class var table: String { "visit" }
            override class var primaryKey: [String] { ["clinic", "number"] }
            override class var isAutoIncremented: Bool { false }
        }

        private static let script = """
            CREATE TABLE visit (clinic text, number int, code "char", label name, day date, hour time(3), weight real, ident uuid, seen date, rough real, count int, "on" date, note varchar(20), tag text,
                PRIMARY KEY (clinic, number));
            INSERT INTO visit (clinic, number, code) VALUES ('a', 1, 'x')
            """

        private func visit(_ number: Int) -> Visit {
            let visit = Visit()
            (visit.clinic, visit.number) = ("a", number)
            return visit
        }

        @Test(arguments: [
            ("code", "ab" as SQLValue, "has 2 bytes, of which the column keeps 1"),
            ("code", "é", "has 2 bytes, of which the column keeps 1"),
            (
                "label", .text(String(repeating: "a", count: 64)), "has 64 bytes, of which the column keeps 63"
            ),
            ("day", "2026-02-28 12:00:00", "has a time, which a DATE does not keep"),
            ("day", "2026-02-28T00:00:00.001", "has a time, which a DATE does not keep"),
            ("hour", "2026-02-28 12:00", "has a day, which a TIME does not keep"),
            ("seen", 20_260_228, "is a number, which a DATE is not read as"),
            ("weight", "0.05", "has more digits than a number of 32 bits keeps"),
        ])
        func whatWouldBeCutIsRefused(_ column: String, _ value: SQLValue, _ reason: String) throws {
            let scratch = try Scratch(Self.script)
            func requireRefused(_ body: (Session) throws -> Void) {
                let error = #expect(throws: ModelError.self) { try scratch.database.write { try body($0) } }
                #expect(error?.code == .value && error?.table == "visit" && error?.column == column)
                #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
            }
            func changed(_ visit: Visit) throws -> Visit {
                switch column {
                case "code": visit.code = try String(column: value)
                case "label": visit.label = try String(column: value)
                case "day": visit.day = try String(column: value)
                case "hour": visit.hour = try String(column: value)
                case "seen": visit.seen = try Int(column: value)
                default: visit.weight = try Decimal(column: value)
                }
                return visit
            }
            requireRefused { try $0.insert(changed(visit(2))) }
            requireRefused { try $0.insert([visit(2), changed(visit(3))]) }
            requireRefused { try $0.upsert(changed(visit(1))) }
            requireRefused { session in
                guard let visit = try session.find(Visit.self, "a", 1) else { return }
                try changed(visit).save()
            }
            requireRefused { try $0.query(Visit.self).update(.set(column, value)) }
            let rows = try scratch.database.rows("SELECT number, code, day, hour, weight, label FROM visit")
            #expect(rows == [[1, "x", nil, nil, nil, nil]])
        }

        /// One of a list as one by itself: the error names the column.
        @Test func aPointInTimeIsNoDay() throws {
            let scratch = try Scratch(Self.script)
            let late = visit(2)
            late.on = Date(timeIntervalSince1970: 1_772_236_860)
            for call in [{ try $0.insert(late) }, { try $0.insert([self.visit(3), late]) }]
                as [(Session) throws -> Void]
            {
                let error = #expect(throws: ModelError.self) { try scratch.database.write { try call($0) } }
                #expect(error?.code == .value && error?.column == "on")
                #expect(error?.message.hasSuffix("it has a time, which a DATE does not keep") == true)
            }
            #expect(try scratch.database.read { try $0.query(Visit.self).count() } == 1)
        }

        @Test func noTextIsInfinity() throws {
            // An extension is there once for all schemas of a database.
            let script = "CREATE EXTENSION citext; \(Self.script); ALTER TABLE visit ALTER tag TYPE citext"
            let database = try Database(url: #require(TestServer.shared).makeDatabase(script))
            let endless = visit(2)
            for column in ["note", "tag"] {
                (endless.note, endless.tag) = column == "note" ? (.infinity, nil) : (nil, -.infinity)
                let calls: [(Session) throws -> Void] = [
                    { try $0.insert(endless) }, { try $0.insert([endless]) },
                    { try $0.query(Visit.self).update(.set(column, Double.infinity)) },
                ]
                for call in calls {
                    let error = #expect(throws: ModelError.self) { try database.write { try call($0) } }
                    #expect(error?.code == .value && error?.column == column)
                    #expect(error?.message.hasSuffix("is no number that is read back from a column of texts") == true)
                }
            }
            (endless.note, endless.tag) = (-3, 1e22)
            try database.write { try $0.insert(endless) }
            #expect(
                try database.rows("SELECT number, note, tag::text FROM visit ORDER BY number")
                    == [[1, nil, nil], [2, "-3", "1e+22"]])
        }

        @Test func whatIsKeptIsStored() throws {
            let scratch = try Scratch(Self.script)
            let written = visit(2)
            let bytes = Data([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255])
            (written.code, written.label) = ("z", String(repeating: "ä", count: 31))
            (written.day, written.hour) = ("2026-02-28 00:00:00", "12:30:00.5")
            (written.weight, written.ident) = (Decimal(string: "-2.25"), bytes)
            (written.rough, written.count) = (0.1, "007")
            written.on = Date(timeIntervalSince1970: 1_772_236_800)
            try scratch.database.write { try $0.insert(written) }
            let read = try #require(try scratch.database.read { try $0.find(Visit.self, "a", 2) })
            #expect(read.code == "z" && read.label == String(repeating: "ä", count: 31))
            #expect(read.day == "2026-02-28" && read.hour == "12:30:00.5")
            #expect(read.weight == Decimal(string: "-2.25"))
            // A Double is rounded to the column's 32 bits, a text takes the form of a number.
            #expect(read.rough == Double(Float(0.1)) && read.count == "7" && read.on == written.on)
            // A uuid column is read as its 16 bytes.
            #expect(read.ident == bytes)
            #expect(try scratch.database.read { try $0.query(Visit.self).filter(\.ident == bytes).count() } == 1)
        }
    }
#endif
