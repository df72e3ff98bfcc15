import ZIMOrm
import ZIMSql

/// Parts of the questions to PostgreSQL's catalogue.
enum CatalogSQL {
    /// The schema of a relation, NULL where its bare name finds it: `c` and `n` are what the question calls them.
    static func schema(_ relation: String = "c", _ namespace: String = "n", kind: String = "table") -> SQL {
        """
        CASE WHEN pg_catalog.pg_\(unsafe: kind)_is_visible(\(unsafe: relation).oid) THEN NULL \
        ELSE \(unsafe: namespace).nspname::text END
        """
    }

    /// A collation, called `o`, as SQL writes its name; `m` is its schema. One that is dropped meanwhile keeps it.
    static let collation: SQL = """
        CASE WHEN pg_catalog.pg_collation_is_visible(o.oid) THEN '' ELSE pg_catalog.quote_ident(m.nspname) || '.' END \
        || pg_catalog.quote_ident(o.collname)
        """

    /// Whether a relation `c` in the schema `n` is where some tables are. Nothing is asked of those that others drop meanwhile.
    static func isBeside(_ tables: [TableSchema]) -> SQL {
        let schemas = Set(tables.compactMap(\.schema)).sorted().map { "\($0)" as SQL }
        if schemas.isEmpty { return "pg_catalog.pg_table_is_visible(c.oid)" }
        return "(pg_catalog.pg_table_is_visible(c.oid) OR n.nspname IN (\(schemas.commaSeparated)))"
    }

    /// Whether a schema, called `n`, is none of the server's.
    static let isOwnSchema: SQL = "n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'"
}
