import ZIMOrm
import ZIMSql

/// The collations of a PostgreSQL database that are none of the server's own, each with the statement that makes it.
///
/// Source: <https://www.postgresql.org/docs/15/sql-createcollation.html>
struct PostgresCollations {
    struct Collation: Equatable {
        /// Its number in the catalogue.
        let number: String
        /// As SQL writes it.
        let name: String
        let schema: String?
        /// `(PROVIDER = icu, LOCALE = 'und')`
        let definition: String
        /// The statement that makes it.
        var sql: String { "CREATE COLLATION \(name) \(definition)" }
    }

    let all: [Collation]

    /// - Throws: ``ToolError`` where the catalogue holds more than a name; `DatabaseError`.
    init(_ session: Session) throws {
        all = try session.rows(Self.list).map { row in
            let name = try CatalogText.name(row.get(1), "a collation")
            let options = try row.texts(3)
            for option in options { _ = try CatalogText(option, "the collation \(name)") }
            return Collation(
                number: try row.get(0), name: name, schema: try row.get(2),
                definition: "(\(options.joined(separator: ", ")))")
        }
    }

    // The names of the catalogue's columns change from version to version.
    private static let list: SQL = """
        SELECT o.oid::text, \(CatalogSQL.collation), \(CatalogSQL.schema("o", "m", kind: "collation")), \
        pg_catalog.to_json(ARRAY(SELECT p.text FROM (SELECT pg_catalog.to_jsonb(o) AS it) AS j CROSS JOIN LATERAL (VALUES \
        (1, 'PROVIDER = ' || CASE o.collprovider WHEN 'i' THEN 'icu' WHEN 'b' THEN 'builtin' ELSE 'libc' END), \
        (2, CASE WHEN o.collprovider <> 'c' THEN 'LOCALE = ' \
        || quote_literal(COALESCE(it ->> 'colllocale', it ->> 'colliculocale', it ->> 'collcollate')) END), \
        (3, CASE WHEN o.collprovider = 'c' THEN 'LC_COLLATE = ' || quote_literal(it ->> 'collcollate') END), \
        (4, CASE WHEN o.collprovider = 'c' THEN 'LC_CTYPE = ' || quote_literal(it ->> 'collctype') END), \
        (5, CASE WHEN NOT o.collisdeterministic THEN 'DETERMINISTIC = false' END), \
        (6, 'RULES = ' || quote_literal(it ->> 'collicurules'))) AS p(place, text) \
        WHERE p.text IS NOT NULL ORDER BY p.place))::text \
        FROM pg_catalog.pg_collation AS o JOIN pg_catalog.pg_namespace AS m ON m.oid = o.collnamespace \
        CROSS JOIN LATERAL (SELECT m.nspname) AS n \
        WHERE o.collencoding IN (-1, (SELECT d.encoding FROM pg_catalog.pg_database AS d WHERE d.datname = current_database())) \
        AND \(CatalogSQL.isOwnSchema) AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend AS d \
        WHERE d.classid = 'pg_catalog.pg_collation'::regclass AND d.objid = o.oid AND d.deptype = 'e') ORDER BY 2
        """

    /// What a type or a table rests on, by the numbers of both: a column, an index, a constraint or a default names it.
    static let typeUses: SQL = """
        SELECT COALESCE(c.reltype, o.contypid, d.objid)::text, d.refobjid::text FROM pg_catalog.pg_depend AS d \
        LEFT JOIN pg_catalog.pg_class AS c ON d.classid = 'pg_catalog.pg_class'::regclass AND c.oid = d.objid AND c.relkind = 'c' \
        LEFT JOIN pg_catalog.pg_constraint AS o ON d.classid = 'pg_catalog.pg_constraint'::regclass AND o.oid = d.objid \
        AND o.contypid <> 0 WHERE d.refclassid = 'pg_catalog.pg_collation'::regclass \
        AND (c.oid IS NOT NULL OR o.oid IS NOT NULL OR d.classid = 'pg_catalog.pg_type'::regclass)
        """

    static let tableUses: SQL = """
        SELECT DISTINCT \(CatalogSQL.schema()), c.relname::text, d.refobjid::text FROM pg_catalog.pg_depend AS d \
        LEFT JOIN pg_catalog.pg_index AS i ON d.classid = 'pg_catalog.pg_class'::regclass AND i.indexrelid = d.objid \
        LEFT JOIN pg_catalog.pg_constraint AS o ON d.classid = 'pg_catalog.pg_constraint'::regclass AND o.oid = d.objid \
        LEFT JOIN pg_catalog.pg_attrdef AS a ON d.classid = 'pg_catalog.pg_attrdef'::regclass AND a.oid = d.objid \
        JOIN pg_catalog.pg_class AS c ON c.oid = COALESCE(i.indrelid, o.conrelid, a.adrelid, d.objid) \
        AND c.relkind IN ('r', 'p') JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace \
        WHERE d.refclassid = 'pg_catalog.pg_collation'::regclass \
        AND d.classid = ANY (ARRAY['pg_catalog.pg_class', 'pg_catalog.pg_constraint', 'pg_catalog.pg_attrdef']::regclass[])
        """
}
