import ZIMOrm
import ZIMSql

/// MySQL and MariaDB: types are kept, DDL commits, and texts are compared by their collations.
///
/// Source: <https://mariadb.com/kb/en/data-types/>
struct MySQLCopyTraits: CopyTraits {
    let dialect: any SQLDialect = MySQLDialect(.mariaDB)
    let lengthFunction = "char_length"
    let joinsWithBars = false
    let isCaseless = true
    let hasDefinitions = true
    /// A foreign key finds its row by the collation: `abc` references `ABC`.
    let mayBreakKeys = true
    let hasDeferredKeys = false
    /// InnoDB reads it, and forgets it.
    let hasSetDefault = false
    let undoesDDL = false
    let nameType: SQLDataType = "VARCHAR(80) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin"
    let nameLimit: CopyNameLimit? = CopyNameLimit(most: 64, countsBytes: false)
    let comparison = "MySQL compares character by character"

    // MARK: Source

    let restrictsAnyway = true
    let storesNoLabel = true
    let printsInstantsWithoutZone = true
    let sharesKeyNames = true

    func schemas(_ session: Session, only names: [String]) throws -> (DatabaseSchema, Set<String>?) {
        try session.requireSchemas(names, of: .mySQL)
        guard names.isEmpty else { return (try session.schema(.schemas(names)), nil) }
        return (try session.schema(home(session) == nil ? .all : .searchPath), nil)
    }

    /// A primary key has no name.
    func name(of index: IndexSchema, in table: TableSchema, _ text: SQLiteTableText) -> String? {
        index.origin == .primaryKey ? nil : QualifiedName.table(of: index.name, schema: table.schema)
    }

    func origins(
        of table: TableSchema, in source: CopySource, tick: (Int) throws -> Void
    ) throws -> [String: CopyOrigin] {
        try MySQLOrigins(table: table, source: source).origins()
    }

    /// Of an ENUM or SET it stores one of the two only.
    func ignoresCase(_ part: IndexSchema.Part, of table: TableSchema) -> Bool {
        guard let column = part.column.flatMap({ table.column($0) }), let collation = column.collationName,
            !["enum(", "set("].contains(where: { column.type.lowercased().hasPrefix($0) })
        else { return false }
        return !["_bin", "_cs"].contains { collation.hasSuffix($0) }
    }

    func home(_ session: Session) throws -> String? {
        try session.value("SELECT DATABASE()", as: String?.self) ?? nil
    }

    func identity(of table: TableSchema, in source: CopySource) -> CopyIdentity? {
        guard let column = table.columns.first(where: { $0.identity != nil }) else { return nil }
        var identity = CopyIdentity(column: column.name)
        // What the catalogue of MySQL 8.0 says of it is up to a day old.
        let shown = try? source.session.rows("SHOW CREATE TABLE \(table.identifier)").first?.shownDefinition()
        let tokens = SQLTokenizer(shown ?? "", rules: rules).tokens
        let words = tokens.outerWords
        if let place = words.lastIndex(where: { tokens[$0].isWord("AUTO_INCREMENT") }), place + 2 < words.count,
            tokens[words[place + 1]].text == "=", let next = Int64(tokens[words[place + 2]].text), next > 1
        {
            identity.last = next - 1
        }
        return identity
    }

    /// The catalogue has a question mark for each character beyond U+FFFF. A row that has such a label tells it.
    func labels(
        of column: ColumnSchema, in table: TableSchema, _ source: CopySource
    ) throws -> (labels: [String], areExact: Bool) {
        guard column.type.lowercased().hasPrefix("enum(") else { return ([], true) }
        var labels = MySQLLiteral.labels(of: column.type)
        var unsure = Set(labels.indices.filter { labels[$0].contains("?") })
        guard !unsure.isEmpty else { return (labels, true) }
        let met: SQL = """
            SELECT DISTINCT CAST(\(identifier: column.name) AS UNSIGNED), \(identifier: column.name) \
            FROM \(table.identifier) WHERE \(identifier: column.name) IS NOT NULL
            """
        for row in try source.session.rows(met) {
            guard case .text(let label) = row[1], let position = unsure.remove(try row.get(0, as: Int.self) - 1)
            else { continue }
            labels[position] = label
        }
        return (labels, unsure.isEmpty)
    }

