/// An ALTER TABLE: one change of a table.
///
/// ```swift
/// AlterTableStatement("person").column("email", type: .text, .default(""))
/// // ALTER TABLE "person" ADD COLUMN "email" TEXT DEFAULT ''
/// AlterTableStatement("person").rename("people")                      // ALTER TABLE "person" RENAME TO "people"
/// AlterTableStatement("person").renameColumn("fax", to: "phone")      // … RENAME COLUMN "fax" TO "phone"
/// AlterTableStatement("person").dropColumn("fax")                     // … DROP COLUMN "fax"
/// ```
///
/// A second change is an error, since SQLite allows one for each statement.
///
/// Source: <https://www.sqlite.org/lang_altertable.html>, <https://www.postgresql.org/docs/15/sql-altertable.html>
public struct AlterTableStatement: SQLStatement {
    enum Change: Hashable, Sendable {
        case add(SQLColumnDefinition)
        case drop(String)
        case rename(String)
        case renameColumn(String, to: String)
        case addConstraint(SQLTableConstraint)
        case dropConstraint(String)
        case setType(String, SQLDataType, using: SQLExpression?)
        case setDefault(String, SQLDefaultValue?)
        case setNotNull(String, Bool)
    }

    var table: SQLTable?
    var changes: [Change] = []

    /// Starts an ALTER TABLE; name the table with ``table(_:)``.
    public init() {}

    /// Starts an ALTER TABLE of a table.
    public init(_ table: some SQLTableSource) { self.table = table.sqlTable }

    /// Names the table.
    public consuming func table(_ table: some SQLTableSource) -> AlterTableStatement {
        self.table = table.sqlTable
        return self
    }

    private consuming func changing(_ change: Change) -> AlterTableStatement {
        changes.append(change)
        return self
    }

    /// Adds a column.
    public consuming func column(
        _ name: String, type: SQLDataType? = nil, _ constraints: SQLColumnConstraint...
    ) -> AlterTableStatement {
        changing(.add(SQLColumnDefinition(name: name, type: type, constraints: constraints)))
    }

    /// Adds a column with a default value.
    public consuming func column(
        _ name: String, type: SQLDataType, defaultValue: SQLDefaultValue
    ) -> AlterTableStatement {
        column(name, type: type, .default(defaultValue))
    }

    /// Removes a column.
    public consuming func dropColumn(_ name: String) -> AlterTableStatement { changing(.drop(name)) }

    /// Renames the table. The name is not split at dots; a table cannot move to another schema.
    public consuming func rename(_ name: String) -> AlterTableStatement { changing(.rename(name)) }

    /// Renames a column.
    public consuming func renameColumn(_ name: String, to newName: String) -> AlterTableStatement {
        changing(.renameColumn(name, to: newName))
    }

    /// Adds a primary key. Servers; on SQLite the table must be rebuilt.
    public consuming func primaryKey(_ columns: [String], name: String? = nil) -> AlterTableStatement {
        changing(.addConstraint(SQLTableConstraint(name: name, node: .primaryKey(columns))))
    }

    /// Adds a unique constraint. Servers; on SQLite a unique index does the same.
    public consuming func unique(_ columns: [String], name: String? = nil) -> AlterTableStatement {
        changing(.addConstraint(SQLTableConstraint(name: name, node: .unique(columns))))
    }

    /// Adds a check. Servers.
    public consuming func check(_ condition: SQLExpression, name: String? = nil) -> AlterTableStatement {
        changing(.addConstraint(SQLTableConstraint(name: name, node: .check(condition))))
    }

    /// Adds a foreign key. Servers.
    public consuming func foreignKey(
        _ columns: [String], references table: some SQLTableSource, _ parentColumns: [String] = [],
        onDelete: SQLForeignKeyAction? = nil, onUpdate: SQLForeignKeyAction? = nil, deferrable: SQLDeferral? = nil,
        name: String? = nil
    ) -> AlterTableStatement {
        let parent = SQLForeignKey(
            table: table.sqlTable, columns: parentColumns, onDelete: onDelete, onUpdate: onUpdate, deferral: deferrable)
        return changing(.addConstraint(SQLTableConstraint(name: name, node: .foreignKey(columns, parent))))
    }

