import ZIMOrm
import ZIMSql

/// What is particular to a source of MySQL.
extension CopyPlanner {
    /// - Throws: ``ToolError`` where what the server says is not the definition of the table.
    func definition(of table: TableSchema) throws -> MySQLDefinition? {
        guard hasDefinitions, source.engine == .mySQL else { return nil }
        let show: SQL = "SHOW CREATE TABLE \(table.identifier)"
        guard let row = try source.session.rows(show).first else { return nil }
        return try MySQLDefinition(row.get(1, as: String.self), of: table.name)
    }

    /// Foreign keys to tables that are not copied stay behind.
    mutating func keepForeignKeys(of table: inout CopyTable, among parents: CopyParents) {
        guard var definition = table.definition else { return }
        for key in definition.foreignKeys where parents[key.parent] == nil {
            note(table, "\(key.text) is left out: there is no such table in the copy")
        }
        definition.keepForeignKeys { parents[$0.parent] != nil }
        table.definition = definition
    }

    mutating func noteMySQLRest(of plan: CopyPlan) throws {
        if !isSameEngine {
            notePartitions(of: plan)
            let updated: SQL = """
                SELECT TABLE_NAME, COLUMN_NAME FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() \
                AND EXTRA LIKE '%on update%' ORDER BY 1, ORDINAL_POSITION
                """
            for (table, column) in try pairs(updated) where plan.tables.contains(where: { $0.source.name == table }) {
                notes.append(CopyNote(table, "\(column) is set by each UPDATE in MySQL only"))
            }
        }
        let triggers: SQL = """
            SELECT EVENT_OBJECT_TABLE, TRIGGER_NAME FROM information_schema.TRIGGERS \
            WHERE EVENT_OBJECT_SCHEMA = DATABASE() ORDER BY 1, 2
            """
        for (table, name) in try pairs(triggers) where plan.tables.contains(where: { $0.source.name == table }) {
            notes.append(CopyNote(table, "the trigger \(name) is left out"))
        }
    }

    private func pairs(_ query: SQL) throws -> [(String, String)] {
        try source.session.rows(query).map { (try $0.get(0, as: String.self), try $0.get(1, as: String.self)) }
    }
}
