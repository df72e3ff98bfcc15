/// What a server's types mean, as far as that decides how values are written to a column and compared with it.
package protocol ServerTypes: Sendable {
    /// What a column holds.
    ///
    /// - Parameters:
    ///   - listType: as ``SchemaQueries/columns(_:)`` gives it.
    ///   - declared: the type with its digits, that below a domain.
    func held(listType: String, declared: String) -> HeldKind
    /// Whether a value of another kind is compared with a column otherwise than as the column's own: then values are made
    /// the column's kind before they are bound. `'7abc' = 7` holds on MySQL.
    var fitsValues: Bool { get }
    /// Whether a text may hold surrogates, three bytes each, which are no UTF-8.
    var holdsSurrogates: Bool { get }
    /// A number as the server writes it in a column of texts, with all its digits.
    func text(of number: Double) -> String
    /// The type to which a value is cast to be compared as the column that it comes from; nil where values say so
    /// themselves.
    func castType(listType: String) -> String?
    /// How a bound value of one column is compared with another; nil where no way is that of a join.
    func comparison(of source: ServerColumn, with matched: ServerColumn) -> ServerComparison?
    /// The type of a column for dates in the words of ``DateFormat/isClock(in:)``; any other for those that are none. One of
    /// points in time that keeps no digits of a second begins with `timestamp(0)`.
    func dateType(listType: String, declared: String) -> String
    /// The collation of a column's texts; nil where the type says all.
    func collation(listType: String) -> String?
    /// A condition that a column holds a value, NULL or letter for letter, whatever its collation.
    func holds(_ column: SQLExpression, _ value: SQLExpression, declared: String, listType: String) -> SQL
    /// A column and a bound value as they stand beside each other; nil where both stand as they are.
    func beside(_ column: SQLExpression, _ value: SQLValue, declared: String) -> (
        column: SQLExpression, value: SQLExpression
    )?
    /// How a column is compared with several bound values at once.
    func lists(declared: String) -> ComparedLists
    /// Whether the server takes NULL for the present time in a column of this type that is NOT NULL.
    func refillsNull(declared: String) -> Bool
    /// How a column is sorted, if rows that are compared as beyond a value may not be sorted behind it.
    func unsorted(behind value: SQLValue, in column: ServerColumn) -> String?
    /// How values stand in a table that is made of JSON, to be compared with a column; nil where the engine makes lists of
    /// its own types.
    func listColumn(_ values: KeyValues, listType: String) -> ListColumn?
    /// What a column keeps of values; nil where it keeps them, or refuses them itself.
    func limit(declared: String, listType: String) -> ValueLimit?
    /// The same of a column of a key: by a value that is rounded the row would not be found again.
    func keyLimit(declared: String, listType: String) -> ValueLimit?
    /// What a column makes of a value, where ``holds(_:_:declared:listType:)`` does not see to it.
    func stored(_ value: SQLValue, declared: String) -> SQLValue
}

/// An engine that compares each value as the type of its column, without collations.
extension ServerTypes {
    package func held(listType: String, declared: String) -> HeldKind { .typed }
    package var fitsValues: Bool { false }
    package var holdsSurrogates: Bool { false }
    package func text(of number: Double) -> String { String(number) }
    package func castType(listType: String) -> String? { nil }
    package func comparison(of source: ServerColumn, with matched: ServerColumn) -> ServerComparison? {
        ServerComparison()
    }
    package func dateType(listType: String, declared: String) -> String { declared.lowercased() }
    package func collation(listType: String) -> String? { nil }
    package func holds(_ column: SQLExpression, _ value: SQLExpression, declared: String, listType: String) -> SQL {
        "\(column) IS NOT DISTINCT FROM \(value)"
    }
    package func beside(_ column: SQLExpression, _ value: SQLValue, declared: String) -> (
        column: SQLExpression, value: SQLExpression
    )? { nil }
    package func lists(declared: String) -> ComparedLists { .all }
    package func unsorted(behind value: SQLValue, in column: ServerColumn) -> String? { nil }
    package func listColumn(_ values: KeyValues, listType: String) -> ListColumn? { nil }
    package func refillsNull(declared: String) -> Bool { false }
    package func limit(declared: String, listType: String) -> ValueLimit? { nil }
    package func keyLimit(declared: String, listType: String) -> ValueLimit? {
        limit(declared: declared, listType: listType)
    }
    package func stored(_ value: SQLValue, declared: String) -> SQLValue { value }
}