    /// The catalogue has a question mark for each character beyond U+FFFF. Where the table has a row, or NULL, the server
    /// tells the default itself.
    func defaultValue(
        of column: ColumnSchema, in table: TableSchema, _ session: Session
    ) throws -> (text: String?, isExact: Bool) {
        guard let text = column.defaultValue, text.hasPrefix("'"), text.contains("?") else {
            return (column.defaultValue, true)
        }
        let value: SQL = "SELECT DEFAULT(zim_table.\(identifier: column.name)) FROM"
        let exact: SQL =
            column.isNotNull
            ? "\(value) \(table.identifier) AS zim_table LIMIT 1"
            : "\(value) (SELECT 1) AS zim_one LEFT JOIN \(table.identifier) AS zim_table ON FALSE"
        switch try session.rows(exact).first?.values.first {
        case .text(let text): return (MySQLLiteral.quoted(text), true)
        case .blob(let bytes): return ("x'\(SQLValue.hexadecimal(bytes))'", true)
        default: return (text, false)
        }
    }

    let hasIndexNamesByTable = true

    /// ``LEFT(`note`, 10)``
    func column(ofBeginning part: IndexSchema.Part) -> String? {
        let tokens = SQLTokenizer(part.expression ?? "", rules: rules).tokens.filter { !$0.isSpace }
        guard tokens.count == 6, tokens[0].text == "LEFT", tokens[2].text.hasPrefix("`") else { return nil }
        return tokens[2].name
    }

    /// The parent is found by the collations, and compared byte by byte.
    func exactness(of link: LinkSchema, _ session: Session) throws -> [SQLExpression] {
        zip(link.references, link.columns).map { reference, column in
            SQLExpression.column(reference, of: "zim_parent").cast(as: .blob)
                == SQLExpression.column(column, of: "zim_child").cast(as: .blob)
        }
    }

    /// What MariaDB's JSON is made of says the type.
    func checks(of table: TableSchema, _ text: SQLiteTableText, in session: Session) throws -> [CopySourceCheck] {
        let own = table.checks.filter { check in !table.columns.contains { MySQLOrigins.isJSON(check, $0) } }
        let shown = try own.contains { $0.condition.contains("?") } ? shownConditions(of: table, session) : nil
        return own.map { check in
            // Those of two checks may be printed alike.
            let texts = shown.map { Set($0.filter { $0.printed == check.condition }.map(\.text)) } ?? [check.condition]
            let text = texts.first ?? check.condition
            let tokens = SQLTokenizer(text, rules: rules).tokens.withoutUnicodeIntroducers
            return CopySourceCheck(
                name: check.name, text: text, tokens: tokens.filter { !$0.isSpace }, isExact: texts.count == 1)
        }
    }

    /// The checks of a table of MariaDB, and as its catalogue prints them: with question marks for each character beyond
    /// U+FFFF. That of MySQL prints them as they are.
    private func shownConditions(
        of table: TableSchema, _ session: Session
    ) throws -> [(text: String, printed: String)]? {
        guard session.database.dialect.name == dialect.name else { return nil }
        let shown = try session.rows("SHOW CREATE TABLE \(table.identifier)").first?.shownDefinition() ?? ""
        let tokens = SQLTokenizer(shown, rules: rules).tokens
        guard let open = tokens.outerWords.first(where: { tokens[$0].text == "(" }) else { return [] }
        return tokens.items(behind: open).items.map(MySQLDefinitionItem.init).compactMap { item in
            guard let range = item.group(behind: "CHECK") else { return nil }
            let text = MySQLDefinition.text(item.tokens[range].dropFirst().dropLast())
            let letters = text.unicodeScalars.map { $0.value > 0xFFFF ? "????" : String($0) }
            return (text, letters.joined())
        }
    }

