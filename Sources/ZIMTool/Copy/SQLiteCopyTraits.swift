import ZIMOrm
import ZIMSql

/// SQLite: any column holds any value, and foreign keys hold where somebody switched them on.
struct SQLiteCopyTraits: CopyTraits {
    let dialect: any SQLDialect = SQLiteDialect()
    let hasDefinitions = true
    let isCaseless = true
    let holdsAnything = true
    let mayBreakKeys = true
    let virtualWords = "a virtual table"
    let comparison = "SQLite compares byte by byte"

    // MARK: Source

    func schemas(_ session: Session, only names: [String]) throws -> (DatabaseSchema, Set<String>?) {
        guard names.isEmpty else {
            throw ToolError(
                "\(session.database.location) is a file, which has no schemas to choose from",
                "Use --only for its tables")
        }
        return (try session.schema(), nil)
    }

    /// As the text of the table names it: the index has a name that SQLite made up.
    func name(of index: IndexSchema, in table: TableSchema, _ text: SQLiteTableText) -> String? {
        index.columns.flatMap { text.keyNames[$0] }
    }

    func key(ofName name: String) -> [UInt8] { name.foldedName }

    func beginReading(_ session: Session) throws { _ = try session.rows("SELECT count(*) FROM sqlite_schema") }

    func origins(
        of table: TableSchema, in source: CopySource, tick: (Int) throws -> Void
    ) throws -> [String: CopyOrigin] {
        let facts = try ColumnFacts.survey(table, in: source.session, tick: tick)
        return Dictionary(
            table.columns.map { ($0.name, CopyOrigin(sqlite: $0.type, facts[$0.name] ?? ColumnFacts())) }
        ) { first, _ in first }
    }

    func ignoresCase(_ part: IndexSchema.Part, of table: TableSchema) -> Bool {
        part.collation.map { $0.uppercased() != "BINARY" } ?? false
    }

    /// The parent is found by the collation of its key, and compared character by character: NOCASE and RTRIM are SQLite's.
    func exactness(of link: LinkSchema, _ session: Session) throws -> [SQLExpression] {
        zip(link.references, link.columns).compactMap { reference, column in
            let isInteger = link.parent.column(reference).map { DeclaredType($0.type).family == .integer } ?? false
            if isInteger { return nil }
            return SQLExpression.column(reference, of: "zim_parent").collate("BINARY")
                == .column(column, of: "zim_child")
        }
    }

    /// By SQLite's own number where there is one.
    func rowKey(of table: TableSchema) -> (names: [String], isHidden: Bool) {
        if let column = table.rowIDColumn { return ([column], false) }
        if table.isWithoutRowID { return (table.primaryKey, false) }
        let free = ["_rowid_", "rowid", "oid"].first { table.column($0) == nil }
        return free.map { ([$0], true) } ?? ([], false)
    }

    /// Whatever its SQL says: SQLite gives a number to each row that comes without one.
    func identity(of table: TableSchema, in source: CopySource) -> CopyIdentity? {
        guard let column = table.rowIDColumn else { return nil }
        var identity = CopyIdentity(column: column)
        if SQLiteTableText(source.schema.definitions[table.name] ?? "").isAutoincremented {
            let last: SQL = "SELECT seq FROM sqlite_sequence WHERE name = \(table.name)"
            identity.last = try? source.session.value(last, as: Int64.self)
        }
        return identity
    }

    func checks(of table: TableSchema, _ text: SQLiteTableText, in session: Session) throws -> [CopySourceCheck] {
        text.checks.map { check in
            CopySourceCheck(
                name: check.name, text: check.tokens.map(\.text).joined(separator: " "), tokens: check.tokens)
        }
    }

    func takeRest(_ planner: inout CopyPlanner, into plan: inout CopyPlan, _ choice: CopyChoice) throws {
        planner.noteSQLiteTriggers(choice)
    }

    // MARK: Target

    func words(ofRefusedRow row: String) -> String { " (\(row))" }

    /// The names keep the affinity that leaves the values as they are: a JSON column of affinity NUMERIC would make the
    /// number 1 of the text `1.0`.
    ///
    /// Source: <https://www.sqlite.org/datatype3.html>, section 3.1
    func typing(of origin: CopyOrigin) -> CopyTyping {
        let (kind, declared) = (origin.kind, origin.declared.lowercased())
        let type: SQLDataType
        switch kind {
        case .boolean: type = .boolean
        case .integer(let bytes): type = bytes == 2 ? .smallInt : bytes == 4 ? .integer : .bigInt
        case .unsigned: type = "BIGINT UNSIGNED"
        case .real: type = declared == "real" || declared.hasPrefix("float") ? .real : .doublePrecision
        case .decimal(let precision, let scale): type = .numeric(precision, scale)
        case .number: type = .numeric
        case .text(let limit):
            let isPadded = declared.hasPrefix("character(") || declared.hasPrefix("char(")
            type = limit.map { isPadded ? .character($0) : .varchar($0) } ?? .text
        case .bytes, .anyBytes: type = .blob
        case .date: type = .date
        case .timestamp: type = .timestamp
        case .instant: type = "TIMESTAMPTZ"
        case .time, .span: type = .time
        case .uuid: type = .uuid
        case .json: type = "JSON TEXT"
        case .printed, .stored:
            return CopyTyping(kind, .text, note: "is of the type \(origin.declared), which becomes text")
        }
        return CopyTyping(kind, type, note: origin.note)
    }

