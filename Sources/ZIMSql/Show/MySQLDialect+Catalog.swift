extension MySQLDialect {
    /// Without a schema the connection's own database is meant. What is joined names the table itself: else MariaDB would look into
    /// all tables of all databases.
    ///
    /// Source: <https://mariadb.com/kb/en/information-schema-tables/>
    public func catalog(_ question: SQLCatalogQuestion) throws -> SQL {
        switch question {
        case .names(_, .temporary, _, _):
            throw SQLBuildError(
                .unsupported, "\(name) does not list temporary tables", hint: "Ask for those that last")
        case .names(.trigger, _, let pattern, let schema):
            var sql: SQL =
                "SELECT TRIGGER_NAME AS name FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = \(database(schema))"
            if let pattern { sql += " AND TRIGGER_NAME LIKE \(pattern)" }
            return sql + " ORDER BY TRIGGER_NAME"
        case .names(let kind, _, let pattern, let schema):
            var sql: SQL =
                "SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = \(database(schema))"
            sql +=
                kind == .table
                ? " AND TABLE_TYPE NOT LIKE '%VIEW' AND TABLE_TYPE <> 'SEQUENCE'" : " AND TABLE_TYPE LIKE '%VIEW'"
            if let pattern { sql += " AND TABLE_NAME LIKE \(pattern)" }
            return sql + " ORDER BY TABLE_NAME"
        case .columns(let table, let schema):
            return """
                SELECT c.ORDINAL_POSITION AS position, c.COLUMN_NAME AS name, c.COLUMN_TYPE AS type, \
                c.IS_NULLABLE = 'YES' AS is_nullable, NULLIF(c.COLUMN_DEFAULT, 'NULL') AS default_value, \
                COALESCE(i.SEQ_IN_INDEX, 0) AS key_position FROM information_schema.COLUMNS AS c \
                LEFT JOIN (SELECT DISTINCT COLUMN_NAME, SEQ_IN_INDEX FROM information_schema.STATISTICS \
                WHERE TABLE_SCHEMA = \(database(schema)) AND TABLE_NAME = \(table) AND INDEX_NAME = 'PRIMARY') AS i \
                ON i.COLUMN_NAME = c.COLUMN_NAME WHERE c.TABLE_SCHEMA = \(database(schema)) AND c.TABLE_NAME = \(table) ORDER BY c.ORDINAL_POSITION
                """
        case .indexes(let table, let schema):
            return """
                SELECT INDEX_NAME AS name, NON_UNIQUE = 0 AS is_unique, INDEX_NAME = 'PRIMARY' AS is_primary, \
                SEQ_IN_INDEX AS position, COLUMN_NAME AS column_name FROM information_schema.STATISTICS \
                WHERE TABLE_SCHEMA = \(database(schema)) AND TABLE_NAME = \(table) ORDER BY INDEX_NAME, SEQ_IN_INDEX
                """
        case .foreignKeys(let table, let schema):
            return """
                SELECT k.CONSTRAINT_NAME AS id, k.ORDINAL_POSITION AS position, k.COLUMN_NAME AS column_name, \
                k.REFERENCED_TABLE_NAME AS parent_table, k.REFERENCED_COLUMN_NAME AS parent_column, \
                r.UPDATE_RULE AS on_update, r.DELETE_RULE AS on_delete FROM information_schema.KEY_COLUMN_USAGE AS k \
                LEFT JOIN (SELECT DISTINCT CONSTRAINT_NAME, UPDATE_RULE, DELETE_RULE \
                FROM information_schema.REFERENTIAL_CONSTRAINTS \
                WHERE CONSTRAINT_SCHEMA = \(database(schema)) AND TABLE_NAME = \(table)) AS r \
                ON r.CONSTRAINT_NAME = k.CONSTRAINT_NAME WHERE k.TABLE_SCHEMA = \(database(schema)) AND k.TABLE_NAME = \(table) \
                AND k.REFERENCED_TABLE_NAME IS NOT NULL ORDER BY k.CONSTRAINT_NAME, k.ORDINAL_POSITION
                """
        case .grants(let grantee):
            var sql: SQL = """
                SELECT GRANTEE AS grantee, TABLE_SCHEMA AS table_schema, TABLE_NAME AS table_name, \
                PRIVILEGE_TYPE AS privilege_type, IS_GRANTABLE AS is_grantable \
                FROM information_schema.TABLE_PRIVILEGES WHERE 1 = 1
                """
            // The catalogue has 'reader'@'%': a name alone means the user of any host.
            if let grantee { sql += " AND \(grantee) IN (GRANTEE, substring(substring_index(GRANTEE, '''@''', 1), 2))" }
            return sql + " ORDER BY GRANTEE, TABLE_SCHEMA, TABLE_NAME, PRIVILEGE_TYPE"
        }
    }

    private func database(_ schema: String?) -> SQL { schema.map { "\($0)" } ?? "DATABASE()" }
}
