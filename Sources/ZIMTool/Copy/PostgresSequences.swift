import ZIMOrm
import ZIMSql

/// A sequence of PostgreSQL: how it counts, where it stands, and whose it is.
struct CopySequence: Sendable, Hashable {
    let name: String
    /// `INCREMENT BY 5 MINVALUE 1 …`, each option alone.
    let options: [String]
    /// `integer`
    let type: String
    let increment: Int64
    let range: ClosedRange<Int64>
    /// The number that it has given last, or gives next if `isCalled` is false; nil where nobody told.
    var last: Int64?
    var isCalled = false
    /// The table and the column that it goes with.
    let owner: Owner?
    /// Whether it is part of an identity column.
    let isIdentity: Bool
    /// Tables with a default that asks it.
    var users: Set<String> = []

    struct Owner: Sendable, Hashable {
        let table: String
        let column: String
    }

    /// Whether it counts as one does that nobody described.
    var isPlain: Bool {
        let most: Int64 = type == "smallint" ? 32_767 : type == "integer" ? 2_147_483_647 : .max
        return increment == 1 && range == 1...most && options.contains("START WITH 1") && options.contains("CACHE 1")
            && options.contains("NO CYCLE")
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

/// All sequences that the search path shows.
struct PostgresSequences {
    private(set) var all: [CopySequence] = []

    init(_ session: Session) throws {
        let list: SQL = """
            SELECT c.relname::text, format_type(s.seqtypid, NULL), s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcache, \
            s.seqcycle, t.relname::text, a.attname::text, coalesce(d.deptype = 'i', false), \
            has_sequence_privilege(c.oid, 'SELECT'), pg_table_is_visible(t.oid) FROM pg_catalog.pg_sequence AS s \
            JOIN pg_catalog.pg_class AS c ON c.oid = s.seqrelid \
            LEFT JOIN pg_catalog.pg_depend AS d ON d.classid = 'pg_class'::regclass AND d.objid = c.oid \
            AND d.refclassid = 'pg_class'::regclass AND d.refobjsubid > 0 AND d.deptype IN ('a', 'i') \
            LEFT JOIN pg_catalog.pg_class AS t ON t.oid = d.refobjid \
            LEFT JOIN pg_catalog.pg_attribute AS a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid \
            WHERE pg_table_is_visible(c.oid) AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend AS e \
            WHERE e.classid = 'pg_class'::regclass AND e.objid = c.oid AND e.deptype = 'e') ORDER BY 1
            """
        for row in try session.rows(list) { all.append(try Self.sequence(row, session)) }
        let used: SQL = """
            SELECT c.relname::text, t.relname::text FROM pg_catalog.pg_depend AS d \
            JOIN pg_catalog.pg_attrdef AS f ON d.classid = 'pg_attrdef'::regclass AND f.oid = d.objid \
            JOIN pg_catalog.pg_class AS t ON t.oid = f.adrelid AND pg_table_is_visible(t.oid) \
            JOIN pg_catalog.pg_class AS c ON d.refclassid = 'pg_class'::regclass AND c.oid = d.refobjid \
            AND c.relkind = 'S' AND pg_table_is_visible(c.oid)
            """
        for row in try session.rows(used) {
            let (name, table) = (try row.get(0, as: String.self), try row.get(1, as: String.self))
            for place in all.indices where all[place].name == name { all[place].users.insert(table) }
        }
    }

    private static func sequence(_ row: ResultRow, _ session: Session) throws -> CopySequence {
        func number(_ place: Int) throws -> Int64 { try row.get(place) }
        let name = try row.get(0, as: String.self)
        let (least, most, increment) = (try number(4), try number(5), try number(3))
        let table = try row.get(12, as: Bool?.self) == true ? try row.get(8, as: String?.self) : nil
        var sequence = CopySequence(
            name: name,
            options: [
                "INCREMENT BY \(increment)", "MINVALUE \(least)", "MAXVALUE \(most)", "START WITH \(try number(2))",
                "CACHE \(try number(6))", try row.get(7, as: Bool.self) ? "CYCLE" : "NO CYCLE",
            ], type: try row.get(1), increment: increment, range: least...max(least, most),
            owner: try table.map { CopySequence.Owner(table: $0, column: try row.get(9)) }, isIdentity: try row.get(10))
        // Asked only where it may be: an error would end the snapshot that everything is read from.
        if try row.get(11, as: Bool.self),
            let state = try session.rows("SELECT last_value, is_called FROM \(identifier: name)").first
        {
            (sequence.last, sequence.isCalled) = (try state.get(0), try state.get(1))
        }
        return sequence
    }
}

/// An identity column, where both ends are PostgreSQL.
struct CopyCounter: Sendable {
    let column: String
    let isAlways: Bool
    let sequence: CopySequence?

    /// What makes it count as it does at the source; nil where it does anyway.
    func alter(_ table: SQLIdentifier) -> SQL? {
        var changes = isAlways ? ["SET GENERATED ALWAYS"] : []
        if let sequence, !sequence.isPlain { changes += sequence.options.map { "SET \($0)" } + ["RESTART"] }
        guard !changes.isEmpty else { return nil }
        return "ALTER TABLE \(table) ALTER COLUMN \(identifier: column) \(unsafe: changes.joined(separator: " "))"
    }
}
