import ZIMSql

/// The tables that the tests read and change, on both engines.
enum Fixture {
    static var statements: [any SQLStatement] { tables + rows }

    private static var tables: [any SQLStatement] {
        [
            CreateTableStatement("person")
                .column("pk", type: .integer, .primaryKey(autoIncremented: true))
                .column("first_name", type: .text).column("last_name", type: .text).column("age", type: .integer)
                .column("region", type: .text).column("email", type: .text).column("fax", type: .text)
                .column("score", type: .doublePrecision),
            CreateTableStatement("phone call")
                .column("pk", type: .integer, .primaryKey(autoIncremented: true))
                .column("person_pk", type: .integer, .references("person", ["pk"]))
                .column("label", type: .text).column("minutes", type: .integer),
            CreateTableStatement("stock")
                .column("warehouse", type: .integer, .notNull).column("item", type: .text, .notNull)
                .column("quantity", type: .integer, .default(0)).column("picture", type: .blob)
                .primaryKey(["warehouse", "item"]),
            CreateTableStatement(SQLIdentifier("year.key")).column("a b", type: .integer).column("2B", type: .text),
        ]
    }

    private static var rows: [any SQLStatement] {
        [
            InsertStatement(into: "person")
                .columns(["first_name", "last_name", "age", "region", "email", "fax", "score"])
                .values("Ada", "Lovelace", 36, "north", "ada@example.org", nil, 9.5)
                .values("Grace", "Hopper", 85, "south", nil, "1", 8.25)
                .values("Alan", "Turing", 41, "north", nil, nil, 9.0)
                .values("Edsger", nil, 17, "south", "e@example.org", nil, nil),
            InsertStatement(into: "phone call").columns(["person_pk", "label", "minutes"])
                .values(1, "home", 3).values(1, "work", 10).values(1, "home", 5).values(1, "mobile", 1)
                .values(2, "work", 7).values(nil, "lost", 2),
            InsertStatement(into: "stock").columns(["warehouse", "item", "quantity"])
                .values(1, "nut", 10).values(1, "bolt", 0).values(2, "nut", 5),
            InsertStatement(into: SQLIdentifier("year.key")).columns(["a b", "2B"]).values(1, "x").values(2, "y"),
        ]
    }
}
