import ZIMOrm
import ZIMSql

/// What is particular to a source of MySQL.
extension CopyPlanner {
    /// - Throws: ``ToolError`` where what the server says is not the definition of the table.
    func definition(of table: TableSchema) throws -> MySQLDefinition? {
        guard hasDefinitions, source.engine == .mySQL else { return nil }
        let show: SQL = "SHOW CREATE TABLE \(table.identifier)"
        guard let row = try source.session.rows(show).first else { return nil }
        var definition = try MySQLDefinition(row.get(1, as: String.self), of: table.ownName)
        definition.renameParents { QualifiedName.text(schema: table.schema, table: $0) }
        return definition
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
                SELECT NULLIF(TABLE_SCHEMA, COALESCE(DATABASE(), '')), TABLE_NAME, COLUMN_NAME \
                FROM information_schema.COLUMNS WHERE EXTRA LIKE '%on update%' ORDER BY 1, 2, ORDINAL_POSITION
                """
            for (table, column) in try pairs(updated) where plan.tables.contains(where: { $0.source.name == table }) {
                notes.append(CopyNote(table, "\(column) is set by each UPDATE in MySQL only"))
            }
        }
        let triggers: SQL = """
            SELECT NULLIF(EVENT_OBJECT_SCHEMA, COALESCE(DATABASE(), '')), EVENT_OBJECT_TABLE, TRIGGER_NAME \
            FROM information_schema.TRIGGERS ORDER BY 1, 2, 3
            """
        for (table, name) in try pairs(triggers) where plan.tables.contains(where: { $0.source.name == table }) {
            notes.append(CopyNote(table, "the trigger \(name) is left out"))
        }
    }

    private func pairs(_ query: SQL) throws -> [(String, String)] {
        try source.session.rows(query).map { row in
            let name = QualifiedName.text(schema: try row.get(0), table: try row.get(1))
            return (name, try row.get(2, as: String.self))
        }
    }
}
