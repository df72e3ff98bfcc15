import Foundation
import ZIMOrm
import ZIMSql

/// The types and collations of a PostgreSQL database that are none of the server's own, and what uses them.
struct PostgresCopyTypes {
    private struct Entry {
        let name: String
        let schema: String?
        let sql: String
        var checks: [String] = []
        var isCollation = false
    }

    private var entries: [String: Entry] = [:]
    /// The types that a type is made of, by their numbers.
    private var parts: [String: [String]] = [:]
    /// The types of the columns of each table.
    private var columns: [String: [String]] = [:]

    /// - Throws: ``ToolError`` where the catalogue holds more than the parts of a definition.
    init(_ session: Session) throws {
        for row in try session.rows(Self.list) {
            let (number, name) = (try row.get(0, as: String.self), try row.get(1, as: String.self))
            _ = try CatalogText(name, "the type \(name)")
            entries[number] = try Self.entry(row, name)
        }
        for collation in try PostgresCollations(session).all {
            entries[collation.number] = Entry(
                name: collation.name, schema: collation.schema, sql: collation.sql, isCollation: true)
        }
        for row in try session.rows(PostgresCollations.typeUses) + session.rows(Self.edges) {
            let (owner, part) = (try row.get(0, as: String.self), try row.get(1, as: String.self))
            if entries[part] != nil { parts[owner, default: []].append(part) }
        }
        for row in try session.rows(PostgresCollations.tableUses) + session.rows(Self.uses) {
            let table = QualifiedName.text(schema: try row.get(0), table: try row.get(1))
            let type = try row.get(2, as: String.self)
            if entries[type] != nil { columns[table, default: []].append(type) }
        }
    }

    /// What some tables need, each type behind those that it is made of.
    func needed(by tables: [String]) -> [CopyType] {
        var (met, ordered): (Set<String>, [CopyType]) = ([], [])
        func take(_ number: String) {
            guard met.insert(number).inserted, let entry = entries[number] else { return }
            for part in parts[number] ?? [] { take(part) }
            ordered.append(
                CopyType(
                    name: entry.name, sql: entry.sql, checks: entry.checks, schema: entry.schema,
                    isCollation: entry.isCollation))
        }
        for table in tables { for type in columns[table] ?? [] { take(type) } }
        return ordered
    }

    private static func entry(_ row: ResultRow, _ name: String) throws -> Entry {
        let schema = try row.get(2, as: String?.self)
        let what = "the type \(name)"
        switch try row.get(3, as: String.self) {
        case "e":
            let labels = try Self.texts(row).map { SQLValue.text($0).description }
            return Entry(
                name: name, schema: schema, sql: "CREATE TYPE \(name) AS ENUM (\(labels.joined(separator: ", ")))")
        case "c":
            let fields = try Self.texts(row)
            for field in fields { _ = try CatalogText(field, what) }
            return Entry(name: name, schema: schema, sql: "CREATE TYPE \(name) AS (\(fields.joined(separator: ", ")))")
        case "r":
            let options = try Self.texts(row)
            for option in options { _ = try CatalogText(option, what) }
            return Entry(
                name: name, schema: schema, sql: "CREATE TYPE \(name) AS RANGE (\(options.joined(separator: ", ")))")
        default:
            // What it is based on, its default and NOT NULL, and its conditions.
            let texts = try texts(row)
            for text in texts where !text.isEmpty { _ = try CatalogText(text, what) }
            guard texts.count >= 3 else { throw ToolError("\(what) cannot be read") }
            let conditions = Array(texts[3...])
            var sql = "CREATE DOMAIN \(name) AS \(texts[0])"
            if !texts[1].isEmpty { sql += " DEFAULT \(texts[1])" }
            if !texts[2].isEmpty { sql += " \(texts[2])" }
            for condition in conditions { sql += " CHECK (\(condition))" }
            return Entry(name: name, schema: schema, sql: sql, checks: conditions)
        }
    }

    private static func texts(_ row: ResultRow) throws -> [String] {
        try JSONDecoder().decode([String].self, from: Data(try row.get(4, as: String.self).utf8))
    }

