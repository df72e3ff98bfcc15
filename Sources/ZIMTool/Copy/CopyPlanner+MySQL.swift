import ZIMOrm
import ZIMSql

/// What is particular to a source of MySQL.
extension CopyPlanner {
    /// - Throws: ``ToolError`` where what the server says is not the definition of the table.
    mutating func definition(of table: TableSchema) throws -> MySQLDefinition? {
        guard hasDefinitions, source.engine == .mySQL else { return nil }
        let show: SQL = "SHOW CREATE TABLE \(table.identifier)"
        guard let row = try source.session.rows(show).first else { return nil }
        var definition = try MySQLDefinition(row.shownDefinition(), of: table.ownName)
        for column in table.columns {
            let (found, isExact) = try source.engine.traits.defaultValue(of: column, in: table, source.session)
            guard let text = found else { continue }
            if !isExact {
                notes.add(table.name, MySQLDefinition.doubt("the default of \(column.name), \(text),"))
            }
            if text != column.defaultValue { definition.setDefault(of: column.name, text) }
        }
        var known: Set<String> = []
        for column in table.columns where column.type.contains("?") {
            let (labels, areExact) = try source.engine.traits.labels(of: column, in: table, source)
            definition.setLabels(of: column.name, labels)
            if areExact, !labels.isEmpty { known.insert(column.name) }
        }
        notes += definition.doubts(besides: known).map { CopyNote(table.name, MySQLDefinition.doubt($0)) }
        if try isMySQL8() {
            let left = try definition.restoreTexts(of: table, source.schema.indexes(of: table.name))
            notes += left.map { CopyNote(table.name, $0) }
        }
        for (column, text) in definition.sequenceDefaults where !options.copiesDefinitions {
            notes.add(table.name, "the default of \(column), \(text), is left out: it asks a sequence")
        }
        definition.spellCollations(try collationDefaults())
        definition.qualifyParents(schema: table.schema, home: source.home)
        return definition
    }

    /// Whether the source is MySQL 8.0.16 or later, which has checks; not MariaDB.
    private mutating func isMySQL8() throws -> Bool {
        if let known = hasEnforcedChecks { return known }
        let column: SQL = """
            SELECT COUNT(*) FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'information_schema' \
            AND TABLE_NAME = 'TABLE_CONSTRAINTS' AND COLUMN_NAME = 'ENFORCED'
            """
        let isMySQL = (source.session.database.dialect as? MySQLDialect)?.server == .mySQL
        let isThere = isMySQL ? try source.session.value(column, as: Int.self) == 1 : false
        hasEnforcedChecks = isThere
        return isThere
    }

    /// The collations of the source's character sets.
    private mutating func collationDefaults() throws -> [String: String] {
        if let known = sourceCollations { return known.defaults }
        let read = try MySQLCollations(of: source.session)
        sourceCollations = read
        return read.defaults
    }

    /// Foreign keys to tables that are not copied stay behind.
    mutating func keepForeignKeys(of table: inout CopyTable, among parents: CopyParents) {
        guard var definition = table.definition else { return }
        for key in definition.foreignKeys where parents[key.parent] == nil {
            note(table, "\(key.text) is left out: there is no such table in the copy")
        }
        definition.keepForeignKeys { parents[$0.parent] != nil }
        table.definition = definition
    }

