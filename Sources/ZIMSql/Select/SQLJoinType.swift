/// How a JOIN matches the rows of its two sides.
///
/// Source: <https://www.sqlite.org/lang_select.html#from_clause>
public enum SQLJoinType: String, Sendable, Hashable, CaseIterable {
    /// `JOIN`
    case none = ""
    case cross = "CROSS"
    case inner = "INNER"
    case left = "LEFT"
    case leftOuter = "LEFT OUTER"
    case right = "RIGHT"
    case rightOuter = "RIGHT OUTER"
    case full = "FULL"
    case fullOuter = "FULL OUTER"
    case natural = "NATURAL"
    case naturalCross = "NATURAL CROSS"
    case naturalInner = "NATURAL INNER"
    case naturalLeft = "NATURAL LEFT"
    case naturalLeftOuter = "NATURAL LEFT OUTER"
    case naturalRight = "NATURAL RIGHT"
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
