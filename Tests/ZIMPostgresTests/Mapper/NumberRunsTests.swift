#if PostgreSQL
    import Synchronization
    import Testing

    @testable import ZIMOrm

    private final class Plot: Model {
        var farm = ""
        var number = 0
        override class var table: String { "plot" }
        override class var primaryKey: [String] { ["farm", "number"] }
        func trees(_ options: [RelationshipOption] = []) throws -> [Tree] {
            try hasMany(Tree.self, foreignKey: ["farm", "plot"], options: options)
        }
        func tallest() throws -> Tree? {
            try hasOne(Tree.self, foreignKey: ["farm", "plot"], options: [.orderBy("height DESC")])
        }
    }

    private final class Tree: Model {
        var id = 0
        var farm: String?
        var plot: Int?
        var height = 0
        override class var table: String { "tree" }
        override class var primaryKey: [String] { ["id"] }
        func owner() throws -> Plot? { try belongsTo(Plot.self, foreignKey: ["farm", "plot"]) }
    }

    /// Parents whose keys are numbers that follow each other: their children are read by pieces of the index.
    @Suite(.server) struct NumberRunsTests {
        private func makeScratch(type: String, index: String = "CREATE INDEX ON tree (farm, plot)") throws -> Scratch {
            try Scratch(
                """
                CREATE TABLE plot (farm text, number \(type), PRIMARY KEY (farm, number));
                CREATE TABLE tree (id int PRIMARY KEY, farm text, plot \(type), height int NOT NULL,
                    FOREIGN KEY (farm, plot) REFERENCES plot);
                \(index);
                INSERT INTO plot SELECT farm, number FROM unnest(ARRAY['A', 'B']) AS farm,
                    generate_series(1, 500) AS number WHERE number <> 301;
                INSERT INTO tree SELECT n, CASE WHEN n % 11 = 0 THEN 'B' ELSE 'A' END, n % 300 + 1, n * 7 % 13
                    FROM generate_series(1, 1000) AS n;
                INSERT INTO tree VALUES (2000, 'A', NULL, 1);
                """)
        }

        /// What plots and trees say of each other, loaded together or one by one, and the statements that it took.
        private func answers(_ scratch: Scratch, _ loading: RelationshipLoading) throws -> (
            lines: [[String]], sql: [String], parameters: [[SQLValue]]
        ) {
            let log = Mutex<[StatementTrace]>([])
            let subscription = scratch.database.trace { trace in
                if !trace.isTransactionControl { log.withLock { $0.append(trace) } }
            }
            defer { subscription.cancel() }
            let lines = try scratch.database.read { session in
                let plots = try session.query(Plot.self).filter("farm = 'A'").orderBy("number").relationships(loading)
                    .all()
                let trees = try session.query(Tree.self).filter("farm = 'A'").orderByKey().relationships(loading).all()
                return [
                    try plots.map { "\(try $0.trees().map(\.id).sorted())" },
                    try plots.map { "\(try $0.trees([.orderBy("height, id"), .limit(2)]).map(\.id))" },
                    try plots.map { "\(try $0.tallest()?.height ?? -1)" },
                    try trees.map { "\(try $0.owner()?.number ?? -1)" },
                ]
            }
            return log.withLock { log in (lines, log.map(\.sql), log.map(\.parameters)) }
        }

        @Test(arguments: ["int", "bigint", "smallint"]) func asEachAlone(_ type: String) throws {
            let scratch = try makeScratch(type: type)
            let together = try answers(scratch, .batched)
            #expect(together.lines == (try answers(scratch, .single)).lines)
            #expect(together.lines[0].contains { $0 != "[]" })
            #expect(together.sql.count == 6)
            let name = type == "int" ? "integer" : type
            #expect(
                together.sql[2] == """
                    SELECT "tree"."id", "tree"."farm", "tree"."plot", "tree"."height" FROM unnest($1::\(name)[], \
                    $2::\(name)[]) AS zim_keys(low, high) JOIN "tree" ON "tree"."farm" = $3 AND "tree"."plot" BETWEEN \
                    zim_keys.low AND zim_keys.high
                    """)
            #expect(together.parameters[2].count == 3)
            #expect("\(together.parameters[2][0])".contains("{1,302}"))
            #expect("\(together.parameters[2][1])".contains("{300,500}"))
        }

        /// Without such an index, and where numbers may lie between whole ones, each key is looked up.
        @Test(arguments: [
            ("int", "CREATE INDEX ON tree (plot, farm)"), ("int", "CREATE INDEX ON tree (farm, plot) WHERE height > 3"),
            ("int", "CREATE INDEX ON tree USING hash (plot)"), ("numeric", "CREATE INDEX ON tree (farm, plot)"),
        ])
        func keyByKey(_ type: String, _ index: String) throws {
            let scratch = try makeScratch(type: type, index: index)
            let together = try answers(scratch, .batched)
            #expect(together.lines == (try answers(scratch, .single)).lines)
            #expect(together.sql[2].contains("BETWEEN") == false)
        }
    }
#endif
