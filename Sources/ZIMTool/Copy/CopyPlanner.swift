import ZIMOrm
import ZIMSql

/// Finds out what a copy will do: which tables with which types and keys, in which order, and what does not fit.
struct CopyPlanner {
    let source: CopySource
    let target: CopyEngine
    let options: CopyOptions
    let invalidValues: InvalidValueList
    var notes: [CopyNote] = []
    /// The names of indexes and the tables that have them, by the schema in which they must differ; read when needed.
    var takenNames: [String: [String: Set<String>]]?
    /// Those of a server of MySQL; read when needed.
    var sourceCollations: MySQLCollations?
    /// Whether it is MySQL with checks that are enforced or not.
    var hasEnforcedChecks: Bool?
    /// What a server of PostgreSQL says of its tables besides.
    private(set) var details = PostgresDetails()

    var isSameEngine: Bool { source.engine == target }
    var isBetweenFiles: Bool { source.engine == .sqlite && isSameEngine }
    /// Whether tables are made from the text that the source has of them.
    var hasDefinitions: Bool { isSameEngine && source.engine.traits.hasDefinitions }

    /// - Throws: ``ToolError`` where the options name what is not there; `DatabaseError`.
    mutating func plan() throws -> CopyPlan {
        if options.copiesDefinitions { try checkDefinitions() }
        if source.engine == .postgreSQL { details = try PostgresDetails(source.session, of: source.schema.tables) }
        let choice = try CopyChoice(options, in: source)
        let chosen = chosenTables(choice)
        var tables = try chosen.map { try table($0) }
        try choose(types: &tables)
        for table in tables {
            for column in table.columns {
                if let note = column.typing.note { notes.add("\(table.source.name).\(column.source.name)", note) }
            }
        }
        try choose(dates: &tables)
        if !isSameEngine { unifyKeys(&tables) }
        let parents = CopyParents(chosen, isCaseless: source.engine.traits.isCaseless)
        for index in tables.indices { try complete(&tables[index], among: parents) }
        let renaming = try renaming(of: chosen, choice)
        notes += renaming.notes
        if !isBetweenFiles { renaming.apply(to: &tables) }
        if !isSameEngine, var fitting = CopyNameFitting(tables, for: target) {
            fitting.run(&tables)
            notes += fitting.notes
        }
        if !isSameEngine { try target.traits.checkNames(tables) { [invalidValues] in try invalidValues.add($0) } }
        var plan = CopyPlan(
            source: source.engine, target: target, location: source.location, tables: LoadOrder.sorted(tables),
            notes: [])
        plan.renaming = renaming
        plan.schemas = try schemas(of: tables)
        try takeRest(into: &plan, choice)
        if isBetweenFiles {
            plan.renames = renaming.statements(among: source.schema.tables.map(\.name))
            if !plan.renames.isEmpty { plan.deferDefinitions() }
        }
        for problem in source.schema.problems where !isBetweenFiles && source.schema.table(problem.name) == nil {
            notes.add(problem.name, "is left out: \(problem.value)")
        }
        for reason in source.schema.givenUp { notes.add(source.location, reason) }
        plan.notes = notes
        return plan
    }

    private func checkDefinitions() throws {
        guard isSameEngine, !isBetweenFiles else {
            throw ToolError(
                "--definitions needs two servers of PostgreSQL, or two of MariaDB or MySQL",
                isBetweenFiles ? "Between two files, views and triggers are copied anyway" : nil)
        }
        if !options.renames.isEmpty {
            throw ToolError(
                "--definitions and --rename exclude each other: views and functions name tables by their own names")
        }
        if let reason = options.stagingReason { throw ToolError("--definitions and \(reason) exclude each other") }
    }

