import Foundation
import ZIMOrm

/// What tables and views need, and no migration makes: composite types and ranges, and the functions that defaults, checks,
/// indexes and views ask.
struct PostgresNeed: Hashable {
    /// As SQL writes it: `address`, `sales.total(integer)`.
    let name: String
    /// What makes a type; nil for a function.
    let sql: String?

    var words: String { (sql == nil ? "function " : "type ") + name }

    /// Those of the tables that bare names find, and the types that bare names find.
    static func all(_ session: Session) throws -> [PostgresNeed] {
        let types = try PostgresCopyTypes.read(session)
        let needed = try session.silentRows(Self.types).compactMap { types[try $0.get(0)] }
            .map { PostgresNeed(name: $0.name, sql: "CREATE TYPE \($0.name) AS \($0.definition)") }
        let functions = try session.silentRows(Self.functions).map { PostgresNeed(name: try $0.get(0), sql: nil) }
        return (needed + functions).sorted { $0.name < $1.name }
    }

    private static let types: SQL = """
        SELECT t.oid::text FROM pg_catalog.pg_type AS t JOIN pg_catalog.pg_namespace AS n ON n.oid = t.typnamespace \
        LEFT JOIN pg_catalog.pg_class AS k ON k.oid = t.typrelid \
        WHERE (t.typtype = 'r' OR t.typtype = 'c' AND k.relkind = 'c') AND \(CatalogSQL.isOwnSchema) \
        AND (pg_catalog.pg_type_is_visible(t.oid) OR t.oid IN (\
        SELECT COALESCE(NULLIF(e.typelem, 0), a.atttypid) FROM pg_catalog.pg_attribute AS a \
        JOIN pg_catalog.pg_type AS e ON e.oid = a.atttypid \
        WHERE NOT a.attisdropped AND pg_catalog.pg_table_is_visible(a.attrelid))) \
        AND NOT EXISTS (\(owner("pg_type", "t")))
        """

    private static let functions: SQL = """
        SELECT p.oid::pg_catalog.regprocedure::text FROM pg_catalog.pg_proc AS p \
        JOIN pg_catalog.pg_namespace AS n ON n.oid = p.pronamespace WHERE \(CatalogSQL.isOwnSchema) \
        AND NOT EXISTS (\(owner("pg_proc", "p"))) \
        AND EXISTS (SELECT FROM pg_catalog.pg_depend AS d \
        LEFT JOIN pg_catalog.pg_attrdef AS e ON d.classid = 'pg_catalog.pg_attrdef'::regclass AND e.oid = d.objid \
        LEFT JOIN pg_catalog.pg_constraint AS o ON d.classid = 'pg_catalog.pg_constraint'::regclass AND o.oid = d.objid \
        LEFT JOIN pg_catalog.pg_rewrite AS w ON d.classid = 'pg_catalog.pg_rewrite'::regclass AND w.oid = d.objid \
        WHERE d.refclassid = 'pg_catalog.pg_proc'::regclass AND d.refobjid = p.oid \
        AND (d.classid = 'pg_catalog.pg_class'::regclass AND pg_catalog.pg_table_is_visible(d.objid) \
        OR pg_catalog.pg_table_is_visible(COALESCE(e.adrelid, o.conrelid, w.ev_class)) \
        OR pg_catalog.pg_type_is_visible(o.contypid)))
        """

    private static func owner(_ catalog: String, _ object: String) -> SQL {
        """
        SELECT FROM pg_catalog.pg_depend AS x WHERE x.classid = \(unsafe: "'pg_catalog.\(catalog)'::regclass") \
        AND x.objid = \(unsafe: object).oid AND x.deptype IN ('e', 'i')
        """
    }
}

extension String {
    /// A schema's name as the value of `search_path` in the options of a URL.
    var searchPath: String {
        let isPlain = utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
        // libpq takes a space for the end of an option unless a backslash stands before it.
        if isPlain { return self }
        let text = sqlName.replacing("\\", with: "\\\\").replacing(" ", with: "\\ ")
        return text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }
}
