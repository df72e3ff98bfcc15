import ZIMOrm
import ZIMSql

/// PostgreSQL: types are kept, and DDL is part of the transaction.
struct PostgresCopyTraits: CopyTraits {
    let dialect: any SQLDialect = PostgreSQLDialect()
    let nameLimit: CopyNameLimit? = CopyNameLimit(most: 63, countsBytes: true)
    let hasSchemas = true
    let comparison = "PostgreSQL compares character by character"

    // MARK: Source

    let numbersBySequences = true
    let holdsPlainValues = true
    let addsChecksLast = true
    let hasJSONKeys = false

    /// It names the row itself.
    func words(ofRefusedRow row: String) -> String { "" }

    func schemas(_ session: Session, only names: [String]) throws -> (DatabaseSchema, Set<String>?) {
        try session.requireSchemas(names, of: .postgreSQL)
        if !names.isEmpty { return (try session.schema(.schemas(names)).withUsedTypes(session), Set(names)) }
        if try CopySchemas.isPathChosen(session) { return (try session.schema().withUsedTypes(session), []) }
        return (try session.schema(.all), nil)
    }

    /// A policy would hide rows: the server refuses to read such a table then. Moments within an array or a range are
    /// printed as the target prints them.
    ///
    /// Source: <https://www.postgresql.org/docs/15/runtime-config-client.html>, "row_security"
    func prepare(_ session: Session) throws {
        try session.staysOpenWhileIdle()
        _ = try session.rows("SELECT set_config('row_security', 'off', true), set_config('timezone', 'UTC', true)")
    }

    /// In a savepoint: the server ends the transaction at an error.
    func attempt<T>(_ session: Session, _ question: (Session) throws -> T) throws -> T {
        try session.transaction { try question($0) }
    }

    func snapshot(_ session: Session) throws -> SQL? {
        let name = try session.value("SELECT pg_export_snapshot()", as: String.self)
        // It is no parameter: digits and hyphens, which the server has chosen.
        return name.map { "SET TRANSACTION SNAPSHOT \(unsafe: SQLValue.text($0).description)" }
    }

    func home(_ session: Session) throws -> String? {
        try session.value("SELECT current_schema()", as: String?.self) ?? nil
    }

    func origins(
        of table: TableSchema, in source: CopySource, tick: (Int) throws -> Void
    ) throws -> [String: CopyOrigin] {
        Dictionary(
            table.columns.map { column in
                // The type whose values a column holds: that below a domain.
                let type = column.baseType ?? column.type
                let kind = CopyOrigin.kind(postgres: type)
                return (column.name, CopyOrigin(kind, type, isPadded: CopyOrigin.isPadded(postgres: type)))
            }
        ) { first, _ in first }
    }

    /// The rows of a partitioned table are in its partitions.
    func ownRows(of table: TableSchema) -> SQLTable {
        table.partitions.isEmpty ? ("ONLY \(table.identifier)" as SQL).sqlTable : table.identifier.sqlTable
    }

    /// The column that a sequence counts for: that of the key, if there are several.
    func identity(of table: TableSchema, in source: CopySource) -> CopyIdentity? {
        let counted = table.columns.filter { $0.identity != nil || $0.sequence != nil }
        guard let column = counted.first(where: { table.primaryKey == [$0.name] }) ?? counted.first else { return nil }
        var identity = CopyIdentity(column: column.name)
        if let sequence = column.sequence { try? identity.takeOver(sequence, source.session) }
        return identity
    }

    /// `citext` and collations that are not deterministic find a parent that has other characters.
    ///
    /// Source: <https://www.postgresql.org/docs/15/collation.html>, section 24.2.2.4
    func exactness(of link: LinkSchema, _ session: Session) throws -> [SQLExpression] {
        let ends = [(link.child, link.columns), (link.parent, link.references)]
        guard try ends.contains(where: { try isLoose($0, $1, session) }) else { return [] }
        return zip(link.references, link.columns).compactMap { reference, column in
            guard link.child.column(column).map(isText) == true else { return nil }
            let (parent, own) = (
                SQLExpression.column(reference, of: "zim_parent"), SQLExpression.column(column, of: "zim_child")
            )
            return parent.cast(as: .text).collate("C") == own.cast(as: .text).collate("C")
        }
    }

    /// Whether one of some columns of a table takes texts for equal that have other characters.
    private func isLoose(_ table: TableSchema, _ names: [String], _ session: Session) throws -> Bool {
        let columns = names.compactMap { table.column($0) }.filter(isText)
        let isFolded = { (type: String) in type == "citext" || type.hasSuffix(".citext") }
        if columns.contains(where: { isFolded($0.baseType ?? $0.type) }) { return true }
        // Asked as JSON, since servers before PostgreSQL 12 have no such column.
        return try columns.contains { column in
            try session.value(
                """
                SELECT pg_catalog.to_jsonb(o) ->> 'collisdeterministic' = 'false' FROM pg_catalog.pg_attribute AS a \
                JOIN pg_catalog.pg_class AS c ON c.oid = a.attrelid JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace \
                JOIN pg_catalog.pg_collation AS o ON o.oid = a.attcollation WHERE a.attname = \(column.name) \
                AND c.relname = \(table.ownName) AND c.relkind IN ('r', 'p') \
                AND \(table.schema.map { "n.nspname = \($0)" } ?? "pg_catalog.pg_table_is_visible(c.oid)" as SQL)
                """, as: Bool?.self) == true
        }
    }

