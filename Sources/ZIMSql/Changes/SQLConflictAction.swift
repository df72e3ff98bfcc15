/// What an INSERT or UPDATE does if a row violates a constraint: `INSERT OR IGNORE`. SQLite.
///
/// PostgreSQL always behaves as ``abort``, and has `ON CONFLICT DO NOTHING` in place of IGNORE.
///
/// Source: <https://www.sqlite.org/lang_conflict.html>
public enum SQLConflictAction: String, Sendable, Hashable, CaseIterable {
    /// `OR ROLLBACK`: the whole transaction is rolled back.
    case rollback = "ROLLBACK"
    /// `OR ABORT`, the default: the statement is undone.
    case abort = "ABORT"
    /// `OR FAIL`: the statement ends; its changes up to then stay.
    case fail = "FAIL"
    /// `OR IGNORE`: the row is skipped.
    case ignore = "IGNORE"
    /// `OR REPLACE`: conflicting rows are deleted first.
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
