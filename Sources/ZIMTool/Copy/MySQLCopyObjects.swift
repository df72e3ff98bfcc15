import ZIMOrm
import ZIMSql

/// The sequences, functions, procedures, views, triggers and events of a MySQL or MariaDB database, each with the statement
/// that makes it, in the order in which they can be made.
///
/// Source: <https://mariadb.com/kb/en/show/>, the pages "SHOW CREATE …"
struct MySQLCopyObjects {
    private(set) var all: [CopyObject] = []
    /// What cannot be copied.
    private(set) var notes: [CopyNote] = []
    private let session: Session
    private let home: MySQLObjectText.Home
    /// The names of what cannot be copied, in lower case.
    private var left: Set<String> = []

    /// - Parameter tables: those of the copy.
    /// - Throws: ``ToolError`` where the server tells something else than definitions; `DatabaseError`.
    init(_ session: Session, tables: [CopyTable], _ choice: CopyChoice) throws {
        self.session = session
        home = MySQLObjectText.Home(
            name: try session.value("SELECT DATABASE()", as: String?.self).flatMap { $0 } ?? "",
            objects: Set(try session.rows(Self.objects).map { try $0.get(0, as: String.self).lowercased() }))
        for table in tables {
            for (column, text) in table.definition?.sequenceDefaults ?? [] { add(defaultOf: column, text, table) }
        }
        for name in try names(Self.routines("FUNCTION")) { try read(.function, name) }
        for name in try names(Self.routines("PROCEDURE")) { try read(.procedure, name) }
        for name in try names(Self.routines("PACKAGE")) {
            left.insert(name.lowercased())
            notes.add(name, "is a package, which is left out")
        }
        if choice.takesViews {
            for name in try names(Self.views) where choice.takes(name) { try read(.view, name) }
        }
        let copied = Set(tables.map(\.source.name))
        for row in try session.rows(Self.triggers) {
            let table = try row.get(1, as: String.self)
            if copied.contains(table) { try read(.trigger, row.get(0), on: table) }
        }
        if choice.takesViews { for name in try names(Self.events) { try read(.event, name) } }
        let left = left
        notes += all.leaveOut("mentions", "which is not in the copy", by: { $0.lowercased() }) {
            choice.leaves($0) || left.contains($0.lowercased())
        }
        let asked = all.reduce(into: Set<String>()) { $0.formUnion($1.uses) }
        for name in try names(MySQLSequenceCalls.list) where choice.takesViews || asked.contains(name) {
            try read(sequence: name)
        }
    }

    private func names(_ query: SQL) throws -> [String] {
        try session.rows(query).map { try $0.get(0, as: String.self) }
    }

    // MARK: Definitions

    private mutating func read(_ kind: CopyObject.Kind, _ name: String, on table: String? = nil) throws {
        let show = "SHOW CREATE \(kind.rawValue.uppercased()) \(name.mySQLName)"
        func leaveOut(_ reason: String) {
            if kind.isMentionable { left.insert(name.lowercased()) }
            notes.add(table ?? name, "the \(kind.rawValue) \(name) is left out: \(reason)")
        }
        let shown: ResultRow?
        // A view that asks a sequence is shown to nobody who only reads.
        do { shown = try session.rows(SQL(unsafe: show)).first } catch let error as DatabaseError
            where error.code != .connection
        { return leaveOut(SchemaDryRun.words(error)) }
        guard let row = shown else { return }
        let place = kind == .view ? 1 : kind == .event ? 3 : 2
        guard let text = try row.get(place, as: String?.self), !text.isEmpty else {
            return leaveOut("its text cannot be read without further rights")
        }
        // The text of a view is the server's own.
        let mode: String? = kind == .view ? nil : try row.get(1)
        guard let definition = MySQLObjectText(text, kind, name, in: home, mode: mode, on: table) else {
            throw ToolError("nothing was copied: the source does not have the \(kind.rawValue) \(name) as a definition")
        }
        if let refusal = definition.refusal { return leaveOut(refusal) }
        var object = CopyObject(kind: kind, name: name, sql: SQL(unsafe: definition.sql))
        object.uses = definition.names
        object.settings = MySQLObjectSettings(
            mode: mode, collation: try row.get(place + 2), timeZone: kind == .event ? try row.get(2) : nil)
        if definition.hasTexts, kind != .view { object.collation = try row.get(place + 3) }
        all.append(object)
    }

