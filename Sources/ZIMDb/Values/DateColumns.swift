import CSQLite
public import Foundation

extension Date: ColumnValue {
    public static func read(from row: Row, at index: Int) throws -> Date {
        try read(from: row, at: index, format: .iso8601)
    }

    /// Reads a column with a format.
    ///
    /// - Throws: ``ValueMismatch`` if the value is not a date in that format.
    public static func read(from row: Row, at index: Int, format: DateFormat) throws -> Date {
        if let date = find(in: row, at: index, format: format) { return date }
        throw row.mismatch(index, Date.self, "is in no known date format")
    }

    /// The point in time in a column; nil if it holds none.
    static func find(in row: Row, at index: Int, format: DateFormat) -> Date? {
        // Text in a pattern may look like ISO 8601 and mean another day, so a pattern is asked first.
        if !format.hasPattern, let cell = row.cell(index), cell.type == SQLITE_TEXT {
            let start = sqlite3_value_text(cell.value)
            let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(cell.value)))
            if let date = DateParser.parse(bytes) {
                if !format.writes(bytes) { row.noteSpelling(index) }
                return date
            }
        }
        if let seconds = row.engineCell(index)?.secondsSince1970 {
            if format != .iso8601 || !DateText.keptMicroseconds.contains(seconds) { row.noteSpelling(index) }
            return Date(timeIntervalSince1970: seconds)
        }
        row.noteSpelling(index)
        return format.date(from: row.unpadded(index))
    }

    /// Reads ISO 8601 text, integers as seconds since 1970, real numbers as Julian days.
    public init(column value: SQLValue) throws {
        guard let date = DateFormat.iso8601.date(from: value) else {
            throw ValueMismatch(value: value, type: "Date", reason: "is in no known date format")
        }
        self = date
    }

    public func bind(to statement: Statement, at index: Int) throws { try statement.bind(self, at: index) }
}