    private func isText(_ column: ColumnSchema) -> Bool {
        switch CopyOrigin.kind(postgres: column.baseType ?? column.type) {
        case .text, .printed: true
        default: false
        }
    }

    func takeRest(_ planner: inout CopyPlanner, into plan: inout CopyPlan, _ choice: CopyChoice) throws {
        try planner.takePostgresRest(into: &plan, choice)
    }

    // MARK: Target

    func typing(of origin: CopyOrigin) -> CopyTyping {
        switch origin.kind {
        case .boolean: CopyTyping(.boolean, .boolean)
        case .integer(let bytes): CopyTyping(origin.kind, bytes == 2 ? .smallInt : bytes == 4 ? .integer : .bigInt)
        case .unsigned: CopyTyping(.decimal(precision: 20, scale: 0), .numeric(20, 0))
        case .real: CopyTyping(.real, .doublePrecision)
        case .decimal(let precision, let scale): CopyTyping(origin.kind, .numeric(precision, scale))
        case .number: CopyTyping(.number, .numeric)
        // It has no VARCHAR(0).
        case .text(let limit):
            CopyTyping(origin.kind, limit.flatMap { $0 > 0 ? .varchar($0) : nil } ?? .text, note: origin.note)
        case .bytes, .anyBytes: CopyTyping(origin.kind, .blob, note: origin.note)
        case .date: CopyTyping(.date, .date)
        case .timestamp: CopyTyping(.timestamp, .timestamp)
        case .instant: CopyTyping(.instant, "TIMESTAMP WITH TIME ZONE")
        case .time, .span: CopyTyping(.time, .time)
        case .uuid: CopyTyping(.uuid, .uuid)
        case .json: CopyTyping(.json, .json)
        case .printed, .stored:
            CopyTyping(origin.kind, .text, note: "is of the type \(origin.declared), which becomes text")
        }
    }

    func typing(asked type: String) -> CopyTyping { CopyTyping(CopyOrigin.kind(postgres: type), SQLDataType(type)) }

    func canLack(_ kind: CopyKind) -> Bool {
        switch kind {
        case .text, .printed, .json, .date, .timestamp, .instant, .time: true
        default: false
        }
    }

    func wider(number kind: CopyKind) -> CopyKind { .number }

    func canReference(_ parent: CopyKind, from child: CopyKind) -> Bool { parent.isComparable(to: child) }

    func objection(toName name: String) -> String? {
        if name.isEmpty { return "is empty, which PostgreSQL does not allow" }
        return name.utf8.count > 63 ? "has \(name.utf8.count) bytes, PostgreSQL keeps 63" : nil
    }

    func checkNames(_ tables: [CopyTable], _ add: @escaping (InvalidValue) throws -> Void) throws {
        try CopyNames(tables: tables, add: add).check(in: .postgreSQL, isCaseless: false)
    }

    func value(real number: Double) throws(Unfit) -> SQLValue { .real(number) }

    func value(special number: Double) throws(Unfit) -> SQLValue {
        .text(number.isNaN ? "NaN" : number > 0 ? "Infinity" : "-Infinity")
    }

    func value(decimal: DecimalNumber, of kind: CopyKind) throws(Unfit) -> SQLValue {
        decimal.integer.map { .integer($0) } ?? .text(decimal.text)
    }

    func value(text: String, of kind: CopyKind) throws(Unfit) -> SQLValue {
        if text.utf8.contains(0) { throw Unfit("contains a NUL character, which PostgreSQL cannot store") }
        return .text(text)
    }

    /// From 4713 BC to 5874897.
    func value(day days: Int64) throws(Unfit) -> SQLValue {
        guard days == .max || days == .min || (-2_451_545..<2_145_031_949).contains(days) else {
            throw Unfit("is a date out of range")
        }
        return .text(TimestampText.date(days))
    }

    /// From 4713 BC to 294276.
    func value(instant: Int64, isZoned: Bool) throws(Unfit) -> SQLValue {
        guard
            instant == .max || instant == .min
                || (-211_813_488_000_000_000..<9_223_371_331_200_000_000).contains(instant)
        else { throw Unfit("is a date out of range") }
        return .text(TimestampText.timestamp(instant, zone: isZoned ? "+00" : ""))
    }

    func value(noDay text: String) throws(Unfit) -> SQLValue { throw Unfit("is not a date in a known format") }

