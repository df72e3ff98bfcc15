internal import ZIMSql

/// A condition as a person writes it, a string literal whose interpolations are bound and never pasted.
///
/// ```swift
/// let name = "O'Brien", ages = [18, 40]
/// session.query(Person.self).filter("lastName = \(name) AND age IN \(ages)")
/// // … WHERE "lastName" = ? AND "age" IN (?, ?)       parameters: ['O''Brien', 18, 40]
/// ```
///
/// The language is what SQL's conditions and `NSPredicate` share, keywords in any case:
///
/// | written | meaning |
/// |---|---|
/// | `a = b` `==` `!=` `<>` `<` `<=` `=<` `>` `>=` `=>` | comparison; `= NULL` and `!= nil` become `IS NULL` and `IS NOT NULL` |
/// | `a LIKE '%x_'` | pattern of SQL, not of `NSPredicate` (`*` and `?` are ordinary characters) |
/// | `a CONTAINS 'x'` `BEGINSWITH` `ENDSWITH` | the text as it is: `%` and `_` in it find themselves |
/// | `=[c]` `LIKE[c]` `CONTAINS[c]` … | ignores case; `[d]` is an error, since no engine ignores accents |
/// | `a IN (1, 2)` `{1, 2}` `\(array)` | one of them; a NULL in the list finds NULL; an empty list finds nothing |
/// | `a BETWEEN 1 AND 2` `(1, 2)` `{1, 2}` `\(array)` | both ends included |
/// | `a IS NULL` `IS NOT NULL` `IS NIL` | and `IS` or `IS NOT` a value |
/// | `NOT IN` `NOT BETWEEN` `NOT LIKE` `NOT CONTAINS` … | the contrary |
/// | `AND` `&&` `OR` `\|\|` `NOT` `!` `( )` | NOT before AND before OR |
/// | `+ - * / %` `\|\|` `( )` | calculation; `\|\|` joins texts and binds less tightly than the others |
/// | `lower(a)` | one of lower upper length abs round trim ltrim rtrim coalesce ifnull nullif substr date datetime julianday strftime |
/// | `12` `1.5` `1e3` `0xFF` `'it''s'` `TRUE` `NO` `NULL` `nil` | values |
/// | `TRUEPREDICATE` `FALSEPREDICATE` `TRUE` `FALSE` alone | all rows, no row |
/// | `name` `dog.label` | a column; relationships and a column |
/// | `"odd name"`, one in backquotes, `[odd name]` `#order` | a name that is no word or means something else; dots in it are its own |
///
/// A path through a relationship to several rows holds if the comparison does for any of them, each comparison for
/// itself: `lines.amount > 5 AND lines.item = 7` finds orders with such a line and such a line, be it another.
/// `NOT`, `NOT IN` and the like are the contrary, that it does for none; `lines.amount <> 5` finds orders with a line of
/// another amount, `lines.amount = NULL` those with a line without one, and `NOT lines.number <> NULL` those without
/// lines. What holds for one and the same row is a filter on that class.
///
/// `||` joins texts between values and is OR between conditions. Behind a comparison it is OR where another
/// condition follows: `a = 1 || b = 2`. Where both could be meant, `a = b || c || d = 1`, it is an error.
///
/// Double quotes are for names, as everywhere in this library, and single quotes for texts. An interpolation between
/// single quotes becomes a part of the text, which is bound as a whole: `'\("Lucy")'` is the value `Lucy`, and
/// `name LIKE '%\(part)%'` binds one pattern.
///
/// Parentheses and calls nest up to 64 levels, and a value has up to 200 operators above each other; AND and OR join
/// any number of conditions.
///
/// Whatever cannot be read is a ``ModelError`` of code ``ModelError/Code/predicate``, thrown when the query is built. Its
/// ``ModelError/position`` counts characters from 0; a value, a list or a name that is interpolated is one character
/// (shown as `«…»`), and text of `\(unsafe:)` counts its own characters.
public struct PredicateText: ExpressibleByStringInterpolation, Sendable, Hashable, CustomStringConvertible {
    /// What stands for an ``Insert`` in the text. No UTF-8 contains this byte, so no text can fake one.
    static let mark: UInt8 = 0xFF

    /// The text in UTF-8, with a ``mark`` for every insert: one buffer to read, where a byte is a position.
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

    /// Takes predicate text that is known at run time only, for example what a person typed into a search field.
    ///
    /// ```swift
    /// let rows = try session.query(Person.self).filter(PredicateText(unsafe: field.text)).all()
    /// // age > 40    →    … WHERE "age" > ?
    /// ```
    ///
    /// It is read like any other predicate: it can be nothing but a condition, though one on any column.
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
