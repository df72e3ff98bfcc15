import ZIMSql

/// Where the tables of a copy are while it runs: in a schema, or under names of their own beside the tables that are there.
struct CopyHome: Sendable {
    /// The schema in which they are made; nil for a file, and for the database of a connection.
    var schema: String?
    /// The names that they have until they are complete, by those that they get.
    var staged: [String: String] = [:]

    func name(_ table: String) -> String { staged[table] ?? table }

    func identifier(_ table: String) -> SQLIdentifier {
        SQLIdentifier(parts: [schema, name(table)].compactMap { $0 })
    }
}
