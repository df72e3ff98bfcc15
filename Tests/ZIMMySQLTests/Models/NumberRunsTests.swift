#if MySQL
    import Synchronization
    import TestServer
    import Testing

    @testable import ZIMDb
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
        func gardeners() throws -> [Gardener] {
            try hasMany(
                Gardener.self, through: Work.self, foreignKey: ["farm", "plot"], targetForeignKey: ["gardener"],
                options: [.orderBy("id")])
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

    private final class Gardener: Model {
        var id = 0
        var name = ""
        override class var table: String { "gardener" }
        override class var primaryKey: [String] { ["id"] }
        func works() throws -> [Work] { try hasMany(Work.self, foreignKey: ["gardener"]) }
    }

    private final class Work: Model {
        var farm = ""
        var plot = 0
        var gardener = 0
        override class var table: String { "work" }
        override class var primaryKey: [String] { ["farm", "plot", "gardener"] }
    }

    /// Parents whose keys are numbers that follow each other: their children are read by ranges of the index.
    @Suite(.server) struct NumberRunsTests {
        private func makeDatabase(
            type: String, index: String = "CREATE INDEX tree_plot ON tree (farm, plot)", plots: String = "1, 302, 500"
        ) throws -> Database {
            let names = plots.split(separator: ",").compactMap { Int($0.drop(while: \.isWhitespace)) }
            let (first, gap, last) = (names[0], names[1], names[2])
            return try Server.database(
                """
                CREATE TABLE plot (farm VARCHAR(9), number \(type) NOT NULL, PRIMARY KEY (farm, number));
                CREATE TABLE tree (id INT PRIMARY KEY, farm VARCHAR(9), plot \(type), height INT NOT NULL);
                CREATE TABLE gardener (id INT PRIMARY KEY, name VARCHAR(20) NOT NULL);
                CREATE TABLE work (farm VARCHAR(9), plot \(type), gardener INT, PRIMARY KEY (farm, plot, gardener),
                    KEY (gardener));
                \(index);
                INSERT INTO plot SELECT f.farm, seq FROM (SELECT 'A' AS farm UNION SELECT 'B') AS f,
                    \(MySQLProduct.numbers(first...last)) WHERE seq <> \(gap);
                INSERT INTO tree SELECT seq, CASE WHEN seq % 11 = 0 THEN 'B' ELSE 'A' END, \(first) + seq % 300,
                    seq * 7 % 13 FROM \(MySQLProduct.numbers(1...1000));
                INSERT INTO tree VALUES (2000, 'A', NULL, 1);
                INSERT INTO tree SELECT 9000 + seq, 'A', 5000 + seq % 9000, 1 FROM \(MySQLProduct.numbers(1...20_000));
                INSERT INTO gardener SELECT seq, CONCAT('G', seq) FROM \(MySQLProduct.numbers(1...300));
                INSERT INTO work SELECT farm, number, 1 + number * 7 % 300 FROM plot
                    UNION SELECT farm, number, 1 + number * 11 % 300 FROM plot;
                ANALYZE TABLE plot, tree, gardener, work;
                """)
        }

        /// What plots and trees say of each other, loaded together or one by one, and the statements that it took.
        private func answers(_ database: Database, _ loading: RelationshipLoading) throws -> (
            lines: [[String]], sql: [String], parameters: [[SQLValue]]
        ) {
            let log = Mutex<[StatementTrace]>([])
            let subscription = database.trace { trace in
                if !trace.isTransactionControl { log.withLock { $0.append(trace) } }
            }
            defer { subscription.cancel() }
            let lines = try database.read { session in
                let plots = try session.query(Plot.self).filter("farm = 'A'").orderBy("number").relationships(loading)
                    .all()
                let trees = try session.query(Tree.self).filter("farm = 'A' AND id < 9000").orderByKey().relationships(
                    loading
                )
                .all()
                let gardeners = try session.query(Gardener.self).orderByKey().relationships(loading).all()
                log.withLock { $0 = [] }
                return [
                    try plots.map { "\(try $0.trees().map(\.id).sorted())" },
                    try plots.map { "\(try $0.trees([.orderBy("height, id"), .limit(2)]).map(\.id))" },
                    try plots.map { "\(try $0.trees([.orderBy("height DESC, id")]).map(\.id))" },
                    try plots.map { "\(try $0.tallest()?.height ?? -1)" },
                    try plots.map { "\(try $0.gardeners().map(\.name))" },
                    try trees.map { "\(try $0.owner()?.number ?? -1)" },
                    try gardeners.map { "\(try $0.works().map(\.plot).sorted())" },
                ]
            }
            return log.withLock { log in (lines, log.map(\.sql), log.map(\.parameters)) }
        }

        @Test(arguments: ["INT", "BIGINT UNSIGNED", "SMALLINT", "MEDIUMINT UNSIGNED"])
        func asEachAlone(_ type: String) throws {
            let database = try makeDatabase(type: type)
            let together = try answers(database, .batched)
            #expect(together.lines == (try answers(database, .single)).lines)
            #expect(together.lines.allSatisfy { $0.contains { $0 != "[]" && $0 != "-1" } })
            #expect(together.sql.count == 7)
            #expect(together.sql.allSatisfy { $0.contains("BETWEEN") })
            #expect(
                together.sql[0] == """
                    SELECT `tree`.`id`, `tree`.`farm`, `tree`.`plot`, `tree`.`height` FROM (SELECT CAST(? AS SIGNED) AS low0, \
                    CAST(? AS SIGNED) AS high0, CAST(? AS SIGNED) AS low1, CAST(? AS SIGNED) AS high1) AS zim_keys \
                    STRAIGHT_JOIN `tree` ON `tree`.`farm` = ? AND (`tree`.`plot` BETWEEN zim_keys.low0 AND zim_keys.high0 \
                    OR `tree`.`plot` BETWEEN zim_keys.low1 AND zim_keys.high1)
                    """)
            #expect(together.parameters[0] == [1, 301, 303, 500, "A"])
            // One column, and one range of its index.
            #expect(together.sql[6].contains("STRAIGHT_JOIN `work` ON (`work`.`gardener` BETWEEN zim_keys.low0 AND"))
            #expect(together.parameters[6] == [1, 300])
            try database.read { session in
                let rows = try session.rows(SQL(explaining: together.sql[0], together.parameters[0]))
                #expect(try rows.map { try $0.get("type", as: String?.self) } == ["system", "range", nil])
            }
        }

        /// Several runs, whose number is rounded up: NULL stands for those that are missing.
        @Test func ranges() throws {
            let database = try makeDatabase(type: "INT", plots: "1, 302, 700")
            try database.write { try $0.execute("DELETE FROM plot WHERE number IN (100, 200)") }
            let together = try answers(database, .batched)
            #expect(together.lines == (try answers(database, .single)).lines)
            #expect(together.sql[0].contains("high3") && !together.sql[0].contains("high4"))
            #expect(together.parameters[0] == [1, 99, 101, 199, 201, 301, 303, 700, "A"])
            try database.write { try $0.execute("DELETE FROM plot WHERE number = 650") }
            let more = try answers(database, .batched)
            #expect(more.lines == (try answers(database, .single)).lines)
            #expect(more.sql[0].contains("high7") && !more.sql[0].contains("high8"))
            #expect(
                more.parameters[0] == [
                    1, 99, 101, 199, 201, 301, 303, 649, 651, 700, .null, .null, .null, .null, .null, .null, "A",
                ])
        }

        /// Without such an index, where numbers may lie between whole ones, and where they are no numbers, each key is
        /// looked up.
        @Test(arguments: [
            ("INT", "CREATE INDEX other ON tree (plot, farm)", "1, 302, 500"),
            ("INT", "CREATE INDEX other ON tree (farm(3), plot)", "1, 302, 500"),
            ("DECIMAL(12, 2)", "CREATE INDEX other ON tree (farm, plot)", "1, 302, 500"),
            ("DOUBLE", "CREATE INDEX other ON tree (farm, plot)", "1, 302, 500"),
            ("BIT(16)", "CREATE INDEX other ON tree (farm, plot)", "1, 302, 500"),
        ])
        func keyByKey(_ type: String, _ index: String, _ plots: String) throws {
            let database = try makeDatabase(type: type, index: index, plots: plots)
            let together = try answers(database, .batched)
            #expect(together.lines == (try answers(database, .single)).lines)
            #expect(together.sql[0].contains("JSON_TABLE"))
        }

        /// Numbers below 0 are never compared with a column that has none.
        @Test func belowZero() throws {
            let database = try makeDatabase(type: "INT")
            try database.write { session in
                try session.execute("INSERT INTO plot VALUES ('A', -1), ('A', 0)")
                try session.execute("INSERT INTO tree VALUES (3000, 'A', -1, 5)")
            }
            let together = try answers(database, .batched)
            #expect(together.lines == (try answers(database, .single)).lines)
            #expect(together.lines[0].first == "[3000]")
            #expect(together.sql[0].contains("JSON_TABLE"))
        }
    }
#endif