    func text(ofLiteral token: SQLToken) -> String { MySQLLiteral.text(of: token) }

    func takeRest(_ planner: inout CopyPlanner, into plan: inout CopyPlan, _ choice: CopyChoice) throws {
        try planner.takeMySQLRest(into: &plan, choice)
    }

    // MARK: Target

    /// The most digits that a number has, and behind the point.
    private static let widest = CopyKind.decimal(precision: 65, scale: 30)

    func typing(of origin: CopyOrigin) -> CopyTyping {
        switch origin.kind {
        case .boolean: CopyTyping(.boolean, .boolean)
        case .integer(let bytes): CopyTyping(origin.kind, bytes == 2 ? .smallInt : bytes == 4 ? .integer : .bigInt)
        case .unsigned: CopyTyping(.unsigned, .unsignedBigInt)
        case .real: CopyTyping(.real, .doublePrecision)
        case .decimal(let precision, let scale) where precision <= 65 && scale <= 30:
            CopyTyping(origin.kind, .decimal(precision, scale))
        case .decimal, .number: CopyTyping(Self.widest, .decimal(65, 30))
        case .text(let limit) where limit.map { $0 <= 16_383 } ?? false:
            CopyTyping(origin.kind, .varchar(limit ?? 0), note: origin.note)
        case .text: CopyTyping(origin.kind, .text, note: origin.note)
        case .bytes, .anyBytes: CopyTyping(origin.kind, .blob)
        case .date: CopyTyping(.date, .date)
        case .timestamp: CopyTyping(.timestamp, .dateTime)
        case .instant: CopyTyping(.instant, .dateTime, note: "becomes DATETIME(6), in UTC")
        case .time, .span: CopyTyping(.span, .time)
        case .uuid: CopyTyping(.uuid, .uuid)
        case .json: CopyTyping(.json, .text)
        case .printed, .stored:
            CopyTyping(origin.kind, .text, note: "is of the type \(origin.declared), which becomes text")
        }
    }

    func typing(asked type: String) -> CopyTyping { CopyTyping(MySQLOrigins.kind(of: type), SQLDataType(type)) }

    func wider(number kind: CopyKind) -> CopyKind { kind == Self.widest ? .text(nil) : Self.widest }

    func canLack(_ kind: CopyKind) -> Bool {
        switch kind {
        case .boolean, .integer, .unsigned, .uuid: false
        default: true
        }
    }

    /// Both columns are of one type; only texts and bytes may differ in their lengths.
    ///
    /// Source: <https://mariadb.com/kb/en/foreign-keys/>
    func canReference(_ parent: CopyKind, from child: CopyKind) -> Bool {
        switch (parent, child) {
        case (.text, .text), (.bytes, .anyBytes), (.anyBytes, .bytes): true
        default: parent == child
        }
    }

    /// Names have 64 characters at most, all of the first plane.
    ///
    /// Source: <https://mariadb.com/kb/en/identifier-names/>
    func objection(toName name: String) -> String? {
        if name.isEmpty { return "is empty, which MySQL does not allow" }
        let count = name.unicodeScalars.count
        if count > 64 { return "has \(count) characters, MySQL allows 64" }
        if name.hasSuffix(" ") { return "ends with a space, which MySQL does not allow" }
        guard let scalar = name.unicodeScalars.first(where: { $0.value > 0xFFFF || $0.value == 0 }) else { return nil }
        let number = String(scalar.value, radix: 16, uppercase: true)
        return "contains U+\(number), which MySQL does not allow in names"
    }

    func checkNames(_ tables: [CopyTable], _ add: @escaping (InvalidValue) throws -> Void) throws {
        try CopyNames(tables: tables, add: add).check(in: .mySQL, isCaseless: true)
    }

