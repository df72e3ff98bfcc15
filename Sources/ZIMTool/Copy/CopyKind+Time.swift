import Foundation
import ZIMOrm
import ZIMSql

/// Points in time, which SQLite keeps as text, as seconds or as Julian days.
extension CopyKind {
    func day(_ value: SQLValue) throws(Unfit) -> CopyMeaning {
        let moment = try Self.moment(value)
        if moment.isInfinite { return .day(moment.days) }
        guard moment.microseconds == 0 else { throw Unfit("has a time of day, DATE holds none") }
        return .day(moment.days)
    }

    func instant(_ value: SQLValue) throws(Unfit) -> CopyMeaning {
        guard let instant = try Self.moment(value).instant else { throw Unfit("is a date too far away") }
        return .instant(instant)
    }

    /// A point in time that was read in a form of its own, to the millisecond.
    func meaning(of date: Date) throws(Unfit) -> CopyMeaning {
        let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
        guard milliseconds.magnitude < 1e15 else { throw Unfit("is a date too far away") }
        let moment = Self.moment(microsecondsSince1970: Int64(milliseconds) * 1_000)
        switch self {
        case .date:
            guard moment.microseconds == 0 else { throw Unfit("has a time of day, DATE holds none") }
            return .day(moment.days)
        case .timestamp, .instant: return moment.instant.map { .instant($0) } ?? .null
        case .time: return .time(moment.microseconds)
        default: throw Unfit("is a date, the column holds none")
        }
    }

    func time(_ value: SQLValue) throws(Unfit) -> CopyMeaning {
        let text: String
        switch value {
        case .text(let own): text = own
        case .typed(let typed): text = typed.text
        default: throw Unfit("is no time of day in a known form")
        }
        switch CopyMomentScanner.time(text) {
        case .moment(let moment): return .time(moment.microseconds)
        case .tooFine: throw Unfit("is finer than microseconds")
        case .none: throw Unfit("is no time of day in a known form")
        }
    }

    private static func moment(_ value: SQLValue) throws(Unfit) -> CopyMoment {
        switch value {
        case .text(let text): return try moment(text)
        case .typed(let typed): return try moment(typed.text)
        case .integer(let number):
            switch DateForm.of(integer: number) {
            case .compact:
                return try moment(String(number))
            case .unixSeconds: return moment(microsecondsSince1970: number * 1_000_000)
            case .unixMilliseconds: return moment(microsecondsSince1970: number * 1_000)
            case .julianDay: return moment(julianDay: Double(number))
            default: throw Unfit("is no date in a known form")
            }
        case .real(let number):
            switch DateForm.of(real: number) {
            case .julianDay: return moment(julianDay: number)
            case .unixSeconds: return moment(microsecondsSince1970: Int64((number * 1_000_000).rounded()))
            default: throw Unfit("is no date in a known form")
            }
        case .null, .blob: throw Unfit("is no date in a known form")
        }
    }

    private static func moment(_ text: String) throws(Unfit) -> CopyMoment {
        switch CopyMomentScanner.moment(text) {
        case .moment(let moment): return moment
        case .tooFine: throw Unfit("is finer than microseconds")
        case .none:
            // 3/4/2001 is in March or in April: nobody but the owner can say.
            var own = text
            let form = own.withUTF8 { DateForm.of(text: $0) }
            if form == .dots || form == .slashes {
                throw Unfit("is a date that does not say which number is the month")
            }
            throw Unfit("is no date in a known form")
        }
    }

    private static func moment(microsecondsSince1970 number: Int64) -> CopyMoment {
        CopyMoment(instant: number - CopyMoment.epoch * CopyMoment.microsecondsPerDay)
    }

    /// A Julian day of 64 bits is exact to some 40 µs, so it is rounded to the millisecond, as SQLite does.
    private static func moment(julianDay number: Double) -> CopyMoment {
        moment(microsecondsSince1970: Int64(((number - 2_440_587.5) * 86_400_000).rounded()) * 1_000)
    }
}
