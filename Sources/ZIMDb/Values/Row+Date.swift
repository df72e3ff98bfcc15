public import Foundation

extension Row {
    /// The date that a column holds in a format.
    ///
    /// ```swift
    /// delivered = try row.get(6, date: .unixSeconds)
    /// ```
    ///
    /// - Parameters:
    ///   - index: the column's index, from 0.
    ///   - format: how the column stores its dates.
    /// - Throws: ``ValueMismatch`` if the value is not a date in that format, or there is no such column.
    public func get(_ index: Int, date format: DateFormat) throws -> Date {
        guard let date = Date.find(in: self, at: index, format: format) else {
            throw mismatch(index, Date.self, "is in no known date format")
        }
        try requireForm(format, of: date, index, Date.self)
        return date
    }

    /// The date that a column holds in a format; nil for NULL.
    public func get(_ index: Int, date format: DateFormat) throws -> Date? {
        try checkColumn(index, Date?.self)
        if isNull(index) { return nil }
        guard let date = Date.find(in: self, at: index, format: format) else {
            throw mismatch(index, Date?.self, "is in no known date format")
        }
        try requireForm(format, of: date, index, Date?.self)
        return date
    }

    /// What the format itself would write was not noted as a spelling.
    private func requireForm(_ format: DateFormat, of date: Date, _ index: Int, _ type: Any.Type) throws {
        guard isSpelled(index), !format.isForm(of: value(at: index), date) else { return }
        throw mismatch(index, type, "is not in the declared form .date(\(format))")
    }
}
