#if PostgreSQL
    import Foundation
    import TestServer
    import Testing
    import ZIMOrm

    private final class Shift: Model {
        var begin = Date(timeIntervalSince1970: 1.125), pause = "10:00:00", length = "00:00:01.5", rate = 2.5
        var note = ""
        override class var table: String { "shift" }
        override class var primaryKey: [String] { ["begin", "pause", "length", "rate"] }
    }

    private final class Hour: Model {
        var at = "", length = "", number = 0
        override class var table: String { "hour" }
        override class var primaryKey: [String] { ["at", "length", "number"] }
    }

    private final class Mark: Model {
        var code = "", number = 0
        var note: String?
        override class var table: String { "mark" }
        override class var primaryKey: [String] { ["code", "number"] }

        convenience init(_ code: String, _ number: Int) {
            self.init()
            (self.code, self.number) = (code, number)
        }
    }

    private final class Weight: Model {
        var scale = 0, weight = 0.0, note = ""
        override class var table: String { "weight" }
        override class var primaryKey: [String] { ["scale", "weight"] }

        convenience init(_ scale: Int, _ weight: Double) {
            self.init()
            (self.scale, self.weight) = (scale, weight)
        }
    }

    /// By a value that its column rounds, a row would not be found again.
    @Suite(.server) struct KeptKeyTests {
        private static let script = """
            CREATE TABLE shift (begin timestamptz(3), pause time(0), length interval(1), rate numeric(5, 1), note text,
                PRIMARY KEY (begin, pause, length, rate))
            """

        @Test(arguments: [
            ("begin", "has more than 3 digits of a second, which the column of a key does not keep"),
            ("pause", "has a fraction of a second, which the column of a key does not keep"),
            ("length", "has more than 1 digits of a second, which the column of a key does not keep"),
            ("rate", "has more than 1 digits behind the point"),
        ])
        func whatAKeyWouldRoundIsRefused(_ column: String, _ reason: String) throws {
            let scratch = try Scratch(Self.script)
            let shift = Shift()
            switch column {
            case "begin": shift.begin += 0.0005
            case "pause": shift.pause = "10:00:00.5"
            case "length": shift.length = "00:00:01.25"
            default: shift.rate = 1.25
            }
            for isList in [false, true] {
                let error = #expect(throws: ModelError.self) {
                    try scratch.database.write { try isList ? $0.save([shift, Shift()]) : $0.save(shift) }
                }
                #expect(error?.code == .value && error?.table == "shift" && error?.column == column)
                #expect(error?.message.hasSuffix(reason) == true, "\(error?.message ?? "")")
            }
            #expect(try scratch.database.rows("SELECT count(*) FROM shift") == [[0]])
        }

        /// A column of 32 bits.
        @Test func numbersOfFewerBits() throws {
            let scratch = try Scratch(
                "CREATE TABLE weight (scale int, weight real, note text, PRIMARY KEY (scale, weight))")
            for number in [0.1, 16_777_217, 1e39] {
                let calls: [(Session) throws -> Void] = [
                    { try $0.insert(Weight(1, number)) }, { try $0.insert([Weight(1, 2), Weight(1, number)]) },
                    { try $0.upsert(Weight(1, number)) },
                ]
                for call in calls {
                    let error = #expect(throws: ModelError.self) { try scratch.database.write { try call($0) } }
                    #expect(error?.code == .value && error?.column == "weight")
                    #expect(error?.message.hasSuffix("it has more digits than a number of 32 bits keeps") == true)
                }
            }
            try scratch.database.write { session in
                for number in [0.5, Double(Float(0.1)), .infinity, .nan] {
                    let weight = Weight(1, number)
                    try session.insert(weight)
                    #expect(try session.find(Weight.self, 1, number) != nil)
                    weight.note = "a"
                    try session.save(weight)
                    try session.delete(weight)
                }
                // What another program has rounded is loaded as it is.
                try session.execute("INSERT INTO weight VALUES (1, 0.1, 'a')")
                let weight = try #require(try session.query(Weight.self).first())
                weight.note = "b"
                try session.save(weight)
                weight.weight = 0.1
                #expect(throws: ModelError.self) { try session.save(weight) }
                #expect(try session.find(Weight.self, 1, 0.1) == nil)
                #expect(try session.rows("SELECT count(*), max(note) FROM weight").map(\.values) == [[1, "b"]])
            }
        }

        /// A zone stands behind the digits, and an interval needs no colon before them.
        @Test(arguments: [
            ("2026-01-01 10:00:00.1234+05:30", "1 second", "at"), ("2026-01-01 10:00:00.12", "1.25 seconds", "length"),
            ("2026-01-01 10:00:00", "PT1.25S", "length"), ("2026-01-01 10:00:00.120+05:30", "1.50 seconds", nil),
            ("2026-01-01 10:00:00.123", "1.25 days", nil),
        ])
        func textsAreReadForTheirSeconds(_ at: String, _ length: String, _ column: String?) throws {
            let scratch = try Scratch(
                "CREATE TABLE hour (at timestamptz(3), length interval(1), number int, PRIMARY KEY (at, length, number))"
            )
            let hour = Hour()
            (hour.at, hour.length) = (at, length)
            try scratch.database.write { session in
                guard let column else {
                    try session.save(hour)
                    return #expect(try session.find(Hour.self, at, length, 0) != nil)
                }
                let error = #expect(throws: ModelError.self) { try session.save(hour) }
                #expect(error?.code == .value && error?.column == column)
                #expect(try session.rows("SELECT count(*) FROM hour").first?[0] == 0)
            }
        }

        @Test(arguments: [Shift().begin, Date(timeIntervalSince1970: 300_000_000_000)])
        func whatItKeepsIsFoundAgain(_ begin: Date) throws {
            let scratch = try Scratch(Self.script)
            try scratch.database.write { session in
                let shift = Shift()
                shift.begin = begin
                try session.save(shift)
                shift.note = "kept"
                try session.save(shift)
                try session.reload(shift)
                try session.delete(shift)
                #expect(try session.query(Shift.self).count() == 0)
            }
        }

        /// The server prints a byte above 127 by its octal digits, and takes it so.
        @Test func aByteIsWrittenAsItIsRead() throws {
            let scratch = try Scratch(
                """
                CREATE TABLE mark (code "char", number int, note text, PRIMARY KEY (code, number));
                INSERT INTO mark VALUES ('\\377', 1, 'a');
                """)
            try scratch.database.write { session in
                let mark = try #require(try session.query(Mark.self).first())
                #expect(mark.code == "\\377")
                mark.note = "b"
                try session.save(mark)
                mark.code = "\\376"
                try session.save(mark)
                mark.note = "c"
                try session.upsert(mark)
                try session.save([Mark("\\200", 2), Mark("x", 2)])
                #expect(try session.find(Mark.self, "\\200", 2) != nil)
                let rows = try session.rows(
                    "SELECT encode(charsend(code), 'hex'), number, note FROM mark ORDER BY 1, 2")
                #expect(rows.map(\.values) == [["78", 2, nil], ["80", 2, nil], ["fe", 1, "c"]])
            }
            for code in ["\\378", "\\37", "\\400", "\\777", "\\101", "ab", "é"] {
                let error = #expect(throws: ModelError.self) {
                    try scratch.database.write { try $0.save(Mark(code, 3)) }
                }
                #expect(error?.code == .value && error?.column == "code")
            }
        }
    }
#endif
