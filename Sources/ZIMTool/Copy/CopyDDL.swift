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
        /// What is left out where it fails, and the copy goes on: `the view is left out`; nil where the copy ends then.
        var loss: String?
        /// Whether nothing else of the object needs it; it is left out only where the rows are what it does not take.
        var isAlone = false

        /// Runs the one statement; parts of it may be text of the source's catalogue.
        func run(in session: Session) throws {
            if let definition { return try session.define(definition) }
            try session.execute(one: statement)
        }
    }

    let plan: CopyPlan
    let home: CopyHome

    init(_ plan: CopyPlan, in home: CopyHome = CopyHome()) {
        self.plan = plan
        self.home = home.holding(plan)
    }

    func identifier(_ table: String) -> SQLIdentifier { home.identifier(table) }

    /// What is there before the rows: schemas, types and tables. A file's tables have all their keys from the start.
    func before() -> [Step] {
        var steps = plan.schemas.map { Step(object: $0, statement: Self.create(schema: $0)) }
        let hasEarly = plan.objects.contains { $0.stage < .beforeKeys }
        // Bodies may name tables that come later.
        if hasEarly { steps.append(Self.checkingBodies(false)) }
        steps += plan.objects(.beforeTypes).flatMap { Self.steps($0) }
        steps += plan.types.map { Step(object: $0.name, statement: $0.create()) }
        steps += plan.objects(.beforeTables).flatMap { Self.steps($0) }
        steps += plan.sequences.map { Step(object: $0.name, statement: $0.create(home)) }
        steps += plan.tableDefinitions.map { Step($0) }
        for table in plan.creationOrder.map({ plan.tables[$0] }) where !plan.isBetweenFiles {
            steps.append(Step(object: table.name, statement: create(table)))
        }
        if hasEarly { steps.append(Self.checkingBodies(true)) }
        return steps
    }

    private static func checkingBodies(_ isOn: Bool) -> Step {
        Step(object: "functions", statement: "SET LOCAL check_function_bodies = \(unsafe: isOn ? "on" : "off")" as SQL)
    }

    /// Those of functions that tables need must not fail.
    private static func steps(_ object: CopyObject) -> [Step] {
        let loss = object.stage < .beforeKeys ? nil : "the \(object.kind.rawValue) is left out"
        return [Step(object: object.name, statement: object.sql, loss: loss)]
            + object.behind.map {
                Step(object: object.name, statement: $0, loss: loss == nil ? nil : "is not complete")
            }
    }

    /// What is made when all rows are there: indexes first, which are sorted at once; then the keys that a server makes.
    func after() -> [Step] {
        var steps = plan.objects(.beforeKeys).flatMap { Self.steps($0) }
        for table in plan.tables {
            steps += table.indexes.map { step($0, table) }
        }
        steps += plan.target.traits.keys(self)
        steps += plan.definitions.map { Step($0) }
        return steps
    }

    /// What is done when both sides have been compared: between two files, tables get their other names; between two servers
    /// of PostgreSQL, who reads a table reads those that inherit from it, and views and triggers come to life.
    func last() -> [Step] {
        plan.renames.map { Step(object: $0.table, statement: $0.statement) } + plan.definitionsBehind.map { Step($0) }
            + plan.inheritance.map {
                Step(object: $0.child, statement: inherit($0), loss: Self.loss(ofInheritance: $0.parent))
            } + plan.objects(.last).flatMap { Self.steps($0) }
    }

    static func loss(ofInheritance parent: String) -> String {
        "no longer inherits from \(parent): each table has its own rows only"
    }

    func inherit(_ tables: (child: String, parent: String)) -> SQL {
        "ALTER TABLE \(identifier(tables.child)) INHERIT \(identifier(tables.parent))"
    }

    /// One that is there is taken as it is.
    static func create(schema: String) -> SQL { "CREATE SCHEMA IF NOT EXISTS \(identifier: schema)" }

    func create(_ table: CopyTable) -> any SQLRenderable { plan.target.traits.create(table, self) }

    // MARK: Keys and indexes

    func index(_ index: CopyIndex, _ table: CopyTable) -> any SQLRenderable {
        plan.target.traits.create(index, of: table, self)
    }

    /// What an index makes faster can be had without it, where the target's indexes do not hold what the rows have: PostgreSQL's
    /// have room for a third of a page, and an expression may fail where the source has NULL.
    private func step(_ index: CopyIndex, _ table: CopyTable) -> Step {
        Step(
            object: table.name, statement: self.index(index, table),
            loss: index.isUnique ? nil : "the index \(index.name) is left out", isAlone: true)
    }

    /// The primary key, the unique keys and the exclusions, for a table that has none.
    func keys(_ table: CopyTable) -> [Step] {
        var steps: [Step] = []
        if !table.primaryKey.isEmpty {
            steps.append(Step(object: table.name, statement: primaryKey(table, name: table.primaryKeyName)))
        }
        for key in table.uniqueKeys + table.exclusions {
            steps.append(Step(object: table.name, statement: add(key, table)))
        }
        return steps
    }

    func primaryKey(_ table: CopyTable, name: String?) -> any SQLRenderable {
        if let definition = table.primaryKeyDefinition { return add(SQL(unsafe: definition), name, table) }
        return AlterTableStatement(identifier(table.name)).primaryKey(table.primaryKey, name: name)
    }

    func add(_ check: CopyCheck, _ table: CopyTable) -> any SQLRenderable {
        if let definition = check.definition { return add(SQL(unsafe: definition), check.name, table) }
        return AlterTableStatement(identifier(table.name)).check(.sql(check.condition), name: check.name)
    }

    /// Rows that are valid at the source may violate what a check has become in the words of another engine: it is left out.
    func step(_ check: CopyCheck, _ table: CopyTable) -> Step {
        let isTranslated = plan.source != plan.target
        return Step(
            object: table.name, statement: add(check, table), loss: isTranslated ? check.loss : nil,
            isAlone: isTranslated)
    }

    func add(_ key: CopyKey, _ table: CopyTable) -> any SQLRenderable {
        if let definition = key.definition { return add(SQL(unsafe: definition), key.name, table) }
        return plan.target.traits.add(key, to: table, self)
    }

    func add(_ key: CopyForeignKey, _ table: CopyTable) -> any SQLRenderable {
        guard let definition = key.definition else { return plan.target.traits.add(key, to: table, self) }
        return add("\(unsafe: definition.head) \(identifier(key.parent)) \(unsafe: definition.tail)", key.name, table)
    }

    /// One ALTER TABLE of MySQL, since each may make the table anew.
    func add(_ clauses: [SQL], to table: String) -> SQL {
        "ALTER TABLE \(identifier(table)) ADD \(clauses.joined(separator: ", ADD "))"
    }

    /// A constraint as a server of PostgreSQL has written it.
    private func add(_ definition: SQL, _ name: String?, _ table: CopyTable) -> SQL {
        let constraint: SQL = name.map { "CONSTRAINT \(identifier: $0) " } ?? ""
        return "ALTER TABLE \(identifier(table.name)) ADD \(constraint)\(definition)"
    }
}

extension CopyKind {
    var isInteger: Bool {
        if case .integer = self { return true }
        return false
    }
}

extension CopyDDL.Step {
    init(_ definition: CatalogDefinition) {
        object = definition.name
        statement = SQL(unsafe: definition.sql)
        self.definition = definition
    }
}