/// Where several values may stand, to be compared with a column as one of them alone would be.
package enum ComparedLists: Sendable, Hashable {
    /// In parentheses behind IN, and in a table of keys.
    case all
    /// In a table of keys.
    case tables
    /// Nowhere: each of them is compared by itself.
    case none
}

/// What a server's column holds.
package enum HeldKind: Sendable, Hashable {
    case text, bytes
    /// Whole numbers, and bits.
    case integer
    /// Numbers of 32 bits that are compared as such, and all others of a floating point.
    case float, double
    /// Decimal numbers; `isExact` where a number of 64 bits is compared with them by a range of decimal ones.
    case decimal(DecimalDigits?, isExact: Bool)
    /// Points in time to the microsecond, and days.
    case timestamp, day
    /// Values of a type that is compared as such.
    case typed

    /// Numbers with so many digits behind the point.
    package var isRounded: Bool {
        switch self {
        case .integer, .decimal: true
        case .float, .double, .text, .bytes, .timestamp, .day, .typed: false
        }
    }

    package var isNumber: Bool {
        switch self {
        case .integer, .float, .double, .decimal: true
        case .text, .bytes, .timestamp, .day, .typed: false
        }
    }
}

/// How many digits a decimal type has, and how many of them stand behind the point: `numeric(10,2)`.
package struct DecimalDigits: Sendable, Hashable {
    package let precision: Int
    package let scale: Int

    /// nil for a type that says nothing about them.
    package init?(_ type: String) {
        guard let open = type.firstIndex(of: "("), let close = type.firstIndex(of: ")"), open < close else {
            return nil
        }
        let numbers = type[type.index(after: open)..<close].split(separator: ",").map {
            Int($0.filter { $0 != " " })
        }
        guard let first = numbers.first, let precision = first, let last = numbers.last, let scale = last else {
            return nil
        }
        self.precision = precision
        self.scale = numbers.count > 1 ? scale : 0
    }

    /// Whether no two such numbers are rounded to one of 64 bits.
    package var fitDouble: Bool { precision <= 15 && abs(scale) <= 290 }
}

/// What one part of many keys is made of.
package enum KeyValues: Sendable, Hashable {
    case integer, unsigned, real, text, bytes, day, timestamp, time
    /// Whole numbers of which none is below zero.
    case natural
    /// Decimal numbers with so many digits before and behind the point at most.
    case decimal(whole: Int, scale: Int)

    package var isNumber: Bool {
        switch self {
        case .integer, .natural, .unsigned, .real, .decimal: true
        case .text, .bytes, .day, .timestamp, .time: false
        }
    }
}

/// A column of a table of keys, which is made of JSON or of bound values.
package struct ListColumn: Sendable, Hashable {
    /// What bound values become, for a server that makes no tables of JSON: `CAST(` and ` AS SIGNED)`.
    package struct Cast: Sendable, Hashable {
        package let before: String
        package let after: String

        package init(_ before: String, _ after: String) { (self.before, self.after) = (before, after) }
    }

    /// What the engine makes of the JSON.
    package var type: String
    /// nil where the server makes a table of JSON.
    package var cast: Cast?
    /// What stands before and behind its name where it is compared.
    package var before = ""
    package var after = ""
    /// Whether some values cannot be had in the form that is compared: those that are not the same again are left out.
    package var isLossy = false
    /// Its type in a table of keys that the engine makes an index for; nil if it makes none.
    package var indexedType: String?
    package var isIndexed = false
    /// Whether a text may equal one of another length, for a collation ignores characters or takes one for several: what is
    /// longer than ``indexedLength`` is cut where it is looked up in an index.
    package var mayDifferInLength = false
    /// What the column that it is compared with keeps of points in time, days and times; nil for other columns. A server looks
    /// a value that all keys have in common up in an index as what that column makes of it.
    package var limit: ValueLimit?

    /// The longest text in such an index, in characters.
    package static let indexedLength = 64
    /// How many of them an index has room for.
    package static let indexedTexts = 3

    package init(type: String, cast: Cast) { (self.type, self.cast) = (type, cast) }
}

/// The words of an engine that begin and end transactions.
package struct TransactionWords: Sendable {
    package let rules: SQLLexicalRules
    /// Whether a quoted name is told from the same one in other letters.
    package var quotedNamesKeepCase = false

    package init(_ rules: SQLLexicalRules, quotedNamesKeepCase: Bool = false) {
        self.rules = rules
        self.quotedNamesKeepCase = quotedNamesKeepCase
    }

    package static let sqlite = TransactionWords(.sqlite)
}