    func now(for kind: CopyKind, isDay: Bool) -> SQLDefaultValue? {
        // CURRENT_DATE would be the day in the session's zone.
        let day: SQLDefaultValue = .expression(.sql("(CURRENT_TIMESTAMP AT TIME ZONE 'UTC')::date"))
        switch kind {
        case .date: return day
        case .timestamp: return isDay ? day : .expression(.sql("CURRENT_TIMESTAMP AT TIME ZONE 'UTC'"))
        case .instant where isDay:
            return .expression(.sql("date_trunc('day', CURRENT_TIMESTAMP AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'"))
        case .instant: return .currentTimestamp
        case .text:
            let form = isDay ? "YYYY-MM-DD" : "YYYY-MM-DD HH24:MI:SS"
            return .expression(.sql("to_char(CURRENT_TIMESTAMP AT TIME ZONE 'UTC', \(form))"))
        default: return nil
        }
    }

    // MARK: Tables

    /// The columns in the order of the source, computed ones among them: `SELECT *` goes by it.
    func create(_ table: CopyTable, _ ddl: CopyDDL) -> any SQLRenderable {
        var statement = CreateTableStatement(ddl.identifier(table.name))
        var (held, computed) = (table.columns[...], table.computed[...])
        for source in table.source.columns {
            if let column = computed.first, column == source {
                computed.removeFirst()
                let expression = SQLExpression.sql(SQL(unsafe: column.expression ?? "NULL"))
                statement = statement.column(
                    column.name, type: type(column.type, column.name), constraints: [.generated(expression)])
            }
            guard let column = held.first, column.source == source else { continue }
            held.removeFirst()
            var constraints: [SQLColumnConstraint] = []
            let counter = table.counters.first { $0.column == column.name }
            var typeName = column.typing.type?.name ?? "TEXT"
            if let name = counter?.sequenceName(in: table.source) {
                let path = [ddl.home.place(table.name).schema, name].compactMap { $0?.sqlName }
                typeName += " GENERATED BY DEFAULT AS IDENTITY (SEQUENCE NAME \(path.joined(separator: ".")))"
            } else if table.identity?.column == column.name || counter != nil {
                constraints.append(.identity())
            } else if column.isNotNull {
                constraints.append(.notNull)
            }
            if let value = column.defaultValue { constraints.append(.default(value)) }
            statement = statement.column(
                column.name, type: type(typeName, column.name), constraints: constraints)
        }
        return statement

        func type(_ name: String, _ column: String) -> SQLDataType {
            SQLDataType(name + (table.collations[column].map { " COLLATE " + $0 } ?? ""))
        }
    }

    /// The server chooses the names of keys among those that are left; foreign keys come last, so that circles of them need
    /// no order. Identity columns number all rows only now, since before, the rows' own numbers would not be taken.
    func keys(_ ddl: CopyDDL) -> [CopyDDL.Step] {
        let tables = ddl.plan.tables
        var steps = tables.flatMap { ddl.keys($0) }
        for table in tables {
            steps += table.counters.compactMap { $0.alter(ddl.identifier(table.name)) }.map {
                CopyDDL.Step(object: table.name, statement: $0)
            }
        }
        for table in tables {
            steps += table.checks.map { ddl.step($0, table) }
        }
        for table in tables {
            steps += table.foreignKeys.map { CopyDDL.Step(object: table.name, statement: ddl.add($0, table)) }
        }
        for sequence in ddl.plan.sequences {
            guard let owner = sequence.owner, let table = tables.first(where: { $0.source.name == owner.table }) else {
                continue
            }
            let sql: SQL = """
                ALTER SEQUENCE \(ddl.identifier(sequence.name)) OWNED BY \(ddl.identifier(table.name)).\(identifier: owner.column)
                """
            steps.append(CopyDDL.Step(object: sequence.name, statement: sql))
        }
        return steps
    }
}

extension CopyIdentity {
    /// Takes over where a sequence stands. Asked only what may be: an error would end the snapshot that everything is read
    /// from.
    fileprivate mutating func takeOver(_ sequence: String, _ session: Session) throws {
        let state: SQL = """
            SELECT CASE WHEN has_sequence_privilege(c.oid, 'SELECT, USAGE') THEN pg_sequence_last_value(c.oid) END, \
            has_sequence_privilege(c.oid, 'SELECT'), s.seqincrement, n.nspname::text, c.relname::text \
            FROM pg_catalog.pg_sequence AS s JOIN pg_catalog.pg_class AS c ON c.oid = s.seqrelid \
            JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace WHERE c.oid = pg_catalog.to_regclass(\(sequence))
            """
        guard let row = try session.rows(state).first else { return }
        (last, step) = (try row.get(0), try row.get(2))
        guard last == nil, try row.get(1, as: Bool.self) else { return }
        // Behind START, RESTART and setval(…, false) it has given no number yet.
        let name = SQLIdentifier(parts: [try row.get(3, as: String.self), try row.get(4, as: String.self)])
        let next = try session.value("SELECT last_value FROM \(name)", as: Int64.self)
        last = next.flatMap { $0 > 1 ? $0 - 1 : nil }
    }
}
