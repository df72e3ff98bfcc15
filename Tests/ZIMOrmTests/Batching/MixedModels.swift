import TestServer
@testable import ZIMOrm

/// Rows whose key columns hold values of any storage class.
class MixedRow: Model {
    var pk: Int?
    var a: SQLValue = .null
    var b: SQLValue = .null
    var c: SQLValue = .null
    var d: SQLValue = .null
    var tag = 0
    var word: String?
    // Nobody registers it, so that a model without a session uses the innermost one.
    override class var dataSource: String { "mixed" }
    class var width: Int { 4 }
    /// The columns of the key, whose number the subclass says.
    class var keyColumns: [String] { Array(["a", "b", "c", "d"].prefix(width)) }

    /// A model with the same values that nothing else was loaded with: it follows relationships alone.
    func alone() -> Self {
        let copy = Self()
        (copy.pk, copy.a, copy.b, copy.c, copy.d, copy.tag, copy.word) = (pk, a, b, c, d, tag, word)
        return copy
    }
}

class MixedParent: MixedRow { override class var table: String { "mixed_parent" } }
final class MixedParent1: MixedParent { override class var width: Int { 1 } }
final class MixedParent2: MixedParent { override class var width: Int { 2 } }
final class MixedParent3: MixedParent { override class var width: Int { 3 } }

class MixedChild: MixedRow { override class var table: String { "mixed_child" } }
final class MixedChild1: MixedChild { override class var width: Int { 1 } }
final class MixedChild2: MixedChild { override class var width: Int { 2 } }
final class MixedChild3: MixedChild { override class var width: Int { 3 } }

/// A join table between parents: the left key in a to d, the right one in e to h.
final class MixedLink: Model {
    var pk: Int?
    var a: SQLValue = .null
    var b: SQLValue = .null
    var c: SQLValue = .null
    var d: SQLValue = .null
    var e: SQLValue = .null
    var f: SQLValue = .null
    var g: SQLValue = .null
    var h: SQLValue = .null
    var grade = 0
    override class var table: String { "mixed_link" }
    override class var dataSource: String { "mixed" }
}

/// Values that look alike and are not, or do not and are.
enum MixedValues {
    static let all: [SQLValue] = [
        .null, 0, 1, 7, -1, .integer(9_007_199_254_740_993), .integer(9_007_199_254_740_992), .integer(.max),
        .integer(.min), 7.0, 7.5, .real(-0.0), .real(1e300), .real(.infinity), .real(9_007_199_254_740_992), "7", "07",
        "7.0", " 7", "7 ", "abc", "ABC", "", "\u{e9}", "e\u{301}", "👨‍👩‍👧‍👦🧨", "O'Brien \"x\" \\ / \u{8}\t\n\r\u{1f}",
        "a\u{0}b", "a",
        "9007199254740993", "9223372036854775807", "null", "[1]", "{}", "\u{2028}\u{ffff}", .blob([]), .blob([0x37]),
        .blob([0, 255]), .blob(Array("abc".utf8)),
    ]
    /// Fewer, so that random rows meet.
    static let few: [SQLValue] = [.null, 1, 7, "7", "07", "abc", "ABC", 7.0, 7.5, .blob([0x37]), "a\u{0}b", "e\u{301}"]
    /// The same for columns that have one type, and hold nothing else.
    static let typed: [(type: String, values: [SQLValue])] = [
        ("BIGINT", [.null, 1, 7, -1, .integer(.max)]),
        ("TEXT", [.null, "7", "07", "abc", "ABC", "e\u{301}", "\u{e9}"]),
        ("NUMERIC", [.null, 7, "7.0", "7.50", "-0.5"]), ("DOUBLE PRECISION", [.null, 7.0, 7.5, 1e300]),
        ("BYTEA", [.null, .blob([]), .blob([0x37]), .blob([0, 255])]),
        ("DATE", [.null, "2026-11-21", "1969-12-31", "0001-01-01"]), ("CHAR(4)", [.null, "7", "abc", "ABC"]),
        ("TIMESTAMPTZ", [.null, "2026-11-21T12:00:00Z", "2026-11-21T12:00:00.5Z"]), ("BOOLEAN", [.null, 0, 1]),
        (
            "UUID",
            [.null, "9d6f0f0e-5b1c-4d5b-8f43-0c7f3f1a2b3c", "9D6F0F0E-5B1C-4D5B-8F43-0C7F3F1A2B3D"]
        ),
    ]
    /// MariaDB takes these dates without a zone only, and compares UUIDs of a type of their own.
    static let typedOnMariaDB = typed.filter { MySQLProduct.isMariaDB || $0.type != "UUID" }.map { type, values in
        type == "TIMESTAMPTZ" ? (type, [.null, "2026-11-21 12:00:00", "2026-11-21 12:00:00.5"]) : (type, values)
    }
    static let affinities = [
        "TEXT", "INTEGER", "NUMERIC", "REAL", "BLOB", "", "TEXT COLLATE NOCASE", "TEXT COLLATE RTRIM",
    ]
}
