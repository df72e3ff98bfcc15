/// How a JOIN matches the rows of its two sides.
///
/// Source: <https://www.sqlite.org/lang_select.html#from_clause>
public enum SQLJoinType: String, Sendable, Hashable, CaseIterable {
    /// `JOIN`
    case none = ""
    /// `CROSS`
    case cross = "CROSS"
    /// The left side is read first, where an engine can be told so: `CROSS JOIN` on SQLite, `STRAIGHT_JOIN` on MySQL and
    /// MariaDB, `JOIN` elsewhere.
    ///
    /// ```swift
    /// SelectStatement().from("pair").join("stock", type: .straight).joinOn("stock.item", .equalTo, column: "pair.item")
    /// // SELECT * FROM "pair" CROSS JOIN "stock" ON "stock"."item" = "pair"."item"
    /// ```
    ///
    /// Source: <https://www.sqlite.org/optoverview.html#manual_control_of_query_plans_using_cross_join>,
    /// <https://dev.mysql.com/doc/refman/8.0/en/join.html>
    case straight = "STRAIGHT"
    /// `INNER`
    case inner = "INNER"
    /// `LEFT`
    case left = "LEFT"
    /// `LEFT OUTER`
    case leftOuter = "LEFT OUTER"
    /// `RIGHT`
    case right = "RIGHT"
    /// `RIGHT OUTER`
    case rightOuter = "RIGHT OUTER"
    /// `FULL`
    case full = "FULL"
    /// `FULL OUTER`
    case fullOuter = "FULL OUTER"
    /// `NATURAL`
    case natural = "NATURAL"
    /// `NATURAL CROSS`
    case naturalCross = "NATURAL CROSS"
    /// `NATURAL INNER`
    case naturalInner = "NATURAL INNER"
    /// `NATURAL LEFT`
    case naturalLeft = "NATURAL LEFT"
    /// `NATURAL LEFT OUTER`
    case naturalLeftOuter = "NATURAL LEFT OUTER"
    /// `NATURAL RIGHT`
    case naturalRight = "NATURAL RIGHT"
    /// `NATURAL FULL`
    case naturalFull = "NATURAL FULL"

    /// Whether the columns of the same name are compared.
    var isNatural: Bool {
        switch self {
        case .natural, .naturalCross, .naturalInner, .naturalLeft, .naturalLeftOuter, .naturalRight, .naturalFull: true
        default: false
        }
    }

    /// Whether rows of the right side without a partner stay.
    var keepsRightRows: Bool {
        switch self {
        case .right, .rightOuter, .full, .fullOuter, .naturalRight, .naturalFull: true
        default: false
        }
    }

    /// Whether rows of the left side without a partner stay.
    var keepsLeftRows: Bool {
        switch self {
        case .left, .leftOuter, .full, .fullOuter, .naturalLeft, .naturalLeftOuter, .naturalFull: true
        default: false
        }
    }

    /// Writes the keywords with the spaces around them.
    func write(to writer: inout SQLWriter) {
        switch self {
        case .none: writer.put(" JOIN ")
        case .inner: writer.put(" INNER JOIN ")
        case .left: writer.put(" LEFT JOIN ")
        case .straight where writer.features.contains(.crossJoinOn): writer.put(" CROSS JOIN ")
        case .straight: writer.put(writer.features.contains(.straightJoin) ? " STRAIGHT_JOIN " : " JOIN ")
        default:
            writer.put(" ")
            writer.raw(rawValue)
            writer.put(" JOIN ")
        }
    }

    func or(_ other: SQLJoinType, if condition: Bool) -> SQLJoinType { condition ? other : self }
}
