import Foundation
import Testing
import ZIMDb

@Suite struct DateFormatTests {
    private let date = Date(timeIntervalSince1970: 1_795_264_623.25)

    @Test func eachFormatWritesItsOwnForm() {
        #expect(DateFormat.iso8601.sqlValue(of: date) == .text("2026-11-21T12:37:03.250Z"))
        #expect(DateFormat.dateTime.sqlValue(of: date) == .text("2026-11-21 12:37:03"))
        #expect(DateFormat.isoDateTime.sqlValue(of: date) == .text("2026-11-21T12:37:03"))
        #expect(DateFormat.date.sqlValue(of: date) == .text("2026-11-21"))
        #expect(DateFormat.unixSeconds.sqlValue(of: date) == .real(1_795_264_623.25))
        #expect(DateFormat.unixSeconds.sqlValue(of: Date(timeIntervalSince1970: -1)) == .integer(-1))
        #expect(DateFormat.unixMilliseconds.sqlValue(of: date) == .integer(1_795_264_623_250))
        #expect(DateFormat.pattern("dd.MM.yyyy HH:mm").sqlValue(of: date) == .text("21.11.2026 12:37"))
        #expect(date.sqlValue == .text("2026-11-21T12:37:03.250Z"))
    }

    @Test func numbersAreReadByTheFormat() {
        #expect(DateFormat.iso8601.date(from: .integer(86_400)) == Date(timeIntervalSince1970: 86_400))
        #expect(DateFormat.iso8601.date(from: .real(2_440_588.5)) == Date(timeIntervalSince1970: 86_400))
        #expect(DateFormat.unixSeconds.date(from: .real(86_400)) == Date(timeIntervalSince1970: 86_400))
        #expect(DateFormat.unixMilliseconds.date(from: .integer(500)) == Date(timeIntervalSince1970: 0.5))
        #expect(DateFormat.julianDay.date(from: .integer(2_440_588)) == Date(timeIntervalSince1970: 43_200))
        #expect(DateFormat.iso8601.date(from: .real(.infinity)) == nil)
        #expect(DateFormat.iso8601.date(from: .null) == nil)
        #expect(DateFormat.iso8601.date(from: .blob([0x31])) == nil)
        #expect(DateFormat.iso8601.date(from: .text("1795264623")) == nil)
    }

    @Test(arguments: [DateFormat.unixSeconds, .unixMilliseconds, .julianDay, .iso8601, .dateTime, .isoDateTime])
    func aColumnOfTextGivesBackWhatWasWritten(_ format: DateFormat) throws {
        // SQLite makes text of the numbers.
        let whole = Date(timeIntervalSince1970: 1_795_264_623)
        let database = try Database.holding("CREATE TABLE t (v TEXT)")
        try database.execute("INSERT INTO t VALUES (\(format.sqlValue(of: whole)))")
        try database.read { session throws in
            #expect(try session.value("SELECT typeof(v) FROM t", as: String.self) == "text")
            try session.forEachRow("SELECT v FROM t") { row throws in
                #expect(try Date.read(from: row, at: 0, format: format) == whole)
            }
        }
    }

    @Test func aPatternIsAskedBeforeISO8601() throws {
        // 3 April, though it looks like 4 March.
        let format = DateFormat.pattern("yyyy-dd-MM")
        try Database.inMemory().read { session throws in
            try session.forEachRow("SELECT '2026-03-04', '2026-03-04T10:00:00Z', '21/13'") { row throws in
                let april = Date(timeIntervalSince1970: 1_775_174_400)
                #expect(try Date.read(from: row, at: 0, format: format) == april)
                #expect(format.date(from: row.value(at: 0)) == april)
                #expect(try Date.read(from: row, at: 1, format: format) == Date(timeIntervalSince1970: 1_772_618_400))
                #expect(throws: ValueMismatch.self) { try Date.read(from: row, at: 2, format: format) }
            }
        }
    }

