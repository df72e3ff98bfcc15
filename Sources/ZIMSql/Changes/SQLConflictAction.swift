/// What an INSERT or UPDATE does where a row breaks a constraint: `INSERT OR IGNORE`. SQLite.
///
/// PostgreSQL has ``abort`` as its only behaviour and IGNORE in the form of `ON CONFLICT DO NOTHING`.
///
/// Source: <https://www.sqlite.org/lang_conflict.html>
public enum SQLConflictAction: String, Sendable, Hashable, CaseIterable {
    case rollback = "ROLLBACK"
    case abort = "ABORT"
    case fail = "FAIL"
    case ignore = "IGNORE"
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
