import ZIMOrm

/// The triggers and rules of views, which are gone when a view is made again.
///
/// Source: <https://www.postgresql.org/docs/15/functions-info.html>, "System Catalog Information Functions"
enum PostgresViewParts {
    /// The statements that make them, by the views' names.
    static func all(_ session: Session, of tables: [TableSchema]) throws -> NameMap<[String]> {
        var statements: NameMap<[String]> = [:]
        for row in try session.rows(Self.list(CatalogSQL.isBeside(tables))) {
            let view = QualifiedName.text(schema: try row.get(0), table: try row.get(1))
            let text = try row.get(2, as: String.self)
            statements[view, default: []].append(text.hasSuffix(";") ? String(text.dropLast()) : text)
        }
        return statements
    }

    private static func list(_ scope: SQL) -> SQL {
        """
        SELECT \(CatalogSQL.schema()), c.relname::text, \
        CASE WHEN p.is_rule THEN pg_catalog.pg_get_ruledef(p.oid, true) ELSE pg_catalog.pg_get_triggerdef(p.oid, true) END \
        FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace JOIN ( \
        SELECT r.ev_class AS home, r.oid, true AS is_rule FROM pg_catalog.pg_rewrite AS r WHERE r.rulename <> '_RETURN' \
        UNION ALL SELECT t.tgrelid, t.oid, false FROM pg_catalog.pg_trigger AS t WHERE NOT t.tgisinternal) AS p \
        ON p.home = c.oid WHERE c.relkind IN ('v', 'm') AND \(CatalogSQL.isOwnSchema) AND \(scope) ORDER BY p.oid
        """
    }
}
