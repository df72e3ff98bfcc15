import Foundation
import Testing
import ZIMDb

/// SQLite's own date functions say what is right.
@Suite struct DateOracleTests {
    /// Whole seconds from the year 0 to 9999, with the turns of centuries and leap days among them.
    private var moments: [Int64] {
        var random = SplitMix(seed: 4)
        var moments = (0..<1500).map { _ in Int64.random(in: -62_167_219_200...253_402_300_799, using: &random) }
        for year in [0, 4, 100, 400, 1582, 1600, 1700, 1899, 1900, 1969, 1970, 2000, 2024, 2100, 9999] {
            for (month, day) in [(1, 1), (2, 28), (3, 1), (12, 31)] {
                moments.append(Int64(GregorianCalendar.dayNumber(year: year, month: month, day: day)) * 86_400)
            }
        }
        return moments
    }

    @Test func whatWeWriteIsWhatSQLiteWrites() throws {
        try Database.inMemory().read { session throws in
            for moment in moments {
                let date = Date(timeIntervalSince1970: Double(moment))
                let theirs = try session.value("SELECT datetime(\(moment), 'unixepoch')", as: String.self)
                #expect(DateText.format(date, as: .dateTime) == theirs, "\(moment)")
                let day = try session.value("SELECT date(\(moment), 'unixepoch')", as: String.self)
                #expect(DateText.format(date, as: .date) == day, "\(moment)")
            }
        }
    }

    @Test func whatSQLiteWritesIsWhatWeRead() throws {
        try Database.inMemory().read { session throws in
            for moment in moments {
                let date = Date(timeIntervalSince1970: Double(moment))
                try session.forEachRow(
                    """
                    SELECT datetime(\(moment), 'unixepoch'), julianday(\(moment), 'unixepoch'),
                           strftime('%Y-%m-%dT%H:%M:%fZ', \(moment), 'unixepoch'), strftime('%J', \(moment), 'unixepoch')
                    """
                ) { row throws in
                    #expect(try row.get(0, as: Date.self) == date, "\(moment)")
                    #expect(try row.get(1, as: Date.self) == date, "\(moment)")
                    #expect(try row.get(2, as: Date.self) == date, "\(moment)")
                    #expect(try Date.read(from: row, at: 1, format: .julianDay) == date, "\(moment)")
                }
            }
        }
    }

    @Test func whatWeWriteIsWhatSQLiteReads() throws {
        let formats: [DateFormat] = [.iso8601, .dateTime, .isoDateTime, .julianDay]
        try Database.inMemory().read { session throws in
            for moment in moments {
                for format in formats {
                    let value = format.sqlValue(of: Date(timeIntervalSince1970: Double(moment)))
                    let theirs = try session.value("SELECT strftime('%s', \(value))", as: Int64.self)
                    #expect(theirs == moment, "\(value)")
                }
            }
        }
    }
}
