import Foundation
import ZIMOrm
import ZIMSql

/// The names that the tables of a copy to MySQL have until all of it is there: DDL commits, so that no transaction keeps
/// them out of sight.
struct MySQLStaging {
    let home: CopyHome
    /// The table that keeps how far a resumable copy is.
    let progress: String

    static func newID() -> String { String(UUID().uuidString.prefix(8)).lowercased() }

    /// Whether a table is one that a copy has made.
    static func isStaged(_ table: String) -> Bool { table.hasPrefix("zim_copy_") }

    init(_ plan: CopyPlan, id: String) {
        progress = "zim_copy_\(id)_progress"
        home = CopyHome(
            staged: Dictionary(
                plan.tables.enumerated().map { ($1.name, "zim_copy_\(id)_\($0 + 1)") }
            ) { first, _ in first })
    }

    /// That of a resumable copy, which another run finds.
    init(resuming plan: CopyPlan, into home: String) {
        self.init(plan, id: String(CopyState.digest([plan.location, home]).prefix(8)))
    }

    /// Whether a resumable copy has given all tables their names, and was interrupted before it said so.
    func isRenamed(_ plan: CopyPlan, _ session: Session) throws -> Bool {
        let names = Set(try session.tableNames().map { $0.lowercased() })
        return names.contains(progress) && names.isDisjoint(with: home.staged.values)
            && names.isSuperset(of: plan.tables.map { $0.name.lowercased() })
    }

    /// Drops what a copy that has failed has made.
    ///
    /// - Returns: the failure, with what remains where that could not be dropped.
    func afterFailure(_ error: any Error, _ database: Database) -> any Error {
        do {
            try database.withoutTransaction { try home.drop(in: $0) }
            return error
        } catch { return named(error, database) }
    }

    /// A failure after which nothing could be dropped: it says what remains.
    func named(_ error: any Error, _ database: Database) -> any Error {
        let names = home.staged.values.sorted { ($0.count, $0) < ($1.count, $1) }
        let remaining =
            try? database.read { session in
                try session.tableNames().filter { names.contains($0) }
            }
        guard remaining != [] else { return error }
        let list = (remaining ?? names).map { "`\($0)`" }.joined(separator: ", ")
        return ToolError(
            "\(error)",
            "What was made could not be dropped: SET foreign_key_checks = 0; DROP TABLE IF EXISTS \(list)")
    }
}

extension CopyHome {
    /// Drops all tables that have names of their own.
    func drop(in session: Session) throws {
        guard !staged.isEmpty else { return }
        try session.execute("SET SESSION foreign_key_checks = 0")
        for name in staged.values { try session.execute("DROP TABLE IF EXISTS \(identifier: name)") }
        try session.execute("SET SESSION foreign_key_checks = 1")
    }
}
