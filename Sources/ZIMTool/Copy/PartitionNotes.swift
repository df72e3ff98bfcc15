import ZIMOrm

extension CopyPlanner {
    /// What single partitions of a table of PostgreSQL have, and the table has not; foreign keys are
    /// ``PartitionKeys``.
    mutating func notePartitionParts(of plan: CopyPlan) throws {
        let divided = Set(plan.tables.filter { !$0.source.partitions.isEmpty }.map(\.source.name))
        if divided.isEmpty { return }
        let list: SQL = """
            WITH part AS (SELECT c.oid, c.relname::text AS name, pg_catalog.pg_partition_root(c.oid) AS root \
            FROM pg_catalog.pg_class AS c WHERE c.relispartition AND c.relkind IN ('r', 'p')), \
            own(root, kind, name) AS (\
            SELECT part.root, 'indexes', part.name || '.' || x.relname FROM part \
            JOIN pg_catalog.pg_index AS i ON i.indrelid = part.oid \
            JOIN pg_catalog.pg_class AS x ON x.oid = i.indexrelid AND NOT x.relispartition UNION ALL \
            SELECT part.root, 'checks', part.name || '.' || o.conname FROM part \
            JOIN pg_catalog.pg_constraint AS o ON o.conrelid = part.oid AND o.contype = 'c' AND o.coninhcount = 0 UNION ALL \
            SELECT part.root, 'triggers', part.name || '.' || t.tgname FROM part \
            JOIN pg_catalog.pg_trigger AS t ON t.tgrelid = part.oid AND NOT t.tgisinternal AND t.tgparentid = 0 UNION ALL \
            SELECT part.root, 'defaults', part.name || '.' || a.attname FROM part \
            JOIN pg_catalog.pg_attribute AS a ON a.attrelid = part.oid AND a.attgenerated = '' \
            JOIN pg_catalog.pg_attribute AS r ON r.attrelid = part.root AND r.attname = a.attname \
            LEFT JOIN pg_catalog.pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum \
            LEFT JOIN pg_catalog.pg_attrdef AS e ON e.adrelid = r.attrelid AND e.adnum = r.attnum \
            WHERE pg_catalog.pg_get_expr(d.adbin, d.adrelid) IS DISTINCT FROM pg_catalog.pg_get_expr(e.adbin, e.adrelid) UNION ALL \
            SELECT part.root, 'not-null constraints', part.name || '.' || a.attname FROM part \
            JOIN pg_catalog.pg_attribute AS a ON a.attrelid = part.oid AND a.attnum > 0 AND a.attnotnull \
            JOIN pg_catalog.pg_attribute AS r ON r.attrelid = part.root AND r.attname = a.attname AND NOT r.attnotnull) \
            SELECT \(CatalogSQL.schema()), c.relname::text, 'the ' || own.kind || ' of single partitions are left out: ' \
            || pg_catalog.array_to_string((pg_catalog.array_agg(own.name ORDER BY own.name))[1:5], ', ') \
            || CASE WHEN count(*) > 5 THEN ' and ' || count(*) - 5 || ' more' ELSE '' END \
            FROM own JOIN pg_catalog.pg_class AS c ON c.oid = own.root \
            JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace GROUP BY c.oid, n.nspname, c.relname, own.kind \
            ORDER BY 1, 2, own.kind
            """
        try noteEach(list) { table, _ in divided.contains(table) }
    }
}
