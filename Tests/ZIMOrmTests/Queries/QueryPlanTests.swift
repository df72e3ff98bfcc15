import TestServer
import Testing

@testable import ZIMOrm

/// The statements find their rows by an index: SEARCH, never SCAN, of a table that may be large.
@Suite struct QueryPlanTests {
    private func plan(_ trace: StatementTrace, _ session: Session) throws -> [String] {
        let query = SQL(explaining: trace.sql, trace.parameters, by: "EXPLAIN QUERY PLAN")
        return try session.rows(query).compactMap { row in
            guard case .text(let text) = row["detail"] ?? .null else { return nil }
            return text
        }
    }

    /// Runs calls and expects that each statement searches these tables with so many columns of an index.
    private func check(
        _ database: Database, _ width: Int, tables: [String], location: SourceLocation = #_sourceLocation,
        _ calls: (Session) throws -> Void
    ) throws {
        try database.read { session in
            let log = StatementLog(database)
            try calls(session)
            let traces = log.all
            #expect(!traces.isEmpty, sourceLocation: location)
            for trace in traces {
                let details = try plan(trace, session)
                for table in tables {
                    #expect(
                        !details.contains { $0.hasPrefix("SCAN \(table)") }, "\(trace.sql)\n\(details)",
                        sourceLocation: location)
                    let search = details.first { $0.hasPrefix("SEARCH \(table)") }
                    #expect(search != nil, "\(trace.sql)\n\(details)", sourceLocation: location)
                    #expect(
                        search.map(searched) == width, "\(trace.sql)\n\(details)",
                        sourceLocation: location)
                    #expect(search?.contains("AUTOMATIC") == false, "\(details)", sourceLocation: location)
                }
            }
        }
    }

    /// How many columns of the index are searched by: each by one value, or the last from one to another.
    private func searched(_ detail: String) -> Int {
        detail.components(separatedBy: "=?").count + detail.components(separatedBy: ">?").count - 2
    }

    private func fill(_ database: Database, _ width: KeyWidth) throws {
        let name = width.width
        try database.execute(
            SQL(
                unsafe: """
                    WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
                    INSERT INTO parent\(name) SELECT 'p' || i, 'z', 30, 'x', i FROM n;
                    INSERT INTO child\(name) SELECT NULL, 'c' || a, d, c, b, a FROM parent\(name);
                    INSERT INTO link\(name) SELECT NULL, a, b, c, d, a, b, c, d, 'n' FROM parent\(name);
                    """))
    }

    @Test(arguments: [false, true], KeyWidth.all) func relationships(_ isAnalyzed: Bool, _ width: KeyWidth) throws {
        let database = try width.makeDatabase()
        try fill(database, width)
        if isAnalyzed { try database.execute("ANALYZE") }
        let (parent, child, link) = ("parent\(width.width)", "child\(width.width)", "link\(width.width)")
        let (left, right) = (width.columns.map { $0 + "1" }, width.columns.map { $0 + "2" })
        try database.read { session in
            let children = try session.query(width.child).filter("pk < 300").all()
            let parents = try session.query(width.parent).filter("a < 300").all()
            try check(database, width.width, tables: [parent]) { _ in
                _ = try children[0].belongsTo(width.parent, foreignKey: width.columns)
            }
            let options: [[RelationshipOption]] = [
                [], [.orderBy("label")], [.limit(2)], [.filter("label != 'x'")],
                [.limit(2), .offset(1), .orderBy("label")],
            ]
            for option in options {
                try check(database, width.width, tables: [child]) { session in
                    _ = try parents[0].hasMany(width.child, foreignKey: width.columns, options: option)
                }
                try check(database, width.width, tables: [child]) { _ in
                    _ = try parents[0].hasOne(width.child, foreignKey: width.columns, options: option)
                }
            }
            try check(database, width.width, tables: [link, parent]) { _ in
                _ = try parents[0].hasMany(width.parent, through: width.link, foreignKey: left, targetForeignKey: right)
                _ = try parents[0].hasManyLinked(
                    width.parent, through: width.link, foreignKey: left, targetForeignKey: right, options: [.limit(1)])
            }
            // Each alone.
            let only = try session.query(width.child).filter("pk = 20").all()[0]
            try check(database, width.width, tables: [parent]) { _ in
                _ = try only.belongsTo(width.parent, foreignKey: width.columns)
            }
            let alone = try session.query(width.parent).filter("a = 20").all()[0]
            try check(database, width.width, tables: [child]) { _ in
                for option in options { _ = try alone.hasMany(width.child, foreignKey: width.columns, options: option) }
                _ = try alone.hasOne(width.child, foreignKey: width.columns)
            }
            try check(database, width.width, tables: [link, parent]) { _ in
                _ = try alone.hasMany(width.parent, through: width.link, foreignKey: left, targetForeignKey: right)
            }
        }
    }

    @Test(arguments: KeyWidth.all) func keysThatGoAsValues(_ width: KeyWidth) throws {
        let database = try width.makeDatabase()
        try fill(database, width)
        let plan = try database.read { session in
            let source = try session.plan(for: width.parent)
            let request = RelationRequest(
                kind: .hasMany, target: ObjectIdentifier(width.child), foreignKey: width.columns, references: nil)
            let plan = try source.relation(request, width.child, nil, [], in: session)
            let statement = RelationStatement(request: plan.request, target: plan.target, join: nil, orderings: [])
            return try statement.many(
                .values(columns: width.width, rows: 50), matched: width.columns, pairs: []
            ).sql
        }
        try database.read { session in
            let key = SQLValue.integer(1)
            let details = try session.rows(
                SQL(
                    segments: plan.split(separator: "?", omittingEmptySubsequences: false).enumerated().flatMap {
                        [$0 == 0 ? .sql("EXPLAIN QUERY PLAN ") : .binding(key), .sql(String($1))]
                    })
            ).map { "\($0["detail"] ?? .null)" }
            #expect(details.contains { $0.contains("SEARCH child\(width.width) USING INDEX") }, "\(details)")
            #expect(!details.contains { $0.contains("SCAN child") || $0.contains("AUTOMATIC") }, "\(details)")
        }
    }

    @Test func changesByKeyWithLimit() throws {
        let database = try Shop.makeDatabase()
        try database.write { session in
            let log = StatementLog(database)
            try session.query(Ware.self).filter(\.region == 1).limit(1).update(.set(\.price, 3))
            let details = try plan(try #require(log.all.first), session)
            #expect(details.first?.hasPrefix("SEARCH ware USING INTEGER PRIMARY KEY") == true, "\(details)")
            #expect(!details.contains { $0.contains("SCAN") }, "\(details)")
        }
    }
}