    mutating func takeMySQLRest(into plan: inout CopyPlan, _ choice: CopyChoice) throws {
        let tables = Set(plan.tables.map(\.source.name))
        let schemas = Set(source.schema.tables.map(\.schema)).union([nil])
        // MariaDB does not look into the tables of other databases then.
        func isOwn(_ schema: String = "TABLE_SCHEMA") -> SQL {
            schemas == [nil] ? "\(unsafe: schema) = DATABASE()" : "1 = 1"
        }
        if !isSameEngine {
            if try isMySQL8() {
                try noteEach(
                    """
                    SELECT NULLIF(TABLE_SCHEMA, COALESCE(DATABASE(), '')), TABLE_NAME, \
                    CONCAT('the check ', CONSTRAINT_NAME, ' is left out: it is NOT ENFORCED') \
                    FROM information_schema.TABLE_CONSTRAINTS WHERE ENFORCED = 'NO' AND \(isOwn()) ORDER BY 1, 2, 3
                    """
                ) { table, _ in tables.contains(table) }
            }
            notePartitions(of: plan)
            for table in plan.tables { try notePeriods(of: table.source) }
            try noteEach(
                """
                SELECT NULLIF(TABLE_SCHEMA, COALESCE(DATABASE(), '')), TABLE_NAME, \
                CONCAT(COLUMN_NAME, ' is set by each UPDATE in MySQL only') \
                FROM information_schema.COLUMNS WHERE EXTRA LIKE '%on update%' AND \(isOwn()) ORDER BY 1, 2, ORDINAL_POSITION
                """
            ) { table, _ in tables.contains(table) }
        }
        try noteEach(
            """
            SELECT NULLIF(TABLE_SCHEMA, COALESCE(DATABASE(), '')), TABLE_NAME, 'is copied without the rows of the past' \
            FROM information_schema.TABLES WHERE TABLE_TYPE = 'SYSTEM VERSIONED' AND \(isOwn()) ORDER BY 1, 2
            """
        ) { table, _ in tables.contains(table) }
        if options.copiesDefinitions {
            let read = try MySQLCopyObjects(source.session, tables: plan.tables, choice)
            plan.objects = read.all
            notes += read.notes
        }
        try noteUnseen(plan, choice)
        let isCopied = options.copiesDefinitions
        try noteEach(
            """
            SELECT NULLIF(EVENT_OBJECT_SCHEMA, COALESCE(DATABASE(), '')), EVENT_OBJECT_TABLE, \
            CONCAT('the trigger ', TRIGGER_NAME, ' is left out') FROM information_schema.TRIGGERS \
            WHERE \(isOwn("EVENT_OBJECT_SCHEMA")) ORDER BY 1, 2, 3
            """
        ) { table, schema in tables.contains(table) && !(isCopied && schema == nil) }
        guard choice.takesViews else { return }
        try noteEach(
            """
            SELECT NULLIF(TABLE_SCHEMA, COALESCE(DATABASE(), '')), TABLE_NAME, 'is a sequence, which is left out' \
            FROM information_schema.TABLES WHERE TABLE_TYPE = 'SEQUENCE' AND \(isOwn()) \
            UNION ALL SELECT NULLIF(ROUTINE_SCHEMA, COALESCE(DATABASE(), '')), ROUTINE_NAME, \
            CONCAT('is a ', LOWER(ROUTINE_TYPE), ', which is left out') FROM information_schema.ROUTINES \
            UNION ALL SELECT NULLIF(EVENT_SCHEMA, COALESCE(DATABASE(), '')), EVENT_NAME, \
            'is an event, which is left out' FROM information_schema.EVENTS ORDER BY 1, 2
            """
        ) { _, schema in schemas.contains(schema) && !(isCopied && schema == nil) }
    }

    /// What the catalogue hides from the user looks as if it were not there.
    private mutating func noteUnseen(_ plan: CopyPlan, _ choice: CopyChoice) throws {
        guard let grants = try MySQLGrants(source.session) else { return }
        let session = source.session
        let tables = Dictionary(grouping: plan.tables.map(\.source)) { $0.schema ?? source.home ?? "" }
        for (database, tables) in tables.sorted(by: { $0.key < $1.key }) {
            let unseen = try grants.unseen(of: database, tables: tables.map(\.ownName)) { name, pattern in
                try session.value("SELECT \(name) LIKE \(pattern)", as: Bool.self) ?? false
            }.filter { $0 == "triggers" || choice.takesViews }
            guard let last = unseen.last else { continue }
            let words = unseen.dropLast().joined(separator: ", ") + (unseen.count > 1 ? " and " : "") + last
            notes.add(database, "who copies may not see its \(words): which of them are left out cannot be told")
        }
    }

    /// Elsewhere a key `WITHOUT OVERLAPS` is one of the period's two columns; only the table's definition tells it.
    ///
    /// Source: <https://mariadb.com/kb/en/application-time-periods/>
    private mutating func notePeriods(of table: TableSchema) throws {
        // The server checks that a period begins before it ends, and indexes its end before its beginning.
        let isLikely = source.schema.indexes(of: table.name).contains { index in
            let period = index.parts.suffix(2).compactMap { $0.column?.mySQLName }
            guard index.isUnique, period.count == 2 else { return false }
            return table.checks.contains { $0.condition == "\(period[1]) < \(period[0])" }
        }
        guard isLikely, let row = try source.session.rows("SHOW CREATE TABLE \(table.identifier)").first else { return }
        let tokens = try SQLTokenizer(row.shownDefinition(), rules: .mySQL).tokens.filter { !$0.isSpace }
        let keys = zip(tokens, tokens.dropFirst()).count { $0.isWord("WITHOUT") && $1.isWord("OVERLAPS") }
        guard keys > 0 else { return }
        notes.add(table.name, "a key is copied without WITHOUT OVERLAPS: periods may overlap in the copy")
    }

    /// Notes what a query finds: schema, name, and what is said of it.
    mutating func noteEach(_ query: SQL, where isNoted: (_ name: String, _ schema: String?) -> Bool) throws {
        for row in try source.session.rows(query) {
            let schema = try row.get(0, as: String?.self)
            let name = QualifiedName.text(schema: schema, table: try row.get(1))
            if isNoted(name, schema) { notes.add(name, try row.get(2)) }
        }
    }
}
