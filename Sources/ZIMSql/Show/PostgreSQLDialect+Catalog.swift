extension PostgreSQLDialect {
    /// Without a schema only what the search path shows is listed.
    ///
    /// Source: <https://www.postgresql.org/docs/15/catalogs.html>
    public func catalog(_ question: SQLCatalogQuestion) throws -> SQL {
        switch question {
        case .names(.trigger, let scope, let pattern, let schema):
            var sql: SQL = """
                SELECT t.tgname AS name FROM pg_catalog.pg_trigger AS t \
                JOIN pg_catalog.pg_class AS c ON c.oid = t.tgrelid \
                JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace WHERE NOT t.tgisinternal
                """
            sql += visible(scope, schema)
            if let pattern { sql += " AND t.tgname LIKE \(pattern)" }
            return sql + " ORDER BY t.tgname"
        case .names(let kind, let scope, let pattern, let schema):
            var sql: SQL = """
                SELECT c.relname AS name FROM pg_catalog.pg_class AS c \
                JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace WHERE c.relkind IN
                """
            sql += kind == .table ? " ('r', 'p')" : " ('v', 'm')"
            sql += visible(scope, schema)
            if let pattern { sql += " AND c.relname LIKE \(pattern)" }
            return sql + " ORDER BY c.relname"
        case .columns(let table, let schema):
            return """
                SELECT a.attnum AS position, a.attname AS name, \
                pg_catalog.format_type(a.atttypid, a.atttypmod) AS type, NOT a.attnotnull AS is_nullable, \
                pg_catalog.pg_get_expr(d.adbin, d.adrelid) AS default_value, \
                COALESCE(pg_catalog.array_position(i.indkey::int2[], a.attnum) + 1, 0) AS key_position \
                FROM pg_catalog.pg_attribute AS a \
                LEFT JOIN pg_catalog.pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum \
                LEFT JOIN pg_catalog.pg_index AS i ON i.indrelid = a.attrelid AND i.indisprimary \
                WHERE a.attrelid = \(relation(table, schema)) AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
                """
        case .indexes(let table, let schema):
            return """
                SELECT c.relname AS name, i.indisunique AS is_unique, i.indisprimary AS is_primary, \
                k.position, a.attname AS column_name FROM pg_catalog.pg_index AS i \
                JOIN pg_catalog.pg_class AS c ON c.oid = i.indexrelid \
                CROSS JOIN LATERAL pg_catalog.unnest(i.indkey::int2[]) WITH ORDINALITY AS k(attnum, position) \
                LEFT JOIN pg_catalog.pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = k.attnum AND k.attnum > 0 \
                WHERE i.indrelid = \(relation(table, schema)) ORDER BY c.relname, k.position
                """
        case .foreignKeys(let table, let schema): return foreignKeys(table, schema)
        case .grants(let grantee):
            var sql: SQL = """
                SELECT grantee, table_schema, table_name, privilege_type, is_grantable \
                FROM information_schema.role_table_grants \
                WHERE table_schema NOT IN ('pg_catalog', 'information_schema')
                """
            if let grantee { sql += " AND grantee = \(grantee)" }
            return sql + " ORDER BY grantee, table_schema, table_name, privilege_type"
        }
    }

    private func visible(_ scope: SQLCatalogQuestion.Scope, _ schema: String?) -> SQL {
        var sql: SQL =
            schema.map { " AND n.nspname = \($0)" }
            ?? " AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND pg_catalog.pg_table_is_visible(c.oid)"
        switch scope {
        case .all: break
        case .permanent: sql += " AND c.relpersistence <> 't'"
        case .temporary: sql += " AND c.relpersistence = 't'"
        }
        return sql
    }

    /// The table's number in the catalogue. The names go through `quote_ident`, so that what is bound is the bare name.
    private func relation(_ table: String, _ schema: String?) -> SQL {
        guard let schema else { return "quote_ident(\(table))::regclass" }
        return "(quote_ident(\(schema)) || '.' || quote_ident(\(table)))::regclass"
    }

    private func foreignKeys(_ table: String, _ schema: String?) -> SQL {
        let action = """
            WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' WHEN 'd' THEN 'SET DEFAULT' WHEN 'r' THEN 'RESTRICT' \
            ELSE 'NO ACTION' END
            """
        return """
            SELECT o.conname AS id, k.position, a.attname AS column_name, p.relname AS parent_table, \
            b.attname AS parent_column, CASE o.confupdtype \(unsafe: action) AS on_update, \
            CASE o.confdeltype \(unsafe: action) AS on_delete FROM pg_catalog.pg_constraint AS o \
            JOIN pg_catalog.pg_class AS p ON p.oid = o.confrelid \
            CROSS JOIN LATERAL unnest(o.conkey, o.confkey) WITH ORDINALITY AS k(child, parent, position) \
            JOIN pg_catalog.pg_attribute AS a ON a.attrelid = o.conrelid AND a.attnum = k.child \
            JOIN pg_catalog.pg_attribute AS b ON b.attrelid = o.confrelid AND b.attnum = k.parent \
            WHERE o.contype = 'f' AND o.conrelid = \(relation(table, schema)) ORDER BY o.conname, k.position
            """
    }
}
