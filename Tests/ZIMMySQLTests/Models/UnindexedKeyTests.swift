#if MySQL
    import Synchronization
    import TestServer
    import Testing

    @testable import ZIMDb
    @testable import ZIMOrm

    private final class Region: Model {
        var code = ""
        var number = 0
        override class var table: String { "region" }
        override class var primaryKey: [String] { ["code", "number"] }
        override class var relationships: [Relationship] {
            [
                .hasMany("shops", Shop.self, foreignKey: ["region", "number"]),
                .hasMany("viewed", SeenShop.self, foreignKey: ["region", "number"]),
            ]
        }
        func shops() throws -> [Shop] { try hasMany(Shop.self, foreignKey: ["region", "number"]) }
        func viewed() throws -> [Shop] { try hasMany(SeenShop.self, foreignKey: ["region", "number"]) }
    }

    private class Shop: Model {
        var id = 0
        var region: String?
        var number: Int?
        override class var table: String { "shop" }
        override class var primaryKey: [String] { ["id"] }
        override class var isAutoIncremented: Bool { false }
    }

    private final class SeenShop: Shop {
        override class var table: String { "seen_shop" }
    }

    /// Foreign keys without an index on MariaDB: each row is looked up among the keys, which have an index made for that.
    @Suite(.mariaDB) struct UnindexedKeyTests {
        /// Regions whose codes are as long as told, with two shops each, and one whose letters and blanks are others.
        private func makeDatabase(
            _ count: Int, length: Int = 9, index: String = "", letters: String = "utf8mb4"
        ) throws -> Database {
            try Server.database(
                """
                CREATE TABLE region (code VARCHAR(99) NOT NULL, number INT NOT NULL, PRIMARY KEY (code, number))
                    CHARACTER SET \(letters) COLLATE \(letters)_general_ci;
                CREATE TABLE shop (id INT PRIMARY KEY,
                    region VARCHAR(99) CHARACTER SET \(letters) COLLATE \(letters)_general_ci, number INT \(index));
                CREATE VIEW seen_shop AS SELECT * FROM shop;
                INSERT INTO region SELECT RPAD(CONCAT('k', seq), \(length), 'é'), seq % 7 FROM seq_1_to_\(count);
                INSERT INTO shop SELECT 2 * ROW_NUMBER() OVER (ORDER BY code), code, number FROM region;
                INSERT INTO shop SELECT id + 1, UPPER(region), number FROM shop WHERE id > 4;
                INSERT INTO shop SELECT 9000, CONCAT(region, '  '), number FROM shop WHERE id = 10;
                INSERT INTO shop VALUES (9001, NULL, 1), (9002, 'k1', NULL), (9003, 'none', 1);
                """)
        }

        private let plain: SQL = """
            SELECT r.code, s.id FROM region r JOIN shop s ON s.region = r.code AND s.number = r.number ORDER BY r.code, s.id
            """

        /// Expects the rows that SQL says.
        ///
        /// - Returns: the statement that was sent for all.
        private func expectPlainRows(
            _ session: Session, _ database: Database, _ name: String, _ shops: (Region) throws -> [Shop],
            location: SourceLocation = #_sourceLocation
        ) throws -> StatementTrace? {
            let expected = try session.rows(plain).map {
                "\(try $0.get(0, as: String.self)) \(try $0.get(1, as: Int.self))"
            }
            let sent = Mutex<[StatementTrace]>([])
            let subscription = database.trace { trace in sent.withLock { $0.append(trace) } }
            let regions = try session.query(Region.self).orderByKey().with(name).all()
            var found: [String] = []
            for region in regions { found += try shops(region).map(\.id).sorted().map { "\(region.code) \($0)" } }
            subscription.cancel()
            #expect(found.sorted() == expected.sorted(), sourceLocation: location)
            return sent.withLock { $0.count == 2 ? $0[1] : nil }
        }

        @Test(arguments: [9, 64]) func eachRowIsLookedUpAmongTheKeys(length: Int) throws {
            let database = try makeDatabase(300, length: length)
            try database.read { session in
                let trace = try #require(try expectPlainRows(session, database, "shops") { try $0.shops() })
                #expect(
                    trace.sql == """
                        SELECT `shop`.`id`, `shop`.`region`, `shop`.`number`, (zim_keys.ordinal - 1) AS zim_key FROM `shop` \
                        STRAIGHT_JOIN (SELECT DISTINCT ordinal, zim_set.k0 AS k0, zim_set.k1 AS k1 FROM JSON_TABLE(?, '$[*]' COLUMNS (ordinal FOR ORDINALITY, \
                        k0 VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci PATH '$[0]', k1 BIGINT PATH '$[1]')) \
                        AS zim_set) AS zim_keys ON `shop`.`region` = zim_keys.k0 AND `shop`.`number` = zim_keys.k1
                        """)
                try expectIndexOverKeys(trace, session)
            }
        }

        /// The keys are converted once, among themselves.
        @Test func columnsOfAnotherCharacterSet() throws {
            let database = try makeDatabase(300, letters: "latin1")
            try database.read { session in
                let trace = try #require(try expectPlainRows(session, database, "shops") { try $0.shops() })
                #expect(trace.sql.contains("SELECT DISTINCT ordinal, CONVERT("))
                try expectIndexOverKeys(trace, session)
            }
        }

        /// A collation that ignores characters takes texts of different lengths for one: what an index would cut is compared whole.
        @Test(arguments: [60, 99]) func aCollationThatIgnoresCharacters(length: Int) throws {
            let database = try Server.database(
                """
                CREATE TABLE region (code VARCHAR(\(length)) NOT NULL, number INT NOT NULL, PRIMARY KEY (code, number))
                    COLLATE utf8mb4_unicode_ci;
                CREATE TABLE shop (id INT PRIMARY KEY, region VARCHAR(\(length)), number INT) COLLATE utf8mb4_unicode_ci;
                INSERT INTO region SELECT RPAD(CONCAT('k', seq), 50, 'a'), seq % 7 FROM seq_1_to_200;
                INSERT INTO shop SELECT ROW_NUMBER() OVER (ORDER BY code),
                    CONCAT(REPEAT(_utf8mb4 x'E2808B', \(length - 50)), code), number FROM region;
                """)
            try database.read { session in
                let trace = try #require(try expectPlainRows(session, database, "shops") { try $0.shops() })
                #expect(trace.sql.contains("k0 VARCHAR(64)") == (length == 60))
                try expectIndexOverKeys(trace, session)
            }
        }

        private final class Part: Model {
            var a = "", b = "", c = "", d = "", n = 0
            override class var table: String { "part" }
            override class var primaryKey: [String] { ["a", "b", "c", "d", "n"] }
            override class var relationships: [Relationship] {
                [.hasMany("uses", Use.self, foreignKey: ["a", "b", "c", "d", "n"])]
            }
            func uses() throws -> [Use] { try hasMany(Use.self, foreignKey: ["a", "b", "c", "d", "n"]) }
        }

        private final class Use: Model {
            var id = 0
            var a = "", b = "", c = "", d = "", n = 0
            override class var table: String { "part_use" }
            override class var primaryKey: [String] { ["id"] }
        }

        /// The index has room for three of them.
        @Test func fourTexts() throws {
            let parts = "a VARCHAR(40), b VARCHAR(40), c VARCHAR(40), d VARCHAR(40), n INT"
            let database = try Server.database(
                """
                CREATE TABLE part (\(parts), PRIMARY KEY (a, b, c, d, n));
                CREATE TABLE part_use (id INT PRIMARY KEY, \(parts));
                INSERT INTO part SELECT seq % 5, seq % 7, seq % 11, seq, seq FROM seq_1_to_200;
                INSERT INTO part_use SELECT 2 * n, part.* FROM part;
                INSERT INTO part_use SELECT 2 * n + 1, a, b, c, CONCAT(d, 'x'), n FROM part;
                """)
            try database.read { session in
                let (found, sent) = try database.tracing { try session.query(Part.self).with("uses").all() }
                #expect(found.count == 200)
                for part in found { #expect(try part.uses().map(\.id) == [2 * part.n]) }
                let trace = try #require(sent.count == 2 ? sent[1] : nil)
                #expect(trace.sql.contains("k2 VARCHAR(64)") && trace.sql.contains("k3 LONGTEXT"))
                try expectIndexOverKeys(trace, session)
            }
        }

        private func expectIndexOverKeys(_ trace: StatementTrace, _ session: Session) throws {
            let plan = try session.rows(SQL(explaining: trace.sql, trace.parameters))
            #expect(try plan[0].get("type", as: String.self) == "ALL")
            #expect(try plan[1].get("key", as: String?.self) == "key0")
        }

        /// A text that is too long for the index, an index of the table, a view, few keys.
        @Test func othersAreLookedUpKeyByKey() throws {
            let long = try makeDatabase(300, length: 65)
            try long.read { session in
                let trace = try #require(try expectPlainRows(session, long, "shops") { try $0.shops() })
                // The number has an index all the same.
                #expect(trace.sql.contains("k0 LONGTEXT") && trace.sql.contains("SELECT DISTINCT ordinal"))
            }
            let indexed = try makeDatabase(300, index: ", KEY (number, id)")
            let few = try makeDatabase(99)
            for database in [indexed, few] {
                try database.read { session in
                    let trace = try #require(try expectPlainRows(session, database, "shops") { try $0.shops() })
                    #expect(!trace.sql.contains("DISTINCT"))
                }
            }
            try indexed.read { session in
                let trace = try #require(try expectPlainRows(session, indexed, "viewed") { try $0.viewed() })
                #expect(!trace.sql.contains("DISTINCT"))
            }
        }
    }
#endif
