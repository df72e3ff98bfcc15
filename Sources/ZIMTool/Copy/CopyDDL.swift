import ZIMOrm
import ZIMSql

/// The statements that make the tables of a plan, before and after their rows.
struct CopyDDL {
    /// One statement, and what it is about.
    struct Step {
        let object: String
        let statement: any SQLRenderable
        /// Where the statement is the source's own text, what it may make.
        var definition: CatalogDefinition?

        init(object: String, statement: any SQLRenderable) {
            self.object = object
            self.statement = statement
        }

        init(_ definition: CatalogDefinition) {
            object = definition.name
            statement = SQL(unsafe: definition.sql)
            self.definition = definition
        }

        /// Runs the one statement; parts of it may be text of the source's catalogue.
        func run(in session: Session) throws {
            if let definition { return try session.define(definition) }
            try session.execute(one: statement)
        }
    }

    let plan: CopyPlan
    /// The schema in which the tables are made; nil for a file.
    let schema: String?

    init(_ plan: CopyPlan, in schema: String? = nil) {
        self.plan = plan
        self.schema = schema
    }

    func identifier(_ table: String) -> SQLIdentifier {
        SQLIdentifier(parts: [schema, table].compactMap { $0 })
    }

    /// What is there before the rows: types and tables. A file's tables have all their keys from the start.
    func before() -> [Step] {
        var steps = plan.types.map { Step(object: $0.name, statement: SQL(unsafe: $0.sql)) }
        steps += plan.tableDefinitions.map { Step($0) }
        for table in plan.tables where !plan.isBetweenFiles {
            steps.append(Step(object: table.name, statement: create(table)))
        }
        return steps
    }

    /// What is made when all rows are there: indexes first, which are sorted at once; then keys, whose names the server
    /// chooses among those that are left; foreign keys last, so that circles of them need no order.
    func after() -> [Step] {
        var steps: [Step] = []
        for table in plan.tables {
            steps += table.indexes.map { Step(object: table.name, statement: create($0, table)) }
        }
        if plan.target == .postgreSQL {
            for table in plan.tables { steps += keys(table) }
            for table in plan.tables where table.identity?.isAlways == true { steps += setAlways(table) }
            for table in plan.tables {
                steps += table.checks.map { Step(object: table.name, statement: add($0, table)) }
            }
            for table in plan.tables {
                steps += table.foreignKeys.map { Step(object: table.name, statement: add($0, table)) }
            }
        }
        steps += plan.definitions.map { Step($0) }
        return steps
    }

    // MARK: Tables

    func create(_ table: CopyTable) -> CreateTableStatement {
        plan.target == .sqlite ? createInFile(table) : createOnServer(table)
    }

    private func createOnServer(_ table: CopyTable) -> CreateTableStatement {
        var statement = CreateTableStatement(identifier(table.name))
        for column in table.columns {
            var constraints: [SQLColumnConstraint] = []
            if let identity = table.identity, identity.column == column.name {
                constraints.append(.identity())
            } else if column.isNotNull {
                constraints.append(.notNull)
            }
            if let value = column.defaultValue { constraints.append(.default(value)) }
            statement = statement.column(column.name, type: column.typing.type ?? .text, constraints: constraints)
        }
        for column in table.computed {
            let expression = SQLExpression.sql(SQL(unsafe: column.expression ?? "NULL"))
            statement = statement.column(
                column.name, type: SQLDataType(column.type), constraints: [.generated(expression)])
        }
        return statement
    }

    private func createInFile(_ table: CopyTable) -> CreateTableStatement {
        var statement = CreateTableStatement(identifier(table.name))
        // The row's own number: what is an integer and the whole key is stored without an index.
        let number = table.primaryKey.count == 1 ? table.primaryKey.first.flatMap { table.column($0) } : nil
        let isCounted = number.map { $0.kind.isInteger } ?? false
        for column in table.columns {
            var constraints: [SQLColumnConstraint] = []
            if column.isNotNull { constraints.append(.notNull) }
            if isCounted, column.name == number?.name {
                statement = statement.column(
                    column.name, type: .integer,
                    constraints: constraints + [.primaryKey(autoIncremented: table.identity?.column == column.name)])
                continue
            }
            if let value = column.defaultValue { constraints.append(.default(value)) }
            statement = statement.column(column.name, type: column.typing.type, constraints: constraints)
        }
        if !isCounted, !table.primaryKey.isEmpty {
            statement = statement.primaryKey(table.primaryKey, name: table.primaryKeyName)
        }
        for key in table.uniqueKeys { statement = statement.unique(key.columns, name: key.name) }
        for check in table.checks { statement = statement.check(.sql(check.condition), name: check.name) }
        for key in table.foreignKeys {
            statement = statement.foreignKey(
                key.columns, references: identifier(key.parent), key.references, onDelete: key.onDelete,
                onUpdate: key.onUpdate, deferrable: key.isDeferred ? .initiallyDeferred : nil, name: key.name)
        }
        return statement
    }

    // MARK: Keys and indexes

    private func keys(_ table: CopyTable) -> [Step] {
        var steps: [Step] = []
        if !table.primaryKey.isEmpty {
            let statement = AlterTableStatement(identifier(table.name)).primaryKey(
                table.primaryKey, name: table.primaryKeyName)
            steps.append(Step(object: table.name, statement: statement))
        }
        for key in table.uniqueKeys {
            let statement = AlterTableStatement(identifier(table.name)).unique(key.columns, name: key.name)
            steps.append(Step(object: table.name, statement: statement))
        }
        return steps
    }

    /// Only now: as long as it is said, the rows' own numbers are not taken.
    private func setAlways(_ table: CopyTable) -> [Step] {
        guard let column = table.identity?.column else { return [] }
        let sql: SQL = "ALTER TABLE \(identifier(table.name)) ALTER COLUMN \(identifier: column) SET GENERATED ALWAYS"
        return [Step(object: table.name, statement: sql)]
    }

    func add(_ check: CopyCheck, _ table: CopyTable) -> AlterTableStatement {
        AlterTableStatement(identifier(table.name)).check(.sql(check.condition), name: check.name)
    }

    func add(_ key: CopyForeignKey, _ table: CopyTable) -> AlterTableStatement {
        AlterTableStatement(identifier(table.name)).foreignKey(
            key.columns, references: identifier(key.parent), key.references, onDelete: key.onDelete,
            onUpdate: key.onUpdate, deferrable: key.isDeferred ? .initiallyDeferred : nil, name: key.name)
    }

    func create(_ index: CopyIndex, _ table: CopyTable) -> CreateIndexStatement {
        var statement = CreateIndexStatement(
            SQLIdentifier(index.name), on: identifier(table.name), unique: index.isUnique)
        if let method = index.method { statement = statement.using(method) }
        for part in index.parts {
            statement = statement.column(part.expression, descending: part.isDescending)
        }
        if let condition = index.condition { statement = statement.where(sql: condition) }
        return statement
    }
}

extension CopyKind {
    var isInteger: Bool {
        if case .integer = self { return true }
        return false
    }
}
