import Testing

@testable import ZIMOrm

/// Parents whose keys are numbers that follow each other: their children are read by pieces of the index.
@Suite struct KeyRunsTests {
    class Plot: Model, @unchecked Sendable {
        var farm = ""
        var year = 0
        var number = 0
        var size: Int?
        override class var table: String { "plot" }
        override class var primaryKey: [String] { ["farm", "year", "number"] }
        func trees(_ options: [RelationshipOption] = []) throws -> [Tree] {
            try hasMany(Tree.self, foreignKey: ["farm", "year", "plot"], options: options)
        }
        func first() throws -> Tree? {
            try hasOne(Tree.self, foreignKey: ["farm", "year", "plot"], options: [.orderBy("height DESC")])
        }
        func gardeners() throws -> [(model: Gardener, link: Work)] {
            try hasManyLinked(
                Gardener.self, through: Work.self, foreignKey: ["farm", "year", "plot"], targetForeignKey: ["gardener"])
        }
    }
    final class Tree: Model {
        var id: Int?
        var farm: String?
        var year: Int?
        var plot: Int?
        var height = 0
        override class var table: String { "tree" }
        override class var primaryKey: [String] { ["id"] }
        func owner() throws -> Plot? { try belongsTo(Plot.self, foreignKey: ["farm", "year", "plot"]) }
    }
    final class Gardener: Model {
        var id: Int?
        var name = ""
        override class var table: String { "gardener" }
        override class var primaryKey: [String] { ["id"] }
        func works() throws -> [Work] { try hasMany(Work.self, foreignKey: ["gardener"]) }
    }
    final class Work: Model {
        var farm = ""
        var year = 0
        var plot = 0
        var gardener = 0
        override class var table: String { "work" }
        override class var primaryKey: [String] { ["farm", "year", "plot", "gardener"] }
        func who() throws -> Gardener? { try belongsTo(Gardener.self, foreignKey: ["gardener"]) }
    }

    /// - Parameters:
    ///   - numbers: the numbers of the plots of farm A, in the order of their rows.
    ///   - index: what else is made; `plot` has the declared type.
    private func makeDatabase(
        _ numbers: [Int], type: String = "INTEGER", index: String = "CREATE INDEX tree_plot ON tree (year, farm, plot)"
    ) throws -> Database {
        let database = try Database.inMemory()
        try database.execute(
            SQL(
                unsafe: """
                    CREATE TABLE plot (farm TEXT, year INTEGER, number INTEGER, size INTEGER, PRIMARY KEY (farm, year, number));
                    CREATE TABLE tree (id INTEGER PRIMARY KEY, farm TEXT, year INTEGER, plot \(type), height INTEGER NOT NULL);
                    CREATE TABLE gardener (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
                    CREATE TABLE work (farm TEXT, year INTEGER, plot INTEGER, gardener INTEGER,
                        PRIMARY KEY (farm, year, plot, gardener));
                    CREATE INDEX work_gardener ON work (gardener);
                    \(index);
                    """))
        try database.write { session in
            for (index, number) in numbers.enumerated() {
                try session.execute("INSERT INTO plot VALUES ('A', 1998, \(number), \(index))")
                try session.execute("INSERT INTO plot VALUES ('B', 1998, \(number), \(index))")
                for tree in 0..<(index % 4) {
                    try session.execute(
                        "INSERT INTO tree (farm, year, plot, height) VALUES ('A', 1998, \(number), \((index * 7 + tree * 5) % 11))"
                    )
                }
                try session.execute("INSERT INTO gardener VALUES (\(index + 1), \("G\(index)"))")
                try session.execute("INSERT INTO work VALUES ('A', 1998, \(number), \(index + 1))")
                try session.execute("INSERT INTO work VALUES ('A', 1998, \(number), \((index + 1) % 7 + 1))")
            }
            // What stands between two numbers belongs to nobody, and so do other years and NULLs.
            try session.execute(
                """
                INSERT INTO tree (farm, year, plot, height) VALUES ('A', 1998, 5.5, 1), ('A', 1999, 5, 2), ('B', 1998, 5, 3),
                    ('A', 1998, NULL, 4), ('A', 1998, 'five', 5), ('A', 1998, x'05', 6)
                """)
        }
        return database
    }

