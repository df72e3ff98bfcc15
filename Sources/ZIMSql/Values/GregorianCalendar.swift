/// The proleptic Gregorian calendar, in which every engine counts its days.
package enum GregorianCalendar {
    /// The days between 1970-01-01, from which Dates count, and 2000-01-01, from which PostgreSQL does.
    package static let daysTo2000 = 10_957
    package static let microsecondsPerDay = 86_400_000_000
    /// The number of 0001-01-01: PostgreSQL has no year 0, MySQL none that could be found.
    package static let firstDay = -719_162

    /// The day in which a point in time lies, counted like it, and the microseconds since its midnight.
    package static func day(of microseconds: Int) -> (day: Int, microseconds: Int) {
        let (day, rest) = microseconds.quotientAndRemainder(dividingBy: microsecondsPerDay)
        return rest < 0 ? (day - 1, rest + microsecondsPerDay) : (day, rest)
    }

    /// The number of a day since 1970-01-01.
    package static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        // Counted from the 1st of March, so that the leap day is the last one of its year.
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The date of a day number since 1970-01-01.
    package static func date(ofDay number: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthIndex = (5 * dayOfYear + 2) / 153
        let month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthIndex + 2) / 5 + 1)
    }

    /// Whether there is such a day.
    @inlinable
    package static func contains(year: Int, month: Int, day: Int) -> Bool {
        day >= 1 && month >= 1 && month <= 12 && (day <= 28 || day <= length(ofMonth: month, year: year))
    }

    /// How many days a month has.
    @usableFromInline
    static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
