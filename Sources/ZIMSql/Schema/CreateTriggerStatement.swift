/// A CREATE TRIGGER: statements that run when a table changes.
///
/// ```swift
/// CreateTriggerStatement("stamp").after().onUpdate("person", columns: ["name"])
///     .when("OLD.name", .isNot, column: "NEW.name")
///     .perform(InsertStatement(into: "log").column("person_pk", value: .name("NEW.pk")))
/// // CREATE TRIGGER "stamp" AFTER UPDATE OF "name" ON "person" FOR EACH ROW WHEN ("OLD"."name" IS NOT "NEW"."name")
/// // BEGIN INSERT INTO "log" ("person_pk") VALUES ("NEW"."pk"); END
/// ```
///
/// On PostgreSQL a trigger calls a function. Name it with ``execute(function:)``, or give statements: then two
/// statements are written, a function with the trigger's name, and the trigger. `OLD` and `NEW` are not quoted there.
///
/// Source: <https://www.sqlite.org/lang_createtrigger.html>, <https://www.postgresql.org/docs/15/sql-createtrigger.html>
public struct CreateTriggerStatement: SQLStatement {
    enum Timing: String, Hashable, Sendable {
        case before = "BEFORE"
        case after = "AFTER"
        case insteadOf = "INSTEAD OF"
    }

    enum Event: Hashable, Sendable {
        case delete
        case insert
        case update([String])
    }

    var name: SQLTable?
    var isTemporary = false
    var isConditional = false
    var timing: Timing?
    var event: Event?
    var table: SQLTable?
    var conditions: [SQLCondition] = []
    var body: [TriggerAction] = []
    var function: SQLTable?

    /// Starts a CREATE TRIGGER; name the trigger with ``trigger(_:temporary:)``.
    public init() {}

    /// Starts a CREATE TRIGGER of a trigger.
    public init(_ trigger: some SQLTableSource, temporary: Bool = false) {
        name = trigger.sqlTable
        isTemporary = temporary
    }

    /// Names the trigger; a temporary one is dropped with its connection. SQLite.
    public consuming func trigger(_ trigger: some SQLTableSource, temporary: Bool = false) -> CreateTriggerStatement {
        name = trigger.sqlTable
        isTemporary = temporary
        return self
    }

    /// Does nothing if the trigger exists: `IF NOT EXISTS`. SQLite.
    public consuming func ifNotExists(_ isConditional: Bool = true) -> CreateTriggerStatement {
        self.isConditional = isConditional
        return self
    }

    /// Runs before the change.
    public consuming func before() -> CreateTriggerStatement { at(.before) }
    /// Runs after the change.
    public consuming func after() -> CreateTriggerStatement { at(.after) }
    /// Runs in place of the change, for views.
    public consuming func insteadOf() -> CreateTriggerStatement { at(.insteadOf) }

    private consuming func at(_ timing: Timing) -> CreateTriggerStatement {
        self.timing = timing
        return self
    }

    /// Runs when rows are deleted.
    public consuming func onDelete(_ table: some SQLTableSource) -> CreateTriggerStatement {
        on(.delete, table.sqlTable)
    }
    /// Runs when rows are inserted.
    public consuming func onInsert(_ table: some SQLTableSource) -> CreateTriggerStatement {
        on(.insert, table.sqlTable)
    }
    /// Runs when rows are updated, or only when one of these columns is set.
    public consuming func onUpdate(
        _ table: some SQLTableSource, columns: [String] = []
    ) -> CreateTriggerStatement {
        on(.update(columns), table.sqlTable)
    }
    /// Runs when this column is set.
    public consuming func onUpdate(_ table: some SQLTableSource, column: String) -> CreateTriggerStatement {
        on(.update([column]), table.sqlTable)
    }

    private consuming func on(_ event: Event, _ table: SQLTable) -> CreateTriggerStatement {
        self.event = event
        self.table = table
        return self
    }

    /// Adds a condition; the body only runs for rows that satisfy it.
    public consuming func when(_ condition: SQLCondition) -> CreateTriggerStatement {
        conditions.append(condition)
        return self
    }

    /// Adds a statement to the body.
    public consuming func perform(_ statement: some SQLTriggerable) -> CreateTriggerStatement {
        body.append(statement.triggerAction)
        return self
    }

    /// Adds a statement in raw SQL to the body; interpolated values are written as literals.
    public consuming func sql(_ text: SQL) -> CreateTriggerStatement {
        body.append(.sql(text))
        return self
    }

    /// Calls an existing function. PostgreSQL.
    public consuming func execute(function: some SQLTableSource) -> CreateTriggerStatement {
        self.function = function.sqlTable
        return self
    }
}

/// A statement that is allowed in the body of a trigger.
public protocol SQLTriggerable: SQLStatement {
    /// The statement as part of a trigger.
    var triggerAction: TriggerAction { get }
}

/// One statement in the body of a trigger.
public enum TriggerAction: SQLRenderable, Hashable {
    /// A SELECT, for its functions.
    case select(SelectStatement)
    /// An INSERT.
    case insert(InsertStatement)
    /// An INSERT with `ON CONFLICT`.
    case upsert(UpsertStatement)
    /// An UPDATE.
    case update(UpdateStatement)
    /// A DELETE.
    case delete(DeleteStatement)
    /// Raw SQL.
    case sql(SQL)

    public func write(to writer: inout SQLWriter) throws {
        switch self {
        case .select(let statement): try statement.write(to: &writer)
        case .insert(let statement): try statement.write(to: &writer)
        case .upsert(let statement): try statement.write(to: &writer)
        case .update(let statement): try statement.write(to: &writer)
        case .delete(let statement): try statement.write(to: &writer)
        case .sql(let text): try text.write(to: &writer)
        }
    }
}

extension SelectStatement: SQLTriggerable { public var triggerAction: TriggerAction { .select(self) } }
extension InsertStatement: SQLTriggerable { public var triggerAction: TriggerAction { .insert(self) } }
extension UpsertStatement: SQLTriggerable { public var triggerAction: TriggerAction { .upsert(self) } }
extension UpdateStatement: SQLTriggerable { public var triggerAction: TriggerAction { .update(self) } }
extension DeleteStatement: SQLTriggerable { public var triggerAction: TriggerAction { .delete(self) } }