    private mutating func chosenTables(_ choice: CopyChoice) -> [TableSchema] {
        let all = source.schema.tables
        for table in all where table.kind == .table && table.columns.isEmpty && choice.takes(table) {
            // Between two files, its definition is met again.
            if isBetweenFiles, source.schema.problems[table.name] != nil { continue }
            notes.add(
                table.name,
                source.schema.problems[table.name].map { "is left out: \($0)" }
                    ?? "has no columns, so it is left out")
        }
        return all.filter { table in
            guard !table.columns.isEmpty, table.kind == .table || (table.kind == .shadow && isBetweenFiles) else {
                return false
            }
            return choice.takes(table)
        }
    }

    private func renaming(of chosen: [TableSchema], _ choice: CopyChoice) throws -> CopyRenaming {
        var tables = chosen.filter { $0.kind == .table }
        if isBetweenFiles { tables += source.schema.tables.filter { $0.kind == .virtual && choice.takes($0) } }
        return try CopyRenaming(options, among: tables, from: source, to: target)
    }

    /// The schemas that the target needs for the tables.
    private func schemas(of tables: [CopyTable]) throws -> [String] {
        let names = Set(tables.compactMap(\.schema)).sorted()
        for name in names {
            guard let reason = target.traits.objection(toName: name) else { continue }
            throw ToolError("the schema \"\(name)\" cannot be created: its name \(reason)")
        }
        return names
    }

    private mutating func table(_ schema: TableSchema) throws -> CopyTable {
        var table = CopyTable(source: schema)
        if target.traits.hasSchemas { table.schema = schema.schema }
        let origins =
            isSameEngine
            ? [:]
            : try source.engine.traits.origins(of: schema, in: source) { try tick(.reading, schema.name, $0) }
        for column in schema.columns where !column.isHidden && !column.isGenerated {
            let typing = typing(of: column, origins[column.name], in: schema)
            var copy = CopyColumn(source: column, typing: typing, isNotNull: column.isNotNull)
            copy.origin = origins[column.name]?.kind ?? .stored
            copy.isPadded = origins[column.name]?.isPadded ?? false
            copy.isInstant = source.engine.traits.printsInstantsWithoutZone && origins[column.name]?.kind == .instant
            copy.hasErrorValue = isSameEngine && target == .mySQL && column.isEnumWithoutEmptyLabel
            table.columns.append(copy)
        }
        table.primaryKey = schema.primaryKey
        table.definition = try definition(of: schema)
        (table.rowKey, table.isRowKeyHidden) = source.engine.traits.rowKey(of: schema)
        // Between two such servers, columns are numbered by what they were numbered by.
        if !isSameEngine || !target.traits.numbersBySequences {
            table.identity = source.engine.traits.identity(of: schema, in: source)
        }
        return table
    }

    private func typing(of column: ColumnSchema, _ origin: CopyOrigin?, in table: TableSchema) -> CopyTyping {
        if let origin {
            guard origin.kind == .json, !target.traits.hasJSONKeys,
                table.uniqueKeys.contains(where: { $0.columns.contains(column.name) })
            else { return target.traits.typing(of: origin) }
            let note = "is JSON in a key, which \(target.rawValue) does not have, and becomes text"
            return target.traits.typing(of: CopyOrigin(.text(nil), note: note))
        }
        // Between two databases of one engine values stay as they are; some make their tables from their definitions.
        return CopyTyping(.stored, hasDefinitions ? nil : SQLDataType(column.type))
    }

    private mutating func choose(types tables: inout [CopyTable]) throws {
        for choice in options.types {
            if isSameEngine {
                throw ToolError(
                    "--type needs two different engines",
                    "Between two databases of the same engine, types stay as they are")
            }
            let (table, column) = try position(of: choice, "--type", tables)
            tables[table].columns[column].typing = target.traits.typing(asked: choice.type)
            tables[table].columns[column].isChosen = true
        }
    }