    func typing(asked type: String) -> CopyTyping {
        var kind = CopyOrigin(sqlite: type, ColumnFacts()).kind
        if DeclaredType(type).family == .any { kind = .printed }
        return CopyTyping(kind, SQLDataType(type))
    }

    func canLack(_ kind: CopyKind) -> Bool {
        switch kind {
        case .real, .decimal, .number, .unsigned: true
        default: false
        }
    }

    func wider(number kind: CopyKind) -> CopyKind { .text(nil) }

    func objection(toName name: String) -> String? {
        name.lowercased().hasPrefix("sqlite_") ? "begins with sqlite_, which SQLite reserves" : nil
    }

    func checkNames(_ tables: [CopyTable], _ add: @escaping (InvalidValue) throws -> Void) throws {
        try CopyNames(tables: tables, add: add).checkSQLite()
    }

    func value(real number: Double) throws(Unfit) -> SQLValue {
        if number.isNaN { throw Unfit("is NaN, which SQLite would store as NULL") }
        return .real(number)
    }

    func value(special number: Double) throws(Unfit) -> SQLValue { try value(real: number) }

    func value(decimal: DecimalNumber, of kind: CopyKind) throws(Unfit) -> SQLValue {
        if let integer = decimal.integer { return .integer(integer) }
        guard let real = decimal.exactReal else { throw Unfit("has more digits than a number in SQLite can hold") }
        return .real(real)
    }

    /// SQLite's own functions read Z, not +00.
    func value(instant: Int64, isZoned: Bool) throws(Unfit) -> SQLValue {
        .text(TimestampText.timestamp(instant, zone: isZoned ? "Z" : ""))
    }

    func objection(toNumbering column: String, of table: CopyTable) -> String? {
        guard table.primaryKey == [column] else {
            return "not autoincremented in SQLite: it is not the whole primary key"
        }
        return table.column(column)?.kind.isInteger == true ? nil : "not autoincremented: its type is not an integer"
    }

    func now(for kind: CopyKind, isDay: Bool) -> SQLDefaultValue? {
        switch kind {
        case .timestamp, .instant, .text: isDay ? .currentDate : .currentTimestamp
        case .date: .currentDate
        default: nil
        }
    }

    func defaultValue(truth: Bool) -> SQLDefaultValue { .value(Int64(truth ? 1 : 0)) }

    // MARK: Tables

    /// A file's tables have all their keys from the start.
    func create(_ table: CopyTable, _ ddl: CopyDDL) -> any SQLRenderable {
        var statement = CreateTableStatement(ddl.identifier(table.name))
        // The row's own number: what is an integer and the whole key is stored without an index.
        let number = table.primaryKey.count == 1 ? table.primaryKey.first.flatMap { table.column($0) } : nil
        let isCounted = number.map { $0.kind.isInteger } ?? false
        for column in table.columns {
            var constraints: [SQLColumnConstraint] = []
            if column.isNotNull { constraints.append(.notNull) }
            if isCounted, column.name == number?.name {
                statement = statement.column(
                    column.name, type: .integer,
                    constraints: constraints + [.primaryKey(autoIncremented: table.identity?.column == column.name)])
                continue
            }
            if let value = column.defaultValue { constraints.append(.default(value)) }
            statement = statement.column(column.name, type: column.typing.type, constraints: constraints)
        }
        if !isCounted, !table.primaryKey.isEmpty {
            statement = statement.primaryKey(table.primaryKey, name: table.primaryKeyName)
        }
        for key in table.uniqueKeys { statement = statement.unique(key.columns, name: key.name) }
        for check in table.checks { statement = statement.check(.sql(check.condition), name: check.name) }
        for key in table.foreignKeys {
            statement = statement.foreignKey(
                key.columns, references: ddl.identifier(key.parent), key.references, onDelete: key.onDelete,
                onUpdate: key.onUpdate, deferrable: key.isDeferred ? .initiallyDeferred : nil, name: key.name)
        }
        return statement
    }
}