    func value(real number: Double) throws(Unfit) -> SQLValue {
        if number.isNaN { throw Unfit("is NaN, which MySQL cannot store") }
        if number.isInfinite { throw Unfit("is infinite, which MySQL cannot store") }
        return .real(number)
    }

    func value(special number: Double) throws(Unfit) -> SQLValue { try value(real: number) }

    func value(decimal: DecimalNumber, of kind: CopyKind) throws(Unfit) -> SQLValue {
        if let integer = decimal.integer { return .integer(integer) }
        return .typed(SQLTypedText(decimal.text, type: kind == .unsigned ? "bigint unsigned" : "decimal"))
    }

    func value(text: String, of kind: CopyKind) throws(Unfit) -> SQLValue {
        if kind == .json, !JSONCheck.isValid(text, inMariaDB: true) {
            throw Unfit(
                "is JSON that is nested deeper than 31 levels or escapes half a character, which MariaDB refuses")
        }
        return .text(text)
    }

    /// From year 1 to 9999.
    func value(day days: Int64) throws(Unfit) -> SQLValue {
        guard (Self.firstDay..<Self.endOfDays).contains(days) else { throw Unfit("is a date out of range") }
        return .text(TimestampText.date(days))
    }

    func value(instant: Int64, isZoned: Bool) throws(Unfit) -> SQLValue {
        guard (Self.firstDay..<Self.endOfDays).contains(CopyTimestamp(instant: instant).days) else {
            throw Unfit("is a date out of range")
        }
        return .text(TimestampText.timestamp(instant))
    }

    func value(time: Int64) throws(Unfit) -> SQLValue {
        guard abs(time) < 839 * 3_600_000_000 else { throw Unfit("is a time out of range (-838:59:59 to 838:59:59)") }
        return .text(TimestampText.time(time))
    }

    /// Since 2000-01-01.
    private static let firstDay = Int64(GregorianCalendar.firstDay - GregorianCalendar.daysTo2000)
    private static let endOfDays = Int64(
        GregorianCalendar.dayNumber(year: 10_000, month: 1, day: 1) - GregorianCalendar.daysTo2000)

    func objection(toNumbering column: String, of table: CopyTable) -> String? {
        guard table.primaryKey == [column] else {
            return "not autoincremented in MySQL: it is not the whole primary key"
        }
        switch table.column(column)?.kind {
        case .integer, .unsigned: return nil
        default: return "not autoincremented: its type is not an integer"
        }
    }

    func now(for kind: CopyKind, isDay: Bool) -> SQLDefaultValue? {
        switch kind {
        case .date: return .expression(.sql("utc_date()"))
        case .timestamp, .instant: return .expression(.sql(isDay ? "utc_date()" : "utc_timestamp(6)"))
        case .text:
            let form = isDay ? "%Y-%m-%d" : "%Y-%m-%d %H:%i:%s"
            return .expression(.sql("date_format(utc_timestamp(), \(form))"))
        default: return nil
        }
    }

    func adaptToValues(_ plan: inout CopyPlan, _ source: CopySource, _ invalidValues: InvalidValueList) throws {
        var fitting = MySQLFitting(plan: plan, source: source, invalidValues: invalidValues)
        try fitting.run()
        plan = fitting.plan
    }

    // MARK: Tables

    /// The rows lie in the order of the primary key, which is made with the table; so are checks, which would make it anew.
    func create(_ table: CopyTable, _ ddl: CopyDDL) -> any SQLRenderable {
        if let definition = table.definition { return definition.create(table.name, ddl) }
        var statement = CreateTableStatement(ddl.identifier(table.name))
        for column in table.columns {
            var constraints: [SQLColumnConstraint] = []
            let isCounted = table.identity?.column == column.name
            if isCounted {
                constraints.append(.primaryKey(autoIncremented: true))
            } else if column.isNotNull {
                constraints.append(.notNull)
            }
            if let value = column.defaultValue {
                constraints.append(.default(value))
            }
            // MariaDB knows JSON by it.
            if column.kind == .json, ddl.plan.isMariaDB {
                constraints.append(.check(.function("json_valid", .column(column.name))))
            }
            statement = statement.column(column.name, type: type(of: column, ddl.plan), constraints: constraints)
        }
        if table.identity == nil, !table.primaryKey.isEmpty { statement = statement.primaryKey(table.primaryKey) }
        for (check, name) in MySQLConstraintName.checks(of: table, in: ddl.plan) {
            statement = statement.check(.sql(check.condition), name: name)
        }
        return statement
    }

