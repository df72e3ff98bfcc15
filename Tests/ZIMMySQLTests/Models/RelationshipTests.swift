#if MySQL
    import Foundation
    import Synchronization
    import Testing
    import ZIMOrm

    @testable import ZIMDb
    @testable import ZIMMySQL

    private final class Crate: Model {
        var depot = 0, code = ""
        override class var table: String { "crate" }
        override class var primaryKey: [String] { ["depot", "code"] }
    }

    private final class Label: Model {
        var id = 0, depot = 0, code = ""
        override class var table: String { "label" }
        override class var primaryKey: [String] { ["id"] }
        override class var relationships: [Relationship] {
            [.belongsTo("crate", Crate.self, foreignKey: ["depot", "code"])]
        }
    }

    /// Relationships over keys of one, two and three columns: many keys are one parameter, found by the index.
    @Suite(.server) struct RelationshipTests {
        /// MariaDB's subquery cache has `abc` and `ABC` for one, where the query tells them apart.
        @Test func answersOfASubqueryAreNotThoseOfAnotherRow() throws {
            let database = try Server.database(
                """
                CREATE TABLE crate (depot INT, code VARCHAR(9) COLLATE utf8mb4_bin, PRIMARY KEY (depot, code));
                CREATE TABLE label (id INT PRIMARY KEY, depot INT, code VARCHAR(9) COLLATE utf8mb4_general_ci);
                INSERT INTO crate VALUES (1, 'ABC'), (1, 'x');
                INSERT INTO label VALUES (1, 1, 'abc'), (2, 1, 'ABC'), (3, 1, 'x'), (4, 1, 'X'), (7, 2, 'x')
                """)
            try database.read { session throws in
                let labels = try session.query(Label.self).orderByKey()
                #expect(try labels.filter(.exists("crate")).all().map(\.id) == [2, 3])
                #expect(try labels.filter(!.exists("crate")).all().map(\.id) == [1, 4, 7])
                #expect(try labels.filter(.exists("crate") || \.id == 7).all().map(\.id) == [2, 3, 7])
                let all = try session.query(Label.self).orderByKey().all()
                #expect(
                    try all.map { try $0.belongsTo(Crate.self, foreignKey: ["depot", "code"])?.code }
                        == [nil, "ABC", "x", nil, nil])
            }
        }

        @Test func siblingsAskTogether() throws {
            let database = try StockTables.filled()
            let sent = Mutex<[(String, [SQLValue])]>([])
            let subscription = database.trace { trace in
                if !trace.isTransactionControl { sent.withLock { $0.append((trace.sql, trace.parameters)) } }
            }
            defer { subscription.cancel() }
            try database.read { session in
                let movements = try session.query(Movement.self).orderBy(\.id).all()
                sent.withLock { $0 = [] }
                let items = try movements.map { try $0.belongsTo(Stock.self, foreignKey: ["warehouse", "item"])?.item }
                // The text ignores case, as it does where SQL joins the two tables.
                #expect(items == ["Bolt", "Bolt", "Nut", nil])
                let statements = sent.withLock { $0 }
                #expect(statements.count == 1)
                #expect(
                    statements.first?.0.hasSuffix(
                        """
                        (zim_keys.ordinal - 1) AS zim_key FROM JSON_TABLE(?, '$[*]' COLUMNS (ordinal FOR ORDINALITY, \
                        k1 LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci PATH '$')) AS zim_keys \
                        STRAIGHT_JOIN `stock` ON `stock`.`warehouse` = ? AND `stock`.`item` = zim_keys.k1
                        """) == true, "\(statements.first?.0 ?? "")")
                #expect(statements.first?.1 == [#"["Bolt","BOLT","Nut"]"#, 1])
                let stocks = try session.query(Stock.self).orderByKey().all()
                sent.withLock { $0 = [] }
                let labels = try stocks.map {
                    try $0.hasMany(Movement.self, foreignKey: ["warehouse", "item"], options: [.orderBy("label DESC")])
                        .map(\.label)
                }
                #expect(labels == [["b", "a"], ["c"], []])
                let firsts = try stocks.map {
                    try $0.hasMany(
                        Movement.self, foreignKey: ["warehouse", "item"], options: [.orderBy("label"), .limit(1)]
                    ).map(\.label)
                }
                #expect(firsts == [["a"], ["c"], []])
                #expect(
                    try stocks.map { try $0.hasOne(Movement.self, foreignKey: ["warehouse", "item"])?.label }
                        == ["a", "c", nil])
                #expect(sent.withLock { $0.count } == 3)
                let eager = try session.query(Movement.self).with("stock").orderBy(\.id).all()
                sent.withLock { $0 = [] }
                #expect(
                    try eager.map { try $0.belongsTo(Stock.self, foreignKey: ["warehouse", "item"])?.item }
                        == ["Bolt", "Bolt", "Nut", nil])
                #expect(sent.withLock { $0.isEmpty })
            }
        }

        /// One row of `EXPLAIN` for each table.
        private func plan(_ session: Session, _ sql: String, _ parameters: [SQLValue]) throws -> [(String, String)] {
            let statement = try #require(
                try session.connection.engine.prepare("EXPLAIN " + sql, from: 0, traces: TraceHub.silent)
            )
            .statement
            for (index, value) in parameters.enumerated() { try statement.bind(value, at: index + 1) }
            var rows: [(String, String)] = []
            let row = Row(statement)
            while try statement.step() {
                // MySQL tells the partitions before the type.
                let type = try #require(statement.columnNames.firstIndex(of: "type"))
                rows.append((try row.get(2, as: String?.self) ?? "", try row.get(type, as: String?.self) ?? ""))
            }
            return rows
        }

        /// A parent whose key is of some type, and its children, which have an index.
        private func expectIndex<Key: Sendable>(
            _ type: String, _ keys: [Key], _ parent: Model.Type, _ child: Model.Type,
            sourceLocation: SourceLocation = #_sourceLocation, _ fill: (Session) throws -> Void
        ) throws {
            let url = try Server.url(
                """
                CREATE TABLE parent (a INT NOT NULL, b \(type) NOT NULL, c INT NOT NULL, PRIMARY KEY (a, b, c));
                CREATE TABLE child (id INT AUTO_INCREMENT PRIMARY KEY, a INT, b \(type), c INT, KEY abc (a, b, c));
                """)
            let database = try Database(url: url)
            try database.write { try fill($0) }
            try database.withoutTransaction { try $0.execute("ANALYZE TABLE parent, child") }
            try expectIndex(type, keys.count, parent, child, database, "JSON_TABLE", sourceLocation)
            try expectIndex(type, keys.count, parent, child, Server.old(url), "UNION ALL", sourceLocation)
        }

        private func expectIndex(
            _ type: String, _ count: Int, _ parent: Model.Type, _ child: Model.Type, _ database: Database,
            _ word: String, _ sourceLocation: SourceLocation
        ) throws {
            let sent = Mutex<[(String, [SQLValue])]>([])
            let subscription = database.trace { trace in
                if trace.sql.contains(word) { sent.withLock { $0.append((trace.sql, trace.parameters)) } }
            }
            defer { subscription.cancel() }
            try database.read { session in
                let children = try session.query(child).orderBy("id").all()
                #expect(children.count == count, sourceLocation: sourceLocation)
                let found = try children.map { try $0.belongsTo(parent, foreignKey: ["a", "b", "c"]) }
                #expect(!found.contains { $0 == nil }, sourceLocation: sourceLocation)
                let parents = try session.query(parent).all()
                let lists = try parents.map { try $0.hasMany(child, foreignKey: ["a", "b", "c"]).count }
                #expect(lists.reduce(0, +) == count, sourceLocation: sourceLocation)
                let statements = sent.withLock { $0 }
                #expect(statements.count == 2, sourceLocation: sourceLocation)
                for (sql, parameters) in statements {
                    let rows = try plan(session, sql, parameters)
                    let table = try #require(rows.first { $0.0 == "parent" || $0.0 == "child" })
                    #expect(
                        ["eq_ref", "ref", "const"].contains(table.1), "\(type): \(table.0) by \(table.1)",
                        sourceLocation: sourceLocation)
                }
            }
        }

        class Parent<Key: ColumnValue & DefaultKey>: Model {
            var a = 1
            var b = Key.standard
            var c = 2
            override class var table: String { "parent" }
            override class var primaryKey: [String] { ["a", "b", "c"] }
        }
        class Child<Key: ColumnValue & DefaultKey>: Model {
            var id: Int?
            var a: Int? = 1
            var b: Key?
            var c: Int? = 2
            override class var table: String { "child" }
            override class var primaryKey: [String] { ["id"] }
        }

        private func expectIndex<Key: ColumnValue & DefaultKey>(_ type: String, _ keys: [Key]) throws {
            try expectIndex(type, keys, Parent<Key>.self, Child<Key>.self) { session in
                for key in keys {
                    let (parent, child) = (Parent<Key>(), Child<Key>())
                    (parent.b, child.b) = (key, key)
                    try session.save([parent, child])
                }
            }
        }

        @Test func everyTypeOfKeyIsFoundByTheIndex() throws {
            try expectIndex("INT", [1, -2, 3])
            try expectIndex("BIGINT", [Int.min, 0, Int.max])
            try expectIndex("BIGINT UNSIGNED", [UInt64(1), UInt64.max])
            try expectIndex("VARCHAR(20)", ["a", "b'\\\"", "日本"])
            try expectIndex("VARCHAR(20) COLLATE utf8mb4_bin", ["a", "A", "\u{1}\n"])
            try expectIndex("CHAR(20) CHARACTER SET latin1", ["é", "b"])
            try expectIndex("VARCHAR(20)", [7, 8])
            try expectIndex("DECIMAL(12, 3)", [Decimal(string: "1.5") ?? 0, 2, -3])
            try expectIndex("DOUBLE", [0.1, 1e300, -2])
            try expectIndex(
                "DATETIME(6)", [Date(timeIntervalSince1970: 1_700_000_000.123456), Date(timeIntervalSince1970: 0)])
            try expectIndex(
                "TIMESTAMP(3)", [Date(timeIntervalSince1970: 1_700_000_000.5), Date(timeIntervalSince1970: 86_400)])
            try expectIndex("DATE", [Date(timeIntervalSince1970: 86_400), Date(timeIntervalSince1970: 172_800)])
            try expectIndex("BINARY(16)", [UUID(), UUID()])
            try expectIndex("CHAR(36)", [UUID(), UUID()])
            try expectIndex("VARBINARY(9)", [Data([0, 255]), Data([1])])
            try expectIndex("TINYINT(1)", [true, false])
        }

        @Test func whatACharacterSetLacksIsFoundInNoRow() throws {
            let database = try Server.database(
                """
                CREATE TABLE parent (a INT, b VARCHAR(9) CHARACTER SET latin1, c INT, PRIMARY KEY (a, b, c));
                INSERT INTO parent VALUES (1, '?', 2), (1, 'b', 2);
                """)
            try database.read { (session: Session) throws -> Void in
                let keys: [[any SQLValueConvertible]] = [[1, "日", 2], [1, "b", 2], [1, "B ", 2], [1, "?", 2]]
                #expect(
                    try session.query(Parent<String>.self).filter(keys: keys).all().map(\.b).sorted() == ["?", "b"])
                #expect(try session.find(Parent<String>.self, keys: [[1, "日", 2], [1, "b", 2]]).map(\.b) == ["b"])
            }
        }

        /// A text that is no number equals none, though the server takes it for 0.
        @Test func textsAndNumbersAreNotMixed() throws {
            let database = try Server.database(
                """
                CREATE TABLE parent (a INT, b VARCHAR(9), c INT, PRIMARY KEY (a, b, c));
                INSERT INTO parent VALUES (1, '7', 2), (1, '7abc', 2), (1, '07', 2);
                CREATE TABLE child (id INT PRIMARY KEY, a INT, b INT, c INT);
                INSERT INTO child VALUES (1, 1, 0, 2), (2, 1, 7, 2);
                """)
            try database.read { (session: Session) throws -> Void in
                #expect(try session.find(Parent<Int>.self, 1, 7, 2)?.b == 7)
                #expect(try session.query(Parent<Int>.self).filter(\.b == 7).count() == 1)
                #expect(try session.query(Child<String>.self).filter(\.b == "abc").count() == 0)
                #expect(try session.query(Child<String>.self).filter(\.b == "7").count() == 1)
            }
        }

        @Test func joinTables() throws {
            let database = try Server.database(
                """
                CREATE TABLE seat (hall VARCHAR(10), line INT, number INT, guest VARCHAR(40), PRIMARY KEY (hall, line, number));
                CREATE TABLE ticket (id INT AUTO_INCREMENT PRIMARY KEY, warehouse INT, item VARCHAR(20), hall VARCHAR(10), line INT, number INT);
                CREATE TABLE stock (warehouse INT, item VARCHAR(20), quantity INT, price DECIMAL(10, 2), checked DATETIME, PRIMARY KEY (warehouse, item));
                """)
            try database.write { session in
                try session.save([Seat("A", 1, 1, "x"), Seat("A", 1, 2, "y"), Seat("B", 1, 1, "z")])
                try session.save([Stock(1, "p"), Stock(1, "q"), Stock(2, "p")])
                try session.execute(
                    "INSERT INTO ticket VALUES (1, 1, 'p', 'A', 1, 2), (2, 1, 'p', 'B', 1, 1), (3, 2, 'p', 'A', 1, 1)")
                let stocks = try session.query(Stock.self).orderByKey().all()
                let guests = try stocks.map { stock in
                    try stock.hasMany(
                        Seat.self, through: Ticket.self, foreignKey: ["warehouse", "item"],
                        targetForeignKey: ["hall", "line", "number"], options: [.orderBy("guest")]
                    ).map(\.guest)
                }
                #expect(guests == [["y", "z"], [], ["x"]])
            }
        }
        final class Ticket: Model {
            var id: Int?
            var warehouse: Int?
            var item: String?
            var hall: String?
            var line: Int?
            var number: Int?
            override class var table: String { "ticket" }
            override class var primaryKey: [String] { ["id"] }
        }
    }

    /// A type with a value to begin with.
    protocol DefaultKey: Sendable { static var standard: Self { get } }
    extension Int: DefaultKey { static var standard: Int { 0 } }
    extension UInt64: DefaultKey { static var standard: UInt64 { 0 } }
    extension String: DefaultKey { static var standard: String { "" } }
    extension Decimal: DefaultKey { static var standard: Decimal { 0 } }
    extension Double: DefaultKey { static var standard: Double { 0 } }
    extension Date: DefaultKey { static var standard: Date { Date(timeIntervalSince1970: 0) } }
    extension UUID: DefaultKey { static var standard: UUID { UUID() } }
    extension Data: DefaultKey { static var standard: Data { Data() } }
    extension Bool: DefaultKey { static var standard: Bool { false } }
#endif
