import Foundation
import Synchronization
import ZIMOrm

/// Prints what the tour does, with the SQL beside it. Colours are for terminals only.
final class Page {
    private static let width = 110
    private static let indent = "  "
    private let log = StatementLog()
    private var subscription: TraceSubscription?
    private let isColoured: Bool

    init(watching database: Database) {
        // The subscription ends with the page.
        subscription = database.trace { [log] in log.add($0) }
        let environment = ProcessInfo.processInfo.environment
        isColoured = isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR"] == nil && environment["TERM"] != "dumb"
    }

    func title(_ text: String) { print(coloured(text, "1")) }

    func section(_ text: String) {
        print("\n" + coloured(text, "1"))
        _ = log.take()
    }

    /// A line of the tour; what does not fit goes on below.
    func line(_ text: String) {
        let room = Self.width - Self.indent.count
        // Only long lines are taken apart: the others keep their spaces.
        let lines = text.count <= room ? [text] : Self.fill(text.split(separator: " ").map(String.init), upTo: room)
        for line in lines { print(Self.indent + line) }
    }

    /// How many statements ran in this section, without BEGIN and COMMIT.
    func statementCount() -> Int { log.count }

    /// The statements that ran in this section, each beside what sent it, and what is to be known of it.
    func statements(beside calls: [String], _ detail: (StatementTrace) -> String) {
        let statements = log.take()
        // A call beside a statement that it did not send would be a lie.
        let calls = calls.count == statements.count ? calls : statements.map { _ in "" }
        let left = calls.map(\.count).max() ?? 0
        let start = Self.indent.count + left + 2
        for (call, statement) in zip(calls, statements) {
            let lines = Self.fill(Self.clauses(of: statement.sql) + [detail(statement)], upTo: Self.width - start)
            print(Self.indent + call.padded(to: left) + "  " + coloured(lines[0], "36"))
            for rest in lines.dropFirst() {
                print(String(repeating: " ", count: start) + coloured(rest, "36"))
            }
        }
    }

    /// The SQL in pieces that are good places to break a line, without its longest and dullest parts: a list of columns
    /// becomes `…`, and columns stand without their table, which is the one that the statement names.
    private static func clauses(of sql: String) -> [String] {
        var text = sql
        if text.hasPrefix("SELECT "), let from = text.range(of: " FROM ") {
            text.replaceSubrange(text.startIndex..<from.lowerBound, with: "SELECT …")
        } else if text.hasPrefix("INSERT "), let open = text.range(of: " ("), let close = text.range(of: ") VALUES") {
            text.replaceSubrange(open.upperBound..<close.lowerBound, with: "…")
        }
        text = text.replacing(/"\w+"\.(?=")/, with: "")
        for word in ["FROM", "CROSS JOIN", "ON", "AND", "WHERE", "ORDER BY", "SET", "VALUES"] {
            text = text.replacingOccurrences(of: " \(word) ", with: "\n\(word) ")
        }
        return text.components(separatedBy: "\n")
    }

    private static func fill(_ pieces: [String], upTo width: Int) -> [String] {
        var lines: [String] = []
        for piece in pieces where !piece.isEmpty || lines.isEmpty {
            if let last = lines.last, last.count + 1 + piece.count <= width {
                lines[lines.count - 1] = last + " " + piece
            } else {
                lines.append(piece)
            }
        }
        return lines
    }

    private func coloured(_ text: String, _ code: String) -> String {
        isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

/// Keeps the statements that run: the database tells of them on the thread that runs them.
private final class StatementLog: Sendable {
    private let statements = Mutex<[StatementTrace]>([])

    /// How many ran since the last ``take()``, without those that only begin or end a transaction.
    var count: Int { statements.withLock { $0.count { !$0.isTransactionControl } } }

    func add(_ statement: StatementTrace) { statements.withLock { $0.append(statement) } }
    func take() -> [StatementTrace] {
        statements.withLock { list in
            defer { list = [] }
            return list
        }
    }
}

extension StatementTrace {
    /// `[6, 1, 2]`; nothing where no value was bound.
    var values: String {
        parameters.isEmpty ? "" : "[" + parameters.map(\.description).joined(separator: ", ") + "]"
    }
}

extension String {
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
