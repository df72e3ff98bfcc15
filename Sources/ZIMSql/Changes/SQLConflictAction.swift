/// What an INSERT or UPDATE does where a row breaks a constraint: `INSERT OR IGNORE`. SQLite.
///
/// PostgreSQL has ``abort`` as its only behaviour and IGNORE in the form of `ON CONFLICT DO NOTHING`.
///
/// Source: <https://www.sqlite.org/lang_conflict.html>
public enum SQLConflictAction: String, Sendable, Hashable, CaseIterable {
    /// `OR ROLLBACK`: the whole transaction is rolled back.
    case rollback = "ROLLBACK"
    /// `OR ABORT`, the default: the statement is undone.
    case abort = "ABORT"
    /// `OR FAIL`: the statement ends; what it has changed stays.
    case fail = "FAIL"
    /// `OR IGNORE`: the row is left out.
    case ignore = "IGNORE"
    /// `OR REPLACE`: rows in the way are deleted first.
    case replace = "REPLACE"
}

extension SQLWriter {
    /// Writes ` OR IGNORE` and the like after the verb.
    mutating func conflictAction(_ action: SQLConflictAction?) throws {
        guard let action else { return }
        if features.contains(.conflictAction) { return raw(" OR " + action.rawValue) }
        switch action {
        case .abort: return
        case .ignore where features.contains(.onConflict): return
        default: try require(.conflictAction, "OR \(action.rawValue)", hint: "Use UpsertStatement")
        }
    }
}
