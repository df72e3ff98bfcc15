import ZIMOrm

extension Session {
    /// A misspelt name would be a schema without tables, in which nothing is wrong.
    ///
    /// - Throws: ``ToolError`` for a schema that is not there.
    func requireSchemas(_ names: [String], of engine: ServerEngine) throws {
        let list: SQL =
            switch engine {
            case .postgreSQL: "SELECT nspname::text FROM pg_catalog.pg_namespace"
            case .mySQL: "SELECT SCHEMA_NAME FROM information_schema.SCHEMATA"
            }
        let known = try names.isEmpty ? [] : rows(list).map { try $0.get(0, as: String.self) }
        for name in names where !known.contains(name) {
            throw ToolError(
                "there is no schema \"\(name)\" in \(database.location)", NearestNames.hint(for: name, among: known))
        }
    }
}