    private func text(_ trees: [Tree]) -> [String] { trees.map { "\($0.id ?? -1) \($0.plot ?? 0) \($0.height)" } }

    /// What a closure says of each plot, loaded together and one by one.
    private func compare(
        _ database: Database, _ order: String, ascending: Bool = true, location: SourceLocation = #_sourceLocation,
        _ body: (Plot) throws -> [String]
    ) throws {
        try database.read { session in
            func answers(_ loading: RelationshipLoading) throws -> [[String]] {
                try session.query(Plot.self).filter("farm = 'A'").orderBy(order, ascending: ascending)
                    .relationships(loading).all().map(body)
            }
            let alone = try answers(.single)
            let together = try answers(.batched)
            #expect(alone == together, sourceLocation: location)
            #expect(together.contains { !$0.isEmpty }, sourceLocation: location)
        }
    }

    private static let lists: [[Int]] = [
        Array(1...300),
        // Three runs, in an order of their own.
        (Array(400...600) + Array(-50...60) + Array(1_000_000_000_000...1_000_000_000_099)).reversed(),
        // At both ends of what a column holds.
        Array((Int.max - 200)...Int.max) + Array(Int.min...(Int.min + 200)),
    ]

    @Test(arguments: lists.indices, ["number", "size"])
    func asEachAlone(_ list: Int, _ order: String) throws {
        let database = try makeDatabase(Self.lists[list])
        try compare(database, order, ascending: false) { try text($0.trees()) }
        try compare(database, order) { try text($0.trees()) }
        try compare(database, order) { try text($0.trees([.orderBy("height DESC, id")])) }
        try compare(database, order) { try text($0.trees([.orderBy("height"), .limit(2), .offset(1)])) }
        try compare(database, order) { try text($0.trees([.filter("height > 3")])) }
        try compare(database, order) { try text($0.first().map { [$0] } ?? []) }
        try compare(database, order) { try $0.gardeners().map { "\($0.model.name) \($0.link.plot)" }.sorted() }
        try compare(database, order) { plot in
            try plot.gardeners().map(\.link).map { try $0.who()?.name ?? "nobody" }.sorted()
        }
    }