    /// It goes on behind all numbers that the source has given, and has kept for its connections.
    private mutating func read(sequence name: String) throws {
        let identifier = SQLIdentifier(name)
        guard let row = try session.rows("SHOW CREATE SEQUENCE \(identifier)").first,
            let state = try session.rows(
                "SELECT next_not_cached_value, minimum_value, maximum_value, increment, cycle_option FROM \(identifier)"
            ).first
        else { return }
        let text = try row.get(1, as: String.self)
        guard let definition = MySQLObjectText(text, .sequence, name, in: home) else {
            throw ToolError("nothing was copied: the source does not have the sequence \(name) as a definition")
        }
        let next = try state.get(0, as: Int64.self)
        let (least, most) = (try state.get(1, as: Int64.self), try state.get(2, as: Int64.self))
        var object = CopyObject(kind: .sequence, name: name, sql: SQL(unsafe: definition.sql))
        if next >= least, next <= most {
            object.behind = ["ALTER SEQUENCE \(identifier) RESTART \(unsafe: String(next))"]
        } else {
            // Behind its end: it has none, or begins again.
            let last = try state.get(3, as: Int64.self) < 0 ? least : most
            object.behind = ["SELECT SETVAL(\(identifier), \(unsafe: String(last)), 1)"]
            if try !state.get(4, as: Bool.self) {
                notes.add(
                    name, "the sequence has no number left: the last ones are given, or kept by the source's cache")
            }
        }
        all.append(object)
    }

    /// A table is made without a default that asks a sequence.
    private mutating func add(defaultOf column: String, _ text: String, _ table: CopyTable) {
        let tokens = MySQLSequenceCalls.withoutDatabase(home.name, in: SQLTokenizer(text, rules: .mySQL).tokens)
        guard !tokens.contains(where: { $0.text == "." }) else {
            let reason = "it asks a sequence of another database"
            return notes.add(table, "the default of \(column), \(text), is left out: \(reason)")
        }
        var object = CopyObject(
            kind: .default, name: "\(table.source.name).\(column)",
            sql: """
                ALTER TABLE \(identifier: table.name) ALTER COLUMN \(identifier: column) \
                SET DEFAULT (\(unsafe: tokens.map(\.text).joined()))
                """)
        object.uses = Set(tokens.filter { $0.text.hasPrefix("`") }.map(\.name))
        all.append(object)
    }

    // MARK: Questions

    private static let objects: SQL = """
        SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() \
        UNION SELECT ROUTINE_NAME FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = DATABASE()
        """
    private static let views: SQL = """
        SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'VIEW' ORDER BY 1
        """
    /// Those of one event and time in the order in which they fire.
    private static let triggers: SQL = """
        SELECT TRIGGER_NAME, EVENT_OBJECT_TABLE FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = DATABASE() \
        ORDER BY EVENT_OBJECT_TABLE, EVENT_MANIPULATION, ACTION_TIMING, ACTION_ORDER
        """
    private static let events: SQL = """
        SELECT EVENT_NAME FROM information_schema.EVENTS WHERE EVENT_SCHEMA = DATABASE() ORDER BY 1
        """

    private static func routines(_ type: String) -> SQL {
        """
        SELECT ROUTINE_NAME FROM information_schema.ROUTINES \
        WHERE ROUTINE_SCHEMA = DATABASE() AND ROUTINE_TYPE = \(type) ORDER BY 1
        """
    }
}
