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

    /// Whether a schema, called `n`, is none of the server's.
    static let isOwnSchema: SQL = "n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'"
}
