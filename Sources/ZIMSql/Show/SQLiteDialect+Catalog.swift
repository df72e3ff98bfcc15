extension SQLiteDialect {
    /// Source: <https://www.sqlite.org/schematab.html>, <https://www.sqlite.org/pragma.html#pragfunc>
    public func catalog(_ question: SQLCatalogQuestion) throws -> SQL {
        switch question {
        case .names(let kind, let scope, let pattern, let schema):
            var sql: SQL = "SELECT name FROM \(source(scope, schema)) WHERE type = "
            sql += SQL(unsafe: "'\(kind.rawValue)'")
            sql += #" AND name NOT LIKE 'sqlite\_%' ESCAPE '\'"#
            if let pattern { sql += " AND name LIKE \(pattern)" }
            return sql + " ORDER BY name"
        case .columns(let table, let schema):
            return """
                SELECT cid + 1 AS position, name, type, "notnull" = 0 AS is_nullable, dflt_value AS default_value, \
                pk AS key_position FROM pragma_table_xinfo(\(table), \(schema ?? "main")) WHERE hidden <> 1 ORDER BY cid
                """
        case .indexes(let table, let schema):
            let schema = schema ?? "main"
            return """
                SELECT l.name, l."unique" AS is_unique, l.origin = 'pk' AS is_primary, i.seqno + 1 AS position, \
                i.name AS column_name FROM pragma_index_list(\(table), \(schema)) AS l \
                CROSS JOIN pragma_index_info(l.name, \(schema)) AS i ORDER BY l.name, i.seqno
                """
        case .foreignKeys(let table, let schema):
            return """
                SELECT id, seq + 1 AS position, "from" AS column_name, "table" AS parent_table, \
                "to" AS parent_column, on_update, on_delete \
                FROM pragma_foreign_key_list(\(table), \(schema ?? "main")) ORDER BY id, seq
                """
        case .grants(let grantee): return grants(to: grantee)
        }
    }

    private func source(_ scope: SQLCatalogQuestion.Scope, _ schema: String?) -> SQL {
        if let schema { return "\(identifier: schema).sqlite_schema" }
        switch scope {
        case .all:
            return
                "(SELECT type, name FROM main.sqlite_schema UNION ALL SELECT type, name FROM temp.sqlite_schema)"
        case .permanent: return "main.sqlite_schema"
        case .temporary: return "temp.sqlite_schema"
        }
    }

    /// SQLite has no users: whoever has the file may do everything, unless the connection only reads.
    private func grants(to grantee: String?) -> SQL {
        """
        SELECT \(grantee) AS grantee, 'main' AS table_schema, t.name AS table_name, p.column1 AS privilege_type, \
        'YES' AS is_grantable FROM main.sqlite_schema AS t \
        CROSS JOIN (VALUES ('SELECT', 0), ('INSERT', 1), ('UPDATE', 1), ('DELETE', 1)) AS p \
        WHERE t.type IN ('table', 'view') AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' \
        AND (p.column2 = 0 OR (SELECT query_only FROM pragma_query_only) = 0) ORDER BY t.name, p.column1
        """
    }
}
