import ZIMOrm
import ZIMSql

/// How far a resumable copy is, kept at the target beside what was copied: in a table that goes when it is done.
struct CopyState {
    static let table = "zim_copy_progress"

    let home: CopyHome
    var table = Self.table

    private var identifier: SQLIdentifier { home.identifier(table) }

    /// Sixteen hexadecimal digits that stand for some texts.
    static func digest(_ texts: [String]) -> String {
        var hash = RowHash()
        for text in texts { hash.add(.text(text)) }
        let digits = String(hash.finished, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// What another run must have in common to go on.
    private func digest(_ plan: CopyPlan, _ options: CopyOptions) throws -> String {
        var plan = plan
        // The tables of the interrupted run may hold the names of their keys and checks, so that the plan is without them.
        if plan.target.traits.sharesKeyNames {
            for index in plan.tables.indices {
                plan.tables[index].foreignKeys = plan.tables[index].foreignKeys.map { $0.named(nil) }
                plan.tables[index].definition = plan.tables[index].definition?.nameless
                for check in plan.tables[index].checks.indices { plan.tables[index].checks[check].name = nil }
            }
        }
        let ddl = CopyDDL(plan)
        let statements = try (ddl.before() + ddl.after() + ddl.last()).map {
            try $0.statement.render(with: plan.target.traits.dialect).sql
        }
        return Self.digest(statements + [options.invalidValues.rawValue])
    }

    func create(_ plan: CopyPlan, _ options: CopyOptions, _ session: Session) throws {
        try session.execute(
            CreateTableStatement(identifier).column(
                "table_name", type: plan.target.traits.nameType, .notNull, .primaryKey
            )
            .column("source_rows", type: .bigInt, .notNull).column("source_checksum", type: .text, .notNull)
            .column("written", type: .bigInt, .notNull).column("last_key", type: .text, .notNull)
            .column("is_done", type: .integer, .notNull))
        // A table's name is never empty on a server, and no file's table of that name has this column.
        try session.execute(
            "INSERT INTO \(identifier) VALUES ('', 0, \(try digest(plan, options)), 0, '', 0)")
        for table in plan.tables {
            try session.execute(
                """
                INSERT INTO \(identifier) VALUES (\(Self.key(of: table)), \(table.rows), \(table.fingerprint?.text ?? ""), 0, '', 0)
                """)
        }
    }

    private static func key(of table: CopyTable) -> String { "." + table.name }

    /// - Throws: ``ToolError`` where the source, or what was asked for, is not what it was when the copy began.
    func check(_ plan: CopyPlan, _ options: CopyOptions, _ session: Session) throws {
        let rows = try session.rows("SELECT table_name, source_rows, source_checksum FROM \(identifier)")
        var known: [String: (rows: Int, sum: String)] = [:]
        for row in rows { known[try row.get(0)] = (try row.get(1), try row.get(2)) }
        let hint = "--restart discards it and starts again"
        for table in plan.tables {
            guard let before = known[Self.key(of: table)] else {
                throw ToolError("an interrupted copy exists, but it has no table \"\(table.name)\"", hint)
            }
            if before.rows != table.rows {
                throw ToolError(
                    "the source has changed since the copy was interrupted: \"\(table.name)\" had "
                        + "\(before.rows.counted("row")), now it has \(table.rows.grouped)", hint)
            }
            if before.sum != table.fingerprint?.text {
                throw ToolError(
                    "the source has changed since the copy was interrupted: rows of \"\(table.name)\" were changed",
                    hint)
            }
        }
        guard known.count == plan.tables.count + 1, known[""]?.sum == (try digest(plan, options)) else {
            throw ToolError(
                "an interrupted copy exists that was started with other options or from another schema", hint)
        }
    }

    func place(of table: CopyTable, _ session: Session) throws -> TableLoader.Place {
        let rows = try session.rows(
            "SELECT written, last_key, is_done FROM \(identifier) WHERE table_name = \(Self.key(of: table))")
        guard let row = rows.first else { throw ToolError("the progress of \"\(table.name)\" is gone") }
        return TableLoader.Place(
            rows: try row.get(0), key: try KeyWords.values(of: row.get(1, as: String.self)),
            isAtEnd: try row.get(2, as: Int.self) != 0)
    }

    /// Keeps how far a table is, in the transaction that brought it so far.
    ///
    /// - Throws: ``ToolError`` where another process went on in the meantime.
    func keep(_ place: TableLoader.Place, of table: CopyTable, from start: Int, _ session: Session) throws {
        let changed = try session.execute(
            """
            UPDATE \(identifier) SET written = \(place.rows), last_key = \(KeyWords.text(of: place.key)), \
            is_done = \(place.isAtEnd ? 1 : 0) WHERE table_name = \(Self.key(of: table)) AND written = \(start) AND is_done = 0
            """
        ).changes
        guard changed == 1 else { throw ToolError("another copy of the same database is running") }
    }

    func drop(_ session: Session) throws { try session.execute("DROP TABLE \(identifier)") }
}

/// The values of a row's key as one text, each with its kind, so that they come back as they were.
enum KeyWords {
    static func text(of key: [SQLValue]) -> String {
        key.map { value in
            switch value {
            case .null: "n"
            case .integer(let number): "i\(number)"
            case .real(let number): "r\(number.bitPattern)"
            case .text(let text): "t" + SQLValue.hexadecimal(Array(text.utf8))
            case .blob(let bytes): "b" + SQLValue.hexadecimal(bytes)
            case .typed(let typed):
                "y" + SQLValue.hexadecimal(Array(typed.type.utf8)) + ":" + SQLValue.hexadecimal(Array(typed.text.utf8))
            }
        }.joined(separator: " ")
    }

    static func values(of text: String) throws -> [SQLValue] {
        try text.split(separator: " ").map { word in
            let rest = word.dropFirst()
            switch word.first {
            case "n": return .null
            case "i": if let number = Int64(rest) { return .integer(number) }
            case "r": if let bits = UInt64(rest) { return .real(Double(bitPattern: bits)) }
            case "t": if let text = Self.text(rest) { return .text(text) }
            case "b": if let bytes = SQLValue.bytes(hexadecimal: rest) { return .blob(bytes) }
            case "y":
                let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
                if parts.count == 2, let type = Self.text(parts[0]), let text = Self.text(parts[1]) {
                    return .typed(SQLTypedText(text, type: type))
                }
            default: break
            }
            throw ToolError("the progress of the interrupted copy cannot be read: \(text)")
        }
    }

    private static func text(_ digits: Substring) -> String? {
        SQLValue.bytes(hexadecimal: digits).map { String(decoding: $0, as: UTF8.self) }
    }
}
