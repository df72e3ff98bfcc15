#if MySQL
    import Synchronization
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMDb

    /// Relationships between columns of two types, as the second of three parts of a key: however they are followed, they find
    /// what the join of the columns finds.
    @Suite(.server) struct ColumnPairTests {
        final class Shelf: Model {
            var id = 0, area = 0, level: SQLValue = .null, side = 0
            override class var table: String { "shelf" }
            override class var primaryKey: [String] { ["id"] }
            override class var isAutoIncremented: Bool { false }
            override class var relationships: [Relationship] {
                [.hasMany("boxes", Box.self, foreignKey: ColumnPairTests.key, references: ColumnPairTests.key)]
            }
        }

        final class Box: Model {
            var id = 0, area = 0, level: SQLValue = .null, side = 0
            override class var table: String { "box" }
            override class var primaryKey: [String] { ["id"] }
            override class var isAutoIncremented: Bool { false }
            override class var relationships: [Relationship] {
                [.belongsTo("shelf", Shelf.self, foreignKey: ColumnPairTests.key, references: ColumnPairTests.key)]
            }
        }

        private static let key = ["area", "level", "side"]

        struct Pair: Sendable, CustomTestStringConvertible {
            let parent: String
            let parents: [String]
            let child: String
            let children: [String]
            var testDescription: String { "\(parent) <- \(child)" }

            init(_ parent: String, _ parents: [String], _ child: String, _ children: [String]) {
                (self.parent, self.parents, self.child, self.children) = (parent, parents, child, children)
            }
        }

        private static let latin = "VARCHAR(9) CHARACTER SET latin1"
        private static let wide = "VARCHAR(9) CHARACTER SET utf8mb4"
        private static let uuids = ["'9D6F0F0E-5B1C-4D5B-8F43-0C7F3F1A2B3C'", "'9D6F0F0E5B1C4D5B8F430C7F3F1A2B3C'"]

        static let pairs = [
            Pair("DECIMAL(10,2)", ["2.5", "3", "24"], "INT", ["2", "3", "24"]),
            Pair("INT", ["2", "3"], "DECIMAL(10,2)", ["2.5", "2.00", "3"]),
            Pair("DOUBLE", ["2.5", "3", "2.25"], "DECIMAL(10,1)", ["2.2", "2.3", "2.5", "3"]),
            Pair("DECIMAL(10,1)", ["2.2", "2.3", "2.5"], "DECIMAL(10,2)", ["2.25", "2.3", "2.50"]),
            Pair("INT", ["2", "3", "0"], "VARCHAR(9)", ["'2.5'", "'2.5kg'", "' 3'", "'3.0'", "'kg'", "'1e1'"]),
            Pair(
                "DATETIME(6)", ["'2024-01-01 10:00:00.123456'", "'2024-01-01'"], "DATETIME(3)",
                ["'2024-01-01 10:00:00.123'", "'2024-01-01'"]),
            Pair(
                "DATETIME", ["'2024-01-01 10:00:00'"], "VARCHAR(40)",
                ["'2024-01-01 10:00:00.123'", "'2024-01-01T10:00:00'"]),
            Pair("TIME(3)", ["'10:00:00.123'"], "TIME(6)", ["'10:00:00.123456'", "'10:00:00.123'"]),
            Pair("INT", ["20240101", "2024"], "DATE", ["'2024-01-01'", "'1999-12-31'"]),
            Pair("YEAR", ["2024", "1999"], "INT", ["2024", "24", "99"]),
            Pair("INT", ["2024", "24"], "YEAR", ["2024"]),
            Pair("YEAR", ["2024", "2000"], "DECIMAL(10,2)", ["2024", "24", "2024.5", "0"]),
            Pair("VARCHAR(9)", ["'2024'", "'24'", "'02024'", "'0'"], "YEAR", ["2024", "2000"]),
            Pair("VARBINARY(8)", ["'a'", "'A'"], "VARCHAR(8)", ["'a'", "'A'", "'a '"]),
            Pair("VARCHAR(8)", ["'a'", "'ä'"], "VARBINARY(8)", ["'a'", "'A'", "'a '", "'ä'"]),
            Pair(latin, ["'a'", "'ä'"], "VARBINARY(8)", ["'a'", "'ä'", "x'e4'"]),
            Pair("UUID", Array(uuids.prefix(1)), "VARCHAR(40)", uuids),
            Pair(latin, ["'ab'", "'ä'", "'?'"], wide, ["'ab'", "'Ä'", "'日'", "'?'"]),
            Pair(wide, ["'ab'", "'Ä'", "'日'", "'?'"], latin, ["'ab'", "'ä'", "'?'"]),
            Pair(latin + " COLLATE latin1_bin", ["'a'", "'ä'"], wide, ["'A'", "'a'", "'Ä'"]),
            Pair(latin + " COLLATE latin1_bin", ["'a'", "'ä'"], latin, ["'A'", "'a'", "'Ä'"]),
        ]

        private func url(_ pair: Pair) throws -> String {
            func rows(_ values: [String]) -> String {
                // Two sides, so that the batch knows the level alone when it plans, or together with others.
                values.enumerated().flatMap { number, value in
                    (0..<2).map { "(\(2 * number + $0), 1, \(value), \($0))" }
                }.joined(separator: ", ")
            }
            return try Server.url(
                """
                CREATE TABLE shelf (id INT PRIMARY KEY, area INT, level \(pair.parent), side INT, KEY place (area, level, side));
                CREATE TABLE box (id INT PRIMARY KEY, area INT, level \(pair.child), side INT, KEY place (area, level, side));
                INSERT INTO shelf VALUES \(rows(pair.parents));
                INSERT INTO box VALUES \(rows(pair.children));
                """)
        }

        private func check(_ database: Database, _ way: String) throws {
            try database.read { session in
                let join = try session.rows(
                    """
                    SELECT s.id, b.id FROM shelf AS s JOIN box AS b ON s.area = b.area AND s.level = b.level AND s.side = b.side
                    """
                ).map { [try $0.get(0, as: Int.self), try $0.get(1, as: Int.self)] }
                let pairs = Set(join)
                let childrenWithOne = Set(join.map { $0[1] })
                for loading in [RelationshipLoading.single, .batched] {
                    let shelves = try session.query(Shelf.self).relationships(loading).all()
                    let many = try shelves.flatMap { shelf in
                        try shelf.related("boxes", as: Box.self).map { [shelf.id, $0.id] }
                    }
                    #expect(Set(many) == pairs, "\(way), \(loading)")
                    #expect(many.count == pairs.count)
                    let boxes = try session.query(Box.self).relationships(loading).all()
                    let one = try boxes.compactMap { box in
                        try box.related("shelf", as: Shelf.self).first.map { [$0.id, box.id] }
                    }
                    #expect(Set(one).isSubset(of: pairs), "\(way), \(loading)")
                    #expect(Set(one.map { $0[1] }) == childrenWithOne, "\(way), \(loading)")
                }
                // The same level with two sides: it is bound once for both.
                for shelf in try session.query(Shelf.self).filter(\.side == 0).all() {
                    let both = try session.query(Shelf.self).filter(\.id >= shelf.id && \.id <= shelf.id + 1).all()
                    #expect(both.count == 2)
                    let many = try both.flatMap { shelf in
                        try shelf.related("boxes", as: Box.self).map { [shelf.id, $0.id] }
                    }
                    #expect(Set(many) == pairs.filter { $0[0] == shelf.id || $0[0] == shelf.id + 1 }, "\(way)")
                }
                let eager = try session.query(Shelf.self).with("boxes").all().flatMap { shelf in
                    try shelf.related("boxes", as: Box.self).map { [shelf.id, $0.id] }
                }
                #expect(Set(eager) == pairs, "\(way)")
                let eagerParents = try session.query(Box.self).with("shelf").all().compactMap { box in
                    try box.related("shelf", as: Shelf.self).first.map { [$0.id, box.id] }
                }
                #expect(Set(eagerParents).isSubset(of: pairs))
                #expect(Set(eagerParents.map { $0[1] }) == childrenWithOne)
            }
        }

        @Test(arguments: MySQLProduct.isMariaDB ? pairs : pairs.filter { $0.parent != "UUID" })
        func pairsAreThoseOfTheJoin(_ pair: Pair) throws {
            let url = try url(pair)
            try check(Database(url: url), "JSON_TABLE")
            try check(Server.old(url), "UNION ALL")
        }

        /// An index finds the rows all the same, by all of its parts; on MySQL that of texts finds no bytes.
        @Test(
            arguments: [pairs[0], pairs[5], pairs[9], pairs[13], pairs[17]].filter {
                MySQLProduct.isMariaDB || $0.parent != "VARBINARY(8)"
            })
        func theIndexIsUsed(_ pair: Pair) throws {
            let database = try Database(url: url(pair))
            try database.write { session in
                try session.execute(
                    "INSERT INTO box SELECT id + 100 * seq, 1 + seq % 3, level, seq FROM box, \(unsafe: MySQLProduct.numbers(1...200))"
                )
            }
            try database.withoutTransaction { try $0.execute("ANALYZE TABLE shelf, box") }
            let sent = Mutex<[(sql: String, parameters: [SQLValue])]>([])
            let subscription = database.trace { trace in
                if trace.sql.contains("FROM `box`") || trace.sql.contains("STRAIGHT_JOIN `box`") {
                    sent.withLock { $0.append((trace.sql, trace.parameters)) }
                }
            }
            defer { subscription.cancel() }
            try database.read { session in
                for loading in [RelationshipLoading.single, .batched] {
                    for shelf in try session.query(Shelf.self).relationships(loading).all() {
                        _ = try shelf.related("boxes", as: Box.self)
                    }
                }
                let statements = sent.withLock { $0 }
                #expect(!statements.isEmpty)
                for (sql, parameters) in statements {
                    let plan = try #require(
                        try session.connection.engine.prepare("EXPLAIN " + sql, from: 0, traces: TraceHub.silent)
                    ).statement
                    for (index, value) in parameters.enumerated() { try plan.bind(value, at: index + 1) }
                    let row = Row(plan)
                    while try plan.step() {
                        let looked = try #require(plan.columnNames.firstIndex(of: "ref"))
                        guard try row.get(2, as: String?.self) == "box" else { continue }
                        // What each part of the index is looked up by.
                        let parts = try row.get(looked, as: String?.self)?.split(separator: ",").count
                        #expect(parts == 3, "\(sql)")
                    }
                }
            }
        }

        @Test func whatNoBoundValueIsComparedAsThrows() throws {
            for (parent, child) in [
                ("INT", "ENUM('2', '1')"), ("INT", "TIME"), ("YEAR", "DATE"), ("BIGINT", "DATETIME"),
            ] {
                let value = child == "TIME" ? "'10:00:00'" : child.hasPrefix("DATE") ? "'2024-01-01'" : "'1'"
                let database = try Database(
                    url: url(Pair(parent, [parent == "YEAR" ? "2024" : "1"], child, [value])))
                let error = #expect(throws: ModelError.self) {
                    try database.read { session in
                        try session.find(Box.self, 0)?.related("shelf", as: Shelf.self)
                    }
                }
                #expect(error?.code == .query)
                #expect(error?.message.hasPrefix(#"the values of "box"."level" ("#) == true, "\(error?.message ?? "")")
                #expect(error?.message.contains(#"with "shelf"."level" ("#) == true)
                #expect(error?.hint == "Give both columns one type")
                // From YEAR to DATE, too, the server makes 0000-00-00 of what is bound.
                if parent == "YEAR" {
                    #expect(throws: ModelError.self) {
                        try database.read { session in
                            try session.query(Shelf.self).first()?.related("boxes", as: Box.self)
                        }
                    }
                }
            }
            // A label is compared with a number as its own number.
            let database = try Database(url: url(Pair("INT", ["1", "2"], "ENUM('2', '1')", ["'2'", "'1'"])))
            try database.read { session in
                let labels = try session.query(Shelf.self).orderBy(\.id).all().map { shelf in
                    try shelf.related("boxes", as: Box.self).map(\.level)
                }
                #expect(labels == ["2", "2", "1", "1"].map { [.text($0)] })
            }
        }
    }
#endif