    @Test func oneStatementOfOnePiece() throws {
        let database = try makeDatabase(Array(1...100) + Array(102...400))
        try database.read { session in
            let log = StatementLog(database)
            let plots = try session.query(Plot.self).filter("farm = 'A'").orderByKey().all()
            #expect(try plots.map { try $0.trees().count }.reduce(0, +) == 597)
            #expect(log.all.count == 2)
            let trace = try #require(log.all.last)
            #expect(
                trace.sql == """
                    SELECT "tree"."id", "tree"."farm", "tree"."year", "tree"."plot", "tree"."height" FROM json_each(?) AS \
                    zim_keys CROSS JOIN "tree" ON "tree"."farm" = ? AND "tree"."year" = ? AND "tree"."plot" BETWEEN \
                    zim_keys.value ->> 0 AND zim_keys.value ->> 1
                    """)
            #expect(trace.parameters == ["[[1,100],[102,400]]", "A", 1998])
        }
    }

    @Test func orderAndPage() throws {
        let database = try makeDatabase(Array(1...256))
        try database.read { session in
            let log = StatementLog(database)
            let plots = try session.query(Plot.self).filter("farm = 'A'").all()
            _ = try plots.map { try $0.trees([.orderBy("height")]).count }
            _ = try plots.map { try $0.trees([.limit(1)]).count }
            #expect(log.all.count == 3)
            #expect(log.all[1].sql.hasSuffix(#" ORDER BY "tree"."plot", "tree"."height""#))
            #expect(
                log.all[2].sql.contains(#""tree"."plot" AS zim_key, row_number() OVER (PARTITION BY "tree"."plot""#))
            #expect(log.all[2].sql.hasSuffix("ORDER BY zim_key, zim_row"))
        }
    }

    /// An identifier of one column, asked for by many that share parents.
    @Test func oneColumn() throws {
        let database = try makeDatabase(Array(1...300))
        try database.read { session in
            let log = StatementLog(database)
            let works = try session.query(Work.self).filter("farm = 'A'").all()
            let names = try works.map { try $0.who()?.name }
            #expect(names == works.map { "G\($0.gardener - 1)" })
            let gardeners = try session.query(Gardener.self).all()
            #expect(try gardeners.map { try $0.works().count }.reduce(0, +) == works.count)
            #expect(log.all.count == 4)
            #expect(log.all[1].sql.contains(#""gardener"."id" BETWEEN"#))
            #expect(log.all[3].sql.contains(#""work"."gardener" BETWEEN"#))
            #expect(log.all[3].parameters == ["[[1,300]]"])
        }
    }

    /// Where a piece of an index would hold others' rows, or be no piece, each key is looked up.
    @Test(arguments: [
        ("INTEGER", "CREATE INDEX other ON tree (plot, farm, year)"),
        ("INTEGER", "CREATE INDEX other ON tree (farm, year)"),
        ("INTEGER", "CREATE INDEX part ON tree (farm, year, plot) WHERE height > 1"),
        ("INTEGER", "CREATE INDEX part ON tree (farm, lower(farm), plot)"), ("INTEGER", "SELECT 1"),
        ("TEXT", "CREATE INDEX tree_plot ON tree (farm, year, plot)"),
        ("BLOB", "CREATE INDEX tree_plot ON tree (farm, year, plot)"),
        ("REAL", "CREATE INDEX tree_plot ON tree (farm, year, plot)"),
    ])
    func keyByKey(_ type: String, _ index: String) throws {
        let database = try makeDatabase(Array(1...300), type: type, index: index)
        try compare(database, "number") { try text($0.trees()) }
        try database.read { session in
            let log = StatementLog(database)
            let plots = try session.query(Plot.self).filter("farm = 'A' AND number > 5").all()
            #expect(try plots.map { try $0.trees().count }.reduce(0, +) == 444)
            // Where an index finds no more than what all keys have in common, the trees are looked up among the keys.
            #expect(log.all.last.map { $0.sql.contains("zim_keys.value") || $0.sql.contains("= zim_keys.k2") } == true)
            #expect(log.all.last?.sql.contains("BETWEEN") == false)
        }
    }

    /// Numbers that hardly follow each other, too few of them, or two that are the same.
    @Test func noRuns() throws {
        func form(_ values: [SQLValue]) -> KeyRuns? { KeyRuns(of: KeyList(width: 1, values.map { [$0] }), part: 0) }
        func numbers(_ values: some Sequence<Int>) -> [SQLValue] { values.map { .integer(Int64($0)) } }
        #expect(form(numbers(1...255)) == nil)
        #expect(try form(numbers(1...256))?.parameters(.json) == ["[[1,256]]"])
        #expect(form(numbers(stride(from: 1, to: 2000, by: 2))) == nil)
        #expect(form(numbers(1...300) + [.integer(7)]) == nil)
        #expect(form(numbers(1...300) + [.text("301")]) == nil)
        #expect(form(numbers(1...300) + [.real(301)]) == nil)
        var runs = try #require(form(numbers(100...300) + numbers(1...99)))
        #expect(try runs.parameters(.json) == ["[[1,300]]"])
        #expect(runs.position(of: 100) == 0)
        #expect(runs.position(of: 1) == 201)
        #expect(runs.position(of: 0) == nil)
        #expect(runs.position(of: 301) == nil)
        // Whichever run the number before was in.
        let pieces = (0..<40).flatMap { piece in (0..<10).map { piece * 25 + $0 } }
        var several = try #require(form(numbers(pieces)))
        for step in [1, 7, 399] {
            for index in pieces.indices {
                let place = index * step % pieces.count
                #expect(several.position(of: Int64(pieces[place])) == place)
                #expect(several.position(of: Int64(pieces[place] / 25 * 25 + 10)) == nil)
            }
        }
        #expect(several.ranges == .ranges(64))
        #expect(try several.parameters(.ranges(64)).prefix(3) == [.integer(0), .integer(9), .integer(25)])
        #expect(try several.parameters(.ranges(64)).count == 128)
        #expect(try several.parameters(.ranges(64)).dropFirst(80).allSatisfy { $0 == .null })
        #expect(form(numbers(-1...300))?.ranges == nil)
        #expect(form(numbers((0..<129).flatMap { $0 * 10..<$0 * 10 + 8 }))?.ranges == nil)
        #expect(several.position(of: -1) == nil)
        #expect(several.position(of: 985) == nil)
    }
}
