import ZIMOrm
import ZIMSql

/// The types and collations of a PostgreSQL database that are none of the server's own, and what uses them.
struct PostgresCopyTypes {
    private var entries: [String: CopyType] = [:]
    /// The types that a type is made of, by their numbers.
    private var parts: [String: [String]] = [:]
    /// The types of the columns of each table.
    private var columns: [String: [String]] = [:]

    /// - Throws: ``ToolError`` where the catalogue holds more than the parts of a definition.
    init(_ session: Session) throws {
        entries = try Self.read(session)
        for collation in try PostgresCollations(session).all {
            entries[collation.number] = CopyType(
                name: collation.name, definition: collation.definition, schema: collation.schema, kind: .collation)
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
            ordered.append(entry)
        }
        for table in tables { for type in columns[table] ?? [] { take(type) } }
        return ordered
    }

    /// The types that a database has, by their numbers.
    ///
    /// - Parameter withExtensions: whether those that an extension has made are among them.
    static func read(_ session: Session, withExtensions: Bool = false) throws -> [String: CopyType] {
        var types: [String: CopyType] = [:]
        for row in try session.rows(list(withExtensions)) {
            let (number, name) = (try row.get(0, as: String.self), try row.get(1, as: String.self))
            _ = try CatalogText(name, "the type \(name)")
            types[number] = try type(row, name)
        }
        return types
    }

    private static func type(_ row: ResultRow, _ name: String) throws -> CopyType {
        let schema = try row.get(2, as: String?.self)
        let what = "the type \(name)"
        let texts = try row.texts(4)
        let kind = try row.get(3, as: String.self)
        // Labels are quoted anyway.
        if kind != "e" { for text in texts where !text.isEmpty { _ = try CatalogText(text, what) } }
        switch kind {
        case "e":
            let labels = texts.map { SQLValue.text($0).description }
            return CopyType(name: name, definition: "ENUM (\(labels.joined(separator: ", ")))", schema: schema)
        case "c": return CopyType(name: name, definition: "(\(texts.joined(separator: ", ")))", schema: schema)
        case "r": return CopyType(name: name, definition: "RANGE (\(texts.joined(separator: ", ")))", schema: schema)
        default:
            // What it is based on, its default and NOT NULL, and its conditions.
            guard texts.count >= 3 else { throw ToolError("\(what) cannot be read") }
            var definition = texts[0]
            if !texts[1].isEmpty { definition += " DEFAULT \(texts[1])" }
            if !texts[2].isEmpty { definition += " \(texts[2])" }
            return CopyType(
                name: name, definition: definition, checks: Array(texts[3...]), schema: schema, kind: .domain)
        }
    }

    /// Enumerations, domains, composite types and ranges, without those that an extension has made.
    private static func list(_ withExtensions: Bool) -> SQL {
        """
        SELECT t.oid::text, pg_catalog.format_type(t.oid, NULL), \(CatalogSQL.schema("t", kind: "type")), \
        t.typtype::text, pg_catalog.to_json(CASE t.typtype WHEN 'e' THEN ARRAY(SELECT e.enumlabel::text FROM pg_catalog.pg_enum AS e \
        WHERE e.enumtypid = t.oid ORDER BY e.enumsortorder) WHEN 'c' THEN ARRAY(SELECT pg_catalog.quote_ident(a.attname) || ' ' || \
        pg_catalog.format_type(a.atttypid, a.atttypmod) || CASE WHEN a.attcollation <> b.typcollation \
        THEN ' COLLATE ' || a.attcollation::regcollation::text ELSE '' END FROM pg_catalog.pg_attribute AS a \
        JOIN pg_catalog.pg_type AS b ON b.oid = a.atttypid WHERE a.attrelid = t.typrelid AND a.attnum > 0 \
        AND NOT a.attisdropped ORDER BY a.attnum) WHEN 'r' THEN ARRAY(SELECT o.text FROM pg_catalog.pg_range AS r \
        CROSS JOIN LATERAL (VALUES (1, 'SUBTYPE = ' || pg_catalog.format_type(r.rngsubtype, NULL)), \
        (2, CASE WHEN r.rngcollation <> 0 THEN 'COLLATION = ' || r.rngcollation::regcollation::text END), \
        (3, CASE WHEN r.rngsubdiff <> 0 THEN 'SUBTYPE_DIFF = ' || r.rngsubdiff::regproc::text END)) AS o(place, text) \
        WHERE r.rngtypid = t.oid AND o.text IS NOT NULL ORDER BY o.place) ELSE ARRAY[pg_catalog.format_type(t.typbasetype, t.typtypmod) || CASE WHEN t.typcollation <> u.typcollation \
        THEN ' COLLATE ' || t.typcollation::regcollation::text ELSE '' END, \
        coalesce(t.typdefault, ''), CASE WHEN t.typnotnull THEN 'NOT NULL' ELSE '' END] || ARRAY( \
        SELECT pg_get_expr(o.conbin, 0, true) FROM pg_catalog.pg_constraint AS o WHERE o.contypid = t.oid \
        AND o.contype = 'c' ORDER BY o.conname) END)::text \
        FROM pg_catalog.pg_type AS t JOIN pg_catalog.pg_namespace AS n ON n.oid = t.typnamespace \
        LEFT JOIN pg_catalog.pg_type AS u ON u.oid = t.typbasetype WHERE (t.typtype IN ('e', 'd', 'r') OR t.typtype = 'c' AND EXISTS ( \
        SELECT FROM pg_catalog.pg_class AS c WHERE c.oid = t.typrelid AND c.relkind = 'c')) \
        AND \(CatalogSQL.isOwnSchema) AND (\(unsafe: "\(withExtensions)") OR NOT EXISTS ( \
        SELECT FROM pg_catalog.pg_depend AS d WHERE d.classid = 'pg_catalog.pg_type'::regclass AND d.objid = t.oid \
        AND d.deptype = 'e')) ORDER BY 2
        """
    }

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
