import ZIMOrm

/// Looks at every row of every table once, and at a few things besides, and says what is wrong.
package struct Examination: Sendable {
    package let name: String
    package private(set) var findings: [Finding] = []
    /// How many tables and rows were checked.
    package private(set) var tables = 0
    package private(set) var rows = 0

    /// What to look at.
    package struct Options: Sendable {
        /// Only these tables; empty for all.
        package var only: [String] = []
        /// Kinds of finding that are left out.
        package var ignoring: Set<Finding.Kind> = []
        package init() {}
    }

    /// - Parameter progress: called now and then with the table and the number of its rows so far.
    package init(
        of file: InspectedDatabase, options: Options = Options(),
        progress: (_ table: TableSchema, _ rows: Int) throws -> Void = { _, _ in }
    ) throws {
        name = file.name
        let schema = try file.schema()
        let only = Set(try options.only.map { try schema.named($0, in: file.name).name }.exactNames)
        let wanted = schema.tables.filter { only.isEmpty ? $0.kind != .shadow : only.contains(ExactName($0.name)) }
        let declared = schema.links()
        let links = NameMap.grouping(declared, by: \.child.name)
        let inbound = NameMap.grouping(declared, by: \.parent.name)
        let likely =
            options.ignoring.contains(.likelyRelationship) ? [:] : LikelyLinks(schema, knowing: declared).candidates
        var profiles: NameMap<TableProfile> = [:]
        var found = SchemaFindings(schema: schema, tables: wanted).all
        // A line of a file's catalogue that makes no table may be an index, or was one.
        for (name, problem) in schema.problems where options.only.isEmpty && schema.table(name) == nil {
            found.append(
                Finding(
                    .unreadable, name, [], "it cannot be read: \(problem)",
                    advice: Finding.advice(ifUnreadable: problem)))
        }
        // What the catalogue of a file does not make is named already.
        let readable = wanted.filter { file.damage == nil || schema.problems[$0.name] == nil }
        // A view may be one that its definer could not read either, as the catalogue does not say.
        let views = readable.filter { $0.kind == .view && schema.problems[$0.name] == nil }
        for view in views {
            do {
                try file.database.read { session in
                    _ = try session.withTimeLimit(file.timeAllowance, about: view) {
                        try $0.rows(SQL(unsafe: "SELECT 1 FROM \(schema.traits.name(view)) LIMIT 0"))
                    }
                }
            } catch let error as DatabaseError where error.isAboutOneTable {
                // What it is made of is stored, and has no rows yet.
                if error.sqlState == "55000" { continue }
                found.append(
                    Self.unreadable(view, error, schema, advice: "Create what it refers to, or its definer, or drop it")
                )
            }
        }
        for table in readable where table.kind == .table || table.kind == .virtual {
            tables += 1
            let tableExamination = TableExamination(
                table: table, links: links[table.name] ?? [], likely: likely[table.name] ?? [],
                inbound: inbound[table.name] ?? [], traits: schema.traits)
            do {
                // A snapshot for each table: one for all would keep a writer waiting for as long as it takes.
                let (profile, own) = try file.database.read { session in
                    try session.withTimeLimit(file.timeAllowance, about: table) { session in
                        try tableExamination.examine(in: session) { try progress(table, $0) }
                    }
                }
                profiles[table.name] = profile
                rows += profile.rows
                found += own
            } catch let error as DatabaseError where error.isAboutOneTable {
                let advice = Finding.advice(ifUnreadable: error.message)
                found.append(Self.unreadable(table, error, schema, advice: advice))
            }
        }
        let broken = found.filter { $0.kind == .orphans }.compactMap(\.link)
        found += try UnvalidatedConstraints(file: file, schema: schema, tables: wanted, broken: broken).findings()
        found += KeyKinds(links: declared, profiles: profiles).findings
        let order = Dictionary(uniqueKeysWithValues: Finding.Kind.allCases.enumerated().map { ($1, $0) })
        findings = found.filter { !options.ignoring.contains($0.kind) }
            .sorted {
                (order[$0.kind] ?? 0, $0.table, $0.columns.joined(separator: "\u{0}"))
                    < (order[$1.kind] ?? 0, $1.table, $1.columns.joined(separator: "\u{0}"))
            }
    }

    private static func unreadable(
        _ table: TableSchema, _ error: DatabaseError, _ schema: DatabaseSchema, advice: String
    ) -> Finding {
        Finding(
            .unreadable, table.name, [], "the \(table.kind.rawValue) cannot be read: \(error.message)",
            advice: error.code == .privilege
                ? schema.traits.privilege(toRead: table, after: error.message) : advice)
    }
}