    /// With the collation by which texts are what they are elsewhere: equal if they have the same characters.
    private func type(of column: CopyColumn, _ plan: CopyPlan) -> SQLDataType {
        let type = column.typing.type ?? .text
        guard !column.isChosen, let collation = plan.collation else { return type }
        switch column.kind {
        case .text, .printed, .json, .uuid:
            return SQLDataType(dialect.typeName(type) + " CHARACTER SET utf8mb4 COLLATE \(collation)")
        default: return type
        }
    }

    /// An index that does not keep rows apart has the beginnings of long texts.
    func create(_ index: CopyIndex, of table: CopyTable, _ ddl: CopyDDL) -> any SQLRenderable {
        let parts = index.parts.map { part -> SQL in
            let order: SQL = part.isDescending ? " DESC" : ""
            guard let name = part.column else { return "(\(part.expression))\(order)" }
            let type = table.column(name)?.typing.type
            return "\(identifier: name)\(unsafe: type == .text || type == .blob ? "(191)" : "")\(order)"
        }
        let kind = index.isUnique ? "UNIQUE INDEX" : "INDEX"
        let head: SQL = "CREATE \(unsafe: kind) \(identifier: index.name) ON \(ddl.identifier(table.name))"
        return head + " (\(parts.commaSeparated))"
    }

    func add(_ key: CopyKey, to table: CopyTable, _ ddl: CopyDDL) -> any SQLRenderable {
        ddl.add([clause(key)], to: table.name)
    }

    func add(_ key: CopyForeignKey, to table: CopyTable, _ ddl: CopyDDL) -> any SQLRenderable {
        ddl.add([clause(key, of: table, ddl)], to: table.name)
    }

    private func clause(_ key: CopyKey) -> SQL { "\(name(key.name))UNIQUE (\(list(key.columns)))" }

    private func clause(_ key: CopyForeignKey, of table: CopyTable, _ ddl: CopyDDL) -> SQL {
        let own = MySQLConstraintName.isLong(table.name) ? MySQLConstraintName.of(key, of: table.name) : nil
        var sql: SQL = "\(name(key.name ?? own))FOREIGN KEY (\(list(key.columns))) REFERENCES "
        sql += "\(ddl.identifier(key.parent)) (\(list(key.references)))"
        if let action = key.onDelete { sql += " ON DELETE \(unsafe: action.rawValue)" }
        if let action = key.onUpdate { sql += " ON UPDATE \(unsafe: action.rawValue)" }
        return sql
    }

    private func name(_ name: String?) -> SQL { name.map { "CONSTRAINT \(identifier: $0) " } ?? "" }

    private func list(_ columns: [String]) -> SQL { columns.map { "\(identifier: $0)" as SQL }.commaSeparated }

    /// The tables that are referenced need their keys first. Each statement may make its table anew, so there is one for all
    /// keys of a table.
    func keys(_ ddl: CopyDDL) -> [CopyDDL.Step] {
        func steps(_ clauses: (CopyTable) -> [SQL]) -> [CopyDDL.Step] {
            ddl.plan.tables.map { ($0.name, clauses($0)) }.filter { !$1.isEmpty }
                .map { CopyDDL.Step(object: $0, statement: ddl.add($1, to: $0)) }
        }
        return steps { $0.uniqueKeys.map(clause) }
            + steps { table in table.foreignKeys.map { clause($0, of: table, ddl) } }
            + steps { ($0.definition?.foreignKeys ?? []).map { $0.clause(ddl) } }
    }
}
