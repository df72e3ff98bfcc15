import ZIMOrm

/// Reads statements and commands line by line and prints what they give.
package final class Shell {
    private let file: InspectedDatabase
    private let style: TextStyle
    private let write: (String) -> Void
    private var format = ResultFormat.table
    /// The tokens of the statement that is being written.
    private var pending: [SQLToken] = []
    /// The beginning of a text, name or comment that the next lines end.
    private var open = ""
    private let rules: SQLLexicalRules
    /// Whether a statement has failed.
    package private(set) var hasFailed = false
    /// Whether the person has asked to leave.
    package private(set) var isOver = false

    package init(file: InspectedDatabase, style: TextStyle = .plain, write: @escaping (String) -> Void) {
        self.file = file
        self.style = style
        self.write = write
        rules = file.database.dialect.rules
    }

    private var isEmpty: Bool { pending.isEmpty && open.isEmpty }

    /// What to show before the next line.
    package var prompt: String { isEmpty ? "zim> " : "...> " }

    /// Takes a line; a statement runs when its semicolon has come.
    package func take(_ line: String) {
        if isEmpty, line.trimmingSpaces.hasPrefix(".") { return command(line.trimmingSpaces) }
        open += isEmpty ? line : "\n" + line
        pending += SQLTokenizer(open, rules: rules).tokens
        open = pending.last.map(isOpen) == true ? pending.removeLast().text : ""
        guard open.isEmpty else { return }
        guard let last = pending.last(where: { !rules.skips($0) }) else { return pending = [] }
        if last.kind == .terminal { runPending() }
    }

    /// Whether the next lines can end a token; SQLite takes the end of the text for that of a comment.
    private func isOpen(_ token: SQLToken) -> Bool {
        token.kind == .error
            || (token.kind == .comment && token.text.hasPrefix("/*")
                && (token.text.count < 4 || !token.text.hasSuffix("*/")))
    }

    /// Runs what is left at the end of the input, with or without a semicolon.
    package func finish() {
        pending += SQLTokenizer(open, rules: rules).tokens
        open = ""
        runPending()
    }

    private func runPending() {
        let tokens = pending
        pending = []
        for statement in statements(of: tokens) {
            guard
                attempt({
                    try ResultPrinter(format: format, style: style, write: write).run(statement, on: file.forQueries())
                })
            else { return }
        }
    }

    /// The statements, which may be several on one line.
    private func statements(of tokens: [SQLToken]) -> [String] {
        tokens.split { $0.kind == .terminal }
            .filter { !$0.allSatisfy(rules.skips) }
            .map { $0.map(\.text).joined().trimmingSpaces }
    }

    @discardableResult
    private func attempt(_ body: () throws -> Void) -> Bool {
        do {
            try body()
            return true
        } catch {
            hasFailed = true
            write(style.warning("error: ") + "\(error)\n".forTerminal)
            return false
        }
    }

    private func command(_ line: String) {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        let argument = words.count > 1 ? words[1].trimmingSpaces : nil
        switch words.first {
        case ".quit", ".exit": isOver = true
        case ".help": write(Self.help)
        case ".mode":
            guard let mode = argument.flatMap(ResultFormat.init) else {
                hasFailed = true
                return write("error: .mode takes table, json, csv or csv-safe\n")
            }
            format = mode
        case ".tables": attempt { write(try Inspection(of: file, options: options(nil, sample: 0)).listing) }
        case ".inspect":
            attempt { write(try Inspection(of: file, options: options(argument, sample: 10_000)).text(style)) }
        case ".schema": attempt { write(try definitions(of: argument)) }
        default:
            hasFailed = true
            write("error: there is no command \((words.first ?? "").printable); .help lists them\n")
        }
    }

    private func options(_ table: String?, sample: Int) -> Inspection.Options {
        var options = Inspection.Options()
        if let table { options.only = [table] }
        options.sample = sample
        return options
    }

    private func definitions(of table: String?) throws -> String {
        let schema = try file.schema()
        let only = try table.map { try schema.named($0).name }
        let tables = schema.tables.filter { table in only.map { table.name.hasSameBytes(as: $0) } ?? true }
        let server =
            schema.engine == "postgresql"
            ? try file.database.read { try ServerSchema($0, schema, showing: tables) } : nil
        return try tables.flatMap { try statements(making: $0, of: schema, server) }.map { $0.forTerminal + ";\n" }
            .joined()
    }

    private func statements(
        making table: TableSchema, of schema: DatabaseSchema, _ server: ServerSchema?
    ) throws -> [String] {
        guard let statement = schema.traits.statement(showing: table) else {
            return TableText(table: table, schema: schema, server: server).statements
        }
        return try file.database.read { try $0.rows(statement).map { try $0.shownDefinition() } }
    }

    private static let help = """
        A statement ends with a semicolon. Besides:
          .tables         the tables with their numbers of rows
          .inspect TABLE  columns, keys, indexes, relationships
          .schema TABLE   the SQL that made a table; all without a name
          .mode MODE      table, json, csv or csv-safe
          .quit           leaves

        """
}

extension Inspection {
    /// The tables with their numbers of rows, one a line.
    var listing: String {
        let width = tables.map { $0.name.printable.displayWidth }.max() ?? 0
        return tables.map { ($0.name.printable.padded(to: width) + "  " + headline(of: $0)).trimmingEnd + "\n" }
            .joined()
    }
}