    /// Removes a constraint by its name. PostgreSQL.
    public consuming func dropConstraint(_ name: String) -> AlterTableStatement { changing(.dropConstraint(name)) }

    /// Changes the type of a column; an expression or the engine converts its values. PostgreSQL.
    public consuming func setType(
        _ type: SQLDataType, of column: String, using expression: SQLExpression? = nil
    ) -> AlterTableStatement {
        changing(.setType(column, type, using: expression))
    }

    /// Changes the default value of a column; nil removes it. PostgreSQL.
    public consuming func setDefault(_ value: SQLDefaultValue?, of column: String) -> AlterTableStatement {
        changing(.setDefault(column, value))
    }

    /// Adds or removes NOT NULL of a column. PostgreSQL.
    public consuming func setNotNull(_ isNotNull: Bool = true, of column: String) -> AlterTableStatement {
        changing(.setNotNull(column, isNotNull))
    }

    /// - Throws: ``SQLBuildError`` if there is no change or more than one, or the dialect lacks it.
    public func write(to writer: inout SQLWriter) throws {
        guard let change = changes.first else {
            throw SQLBuildError(
                .incomplete, "an ALTER TABLE changes nothing", hint: "Add column(_:type:) or rename(_:)")
        }
        guard changes.count == 1 else {
            throw SQLBuildError(
                .invalid, "an ALTER TABLE has \(changes.count) changes", hint: "Write one statement for each")
        }
        try writer.inlined { writer in
            writer.put("ALTER TABLE ")
            try writer.table(table, of: "an ALTER TABLE")
            try change.write(of: table, to: &writer)
        }
    }
}

extension AlterTableStatement.Change {
    fileprivate func write(of table: SQLTable?, to writer: inout SQLWriter) throws {
        switch self {
        case .add(let column):
            writer.put(" ADD COLUMN ")
            try column.write(to: &writer)
        case .drop(let name):
            writer.put(" DROP COLUMN ")
            writer.identifier(name)
        case .rename(let name):
            writer.put(" RENAME TO ")
            if writer.features.contains(.onDuplicateKey) {
                // A name alone would be one of the connection's database, into which the table would move.
                for part in (table?.parts ?? []).dropLast() {
                    writer.identifier(part)
                    writer.put(".")
                }
            }
            writer.identifier(name)
        case .renameColumn(let name, let newName):
            writer.put(" RENAME COLUMN ")
            writer.identifier(name)
            writer.put(" TO ")
            writer.identifier(newName)
        case .addConstraint where writer.features.contains(.onDuplicateKey): try writeAlteration(to: &writer)
        default:
            try writer.require(
                .alterColumn, "such change of a table", hint: "Make a new table, copy the rows, rename it")
            try writeAlteration(to: &writer)
        }
    }

    private func writeAlteration(to writer: inout SQLWriter) throws {
        switch self {
        case .addConstraint(let constraint):
            writer.put(" ADD ")
            try constraint.write(to: &writer)
        case .dropConstraint(let name):
            writer.put(" DROP CONSTRAINT ")
            writer.identifier(name)
        case .setType(let column, let type, let expression):
            writer.put(" ALTER COLUMN ")
            writer.identifier(column)
            writer.put(" TYPE ")
            try writer.type(type)
            if let expression {
                writer.put(" USING ")
                try expression.writeOperand(to: &writer)
            }
        case .setDefault(let column, let value):
            writer.put(" ALTER COLUMN ")
            writer.identifier(column)
            guard let value else { return writer.put(" DROP DEFAULT") }
            writer.put(" SET DEFAULT ")
            try value.write(to: &writer)
        case .setNotNull(let column, let isNotNull):
            writer.put(" ALTER COLUMN ")
            writer.identifier(column)
            writer.put(isNotNull ? " SET NOT NULL" : " DROP NOT NULL")
        case .add, .drop, .rename, .renameColumn: break
        }
    }
}