    /// Enumerations, domains, composite types and ranges that no extension has made.
    private static let list: SQL = """
        SELECT t.oid::text, format_type(t.oid, NULL), \(CatalogSQL.schema("t", kind: "type")), \
        t.typtype::text, to_json(CASE t.typtype WHEN 'e' THEN ARRAY(SELECT e.enumlabel::text FROM pg_catalog.pg_enum AS e \
        WHERE e.enumtypid = t.oid ORDER BY e.enumsortorder) WHEN 'c' THEN ARRAY(SELECT quote_ident(a.attname) || ' ' || \
        format_type(a.atttypid, a.atttypmod) || CASE WHEN a.attcollation <> b.typcollation \
        THEN ' COLLATE ' || a.attcollation::regcollation::text ELSE '' END FROM pg_catalog.pg_attribute AS a \
        JOIN pg_catalog.pg_type AS b ON b.oid = a.atttypid WHERE a.attrelid = t.typrelid AND a.attnum > 0 \
        AND NOT a.attisdropped ORDER BY a.attnum) WHEN 'r' THEN ARRAY(SELECT o.text FROM pg_catalog.pg_range AS r \
        CROSS JOIN LATERAL (VALUES (1, 'SUBTYPE = ' || format_type(r.rngsubtype, NULL)), \
        (2, CASE WHEN r.rngcollation <> 0 THEN 'COLLATION = ' || r.rngcollation::regcollation::text END), \
        (3, CASE WHEN r.rngsubdiff <> 0 THEN 'SUBTYPE_DIFF = ' || r.rngsubdiff::regproc::text END)) AS o(place, text) \
        WHERE r.rngtypid = t.oid AND o.text IS NOT NULL ORDER BY o.place) ELSE ARRAY[format_type(t.typbasetype, t.typtypmod) || CASE WHEN t.typcollation <> u.typcollation \
        THEN ' COLLATE ' || t.typcollation::regcollation::text ELSE '' END, \
        coalesce(t.typdefault, ''), CASE WHEN t.typnotnull THEN 'NOT NULL' ELSE '' END] || ARRAY( \
        SELECT pg_get_expr(o.conbin, 0, true) FROM pg_catalog.pg_constraint AS o WHERE o.contypid = t.oid \
        AND o.contype = 'c' ORDER BY o.conname) END)::text \
        FROM pg_catalog.pg_type AS t JOIN pg_catalog.pg_namespace AS n ON n.oid = t.typnamespace \
        LEFT JOIN pg_catalog.pg_type AS u ON u.oid = t.typbasetype WHERE (t.typtype IN ('e', 'd', 'r') OR t.typtype = 'c' AND EXISTS ( \
        SELECT FROM pg_catalog.pg_class AS c WHERE c.oid = t.typrelid AND c.relkind = 'c')) \
        AND \(CatalogSQL.isOwnSchema) AND NOT EXISTS ( \
        SELECT FROM pg_catalog.pg_depend AS d WHERE d.classid = 'pg_catalog.pg_type'::regclass AND d.objid = t.oid \
        AND d.deptype = 'e') ORDER BY 2
        """

    /// Of a list, its elements; of a domain, what is below it.
    private static let edges: SQL = """
        SELECT e.owner::text, CASE WHEN t.typcategory = 'A' AND t.typelem <> 0 THEN t.typelem ELSE t.oid END::text FROM ( \
        SELECT d.oid, d.typbasetype FROM pg_catalog.pg_type AS d WHERE d.typtype = 'd' UNION ALL \
        SELECT c.reltype, a.atttypid FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.oid \
        WHERE c.relkind = 'c' AND a.attnum > 0 AND NOT a.attisdropped UNION ALL \
        SELECT r.rngtypid, r.rngsubtype FROM pg_catalog.pg_range AS r) AS e(owner, part) \
        JOIN pg_catalog.pg_type AS t ON t.oid = e.part
        """

    private static let uses: SQL = """
        SELECT \(CatalogSQL.schema()), c.relname::text, \
        CASE WHEN t.typcategory = 'A' AND t.typelem <> 0 THEN t.typelem ELSE t.oid END::text \
        FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace \
        JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped \
        JOIN pg_catalog.pg_type AS t ON t.oid = a.atttypid WHERE c.relkind IN ('r', 'p') \
        AND \(CatalogSQL.isOwnSchema) ORDER BY 1, 2, a.attnum
        """
}
