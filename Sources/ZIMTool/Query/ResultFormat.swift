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

    /// Runs a query and prints its rows.
    ///
    /// - Returns: how many there were.
    /// - Throws: `DatabaseError`; ``ToolError`` for a statement that would change the database.
    @discardableResult
    package func run(_ sql: String, on database: Database) throws -> Int {
        do {
            return try database.read { session in
                // Who asks waits as long as they like.
                try session.limiting(to: nil) { session in
                    switch format {
                    case .table: try printTable(sql, session)
                    case .json: try printJSON(sql, session)
                    case .csv, .csvSafe: try printCSV(sql, session)
                    }
                }
            }
        } catch let error as DatabaseError where error.code == .readOnly {
            throw ToolError("zim opens databases read-only, and this statement would change it", "SQL: \(sql)")
        }
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
        let widths = names.indices.map { place in
            max(names[place].printable.displayWidth, rows.map { cell($0[place]).displayWidth }.max() ?? 0)
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

    private func printJSON(_ sql: String, _ session: Session) throws -> Int {
        var count = 0
        var names: [String]?
        try session.forEachRow(SQL(unsafe: sql)) { row in
            let keys = names ?? Self.distinct(row.columnNames).map(JSONValue.text)
            names = keys
            let pairs = zip(keys, row.values).map { $0 + ": " + JSONValue.text(of: $1) }
            write((count == 0 ? "[\n" : ",\n") + "  {" + pairs.joined(separator: ", ") + "}")
            count += 1
        }
        write(count == 0 ? "[]\n" : "\n]\n")
        return count
    }

    /// Two columns of one name would be one in JSON.
    package static func distinct(_ names: [String]) -> [String] {
        var pool: [String: Int] = [:]
        return names.map { name in
            pool[name, default: 0] += 1
            let number = pool[name, default: 1]
            return number == 1 ? name : "\(name)_\(number)"
        }
    }

    private func printCSV(_ sql: String, _ session: Session) throws -> Int {
        var count = 0
        try session.forEachRow(SQL(unsafe: sql)) { row in
            if count == 0 { write(row.columnNames.map { field($0) }.joined(separator: ",") + "\r\n") }
            count += 1
            let fields = row.values.map { $0.isNumber ? CSVText.field($0.plainText) : field($0.plainText) }
            write(fields.joined(separator: ",") + "\r\n")
        }
        return count
    }

    private func field(_ text: String) -> String { CSVText.field(format == .csvSafe ? CSVText.harmless(text) : text) }
}

/// Values as JSON text.
package enum JSONValue {
    package static func text(of value: SQLValue) -> String {
        switch value {
        case .null: "null"
        case .integer(let number): String(number)
        case .real(let number): number.isFinite ? String(number) : "null"
        case .text(let string): text(string)
        case .typed(let typed): text(typed.text)
        case .blob(let bytes): text(SQLValue.hexadecimal(bytes))
        }
    }

    package static func text(_ string: String) -> String {
        var result = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _
            where scalar.value < 0x20 || scalar.value == 0x7F || scalar.value == 0x2028 || scalar.value == 0x2029:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
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
