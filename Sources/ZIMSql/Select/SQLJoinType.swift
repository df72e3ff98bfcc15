/// How a JOIN matches the rows of its two sides.
///
/// Source: <https://www.sqlite.org/lang_select.html#from_clause>
public enum SQLJoinType: String, Sendable, Hashable, CaseIterable {
    /// `JOIN`
    case none = ""
    /// `CROSS`
    case cross = "CROSS"
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
        default:
            writer.put(" ")
            writer.raw(rawValue)
            writer.put(" JOIN ")
        }
    }

    func or(_ other: SQLJoinType, if condition: Bool) -> SQLJoinType { condition ? other : self }
}
