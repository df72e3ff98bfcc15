import ZIMOrm

/// The sequences that number columns of PostgreSQL.
extension ServerMigration {
    mutating func makeSequence(_ column: ColumnSchema) {
        guard column.identity == nil, let sequence = column.sequence else { return }
        draft.add("CREATE SEQUENCE \(sequence)")
    }

    mutating func ownSequence(_ column: ColumnSchema, _ table: TableSchema) {
        guard column.identity == nil, let sequence = column.sequence else { return }
        draft.add("ALTER SEQUENCE \(sequence) OWNED BY \(table.sqlName).\(column.name.sqlName)")
    }

    /// A new sequence begins with 1, whatever rows there are.
    mutating func continueSequence(_ column: ColumnSchema, _ table: TableSchema) {
        let (name, type) = (column.name.sqlName, column.baseType ?? column.type)
        guard ["smallint", "integer", "bigint"].contains(type) || type.hasPrefix("numeric") else {
            return draft.note(
                "the new sequence of \"\(table.name)\".\"\(column.name)\" starts at 1, whatever rows there are")
        }
        let sequence = "pg_get_serial_sequence(\(SQLText.string(table.sqlName)), \(SQLText.string(column.name)))"
        draft.add(
            "SELECT setval(\(sequence), max(\(name))::bigint) FROM \(table.sqlName) HAVING max(\(name)) > 0",
            note: "the numbers go on behind those that are there")
    }

    /// Whether a default of the other schema asks a sequence, or that of a second column of this one.
    func isAsked(_ sequence: String) -> Bool {
        let text = "nextval(" + SQLText.string(sequence)
        func count(_ schema: DatabaseSchema) -> Int {
            schema.tables.flatMap(\.columns).count { $0.defaultValue?.contains(text) == true }
        }
        return count(wanted) > 0 || count(base) > 1
    }
}
