/// What a column keeps of a value. It stores another one without an error: 1.24 for 1.239, the second label for `'2'`.
///
/// Source: <https://www.sqlite.org/datatype3.html>, section 3; the pages of a server's types stand with its
/// ``ServerTypes/limit(declared:listType:)``
package enum ValueLimit: Sendable, Hashable {
    /// Whole numbers of 64 bits, and all others as `double`: SQLite's INTEGER and NUMERIC.
    /// PostgreSQL's BIGINT refuses others.
    case numeric
    /// Numbers of a floating point, of 64 and of 32 bits.
    case double, float
    /// Text, and of numbers with a floating point so many digits, 15 in SQLite's TEXT, or all of them. No text is read back
    /// as infinity. Servers cut off the blanks that are beyond the length.
    case text(digits: Int?, length: Length? = nil)
    /// In a key, where a value that the column rounds would not find its row again, and in comparisons: times with so many digits of a second,
    /// numbers of 32 bits, and such with so many digits behind the point, real numbers included.
    case seconds(digits: Int), single, fixed(scale: Int)
    /// So many bytes of a text: the others are cut off.
    case cut(count: Int)
    /// A byte, written as itself or, above 127, by its octal digits, `\377`; the others of a text are cut off.
    case byte
    /// Days, of whose texts a time is cut off, and times, of whose texts a day is; in a key with so many digits of a second.
    case day, time(digits: Int? = nil)
    /// UUIDs, and addresses of the internet, which are read as texts even where they were written as bytes.
    case uuid, address
    /// Points in time, which numbers are taken for; and those of which the server takes NULL for the present one.
    case moment, presentMoment
    /// Whole numbers of which none is below zero: bits, which are the bytes of a text, too, or the 32 bits of an OID.
    case unsigned(isBits: Bool)
    /// Numbers with so many digits behind the point.
    case decimal(scale: Int)
    /// Whole numbers.
    case whole
    /// Years; the server expands those of two digits.
    case year
    /// One of some labels, which their numbers name, too.
    case labels([String])
    /// Any of some labels, in their order, which a number names, too.
    case members([String])
    /// A fixed number of bytes; the server pads shorter values with zeros.
    case bytes(count: Int)

    /// How long a text may be, in characters, the same without the blanks at its end, or bytes of UTF-8.
    package enum Length: Sendable, Hashable { case characters(Int), padded(Int), bytes(Int) }

    /// Whether it is one of points in time, days or times.
    package var isOfTime: Bool {
        switch self {
        case .seconds, .day, .time: true
        default: false
        }
    }

    /// How many bytes no text has that is longer than the column; nil for other columns.
    package var bytesThatFit: Int? {
        switch self {
        case .text(_, .characters(let count)), .text(_, .padded(let count)), .text(_, .bytes(let count)): count
        default: nil
        }
    }

    /// Whether the column may take more than it did: a list of labels gets others, a text may be made longer.
    package var mayGrow: Bool {
        switch self {
        case .labels, .members, .text(_, .some): true
        default: false
        }
    }

    /// What messages call it.
    package var name: String {
        switch self {
        case .numeric, .double: "Double"
        case .float, .single: "Float"
        case .seconds, .moment, .presentMoment: "datetime"
        case .text, .cut, .byte: "text"
        case .day: "date"
        case .time: "time"
        case .uuid: "UUID"
        case .address: "address"
        case .decimal, .fixed: "decimal"
        case .whole, .unsigned: "integer"
        case .year: "year"
        case .labels: "enum"
        case .members: "set"
        case .bytes: "binary"
        }
    }
}
