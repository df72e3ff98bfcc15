import ZIMOrm
import ZIMSql

/// Points in time as whole numbers, so that nothing is rounded on the way from one engine to the other.
///
/// Counted from 2000-01-01, as PostgreSQL counts: from 1970 its last years would not fit.
///
/// Source: <https://www.postgresql.org/docs/15/datatype-datetime.html>, <https://www.sqlite.org/lang_datefunc.html>
struct CopyTimestamp: Hashable, Sendable {
    /// `infinity` and `-infinity` of PostgreSQL.
    static let infinity = CopyTimestamp(days: .max, microseconds: 0, zone: nil)
    static let minusInfinity = CopyTimestamp(days: .min, microseconds: 0, zone: nil)

    /// Since 2000-01-01.
    var days: Int64
    /// Since midnight.
    var microseconds: Int64
    /// Seconds east of Greenwich; nil where the text names no zone.
    var zone: Int64?

    var isInfinite: Bool { days == .max || days == .min }

    /// Microseconds since 2000-01-01 00:00 in UTC, a timestamp without a zone being of that; nil beyond 64 bits.
    var instant: Int64? {
        if isInfinite { return days }
        let (start, overflows) = days.multipliedReportingOverflow(by: Int64(GregorianCalendar.microsecondsPerDay))
        let (sum, isTooMuch) = start.addingReportingOverflow(microseconds - (zone ?? 0) * 1_000_000)
        return overflows || isTooMuch || sum == .max || sum == .min ? nil : sum
    }
}

extension CopyTimestamp {
    /// - Parameter day: since 1970-01-01.
    init(day: Int, microseconds: Int) {
        self.init(days: Int64(day - GregorianCalendar.daysTo2000), microseconds: Int64(microseconds), zone: nil)
    }

    init(instant: Int64) {
        guard instant != .max, instant != .min else {
            self.init(days: instant, microseconds: 0, zone: nil)
            return
        }
        let (day, rest) = GregorianCalendar.day(of: Int(instant))
        self.init(days: Int64(day), microseconds: Int64(rest), zone: nil)
    }
}
