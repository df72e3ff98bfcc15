import ZIMOrm

/// How the rows of a query are printed.
package enum ResultFormat: String, Sendable, CaseIterable {
    case table, json, csv
    /// CSV in which no text is a formula for a spreadsheet.
    case csvSafe = "csv-safe"
}

/// Prints the rows of a query as they come, in constant memory.
package struct ResultPrinter {
    let format: ResultFormat
    let style: TextStyle
    /// How many rows are kept to find the widths of a table's columns.
    private let window = 500
    private let write: (String) -> Void

    package init(format: ResultFormat, style: TextStyle = .plain, write: @escaping (String) -> Void) {
        self.format = format
        self.style = style
        self.write = write
    }

    /// Runs a query and prints its rows. What it has done besides is taken back: a server may let a function write in a
    /// transaction that only reads. What a `SET` has set stays, for the statements that come.
    ///
    /// - Returns: how many there were.
    /// - Throws: `DatabaseError`; ``ToolError`` for a statement that would change the database.
    @discardableResult
    package func run(_ sql: String, on database: Database) throws -> Int {
        do {
            return try database.read { session in
                // Who asks waits as long as they like.
                let count = try session.limiting(to: nil) { session in
                    switch format {
                    case .table: try printTable(sql, session)
                    case .json, .csv, .csvSafe: try printRows(sql, session)
                    }
                }
                guard Self.sets(sql, database.dialect.rules) else { throw Finished(count: count) }
                return count
            }
        } catch let finished as Finished {
            return finished.count
        } catch let error as DatabaseError where error.code == .readOnly {
            let rules = database.dialect.rules
            if let token = SQLTokenizer(sql, rules: rules).first(where: { !rules.skips($0) }),
                token.isSpace
            {
                throw ToolError(
                    "a statement in a comment that only MySQL and MariaDB execute is not run",
                    "Write it without the comment. SQL: \(sql)")
            }
            throw ToolError("zim opens databases read-only, and this statement would change it", "SQL: \(sql)")
        } catch let error as DatabaseError where Self.isEnding(error, sql) {
            throw ToolError(
                "zim runs each statement in a transaction of its own, which this one would end",
                "Nothing is changed, so there is nothing to commit. SQL: \(sql)")
        }
    }

    /// Whether the statement itself has ended the transaction, and no server has.
    private static func isEnding(_ error: DatabaseError, _ sql: String) -> Bool {
        error.code == .transactionEnded && error.sql == sql && error.sqlState == nil && error.engineCode == 0
    }

    /// Thrown where all rows are printed, so that the transaction is rolled back.
    private struct Finished: Error {
        let count: Int
    }

    private static func sets(_ sql: String, _ rules: SQLLexicalRules) -> Bool {
        let first = SQLTokenizer(sql, rules: rules).first { !$0.isSpace }
        return ["set", "reset"].contains(first?.text.lowercased())
    }

    // MARK: Table

    private func printTable(_ sql: String, _ session: Session) throws -> Int {
        var names: [String]?
        var kept: [[SQLValue]] = []
        var widths: [Int]?
        var count = 0
        try session.forEachRow(SQL(unsafe: sql)) { row in
            let columns = names ?? row.columnNames
            names = columns
            count += 1
            if let widths {
                write(line(row.values, widths))
                return
            }
            kept.append(row.values)
            if kept.count == window {
                widths = printHead(columns, kept)
                kept = []
            }
        }
        if widths == nil, let names { _ = printHead(names, kept) }
        write(style.faint("(" + count.counted("row") + ")") + "\n")
        return count
    }

    private func printHead(_ names: [String], _ rows: [[SQLValue]]) -> [Int] {
        let widths = names.indices.map { index in
            max(names[index].printable.displayWidth, rows.map { cell($0[index]).displayWidth }.max() ?? 0)
        }
        let head = zip(names, widths).map { $0.printable.padded(to: $1) }.joined(separator: "  ")
        let rule = widths.map { String(repeating: "─", count: $0) }.joined(separator: "  ")
        write(
            style.heading(head.trimmingEnd) + "\n" + style.faint(rule) + "\n" + rows.map { line($0, widths) }.joined())
        return widths
    }

    private func line(_ values: [SQLValue], _ widths: [Int]) -> String {
        zip(values, widths).map { value, width in
            let text = cell(value).padded(to: width, right: value.isNumber)
            return value.isNull ? style.faint(text) : text
        }.joined(separator: "  ").trimmingEnd + "\n"
    }

    private func cell(_ value: SQLValue) -> String {
        switch value {
        case .text(let text): text.printable.cut(to: 80)
        case .typed(let typed): typed.text.printable.cut(to: 80)
        case .blob(let bytes) where bytes.count > 16: "x'" + SQLValue.hexadecimal(Array(bytes.prefix(16))) + "…'"
        default: value.description
        }
    }

    // MARK: JSON and CSV

    private func printRows(_ sql: String, _ session: Session) throws -> Int {
        var rows = RowText(format, names: [])
        try session.forEachRow(
            rendered: RenderedSQL(sql: sql, parameters: []), inBatches: true,
            begin: { row in
                rows = RowText(format, names: row.columnNames)
                if format == .json || !rows.names.isEmpty { write(rows.head) }
            }
        ) { write(rows.next($0.values)) }
        write(rows.end)
        return rows.count
    }
}

/// Values as JSON text. JSON has no number for infinity and NaN: they are texts, as PostgreSQL's `to_json` writes them.
package enum JSONValue {
    package static func text(of value: SQLValue) -> String {
        switch value {
        case .null: "null"
        case .integer(let number): String(number)
        case .real(let number) where number.isFinite: String(number)
        case .real(let number): text(number.isNaN ? "NaN" : number > 0 ? "Infinity" : "-Infinity")
        case .text(let string): text(string)
        case .typed(let typed): text(typed.text)
        case .blob(let bytes): text(SQLValue.hexadecimal(bytes))
        }
    }

    package static func text(_ string: String) -> String {
        string.quoted { scalar in
            guard scalar < 0x20 || scalar == 0x7F || scalar == 0x2028 || scalar == 0x2029 else { return nil }
            let digits = String(scalar, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }
}

extension SQLValue {
    package var isNumber: Bool {
        switch self {
        case .integer, .real: true
        case .typed(let typed): ["numeric", "decimal", "bigint unsigned", "bit"].contains(typed.type)
        default: false
        }
    }

    /// The value as it stands in a CSV file: NULL is nothing, bytes are hexadecimal.
    package var plainText: String {
        switch self {
        case .null: ""
        case .text(let text): text
        case .typed(let typed): typed.text
        case .blob(let bytes): SQLValue.hexadecimal(bytes)
        case .integer, .real: description
        }
    }
}
