import Foundation
import TestServer
@_spi(Generated) import ZIMOrm

/// Tables whose rows several programs write, with keys of one, two and three columns.
enum Depot {
    /// Counted by a version.
    final class Stock: Model {
        var warehouse = 0, item = 0, quantity = 0
        var note: String?
        var version = 0
        override class var table: String { "stock" }
        override class var primaryKey: [String] { ["warehouse", "item"] }
        override class var columns: [Column] {
            [
                Column("warehouse", \Stock.warehouse), Column("item", \Stock.item), Column("quantity", \Stock.quantity),
                Column("note", \Stock.note), Column("lock_version", \Stock.version),
            ]
        }
        override class var locking: Locking { .version("lock_version") }
    }

    /// The same rows without a lock.
    final class PlainStock: Model {
        var warehouse = 0, item = 0, quantity = 0
        var note: String?
        override class var table: String { "stock" }
        override class var primaryKey: [String] { ["warehouse", "item"] }
    }

    /// Compared by the columns that are written; the class tracks its changes itself.
    final class Bin: Model, RowDecodable {
        var warehouse: Int { didSet { noteChange(0, was: oldValue) } }
        var aisle: String { didSet { noteChange(1, was: oldValue) } }
        var place: Int { didSet { noteChange(2, was: oldValue) } }
        var label: String? { didSet { noteChange(3) } }
        var weight: Decimal? { didSet { noteChange(4) } }
        var checked: Date? { didSet { noteChange(5) } }
        private var changed = ColumnChanges()
        override var columnChanges: ColumnChanges? {
            get { changed }
            set { changed = newValue ?? ColumnChanges() }
        }
        override class var table: String { "bin" }
        override class var primaryKey: [String] { ["warehouse", "aisle", "place"] }
        override class var locking: Locking { .changedColumns }
        override class var columns: [Column] {
            [
                Column("warehouse", \Bin.warehouse), Column("aisle", \Bin.aisle), Column("place", \Bin.place),
                Column("label", \Bin.label), Column("weight", \Bin.weight), Column("checked", \Bin.checked),
            ]
        }
        required init() {
            (warehouse, aisle, place) = (0, "", 0)
            super.init()
        }
        init(row: borrowing Row) throws {
            warehouse = try row.get(0)
            aisle = try row.get(1)
            place = try row.get(2)
            label = try row.get(3)
            weight = try row.get(4)
            checked = try row.get(5)
            super.init()
        }
    }

    /// All columns are compared.
    final class WholeBin: Model {
        var warehouse = 0, aisle = "", place = 0
        var label: String?
        var weight: Decimal?
        var checked: Date?
        override class var table: String { "bin" }
        override class var primaryKey: [String] { ["warehouse", "aisle", "place"] }
        override class var locking: Locking { .allColumns }
    }

    /// A key of one column, and a version that may be NULL.
    final class Crate: Model {
        var pk: Int?
        var content = ""
        var version: Int16?
        override class var table: String { "crate" }
        override class var locking: Locking { .version("version") }
    }

    static func database() throws -> Database {
        let types =
            ServedEngine.isSQLite
            ? ("TEXT COLLATE NOCASE", "TEXT", "TEXT") : ("VARCHAR(20)", "NUMERIC(9,2)", "TIMESTAMPTZ")
        let checked = "'2026-01-02 03:04:05\(ServedEngine.isMariaDB ? "" : "Z")'"
        return try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE stock (warehouse INTEGER, item INTEGER, quantity INTEGER, note TEXT,
                lock_version INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (warehouse, item));
            CREATE TABLE bin (warehouse INTEGER, aisle TEXT, place INTEGER, label \(types.0), weight \(types.1),
                checked \(types.2), PRIMARY KEY (warehouse, aisle, place));
            CREATE TABLE crate (pk INTEGER PRIMARY KEY, content TEXT NOT NULL, version SMALLINT);
            INSERT INTO stock VALUES (1, 1, 10, NULL, 3), (1, 2, 20, 'two', 0), (2, 1, 30, NULL, 7);
            INSERT INTO bin VALUES (1, 'A', 1, 'nuts', '12.50', \(checked)), (1, 'A', 2, NULL, NULL, NULL),
                (1, 'B', 1, 'bolts', '0.10', NULL);
            INSERT INTO crate VALUES (1, 'tea', NULL), (2, 'coffee', 32767);
            """)
    }

    static func rows(_ database: Database, _ sql: SQL) throws -> [[SQLValue]] {
        try database.read { try $0.rows(sql).map(\.values) }
    }

    /// What the rows of a table hold, as texts.
    static func texts(_ database: Database, _ sql: SQL) throws -> [[String?]] {
        try database.read { try $0.rows(sql).map { row in row.values.map { $0.isNull ? nil : $0.description } } }
    }
}
