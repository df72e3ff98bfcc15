import ZIMOrm
import ZIMSql

/// A sequence of PostgreSQL: how it counts, where it stands, and whose it is.
struct CopySequence: Sendable, Hashable {
    /// With its schema, where its bare name does not find it.
    let name: String
    let schema: String?
    /// As SQL writes its name.
    let sqlName: String
    /// `INCREMENT BY 5 MINVALUE 1 …`, each option alone.
    let options: [String]
    /// `integer`
    let type: String
    let start: Int64
    let increment: Int64
    let range: ClosedRange<Int64>
    /// The number that it has given last, or gives next if `isCalled` is false; nil where nobody told.
    var last: Int64?
    var isCalled = false
    /// The table and the column that it goes with.
    let owner: Owner?
    /// Whether it is part of an identity column.
    let isIdentity: Bool
    /// Whether it says where it stands.
    let isReadable: Bool
    /// Tables with a default that asks it.
    var users: Set<String> = []

    struct Owner: Sendable, Hashable {
        let table: String
        let column: String
    }

    var ownName: String { QualifiedName.table(of: name, schema: schema) }

    /// Whether it counts as one does that nobody described.
    var isPlain: Bool {
        increment == 1 && range == Self.plainRange(of: type) && start == 1 && options.contains("CACHE 1")
            && options.contains("NO CYCLE")
    }

    static func plainRange(of type: String) -> ClosedRange<Int64> {
        1...(type == "smallint" ? 32_767 : type == "integer" ? 2_147_483_647 : .max)
    }

    func create(_ home: CopyHome) -> SQL {
        "CREATE SEQUENCE \(home.identifier(name)) AS \(unsafe: type) \(unsafe: options.joined(separator: " "))"
    }

    /// The state after the rows are there: the source's, or that of the largest number where that is further on.
    func state(after largest: Int64?) -> (number: Int64, isCalled: Bool)? {
        let own = last.map { (number: $0, isCalled: isCalled) }
        guard let largest, range.contains(largest) else { return own }
        guard let own else { return (largest, true) }
        let isFurther = increment > 0 ? largest >= own.number : largest <= own.number
        return isFurther ? (largest, true) : own
    }
}

/// All sequences but those of extensions.
struct PostgresSequences {
    private(set) var all: [CopySequence] = []

    init(_ session: Session) throws {
        let list: SQL = """
            SELECT \(CatalogSQL.schema()), c.relname::text, pg_catalog.format_type(s.seqtypid, NULL), s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcache, \
            s.seqcycle, \(CatalogSQL.schema("t", "m")), t.relname::text, a.attname::text, coalesce(d.deptype = 'i', false), \
            coalesce(has_sequence_privilege(c.oid, 'SELECT'), false), c.oid::pg_catalog.regclass::text FROM pg_catalog.pg_sequence AS s \
            JOIN pg_catalog.pg_class AS c ON c.oid = s.seqrelid JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace \
            LEFT JOIN pg_catalog.pg_depend AS d ON d.classid = 'pg_class'::regclass AND d.objid = c.oid \
            AND d.refclassid = 'pg_class'::regclass AND d.refobjsubid > 0 AND d.deptype IN ('a', 'i') \
            LEFT JOIN pg_catalog.pg_class AS t ON t.oid = d.refobjid \
            LEFT JOIN pg_catalog.pg_namespace AS m ON m.oid = t.relnamespace \
            LEFT JOIN pg_catalog.pg_attribute AS a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid \
            WHERE \(CatalogSQL.isOwnSchema) AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend AS e \
            WHERE e.classid = 'pg_class'::regclass AND e.objid = c.oid AND e.deptype = 'e') ORDER BY 1 NULLS FIRST, 2
            """
        for row in try session.rows(list) { all.append(try Self.sequence(row)) }
        let used: SQL = """
            SELECT \(CatalogSQL.schema()), c.relname::text, \(CatalogSQL.schema("t", "m")), t.relname::text FROM pg_catalog.pg_depend AS d \
            JOIN pg_catalog.pg_attrdef AS f ON d.classid = 'pg_attrdef'::regclass AND f.oid = d.objid \
            JOIN pg_catalog.pg_class AS t ON t.oid = f.adrelid \
            JOIN pg_catalog.pg_namespace AS m ON m.oid = t.relnamespace \
            JOIN pg_catalog.pg_class AS c ON d.refclassid = 'pg_class'::regclass AND c.oid = d.refobjid \
            AND c.relkind = 'S' JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
            """
        for row in try session.rows(used) {
            let name = QualifiedName.text(schema: try row.get(0), table: try row.get(1))
            let table = QualifiedName.text(schema: try row.get(2), table: try row.get(3))
            for index in all.indices where all[index].name == name { all[index].users.insert(table) }
        }
    }

    private static func sequence(_ row: ResultRow) throws -> CopySequence {
        func number(_ position: Int) throws -> Int64 { try row.get(position) }
        let (schema, ownName) = (try row.get(0, as: String?.self), try row.get(1, as: String.self))
        let (least, most, increment, start) = (try number(5), try number(6), try number(4), try number(3))
        let table = try row.get(10, as: String?.self)
        return CopySequence(
            name: QualifiedName.text(schema: schema, table: ownName), schema: schema, sqlName: try row.get(14),
            options: [
                "INCREMENT BY \(increment)", "MINVALUE \(least)", "MAXVALUE \(most)", "START WITH \(start)",
                "CACHE \(try number(7))", try row.get(8, as: Bool.self) ? "CYCLE" : "NO CYCLE",
            ], type: try row.get(2), start: start, increment: increment, range: least...max(least, most),
            owner: try table.map {
                CopySequence.Owner(
                    table: QualifiedName.text(schema: try row.get(9), table: $0), column: try row.get(11))
            }, isIdentity: try row.get(12), isReadable: try row.get(13))
    }
}

extension CopySequence {
    /// The same with where it stands. Asked only where it may be: an error would end the snapshot that everything is read
    /// from.
    func standing(_ session: Session) throws -> CopySequence {
        let identifier = SQLIdentifier(parts: [schema, ownName].compactMap { $0 })
        guard isReadable, let state = try session.rows("SELECT last_value, is_called FROM \(identifier)").first else {
            return self
        }
        var sequence = self
        (sequence.last, sequence.isCalled) = (try state.get(0), try state.get(1))
        return sequence
    }
}

/// An identity column, where both ends are PostgreSQL.
struct CopyCounter: Sendable {
    let column: String
    let isAlways: Bool
    let sequence: CopySequence?
    /// Whether its sequence is called as at the source.
    var keepsName = true

    /// The name of its sequence, where that is not the one that the server chooses.
    func sequenceName(in table: TableSchema) -> String? {
        guard keepsName, let name = sequence?.ownName, name != "\(table.ownName)_\(column)_seq" else { return nil }
        return name
    }

    /// What makes it count as it does at the source; nil where it does anyway.
    func alter(_ table: SQLIdentifier) -> SQL? {
        var changes = isAlways ? ["SET GENERATED ALWAYS"] : []
        if let sequence, !sequence.isPlain { changes += sequence.options.map { "SET \($0)" } + ["RESTART"] }
        guard !changes.isEmpty else { return nil }
        return "ALTER TABLE \(table) ALTER COLUMN \(identifier: column) \(unsafe: changes.joined(separator: " "))"
    }
}
