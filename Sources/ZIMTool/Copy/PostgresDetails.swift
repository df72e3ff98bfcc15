import Foundation
import ZIMOrm

/// What PostgreSQL's catalogue says of its tables besides columns, keys and indexes, in the server's own words.
///
/// Source: <https://www.postgresql.org/docs/15/functions-info.html>, "System Catalog Information Functions"
struct PostgresDetails {
    struct Table {
        /// By their names.
        var constraints: [String: PostgresConstraint] = [:]
        /// The collations of columns that are not those of their types, as SQL writes them, by the columns' names.
        var collations: [String: String] = [:]
        var isUnlogged = false
        var hasRowSecurity = false
        /// Their names.
        var policies: [String] = []
        /// What makes its row level security: `ALTER TABLE … ENABLE ROW LEVEL SECURITY`, `CREATE POLICY …`.
        var rowSecurity: [String] = []
    }

    private var tables: [String: Table] = [:]
    /// The database's own collation, where that does not order texts by their characters.
    private(set) var order: String?

    init() {}

    /// - Parameter tables: those to ask for.
    /// - Throws: ``ToolError`` where the catalogue holds something else than definitions; `DatabaseError`.
    init(_ session: Session, of tables: [TableSchema]) throws {
        let scope = CatalogSQL.isBeside(tables)
        order = try session.value(Self.order, as: String?.self) ?? nil
        for row in try session.rows(Self.list(scope)) {
            let name = QualifiedName.text(schema: try row.get(0), table: try row.get(1))
            var table = Table()
            table.isUnlogged = try row.get(2)
            table.hasRowSecurity = try row.get(3)
            (table.policies, table.rowSecurity) = (try row.texts(4), try row.texts(5))
            self.tables[name] = table
        }
        for row in try session.rows(Self.constraints(scope)) {
            let table = QualifiedName.text(schema: try row.get(0), table: try row.get(1))
            let (name, text) = (try row.get(2, as: String.self), try row.get(4, as: String.self))
            guard let kind = PostgresConstraint.Kind(rawValue: try row.get(3)) else { continue }
            _ = try CatalogText.clause(text, after: kind.word, "the constraint \(name) of \(table)")
            self.tables[table]?.constraints[name] = PostgresConstraint(kind: kind, name: name, text: text)
        }
        for row in try session.rows(Self.collations(scope)) {
            let table = QualifiedName.text(schema: try row.get(0), table: try row.get(1))
            let column = try row.get(2, as: String.self)
            self.tables[table]?.collations[column] = try CatalogText.name(
                row.get(3), "the collation of \(table).\(column)")
        }
    }

    subscript(table: String) -> Table {
        get { tables[table] ?? Table() }
        set { tables[table] = newValue }
    }

    // The names of the catalogue's columns change from version to version.
    private static let order: SQL = """
        SELECT CASE it ->> 'datlocprovider' WHEN 'b' THEN NULL \
        WHEN 'i' THEN COALESCE(it ->> 'datlocale', it ->> 'daticulocale', 'und') \
        ELSE CASE WHEN lower(replace(d.datcollate, '-', '')) NOT IN ('c', 'posix', 'c.utf8') THEN d.datcollate::text END END \
        FROM pg_catalog.pg_database AS d CROSS JOIN LATERAL (SELECT pg_catalog.to_jsonb(d) AS it) AS j \
        WHERE d.datname = current_database()
        """

    private static func list(_ scope: SQL) -> SQL {
        """
        SELECT \(CatalogSQL.schema()), c.relname::text, c.relpersistence = 'u', c.relrowsecurity, \
        pg_catalog.to_json(ARRAY(SELECT p.polname::text FROM pg_catalog.pg_policy AS p WHERE p.polrelid = c.oid ORDER BY 1))::text, \
        pg_catalog.to_json(ARRAY(\(rowSecurity)))::text \
        FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace \
        WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND \(CatalogSQL.isOwnSchema) AND \(scope)
        """
    }

    private static let rowSecurity: SQL = """
        SELECT pg_catalog.format('ALTER TABLE %s %s ROW LEVEL SECURITY', c.oid::pg_catalog.regclass, word) \
        FROM (VALUES ('ENABLE', c.relrowsecurity), ('FORCE', c.relforcerowsecurity)) AS v(word, isset) WHERE isset UNION ALL \
        SELECT * FROM (SELECT pg_catalog.format('CREATE POLICY %I ON %s AS %s FOR %s TO %s', p.policyname, \
        c.oid::pg_catalog.regclass, p.permissive, p.cmd, (SELECT pg_catalog.string_agg(pg_catalog.quote_ident(r), ', ' ORDER BY r) \
        FROM pg_catalog.unnest(p.roles::text[]) AS r)) || COALESCE(' USING (' || p.qual || ')', '') \
        || COALESCE(' WITH CHECK (' || p.with_check || ')', '') FROM pg_catalog.pg_policies AS p \
        WHERE p.schemaname = n.nspname AND p.tablename = c.relname ORDER BY p.policyname) AS policies
        """

    private static func constraints(_ scope: SQL) -> SQL {
        """
        SELECT \(CatalogSQL.schema()), c.relname::text, o.conname::text, o.contype::text, \
        pg_catalog.pg_get_constraintdef(o.oid, true) FROM pg_catalog.pg_constraint AS o \
        JOIN pg_catalog.pg_class AS c ON c.oid = o.conrelid JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace \
        WHERE o.contype IN ('p', 'u', 'x', 'f', 'c') AND NOT c.relispartition AND \(CatalogSQL.isOwnSchema) AND \(scope)
        """
    }

    private static func collations(_ scope: SQL) -> SQL {
        """
        SELECT \(CatalogSQL.schema()), c.relname::text, a.attname::text, \(CatalogSQL.collation) \
        FROM pg_catalog.pg_attribute AS a JOIN pg_catalog.pg_class AS c ON c.oid = a.attrelid \
        JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace JOIN pg_catalog.pg_type AS t ON t.oid = a.atttypid \
        JOIN pg_catalog.pg_collation AS o ON o.oid = a.attcollation AND o.oid <> t.typcollation \
        JOIN pg_catalog.pg_namespace AS m ON m.oid = o.collnamespace WHERE c.relkind IN ('r', 'p') AND a.attnum > 0 \
        AND NOT a.attisdropped AND \(CatalogSQL.isOwnSchema) AND \(scope)
        """
    }
}

extension ResultRow {
    /// The texts of an array in JSON.
    func texts(_ position: Int) throws -> [String] {
        try JSONDecoder().decode([String].self, from: Data(try get(position, as: String.self).utf8))
    }
}