    /// Only PostgreSQL's types hold them; here a text would be no date, and a number would come before all texts.
    @Test func yearsThatHaveNoFourDigitsAreNotBound() throws {
        for seconds in [253_402_300_800.0, -62_167_219_201, 1e15, -1e15, .infinity] {
            let date = Date(timeIntervalSince1970: seconds)
            #expect(date.sqlValue.isFarDate && DateFormat.iso8601.date(from: date.sqlValue) == date)
            #expect(throws: ValueMismatch.self) { try expectRoundTrip(date) }
            for format: DateFormat in [.iso8601, .dateTime, .date, .dateTime(in: .gmt)] {
                #expect(throws: ValueMismatch.self) { try format.wholeValue(of: date) }
            }
            guard seconds.isFinite else { continue }
            for format: DateFormat in [.unixSeconds, .unixMilliseconds, .julianDay] {
                let back = try format.date(from: format.wholeValue(of: date))
                #expect(abs(try #require(back).timeIntervalSince(date)) < 1)
            }
        }
        // No whole number of milliseconds, as which it would be read.
        #expect(throws: ValueMismatch.self) {
            try DateFormat.unixMilliseconds.wholeValue(of: Date(timeIntervalSince1970: 1e17))
        }
        #expect(
            Date(timeIntervalSince1970: 1e12).sqlValue
                == .typed(SQLTypedText("33658-09-27 01:46:40.000000+00", type: "timestamptz")))
        try expectRoundTrip(Date(timeIntervalSince1970: 253_402_300_799))
        try expectRoundTrip(Date(timeIntervalSince1970: -62_167_219_200))
    }

    @Test func randomDatesComeBackInEveryFormat() throws {
        var random = SplitMix(seed: 3)
        for _ in 0..<2000 {
            let milliseconds = Int64.random(in: -62_167_219_200_000...253_402_300_799_000, using: &random)
            let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
            for format: DateFormat in [.iso8601, .unixSeconds, .unixMilliseconds, .julianDay] {
                let back = try #require(format.date(from: format.sqlValue(of: date)))
                #expect(abs(back.timeIntervalSince(date)) < 0.0005, "\(format) \(milliseconds)")
            }
            let toTheSecond = try #require(DateFormat.dateTime.date(from: DateFormat.dateTime.sqlValue(of: date)))
            #expect((0..<1).contains(date.timeIntervalSince(toTheSecond)), "\(milliseconds)")
            let toTheDay = try #require(DateFormat.date.date(from: DateFormat.date.sqlValue(of: date)))
            #expect((0..<86_400).contains(date.timeIntervalSince(toTheDay)), "\(milliseconds)")
        }
    }

    @Test func formattersAreSharedByThreads() async {
        await withTaskGroup(of: Bool.self) { group in
            for task in 0..<8 {
                group.addTask {
                    let format = DateFormat.pattern("dd.MM.yyyy HH:mm:ss")
                    return (0..<100).allSatisfy { step in
                        let date = Date(timeIntervalSince1970: Double(task * 1_000_003 + step * 86_399))
                        return format.date(from: format.sqlValue(of: date)) == date
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    /// A number whose milliseconds are too many for a `Double` is no date, and not one without an end.
    @Test(arguments: [1e302, -1e302, 2.461e303, .greatestFiniteMagnitude]) func aJulianDayThatIsTooLarge(_ day: Double)
    {
        #expect(DateFormat.julianDay.date(from: .real(day)) == nil)
        #expect(DateFormat.julianDay.date(from: .text("\(day)")) == nil)
        for format in [DateFormat.unixSeconds, .unixMilliseconds, .iso8601] {
            let date = format.date(from: .real(day))
            #expect(date?.timeIntervalSince1970.isFinite ?? true)
        }
    }

    /// Days before 1582 are those of the Gregorian calendar in every format, as databases count them.
    @Test func patternsCountDaysAsOtherFormatsDo() throws {
        for text in ["0001-01-01", "1492-10-12", "1582-10-10", "1582-10-15", "2026-11-21"] {
            let date = try #require(DateFormat.date.date(from: .text(text)))
            #expect(DateFormat.pattern("yyyy-MM-dd").date(from: .text(text)) == date)
            #expect(DateFormat.pattern("yyyy-MM-dd").sqlValue(of: date) == .text(text))
        }
        #expect(DateFormat.pattern("dd.MM.yyyy").date(from: "29.02.1500") == nil)
        let error = #expect(throws: ValueMismatch.self) {
            try DateFormat.pattern("yyyyMMdd").wholeValue(of: Date(timeIntervalSince1970: 253_402_300_800))
        }
        #expect(error?.reason == "is a date that .pattern(\"yyyyMMdd\") cannot write")
    }
}
