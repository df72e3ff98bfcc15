import ZIMOrm

/// What is known of a database: its schema, how many rows there are, what the columns really hold.
package struct Inspection: Sendable {
    /// The file's name.
    package let name: String
    package let schema: DatabaseSchema
    /// The tables and views that are shown.
    package let tables: [TableSchema]
    /// The number of rows by table; views and tables that cannot be read have none.
    package let counts: NameMap<Int>
    /// What the columns hold, by table.
    package let profiles: NameMap<TableProfile>
    /// The relationships of each table, those to its parents first.
    package let relationships: NameMap<[RelationshipSchema]>
    /// Foreign keys to tables or columns that do not exist, or were not read, by table.
    package let dangling: NameMap<[TableSchema.ForeignKey]>
    /// Tables that could not be read, and why.
    package let failures: NameMap<String>

    /// What to look at.
    package struct Options: Sendable {
        /// How many rows of each table tell what its columns hold; 0 looks at none.
        package var sample = 10_000
        /// Whether rows are counted, which takes a pass over each table's smallest index.
        package var counts = true
        /// Only these tables; empty for all.
        package var only: [String] = []
        /// Whether tables that an extension keeps for itself are shown.
        package var shadows = false
        package init() {}
    }

    package init(of file: InspectedDatabase, options: Options = Options()) throws {
        name = file.name
        var counts: NameMap<Int> = [:]
        var profiles: NameMap<TableProfile> = [:]
        var failures: NameMap<String> = [:]
        (schema, tables) = try file.database.read { session in
            let schema = try session.schema(file.scope).withUsedTypes(session).keeping {
                options.shadows || $0.kind != .shadow
            }
            let only = Set(try options.only.map { ExactName(try schema.named($0, in: file.name).name) })
            return (schema, schema.tables.filter { only.isEmpty || only.contains(ExactName($0.name)) })
        }
        for table in tables where schema.problems[table.name] == nil {
            do {
                // A transaction for each table: one that has met a damaged page cannot end well.
                try file.database.read { session in
                    try session.withTimeLimit(file.timeAllowance, about: table) { session in
                        if options.counts, table.kind != .view {
                            counts[table.name] = try session.count(of: table)
                        }
                        if options.sample > 0 {
                            // A view may compute all of its rows for the first of them.
                            let limit = table.kind == .view ? min(options.sample, 1000) : options.sample
                            profiles[table.name] = try TableProfile(of: table, in: session, limit: limit)
                        }
                    }
                }
            } catch let error as DatabaseError where error.isAboutOneTable {
                failures[table.name] = error.message
            }
        }
        self.counts = counts
        self.profiles = profiles
        self.failures = failures.filled(from: schema.problems)
        let links = schema.links()
        relationships = NameMap.grouping(schema.relationships, by: \.table)
        let byChild = NameMap.grouping(links, by: \.child.name)
        dangling = tables.reduce(into: [:]) { found, table in
            let known = byChild[table.name] ?? []
            let lost = table.foreignKeys.filter { key in !known.contains { $0.isOf(key, table) } }
            if !lost.isEmpty { found[table.name] = lost }
        }
    }
}

extension Inspection {
    /// Whether there are so few rows that all of them can be examined in passing.
    package var isSmall: Bool { !counts.isEmpty && counts.values.reduce(0, +) <= 50_000 && tables.count <= 200 }
}

extension Session {
    /// The number of a table's rows.
    func count(of table: TableSchema) throws -> Int {
        let statement = SelectStatement().column(.count()).from(table.identifier)
        return try rows(statement).first?.get(0) ?? 0
    }
}
