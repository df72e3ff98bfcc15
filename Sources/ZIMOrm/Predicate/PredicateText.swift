internal import ZIMSql

/// A condition as text: a string literal whose interpolations are bound, never pasted.
///
/// ```swift
/// let name = "O'Brien", ages = [18, 40]
/// session.query(Person.self).filter("lastName = \(name) AND age IN \(ages)")
/// // … WHERE "person"."lastName" = ? AND "person"."age" IN (?, ?)       parameters: ['O''Brien', 18, 40]
/// ```
///
/// The language is what SQL's conditions and `NSPredicate` share, keywords in any case:
///
/// | written | meaning |
/// |---|---|
/// | `a = b` `==` `!=` `<>` `<` `<=` `=<` `>` `>=` `=>` | comparison; `= NULL` and `!= nil` become `IS NULL` and `IS NOT NULL` |
/// | `a LIKE '%x_'` | pattern of SQL, not of `NSPredicate` (`*` and `?` are ordinary characters) |
/// | `a CONTAINS 'x'` `BEGINSWITH` `ENDSWITH` | literal text: `%` and `_` match themselves |
/// | `=[c]` `LIKE[c]` `CONTAINS[c]` … | ignores case; `[d]` is an error, since no engine ignores accents |
/// | `a IN (1, 2)` `{1, 2}` `\(array)` | one of them; a NULL in the list finds NULL; an empty list finds nothing |
/// | `a BETWEEN 1 AND 2` `(1, 2)` `{1, 2}` `\(array)` | both ends included |
/// | `a IS NULL` `IS NOT NULL` `IS NIL` | and `IS` or `IS NOT` a value |
/// | `NOT IN` `NOT BETWEEN` `NOT LIKE` `NOT CONTAINS` … | the negation |
/// | `AND` `&&` `OR` `\|\|` `NOT` `!` `( )` | NOT before AND before OR |
/// | `+ - * / %` `\|\|` `( )` | calculation; `\|\|` joins texts and binds less tightly than the others |
/// | `lower(a)` | one of lower upper length abs round trim ltrim rtrim coalesce ifnull nullif substr date datetime julianday strftime |
/// | `12` `1.5` `1e3` `0xFF` `'it''s'` `TRUE` `NO` `NULL` `nil` | values |
/// | `TRUEPREDICATE` `FALSEPREDICATE` `TRUE` `FALSE` alone | all rows, no row |
/// | `name` `dog.label` | a column; a path of relationships to a column |
/// | `"odd name"`, one in backquotes, `[odd name]` `#order` | a name that is not an identifier, or is a keyword; dots are part of it |
///
/// A comparison over a to-many relationship is true if it is true for any of its rows. Each comparison stands alone:
/// `lines.amount > 5 AND lines.item = 7` also finds orders in which two different lines satisfy the two comparisons.
/// `NOT`, `NOT IN` and the like negate that: they are true if no row matches. `lines.amount <> 5` finds orders with a
/// line of another amount, `lines.amount = NULL` those with a line without an amount, and `NOT lines.number <> NULL`
/// those without lines. To find one row that satisfies several conditions, filter its own class.
///
/// `||` concatenates values and is OR between conditions. After a comparison it is OR if another condition follows:
/// `a = 1 || b = 2`. A text that could mean both, `a = b || c || d = 1`, is an error.
///
/// Names are in double quotes and texts in single quotes. An interpolation between single quotes becomes part of the
/// text, which is bound as a whole: `'\("Lucy")'` is the value `Lucy`, and `name LIKE '%\(part)%'` binds one pattern.
///
/// Parentheses and calls nest up to 32 levels, and the operators of one value up to 200; AND and OR join any number of
/// conditions.
///
/// For text that cannot be parsed, the query throws
/// ``ModelError`` with code ``ModelError/Code/predicate``. Its ``ModelError/position`` counts characters from 0; an interpolated value, list or name is one character (shown as `«…»`), and text of `\(unsafe:)`
/// counts its own characters.
public struct PredicateText: ExpressibleByStringInterpolation, Sendable, Hashable, CustomStringConvertible {
    /// What stands for an ``Insert`` in the text. No UTF-8 contains this byte, so no text can fake one.
    static let placeholder: UInt8 = 0xFF

    /// The text in UTF-8, with a ``placeholder`` for every insert: one buffer to read, where a byte is a position.
    let bytes: [UInt8]
    /// What was interpolated, in order.
    let inserts: [Insert]
    /// Whether text stands between double quotes, as between single ones.
    private(set) var takesDoubleQuotedText = false

    /// The same text with texts between double quotes, as `NSPredicate` has them; names between other quotation marks.
    package var withDoubleQuotedText: PredicateText {
        var copy = self
        copy.takesDoubleQuotedText = true
        return copy
    }

    /// Something that was interpolated and is no text.
    enum Insert: Sendable, Hashable {
        case value(SQLValue)
        case list([SQLValue])
        case name(String)
    }

    public init(stringLiteral value: String) {
        bytes = Array(value.utf8)
        inserts = []
    }

    public init(stringInterpolation interpolation: Interpolation) {
        bytes = interpolation.bytes
        inserts = interpolation.inserts
    }

    /// Parses predicate text that is only known at run time, for example from a search field.
    ///
    /// ```swift
    /// let rows = try session.query(Person.self).filter(PredicateText(unsafe: field.text)).all()
    /// // age > 40    →    … WHERE "age" > ?
    /// ```
    ///
    /// It is parsed like any other predicate: it can only be a condition, but on any column.
    public init(unsafe text: String) { self.init(stringLiteral: text) }

    /// Adds to the error about a name in double quotes that it may have been meant as a text.
    func explained(_ error: any Error) -> any Error {
        guard var failure = error as? ModelError, failure.code == .unknownColumn, let name = failure.column,
            String(decoding: bytes, as: UTF8.self).contains("\"\(name)\"")
        else { return error }
        let hint = "A text stands between single quotes: '\(name)'"
        failure.hint = failure.hint.map { "\($0). \(hint)" } ?? hint
        return failure
    }

    /// The text for a reader; values are hidden as `«…»`.
    public var description: String { PredicateSource(self).shown(0..<bytes.count) }

    /// Reads the text. Throws a ``ModelError`` with the position of what cannot be read.
    package func parse() throws -> PredicateNode {
        var parser = PredicateParser(PredicateSource(self))
        return try parser.predicate()
    }
}
