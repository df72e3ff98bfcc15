import ZIMOrm

/// SQLite: any column holds any value, and all of them compare.
struct SQLiteTraits: EngineTraits {
    let dialect: any SQLDialect = SQLiteDialect()
    let enforcesTypes = false
    let keyAdvice = "Add a key column such as id INTEGER PRIMARY KEY"

    func words(for table: TableSchema) -> [String] {
        (table.isWithoutRowID ? ["without rowid"] : []) + (table.isStrict ? ["strict"] : [])
    }

    func compares(_ left: ColumnSchema, _ right: ColumnSchema) -> Bool { true }

    func isComparable(_ column: ColumnSchema) -> Bool { true }

    func grouping(_ column: ColumnSchema) -> SQLExpression { .column(column.name) }

    func sql(declaring link: LinkSchema) -> String {
        "-- " + "\(name(link.child)): \(foreignKey(link)); SQLite takes it in a new CREATE TABLE only".printable
    }

    /// The row's identifier; a default is not read back.
    func gives(_ column: ColumnSchema, of table: TableSchema) -> Bool { table.rowIDColumn == column.name }
}