    private func position(
        of choice: CopyOptions.TypeChoice, _ option: String, _ tables: [CopyTable]
    ) throws -> (table: Int, column: Int) {
        func position(_ name: String) -> Int? {
            tables.firstIndex { $0.name == name } ?? tables.firstIndex { $0.name.lowercased() == name.lowercased() }
                ?? source.table(named: name).flatMap { table in tables.firstIndex { $0.name == table.name } }
        }
        var choice = choice
        // `sales.orders.placed` was read as a table `sales`.
        if position(choice.table) == nil, let dot = choice.column.lastIndex(of: ".") {
            let table = choice.table + "." + choice.column[..<dot]
            if position(table) != nil {
                let column = String(choice.column[choice.column.index(after: dot)...])
                choice = CopyOptions.TypeChoice(table: table, column: column, type: choice.type)
            }
        }
        guard let table = position(choice.table) else {
            throw ToolError("\(option) names the table \"\(choice.table)\", which is not copied")
        }
        let columns = tables[table].columns
        guard
            let column = columns.firstIndex(where: { $0.name == choice.column })
                ?? columns.firstIndex(where: { $0.name.lowercased() == choice.column.lowercased() })
        else { throw ToolError("\"\(choice.table)\" has no column \"\(choice.column)\"") }
        return (table, column)
    }

    private func choose(dates tables: inout [CopyTable]) throws {
        for choice in options.dates {
            if !source.engine.traits.holdsAnything || isSameEngine {
                throw ToolError("--dates needs a copy from SQLite to a server")
            }
            let (table, column) = try position(of: choice, "--dates", tables)
            let typing = tables[table].columns[column].typing
            switch typing.kind {
            case .date, .timestamp, .instant, .time: break
            default:
                throw ToolError(
                    "--dates needs a date column, but \(choice.table).\(choice.column) becomes \(typing.name(in: target))",
                    "--type \(choice.table).\(choice.column)=date makes it one")
            }
            tables[table].columns[column].dates = .pattern(choice.type)
        }
    }

    /// Gives the columns of foreign keys the type of what they point to, where the target could not compare them.
    private mutating func unifyKeys(_ tables: inout [CopyTable]) {
        let positions = Dictionary(tables.enumerated().map { ($1.name.lowercased(), $0) }) { first, _ in first }
        let children = Dictionary(
            grouping: tables.enumerated().flatMap { child, table in
                table.source.foreignKeys.compactMap { positions[$0.table.lowercased()] }.map {
                    (child: child, parent: $0)
                }
            }, by: \.parent)
        // A parent may be a child itself; as many rounds as there are tables reach the end of every chain. After the
        // first, only the children of what has changed are checked.
        var pending = Array(tables.indices)
        for _ in 0..<max(1, tables.count) {
            var changed: Set<Int> = []
            for child in pending {
                for key in tables[child].source.foreignKeys {
                    guard let parent = positions[key.table.lowercased()] else { continue }
                    for (own, other) in zip(key.columns, key.references) {
                        guard let column = tables[child].columns.firstIndex(where: { $0.name == own }),
                            let reference = tables[parent].source.column(other).flatMap({
                                tables[parent].column($0.name)
                            }),
                            !tables[child].columns[column].isChosen,
                            !target.traits.canReference(reference.kind, from: tables[child].columns[column].kind)
                        else { continue }
                        notes.add(
                            "\(tables[child].name).\(own)",
                            "gets the type of \(tables[parent].name).\(reference.name), which it references")
                        tables[child].columns[column].typing = reference.typing
                        changed.insert(child)
                    }
                }
            }
            if changed.isEmpty { return }
            pending = Set(changed.flatMap { children[$0] ?? [] }.map(\.child)).sorted()
        }
    }

    func tick(_ phase: CopyProgress.Phase, _ table: String, _ rows: Int) throws {
        try options.onProgress?(CopyProgress(phase: phase, table: table, rows: rows, total: 0))
    }
}

extension CopyKind {
    /// Whether PostgreSQL lets a foreign key of another kind point to this one.
    func isComparable(to child: CopyKind) -> Bool {
        switch (self, child) {
        case (.integer, .integer), (.text, .text), (.bytes, .anyBytes), (.anyBytes, .bytes): true
        case (.decimal, .integer), (.decimal, .decimal), (.decimal, .number): true
        case (.number, .integer), (.number, .decimal): true
        case (.real, .integer), (.real, .decimal), (.real, .number): true
        default: self == child
        }
    }
}
