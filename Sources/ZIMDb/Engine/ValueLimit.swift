/// What a server's column keeps of a value. It stores another one without an error: 1.24 for 1.239, the second label for '2'.
package enum ValueLimit: Sendable, Hashable {
    /// Numbers with so many digits behind the point.
    case decimal(scale: Int)
    /// Whole numbers.
    case whole
    /// Numbers of 32 bits.
    case float
    /// Years, of which two digits name one, too.
    case year
    /// One of some labels, which their numbers name, too.
    case labels([String])
    /// Any of some labels, in their order, which a number names, too.
    case members([String])
    /// So many bytes, of which those that are missing are zeros.
    case bytes(count: Int)

    /// The type's name in messages.
    package var name: String {
        switch self {
        case .decimal: "decimal"
        case .whole: "integer"
        case .float: "float"
        case .year: "year"
        case .labels: "enum"
        case .members: "set"
        case .bytes: "binary"
        }
    }

    /// Whether no value of a type is altered. A `Double` is as long as it happens to be, and is rounded as the column says.
    package func keepsAll(of type: Any.Type) -> Bool {
        switch self {
        case .decimal(let scale):
            type == Double.self || type == Float.self || type == Bool.self
                || scale >= 0 && type is any FixedWidthInteger.Type
        case .whole: type == Bool.self || type is any FixedWidthInteger.Type
        case .year, .labels, .members, .bytes, .float: false
        }
    }
}
