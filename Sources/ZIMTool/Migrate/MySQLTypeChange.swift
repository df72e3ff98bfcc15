import ZIMDb
import ZIMSql

/// What a change of a column's type makes of the values on MariaDB and MySQL.
///
/// In strict mode the server refuses what is too long and too large, and converts the rest without a word.
///
/// Source: <https://mariadb.com/kb/en/type-conversion/>, <https://mariadb.com/kb/en/enum/>,
/// <https://mariadb.com/kb/en/year-data-type/>
struct MySQLTypeChange {
    private enum Kind {
        /// Characters or bytes.
        case text
        case whole, measure, moment, year, bits, labels, other
    }

    let old: String
    let new: String

    /// What is lost or becomes another value; nil where each value stays what it is or is refused.
    var loss: String? {
        let losses = [conversion, zone, filling].compactMap { $0 }
        return losses.isEmpty ? nil : losses.joined(separator: "; ")
    }

    private var conversion: String? {
        let (was, now) = (Self.word(old), Self.word(new))
        switch (Self.kind(was), Self.kind(now)) {
        case (.text, .text): return was != "char" && now == "char" ? "spaces at the end are lost" : nil
        case (.labels, .whole), (.labels, .measure), (.labels, .year), (.labels, .bits), (.labels, .moment):
            return "a label becomes its number in the list"
        case (.whole, .labels), (.measure, .labels), (.year, .labels), (.bits, .labels), (.moment, .labels):
            return "a number becomes the label that has it in the list"
        case (.text, .labels):
            return "\(spelled), and \(numbered)"
        case (.labels, .labels):
            let labels = Self.labels(new)
            let gone = Self.labels(old).subtracting(labels)
            if gone.contains(where: { Int($0.trimmingSpaces) != nil }) { return numbered }
            let folded = Set(labels.map { $0.lowercased() })
            return gone.contains { folded.contains($0.lowercased()) } ? spelled : nil
        case (.text, .whole): return "zeros in front and spaces are lost"
        case (.text, .year), (.whole, .year), (.measure, .year), (.bits, .year):
            return "numbers of two digits become the years from 1970 to 2069"
        case (.text, .bits), (.bits, .text): return "bits stand for the digits of their number, or for characters"
        case (.whole, .moment), (.measure, .moment), (.bits, .moment), (.year, .moment):
            return "the digits of a number become those of \(new)"
        case (.moment, .whole), (.moment, .measure), (.moment, .bits):
            return "its digits become those of a number, and what \(new) does not have of them is lost"
        case (.text, .measure), (.text, .moment): return digits
        case (.measure, .text):
            return was == "float" && !old.contains(",") ? "of a float six digits are written, the others are lost" : nil
        case (.moment, .text): return nil
        case (.measure, _): return holdsAll ? nil : digits
        case (.moment, .moment) where was == "date": return now == "time" ? digits : nil
        case (.moment, .year): return digits
        case (.moment, _): return was == "date" || holdsAll ? nil : digits
        case (.whole, .measure), (.bits, .measure):
            let isRounded = ["bigint", "bit"].contains(was) && now != "decimal" || was == "int" && now == "float"
            return isRounded ? digits : nil
        default: return nil
        }
    }

    /// A TIMESTAMP is a point in time, which every session sees in its own zone.
    private var zone: String? {
        let (was, now) = (Self.word(old), Self.word(new))
        let isOther = [was, now].contains { [.labels, .other].contains(Self.kind($0)) }
        guard (was == "timestamp") != (now == "timestamp"), !isOther else { return nil }
        return "the time zone of the session, UTC for zim, decides which \(new) it becomes"
    }

    /// What is too short for a BINARY is no longer what it was.
    private var filling: String? {
        let was = Self.word(old)
        guard Self.word(new) == "binary", Self.kind(was) != .other else { return nil }
        if was == "binary", let length = DecimalDigits(new), let other = DecimalDigits(old),
            length.precision <= other.precision
        {
            return nil
        }
        return "values that are shorter than \(new) are filled up with zero bytes"
    }

    private var spelled: String { "case and spaces at the end are those of the label" }
    private var numbered: String { "a number that is no label becomes the label that has it in the list" }
    private var digits: String { "digits and times of day that \(new) does not have are lost" }

    /// Whether the types are one, with as many digits at least on both sides of the point.
    private var holdsAll: Bool {
        // Of the digits of a second a TIMESTAMP has as many as a DATETIME.
        let (old, new) = (
            old.replacing("timestamp", with: "datetime"), new.replacing("timestamp", with: "datetime")
        )
        guard Self.word(old) == Self.word(new), new.contains("unsigned") == old.contains("unsigned") else {
            return false
        }
        guard let digits = DecimalDigits(new), let others = DecimalDigits(old) else {
            // datetime, which keeps whole seconds, and float, which says no digits.
            return !old.contains("(") && (new == old || new.contains("(") && !new.contains(","))
        }
        // datetime(3) has one number, which says the digits behind the point.
        let isTime = !new.contains(",") && Self.word(new) != "decimal"
        if isTime { return digits.precision >= others.precision }
        return digits.scale >= others.scale && digits.precision - digits.scale >= others.precision - others.scale
    }

    private static func word(_ type: String) -> String { String(type.lowercased().prefix { $0 != "(" && $0 != " " }) }

    private static func labels(_ type: String) -> Set<String> {
        Set(SQLTokenizer(type, rules: .mySQL).tokens.map { $0.text.replacing("'", with: "") })
    }

    private static func kind(_ word: String) -> Kind {
        switch word {
        case "char", "varchar", "tinytext", "text", "mediumtext", "longtext", "binary", "varbinary", "tinyblob", "blob",
            "mediumblob", "longblob":
            .text
        case "tinyint", "smallint", "mediumint", "int", "bigint": .whole
        case "decimal", "float", "double": .measure
        case "date", "datetime", "timestamp", "time": .moment
        case "year": .year
        case "bit": .bits
        case "enum", "set": .labels
        default: .other
        }
    }
}
