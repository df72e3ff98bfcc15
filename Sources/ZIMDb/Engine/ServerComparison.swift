/// A column of a server, as far as that decides how it is compared with another.
package struct ServerColumn: Sendable, Hashable {
    /// As ``SchemaQueries/columns(_:)`` gives it.
    package let listType: String
    /// The type with its digits, that below a domain.
    package let declared: String

    package init(listType: String, declared: String) { (self.listType, self.declared) = (listType, declared) }

    /// How many digits of a second a type of times keeps: `datetime(3)`.
    package var secondDigits: Int {
        Int(declared.drop { $0 != "(" }.dropFirst().prefix { $0.isNumber }) ?? 0
    }
}

/// How a value of one column is compared with another column, so that it finds the rows that the join of both columns finds.
package struct ServerComparison: Sendable, Hashable {
    /// By whose collation texts are compared where the two have different character sets.
    package enum Texts: Sendable, Hashable { case source, matched }

    /// What the value is made of; nil where it is compared as it is.
    package var cast: ListColumn.Cast?
    /// nil where both have one character set, or where texts are not compared.
    package var texts: Texts?
    /// What the other column keeps of numbers: one that it would alter equals none of its values, but a server that knows the
    /// number when it plans may alter it first.
    package var limit: ValueLimit?

    package init() {}

    package init(_ before: String, _ after: String) { cast = ListColumn.Cast(before, after) }
}
