/// What happens to child rows when their parent row is deleted or its key changes.
///
/// Source: <https://www.sqlite.org/foreignkeys.html#fk_actions>
public enum SQLForeignKeyAction: String, Sendable, Hashable, CaseIterable {
    /// `SET NULL`: the foreign key becomes NULL.
    case setNull = "SET NULL"
    /// `SET DEFAULT`: the foreign key gets its default.
    case setDefault = "SET DEFAULT"
    /// `CASCADE`: child rows follow the parent row.
    case cascade = "CASCADE"
    /// `RESTRICT`: refused at once while child rows exist.
    case restrict = "RESTRICT"
    /// `NO ACTION`: refused at the end of the statement, or of the transaction if deferred.
    case noAction = "NO ACTION"
}

/// When a foreign key is checked.
public enum SQLDeferral: String, Sendable, Hashable, CaseIterable {
    /// At the end of the transaction.
    case initiallyDeferred = "DEFERRABLE INITIALLY DEFERRED"
    /// At the end of the statement, unless the transaction defers it.
    case initiallyImmediate = "DEFERRABLE INITIALLY IMMEDIATE"
    /// At the end of the statement, always.
    case notDeferrable = "NOT DEFERRABLE"
}

/// `REFERENCES "table" ("a", "b") ON DELETE CASCADE …`
struct SQLForeignKey: Hashable, Sendable {
    var table: SQLTable
    var columns: [String]
    var onDelete: SQLForeignKeyAction?
    var onUpdate: SQLForeignKeyAction?
    var deferral: SQLDeferral?

    func write(to writer: inout SQLWriter) throws {
        writer.put("REFERENCES ")
        try table.write(to: &writer)
        writer.columnList(columns)
        if onDelete == .setDefault || onUpdate == .setDefault {
            // It is read and forgotten there.
            try writer.refuseOnMySQL("SET DEFAULT of a foreign key", hint: "Use setNull, or a trigger")
        }
        if let onDelete { writer.raw(" ON DELETE " + onDelete.rawValue) }
        if let onUpdate { writer.raw(" ON UPDATE " + onUpdate.rawValue) }
        // Each foreign key of MySQL is that.
        if deferral == .notDeferrable, writer.features.contains(.onDuplicateKey) { return }
        if let deferral {
            try writer.refuseOnMySQL(deferral.rawValue, hint: "Write parent rows first, or leave deferrable out")
            writer.raw(" " + deferral.rawValue)
        }
    }
}
