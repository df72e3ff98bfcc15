import TestServer
@testable import ZIMOrm

/// Parents and children whose key has one to four columns, the same columns everywhere.
class WideParent: Model {
    var a = 0
    var b = ""
    var c = 0
    var d = ""
    var name = ""
    class var width: Int { 4 }
    override class var table: String { "parent\(width)" }
    override class var primaryKey: [String] { Array(["a", "b", "c", "d"].prefix(width)) }
    override class var isAutoIncremented: Bool { false }
}
final class Parent1: WideParent { override class var width: Int { 1 } }
final class Parent2: WideParent { override class var width: Int { 2 } }
final class Parent3: WideParent { override class var width: Int { 3 } }
final class Parent4: WideParent {}

class WideChild: Model {
    var pk: Int?
    var a: Int?
    var b: String?
    var c: Int?
    var d: String?
    var label = ""
    class var width: Int { 4 }
    override class var table: String { "child\(width)" }
}
final class Child1: WideChild { override class var width: Int { 1 } }
final class Child2: WideChild { override class var width: Int { 2 } }
final class Child3: WideChild { override class var width: Int { 3 } }
final class Child4: WideChild {}

/// The join table between parents of the same width: both foreign keys, and columns of its own.
class WideLink: Model {
    var pk: Int?
    var a1: Int?
    var b1: String?
    var c1: Int?
    var d1: String?
    var a2: Int?
    var b2: String?
    var c2: Int?
    var d2: String?
    var note = ""
    class var width: Int { 4 }
    override class var table: String { "link\(width)" }
}
final class Link1: WideLink { override class var width: Int { 1 } }
final class Link2: WideLink { override class var width: Int { 2 } }
final class Link3: WideLink { override class var width: Int { 3 } }
final class Link4: WideLink {}

/// The classes of one width, opened.
struct KeyWidth: Sendable, CustomStringConvertible {
    let width: Int
    let parent: WideParent.Type
    let child: WideChild.Type
    let link: WideLink.Type
    var description: String { "\(width) columns" }

    static let all = [
        KeyWidth(width: 1, parent: Parent1.self, child: Child1.self, link: Link1.self),
        KeyWidth(width: 2, parent: Parent2.self, child: Child2.self, link: Link2.self),
        KeyWidth(width: 3, parent: Parent3.self, child: Child3.self, link: Link3.self),
        KeyWidth(width: 4, parent: Parent4.self, child: Child4.self, link: Link4.self),
    ]

    var columns: [String] { Array(["a", "b", "c", "d"].prefix(width)) }
    var list: String { columns.joined(separator: ", ") }

    /// Three parents, the second with three children, the third with one, and a child with a NULL in its key.
    ///
    /// - Parameters:
    ///   - isIndexed: whether the foreign keys have an index, and the children's is declared, which MariaDB indexes.
    ///   - more: what is run behind that.
    func makeDatabase(
        on engine: ServedEngine = .current, isIndexed: Bool = true, more: String = ""
    ) throws -> Database {
        let left = columns.map { $0 + "1" }.joined(separator: ", ")
        let right = columns.map { $0 + "2" }.joined(separator: ", ")
        let indexes = """
            CREATE INDEX child\(width)_key ON child\(width) (\(list));
            CREATE INDEX link\(width)_left ON link\(width) (\(left));
            CREATE INDEX link\(width)_right ON link\(width) (\(right));
            """
        return try engine.makeDatabase(
            """
            CREATE TABLE parent\(width) (name TEXT NOT NULL, d TEXT NOT NULL, c INTEGER NOT NULL, b TEXT NOT NULL,
                a INTEGER NOT NULL, PRIMARY KEY (\(list)));
            CREATE TABLE child\(width) (pk INTEGER PRIMARY KEY, label TEXT NOT NULL, d TEXT, c INTEGER, b TEXT,
                a INTEGER\(isIndexed ? ", FOREIGN KEY (\(list)) REFERENCES parent\(width) (\(list))" : ""));
            CREATE TABLE link\(width) (pk INTEGER PRIMARY KEY, a1 INTEGER, b1 TEXT, c1 INTEGER, d1 TEXT, a2 INTEGER,
                b2 TEXT, c2 INTEGER, d2 TEXT, note TEXT NOT NULL);
            \(isIndexed ? indexes : "")
            INSERT INTO parent\(width) VALUES ('first', 'z', 30, 'x', 1), ('second', 'z', 30, 'x', 2),
                ('third', 'z', 30, 'x', 3);
            INSERT INTO child\(width) VALUES (1, 'one', 'z', 30, 'x', 2), (2, 'two', 'z', 30, 'x', 2),
                (3, 'three', 'z', 30, 'x', 2), (4, 'four', 'z', 30, 'x', 3), (5, 'none', 'z', 30, 'x', NULL);
            INSERT INTO link\(width) VALUES (1, 1, 'x', 30, 'z', 2, 'x', 30, 'z', '1-2'),
                (2, 1, 'x', 30, 'z', 3, 'x', 30, 'z', '1-3'), (3, 2, 'x', 30, 'z', 2, 'x', 30, 'z', '2-2'),
                (4, 1, 'x', 30, 'z', NULL, 'x', 30, 'z', 'NULL'), (5, 1, 'x', 30, 'z', 2, 'x', 30, 'z', 'again');
            \(more)
            """)
    }

    /// `"t"."a", "t"."b", …`
    static func select(_ type: Model.Type) throws -> String {
        try MappingRegistry.mapping(of: type).columns.map { "\"\(type.table)\".\"\($0.name)\"" }
            .joined(separator: ", ")
    }

    /// `"t"."a" = ? AND "t"."b" = ?`
    func equal(_ table: String, suffix: String = "") -> String {
        columns.map { "\"\(table)\".\"\($0)\(suffix)\" = ?" }.joined(separator: " AND ")
    }

    /// `"t"."a" = +zim_keys.value AND "t"."b" = ? …`: only the first part differs from key to key.
    func keySet(_ table: String, suffix: String = "", on engine: ServedEngine) -> String {
        columns.enumerated().map { index, name in
            let part = index > 0 ? "?" : engine == .sqlite ? "+zim_keys.value" : "zim_keys.k0"
            return "\"\(table)\".\"\(name)\(suffix)\" = " + part
        }.joined(separator: " AND ")
    }

    /// `json_each(?) AS zim_keys CROSS JOIN`
    func keys(on engine: ServedEngine) -> String {
        switch engine {
        case .sqlite: "json_each(?) AS zim_keys CROSS JOIN"
        case .postgreSQL: "unnest(?::bigint[]) WITH ORDINALITY AS zim_keys(k0, ordinal) JOIN"
        case .mariaDB:
            "JSON_TABLE(?, '$[*]' COLUMNS (ordinal FOR ORDINALITY, k0 BIGINT PATH '$')) AS zim_keys STRAIGHT_JOIN"
        }
    }

    /// `[1,2]` or `{1,2}`, and what the keys have in common.
    func keyParameters(_ firsts: [Int], on engine: ServedEngine) -> [SQLValue] {
        let list = firsts.map(String.init).joined(separator: ",")
        let differing: SQLValue =
            engine == .postgreSQL ? .typed(SQLTypedText("{\(list)}", type: "bigint[]")) : .text("[\(list)]")
        return [differing] + key(0).dropFirst()
    }

    func key(_ first: Int) -> [SQLValue] { Array([SQLValue.integer(Int64(first)), "x", 30, "z"].prefix(width)) }
}
