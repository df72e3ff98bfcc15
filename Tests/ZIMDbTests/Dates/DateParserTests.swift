import Foundation
import Testing
import ZIMDb

@Suite(.showingValues) struct DateParserTests {
    @Test(arguments: [
        ("2026-11-21", 1_795_219_200.0), ("2026-11-21 12:37", 1_795_264_620), ("2026-11-21T12:37", 1_795_264_620),
        ("2026-11-21T12:37:03Z", 1_795_264_623), ("2026-11-21t12:37:03z", 1_795_264_623),
        ("2026-11-21 12:37:03.25", 1_795_264_623.25), ("2026-11-21T12:37:03,5Z", 1_795_264_623.5),
        ("2026-11-21T12:37:03+01:00", 1_795_261_023), ("2026-11-21T12:37:03-0530", 1_795_284_423),
        ("2026-11-21T12:37:03 +02", 1_795_257_423), ("2026-11-21 12:37:03 Z", 1_795_264_623),
        ("2026-11-21 12:37:03+00:53:28", 1_795_261_415), ("2026-11-21 24:00:00", 1_795_305_600),
        ("2026-11-21T23:59:60Z", 1_795_305_600),
        ("1970-01-01", 0), ("1969-12-31T23:59:59.5Z", -0.5), ("0000-01-01", -62_167_219_200),
        ("9999-12-31T23:59:59Z", 253_402_300_799), ("2000-02-29", 951_782_400), ("2024-02-29", 1_709_164_800),
        ("2026-11-21          ", 1_795_219_200), ("2026-11-21 12:37:03   ", 1_795_264_623),
        ("2026-11-21T12:37:03.123456789999", 1_795_264_623.123456789),
    ])
    func knownFormsAreRead(_ text: String, _ seconds: Double) throws {
        let date = try read("'\(text)'", as: Date.self)
        #expect(abs(date.timeIntervalSince1970 - seconds) < 1e-6)
    }

    @Test(arguments: [
        "", " ", "2026", "2026-11", "2026-13-01", "2026-00-01", "2026-11-00", "2026-11-31", "2025-02-29", "1900-02-29",
        "2026-1-2", "21.11.2026", "11/21/2026", "2026-11-21T", "2026-11-21T25:00", "2026-11-21T24:00:01",
        "2026-11-21T12:60", "2026-11-21T12:37:61", "2026-11-21T12:37:03.", "2026-11-21T12:37:03+", "2026-11-21T12:37+1",
        "2026-11-21T12:37:03+01:30:60", "2026-11-21T12:37:03+24:00", "2026-11-21T12:37:03+01:",
        "2026-11-21T12:37:03+01:60", "2026-11-21T12:37:03Zx",
        "2026-11-21x", "-2026-11-21", "+2026-11-21", "02026-11-21", "now", "２０２６-11-21", "2026-11-21T12:37:03 PM",
    ])
    func otherFormsAreErrors(_ text: String) {
        expectMismatch(
            "'\(text)'", as: Date.self,
            "column \"it\": text '\(text)' cannot be read as `Date`: it is in no known date format")
    }

    @Test func randomDatesAreReadAsFoundationReadsThem() throws {
        var random = SplitMix(seed: 1)
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        for _ in 0..<3000 {
            let milliseconds = Int64.random(in: -62_135_596_800_000...253_402_300_799_999, using: &random)
            let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
            let text = try #require(DateText.format(date, as: .iso8601))
            let parsed = try #require(DateParser.parse(text))
            #expect(abs(parsed.timeIntervalSince(date)) < 0.0005, "\(text)")
            // Foundation goes by the Julian calendar before 1582, ISO 8601 and SQLite do not.
            if milliseconds > -12_219_292_800_000 {
                #expect(abs(try style.parse(text).timeIntervalSince(date)) < 0.0015, "\(text)")
            }
        }
    }

    @Test func everyDayOfFourCenturiesComesBack() {
        #expect(GregorianCalendar.dayNumber(year: 1, month: 1, day: 1) == GregorianCalendar.firstDay)
        #expect(GregorianCalendar.dayNumber(year: 2000, month: 1, day: 1) == GregorianCalendar.daysTo2000)
        for count in [-86_400_000_001, -86_400_000_000, -1, 0, 86_399_999_999, 86_400_000_000] {
            let (day, rest) = GregorianCalendar.day(of: count)
            #expect(day * GregorianCalendar.microsecondsPerDay + rest == count && (0..<86_400_000_000).contains(rest))
        }
        for day in stride(from: GregorianCalendar.dayNumber(year: 1799, month: 1, day: 1), to: 84_000, by: 1) {
            let (year, month, date) = GregorianCalendar.date(ofDay: day)
            #expect(GregorianCalendar.dayNumber(year: year, month: month, day: date) == day)
        }
    }

    @Test func randomBytesAreNeverReadBeyondTheirEnd() {
        var random = SplitMix(seed: 2)
        let characters = Array("0123456789-:TZ+ .,".utf8)
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...30, using: &random)
            let bytes = (0..<count).map { _ in characters[Int.random(in: 0..<characters.count, using: &random)] }
            _ = bytes.withUnsafeBufferPointer { DateParser.parse($0) }
        }
    }
}
