import Foundation
import Testing
import ZIMDb

/// Text that shows the clocks of a place, as programs write it that keep local time.
@Suite struct LocalDateTimeTests {
    private func format(_ zone: String) throws -> DateFormat {
        .dateTime(in: try #require(TimeZone(identifier: zone)))
    }

    @Test(
        arguments: [
            // Summer and winter, and the hours beside the changes of 29 March and 25 October 2026 in Berlin.
            ("Europe/Berlin", "2026-07-01 12:00:00", 1_782_900_000),
            ("Europe/Berlin", "2026-01-01 00:00:00", 1_767_222_000),
            ("Europe/Berlin", "2026-03-29 01:45:00", 1_774_745_100),
            ("Europe/Berlin", "2026-03-29 03:15:00", 1_774_746_900),
            ("Europe/Berlin", "2026-10-25 01:30:00", 1_792_884_600),
            ("Europe/Berlin", "2026-10-25 03:30:00", 1_792_895_400),
            // 8 March and 1 November 2026 in New York.
            ("America/New_York", "2026-03-08 01:45:00", 1_772_952_300),
            ("America/New_York", "2026-03-08 03:15:00", 1_772_954_100),
            ("America/New_York", "2026-11-01 00:45:00", 1_793_508_300),
            ("America/New_York", "2026-11-01 02:15:00", 1_793_517_300),
            ("Asia/Kathmandu", "1947-01-23 21:46:23", -723_887_017),
            ("GMT", "1970-01-01 00:00:00", 0),
        ] as [(String, String, Double)])
    func thereAndBack(_ zone: String, _ text: String, _ seconds: Double) throws {
        let format = try format(zone)
        let date = try #require(format.date(from: .text(text)))
        #expect(date == Date(timeIntervalSince1970: seconds))
        #expect(format.sqlValue(of: date) == .text(text))
    }

    @Test func textWithAZoneSaysItself() throws {
        let format = try format("America/New_York")
        for text in ["2026-07-01T10:00:00.000Z", "2026-07-01 12:00:00+02:00", "2026-07-01 05:00 -0500"] {
            #expect(format.date(from: .text(text)) == Date(timeIntervalSince1970: 1_782_900_000), "\(text)")
        }
        #expect(format.date(from: .text("2026-07-01")) == Date(timeIntervalSince1970: 1_782_878_400))
        #expect(format.date(from: .integer(5)) == Date(timeIntervalSince1970: 5))
        #expect(format.date(from: .text("soon")) == nil)
    }
}
