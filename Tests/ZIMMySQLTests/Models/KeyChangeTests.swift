#if MySQL
    import Foundation
    import Synchronization
    import TestServer
    import Testing
    import ZIMOrm

    /// Deletions and updates of rows that lists of keys, limits and other tables pick out: the primary key leads to each.
    @Suite(.server) struct KeyChangeTests {
        /// Its other columns are called as statements call the keys that they find.
        final class Cell: Model {
            var sheet = "", line = 0, number = 0
            var k0: Int?, found: Int?
            override class var table: String { "cell" }
            override class var primaryKey: [String] { ["sheet", "line", "number"] }
            override class var columns: [Column] {
                [
                    Column("sheet", \Cell.sheet), Column("line", \Cell.line), Column("number", \Cell.number),
                    Column("k0", \Cell.k0), Column("zim_k0", \Cell.found),
                ]
            }
            override class var relationships: [Relationship] {
                [.hasMany("notes", Note.self, foreignKey: ["sheet", "line", "number"])]
            }
        }
        final class Note: Model {
            var id: Int?
            var sheet: String?, line: Int?, number: Int?
            override class var table: String { "note" }
            override class var primaryKey: [String] { ["id"] }
            override class var relationships: [Relationship] {
                [.belongsTo("cell", Cell.self, foreignKey: ["sheet", "line", "number"])]
            }
        }

        private let database: Database

        init() throws {
            database = try Server.database(
                """
                CREATE TABLE cell (sheet VARCHAR(20) COLLATE utf8mb4_unicode_ci, line INT, number INT, k0 INT, zim_k0 INT,
                    PRIMARY KEY (sheet, line, number));
                CREATE TABLE note (id INT AUTO_INCREMENT PRIMARY KEY, sheet VARCHAR(20) COLLATE utf8mb4_unicode_ci, line INT,
                    number INT, KEY (sheet, line, number));
                INSERT INTO cell SELECT CONCAT('Sheet ', seq % 10), seq % 100, seq, 1, NULL FROM \(MySQLProduct.numbers(0...2999));
                INSERT INTO note (sheet, line, number) SELECT sheet, line, number FROM cell WHERE number % 3 = 0;
                INSERT INTO note (sheet, line, number) SELECT sheet, line, number FROM cell WHERE number % 6 = 0;
                ANALYZE TABLE cell, note;
                """)
        }

        private func keys(_ numbers: some Sequence<Int>) -> [[any SQLValueConvertible]] {
            // Other letters than the rows'.
            numbers.map { ["SHEET \($0 % 10)", $0 % 100, $0] }
        }

        /// The statements that a closure sends, and how the server reaches the table in each: `DEPENDENT SUBQUERY` says that
        /// it would run one again for each row.
        private func plans(_ body: (Session) throws -> Void) throws -> [(sql: String, plan: [String])] {
            let log = Mutex<[StatementTrace]>([])
            let subscription = database.trace { trace in
                if !trace.isTransactionControl { log.withLock { $0.append(trace) } }
            }
            try database.write(body)
            subscription.cancel()
            return try log.withLock { $0 }.map { trace in
                let explained = SQL(explaining: trace.sql, trace.parameters)
                let rows = try database.withoutTransaction { try $0.rows(explained) }
                return (
                    trace.sql,
                    try rows.map { row in
                        try ["select_type", "table", "type", "key"].map { "\(try row.get($0, as: SQLValue.self))" }
                            .joined(separator: " ")
                    }
                )
            }
        }

        private func expectIndexed(_ sent: [(sql: String, plan: [String])]) {
            #expect(sent.count == 1)
            for (sql, plan) in sent {
                #expect(!plan.contains { $0.contains("DEPENDENT") }, "\(sql): \(plan)")
                // MySQL calls the table by the change.
                let kinds = ["PRIMARY", "DELETE", "UPDATE"]
                #expect(kinds.contains { plan.contains("'\($0)' 'cell' 'eq_ref' 'PRIMARY'") }, "\(sql): \(plan)")
            }
        }

        @Test func deletionsGoByTheIndex() throws {
            expectIndexed(
                try plans { (session: Session) throws -> Void in
                    let again = keys([5, 6]) + [["nowhere", 1, 1]]
                    #expect(try session.delete(Cell.self, keys: keys(0..<1000) + again) == 1000)
                })
            let sent = try plans { (session: Session) throws -> Void in
                let query = try session.query(Cell.self).filter(.key(in: keys(990..<1100))).filter(\.k0 == 1)
                #expect(try query.delete() == 100)
            }
            expectIndexed(sent)
            #expect(
                sent.first?.sql == """
                    DELETE `cell` FROM (SELECT DISTINCT * FROM (SELECT `cell`.`sheet` AS zim1_k0, `cell`.`line` AS zim1_k1, \
                    `cell`.`number` AS zim1_k2 FROM `cell` WHERE (`cell`.`sheet`, `cell`.`line`, `cell`.`number`) IN (SELECT \
                    zim1_keys.k0, zim1_keys.k1, zim1_keys.k2 FROM (SELECT DISTINCT zim1_set.k0 AS k0, zim1_set.k1 AS k1, \
                    zim1_set.k2 AS k2 FROM JSON_TABLE(?, '$[*]' COLUMNS (ordinal FOR ORDINALITY, k0 LONGTEXT CHARACTER SET \
                    utf8mb4 COLLATE utf8mb4_unicode_ci PATH '$[0]', k1 BIGINT PATH '$[1]', k2 BIGINT PATH '$[2]')) AS \
                    zim1_set) AS zim1_keys) AND `cell`.`k0` = ?) AS zim1_found) AS zim1_rows STRAIGHT_JOIN `cell` WHERE \
                    `cell`.`sheet` = zim1_rows.zim1_k0 AND `cell`.`line` = zim1_rows.zim1_k1 AND `cell`.`number` = \
                    zim1_rows.zim1_k2
                    """)
            #expect(try database.read { try $0.query(Cell.self).orderBy(\.number).first()?.number } == 1100)
        }

        @Test func updatesGoByTheIndex() throws {
            expectIndexed(
                try plans { (session: Session) throws -> Void in
                    let query = try session.query(Cell.self).filter(keys: keys(0..<1000) + keys(0..<9))
                    #expect(try query.update(.set(\.k0, 7), .set(\.found, to: .column("number") + 1)) == 1000)
                })
            let changed = try database.read { session in
                try session.rows("SELECT count(*), sum(k0), sum(zim_k0) FROM cell WHERE k0 <> 1").first?.values
            }
            #expect(changed?.map(\.description) == ["1000", "'7000'", "'500500'"], "\(changed as Any)")
            // Rows count that had the value before.
            let found = try database.write { session in
                try session.query(Cell.self).filter(.key(in: keys(900..<1100))).update(.set(\.k0, 7))
            }
            #expect(found == 200)
        }

        /// A limit counts rows, an order decides which, and a row that several others lead to is changed once.
        @Test func limitsAndOtherTables() throws {
            try database.write { session in
                let query = try session.query(Cell.self).orderBy(\.number, ascending: false)
                #expect(try query.limit(3).offset(1).update(.set(\.found, 1)) == 3)
                #expect(
                    try session.query(Cell.self).filter(\.found == 1).orderBy(\.number).all().map(\.number) == [
                        2996, 2997, 2998,
                    ])
                let noted = try session.query(Cell.self).filter("notes.id > 0")
                #expect(try noted.count() == 1000)
                #expect(try noted.update(.set(\.found, 2)) == 1000)
                #expect(try query.filter(\.found == 2).limit(10).delete() == 10)
                #expect(try noted.count() == 990)
                #expect(try session.query(Note.self).filter("cell.number < 9").delete() == 5)
                #expect(try noted.delete() == 987)
                #expect(try session.query(Cell.self).count() == 2003)
            }
        }

        /// Rows of which the class's key is not that of the table: only those are changed that the conditions name.
        @Test func aKeyThatOnlyTheClassKnows() throws {
            final class Loose: Model {
                var a = 0, b = ""
                override class var table: String { "loose" }
                override class var primaryKey: [String] { ["a"] }
                override class var isAutoIncremented: Bool { false }
            }
            let database = try Server.database(
                "CREATE TABLE loose (a INT, b VARCHAR(9)); INSERT INTO loose VALUES (1, 'x'), (1, 'y'), (2, 'x'), (NULL, 'x');"
            )
            try database.write { session in
                let query = try session.query(Loose.self)
                let rows = query.filter(\.b == "x")
                #expect(try query.filter(.in(\.a, \.a, of: rows)).filter(\.b == "y").delete() == 1)
                #expect(try session.rows("SELECT b FROM loose ORDER BY a").map { $0[0] } == ["x", "x", "x"])
            }
        }

        /// Where all rows have one text, an order by it would keep the server from the order of the index.
        @Test func anOrderByATextThatAllRowsHaveIsLeftOut() throws {
            let sent = try plans { (session: Session) throws -> Void in
                let query = try session.query(Cell.self).filter(\.sheet == "sheet 3").orderByKey()
                #expect(try query.limit(2).all().map(\.number) == [3, 103])
            }
            #expect(
                sent.first?.sql.hasSuffix("WHERE `cell`.`sheet` = ? ORDER BY `cell`.`line`, `cell`.`number` LIMIT ?")
                    == true)
            try database.read { session in
                let query = try session.query(Cell.self).filter(\.line == 3).filter(\.sheet == "Sheet 3")
                #expect(
                    try query.orderBy(\.sheet).orderByKey(ascending: false).sql.hasSuffix(
                        "ORDER BY `cell`.`line` DESC, `cell`.`number` DESC"))
                // An OR says nothing of all rows.
                let either = try session.query(Cell.self).filter(\.sheet == "Sheet 3" || \.sheet == "Sheet 2")
                #expect(try either.orderByKey().sql.contains("ORDER BY `cell`.`sheet`"))
                #expect(try either.orderByKey().first()?.number == 2)
            }
        }
    }
#endif
