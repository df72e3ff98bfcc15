import ZIMOrm

/// What the generator looks at beside the schema: some rows of each table, and whether keys hold NULL.
package struct Observation: Sendable {
    package var profiles: NameMap<TableProfile> = [:]
    /// Columns of primary keys that hold NULL, by table.
    var nullKeys: NameMap<Set<String>> = [:]
    /// What was given up because it took too long or may not be read.
    package var givenUp: [String] = []
    /// Relationships that nobody declared and that the rows agree with.
    package var likely: [LinkSchema] = []

    /// Looks at nothing.
    package init() {}

    /// - Parameters:
    ///   - rows: how many rows of each table are checked; 0 for none.
    ///   - guesses: whether relationships are looked for that nobody declared.
    ///   - declared: the relationships that need no guess; nil for those of the foreign keys.
    package init(
        of file: InspectedDatabase, schema: DatabaseSchema, rows: Int, guesses: Bool = false,
        knowing declared: [LinkSchema]? = nil
    ) throws {
        guard rows > 0 else { return }
        let candidates = guesses ? LikelyLinks(schema, knowing: declared ?? schema.links()).candidates : [:]
        for table in schema.tables where table.kind != .shadow && schema.problems[table.name] == nil {
            do {
                // A transaction for each table: one that has met a damaged page cannot end well.
                try file.database.read { session in
                    try session.withTimeLimit(file.timeAllowance, about: table) {
                        try look(at: table, rows, candidates[table.name] ?? [], in: $0)
                    }
                }
            } catch let error as DatabaseError where error.isAboutOneTable {
                // A view that cannot be read now is still a class.
                if error.code == .timedOut { givenUp.append(error.message) }
                if error.code == .privilege {
                    let missing = schema.traits.privilege(toRead: table, after: error.message)
                    givenUp.append("\(table.name): \(error.message). \(missing)")
                }
                if error.code == .corrupt { givenUp.append("\(table.name): \(error.message)") }
            }
        }
    }

    private mutating func look(
        at table: TableSchema, _ rows: Int, _ candidates: [LikelyLink], in session: Session
    ) throws {
        let limit = table.kind == .view ? min(rows, 1000) : rows
        var answers: [Probe.Answer] = []
        profiles[table.name] = try TableProfile(
            of: table, in: session, limit: limit, probes: candidates.map { Probe(parentOf: $0.link) }, answers: &answers
        )
        likely += LikelyLink.chosen(Array(zip(candidates, answers))).map(\.0)
        for column in table.columns
        where column.keyPlace > 0 && !column.isNotNull && table.rowIDColumn != column.name {
            let statement = SelectStatement().column(1).from(table.identifier)
                .where(SQLExpression.column(column.name).isNull).limit(1)
            if try !session.rows(statement).isEmpty { nullKeys[table.name, default: []].insert(column.name) }
        }
    }
}
