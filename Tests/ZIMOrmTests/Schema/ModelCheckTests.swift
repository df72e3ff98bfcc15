import Testing

@testable import ZIMOrm

/// Whether classes still fit their tables.
@Suite(.showingValues) struct ModelCheckTests {
    final class Line: Model {
        var w = 0, d = 0, n = 0
        var item: String?
        var amount = 0.0
        override class var table: String { "line" }
        override class var primaryKey: [String] { ["w", "d", "n"] }
        override class var relationships: [Relationship] { [.belongsTo("order", Order.self, foreignKey: ["w", "d"])] }
    }
    final class Order: Model {
        var w = 0, d = 0
        override class var table: String { "orders" }
        override class var primaryKey: [String] { ["w", "d"] }
    }

    private let fitting = """
        CREATE TABLE orders (w INT NOT NULL, d INT NOT NULL, PRIMARY KEY (w, d));
        CREATE TABLE line (w INT NOT NULL, d INT NOT NULL, n INT NOT NULL, item TEXT, amount REAL NOT NULL,
            PRIMARY KEY (w, d, n), FOREIGN KEY (d, w) REFERENCES orders (d, w));
        """

    private func differences(_ sql: String, allTables: Bool = false) throws -> [String] {
        let database = try Database.inMemory()
        try database.execute(SQL(unsafe: sql))
        return try database.read { try $0.differences(from: [Line.self, Order.self], allTables: allTables) }
            .map(\.description)
    }

    @Test func fits() throws { #expect(try differences(fitting) == []) }

    @Test func columnsTypesAndNulls() throws {
        let sql = fitting.replacing("item TEXT, amount REAL NOT NULL", with: "items TEXT, amount BLOB")
        #expect(
            try differences(sql) == [
                "line.item: the table has no such column", "line.amount: the property is Double, the column BLOB",
                "line.amount: the column can be NULL, Double cannot", "line.items: class Line has no property for it",
            ])
    }

    @Test func keysForeignKeysAndTables() throws {
        let sql = fitting.replacing(
            "PRIMARY KEY (w, d, n), FOREIGN KEY (d, w) REFERENCES orders (d, w)",
            with: "PRIMARY KEY (d, w, n), FOREIGN KEY (n, w) REFERENCES orders (d, w)")
        #expect(
            try differences(sql + "CREATE TABLE extra (id INT)", allTables: true) == [
                "line: the class has the key (w, d, n), the table (d, w, n)",
                "line: class Line has no relationship for (w, n) to orders", "extra: a table without a class",
            ])
        #expect(try differences("CREATE TABLE line (w)").last == "orders: there is no such table (class Order)")
    }

    @Test func theStartUpCallThrows() throws {
        let database = try Database.inMemory()
        try database.execute(SQL(unsafe: fitting))
        try database.check([Line.self, Order.self])
        try database.execute("ALTER TABLE line ADD COLUMN note TEXT")
        let error = #expect(throws: ModelError.self) { try database.check([Line.self, Order.self]) }
        #expect(error?.code == .schemaChanged)
        #expect(
            error?.message
                == "database in memory does not match its classes:\n    line.note: class Line has no property for it")
        #expect(error?.column == "note")
    }
}
