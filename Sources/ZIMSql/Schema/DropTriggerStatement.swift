/// A DROP TRIGGER.
///
/// ```swift
/// DropTriggerStatement("stamp", on: "person").ifExists()
/// // SQLite:     DROP TRIGGER IF EXISTS "stamp"
/// // PostgreSQL: DROP TRIGGER IF EXISTS "stamp" ON "person"
/// ```
///
/// Source: <https://www.sqlite.org/lang_droptrigger.html>, <https://www.postgresql.org/docs/15/sql-droptrigger.html>
public struct DropTriggerStatement: SQLStatement {
    var name: SQLTable?
    var table: SQLTable?
    var isConditional = false

    /// Starts a DROP TRIGGER; name the trigger with ``trigger(_:exists:)``.
    public init() {}

    /// Starts a DROP TRIGGER of a trigger. PostgreSQL also requires its table.
    public init(_ trigger: some SQLTableSource, on table: String? = nil) {
        name = trigger.sqlTable
        self.table = table?.sqlTable
    }

    /// Names the trigger; with `exists` nothing happens if there is none.
    public consuming func trigger(_ trigger: some SQLTableSource, exists: Bool = false) -> DropTriggerStatement {
        name = trigger.sqlTable
        isConditional = exists
        return self
    }

    /// Names the table of the trigger.
    public consuming func on(_ table: some SQLTableSource) -> DropTriggerStatement {
        self.table = table.sqlTable
        return self
    }

    /// Does nothing if the trigger does not exist: `IF EXISTS`.
    public consuming func ifExists(_ isConditional: Bool = true) -> DropTriggerStatement {
        self.isConditional = isConditional
        return self
    }

    /// - Throws: ``SQLBuildError`` if the name is missing, or the table is and the engine wants it.
    public func write(to writer: inout SQLWriter) throws {
        writer.put("DROP TRIGGER ")
        if isConditional { writer.put("IF EXISTS ") }
        try writer.table(name, of: "a DROP TRIGGER")
        if !writer.features.contains(.triggerBody) {
            writer.put(" ON ")
            try writer.table(table, of: "the table of a DROP TRIGGER")
        }
    }
}
