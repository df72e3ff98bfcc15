import Foundation
import ZIMOrm

/// How long what a file holds may keep us: it may have been made so that reading it never ends.
package struct TimeAllowance: Sendable {
    /// For a view, whose rows are computed.
    package let view: Duration
    /// For one pass over a table: a minute, and a second more for each megabyte of the file. No honest table takes that
    /// long, and one that pretends to have more rows than its file has room for comes to an end.
    let table: Duration

    init(path: String, view: Duration) {
        self.view = view
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let bytes = (attributes?[.size] as? NSNumber)?.int64Value ?? 0
        table = .seconds(60 + bytes / 1_000_000)
    }

    /// A server has limits of its own.
    init() {
        view = .seconds(5)
        table = .seconds(86_400)
    }

    package func time(for table: TableSchema) -> Duration { table.kind == .view ? view : self.table }
}

extension Session {
    /// Runs a closure about one table in a savepoint: a failure would end the whole transaction on some engines.
    ///
    /// - Throws: `DatabaseError`; of what took too long it says that it was given up.
    func withTimeLimit<T>(_ timeAllowance: TimeAllowance, about table: TableSchema, _ body: (Session) throws -> T)
        throws -> T
    {
        let time = timeAllowance.time(for: table)
        do { return try transaction { try $0.limiting(to: time, body) } } catch var error as DatabaseError
            where error.code == .timedOut
        {
            error.message = "gave up on \(table.kind == .view ? "view" : "table") \(table.name) after \(time.words)"
            throw error
        }
    }
}

extension DatabaseError {
    /// Whether another table can be read all the same.
    ///
    /// A view may divide by zero, and its functions may raise errors of their own.
    var isAboutOneTable: Bool {
        [.sql, .other, .privilege, .timedOut, .tooBig, .outOfMemory, .corrupt, .value, .constraint].contains(code)
    }
}

extension DatabaseSchema {
    /// The table or view that somebody named.
    ///
    /// - Throws: ``ToolError`` with the nearest names if there is none.
    func named(_ name: String, in file: String? = nil) throws -> TableSchema {
        if let table = table(name) { return table }
        throw ToolError(
            "there is no table or view \"\(name)\"" + (file.map { " in \($0)" } ?? ""),
            NearestNames.hint(for: name, among: tables.map(\.name)))
    }

    /// What was said of views that took too long to be compiled.
    package var givenUp: [String] { problems.values.filter { $0.hasPrefix("gave up on ") }.sorted() }
}
