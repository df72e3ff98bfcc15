#if PostgreSQL
    import Testing

    @testable import ZIMOrm

    /// A relationship between a column whose collation ignores case and one of the default collation finds what SQL's join of both
    /// finds, whichever of them is looked up.
    @Suite(.server) struct CollationTests {
        class Named: Model {
            var zone = 0, number = 0
            var code: String?
            override class var primaryKey: [String] { ["zone", "number"] }
            func loose() throws -> [Loose] {
                try hasMany(Loose.self, foreignKey: ["zone", "code"], references: ["zone", "code"])
            }
            func exact() throws -> [Exact] {
                try hasMany(Exact.self, foreignKey: ["zone", "code"], references: ["zone", "code"])
            }
            func looseOne() throws -> Loose? {
                try belongsTo(Loose.self, foreignKey: ["zone", "code"], references: ["zone", "code"])
            }
            func exactOne() throws -> Exact? {
                try belongsTo(Exact.self, foreignKey: ["zone", "code"], references: ["zone", "code"])
            }
        }
        final class Loose: Named {
            override class var table: String { "loose" }
            override class var relationships: [Relationship] {
                [
                    .belongsTo("exact", Exact.self, foreignKey: ["zone", "code"], references: ["zone", "code"]),
                    .hasMany("all", Exact.self, foreignKey: ["zone", "code"], references: ["zone", "code"]),
                ]
            }
        }
        final class Exact: Named {
            override class var table: String { "exact" }
            override class var relationships: [Relationship] {
                [
                    .belongsTo("loose", Loose.self, foreignKey: ["zone", "code"], references: ["zone", "code"]),
                    .hasMany("all", Loose.self, foreignKey: ["zone", "code"], references: ["zone", "code"]),
                ]
            }
        }

        private func scratch() throws -> Scratch {
            try Scratch(
                """
                CREATE SCHEMA "Other one";
                CREATE COLLATION "Other one".caseless (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
                CREATE TABLE loose (zone int, number int, code text COLLATE "Other one".caseless, PRIMARY KEY (zone, number));
                CREATE TABLE exact (zone int, number int, code varchar(9), PRIMARY KEY (zone, number), UNIQUE (zone, code));
                INSERT INTO loose VALUES (1, 1, 'a'), (1, 2, 'B'), (1, 3, 'x'), (1, 4, NULL), (2, 5, 'A');
                INSERT INTO exact VALUES (1, 1, 'A'), (1, 2, 'a'), (1, 3, 'b'), (1, 4, NULL), (2, 5, 'c');
                """)
        }

        /// The numbers that plain SQL's join finds for each row of a table.
        private func joined(_ session: Session, _ table: String, to other: String) throws -> [[Int]] {
            try session.rows(
                """
                SELECT a.number, coalesce((SELECT string_agg(b.number::text, ',' ORDER BY b.number) FROM \(identifier: other) AS b \
                WHERE a.zone = b.zone AND a.code = b.code), '') FROM \(identifier: table) AS a ORDER BY a.zone, a.number
                """
            ).map { try $0.get(1, as: String.self).split(separator: ",").compactMap { Int($0) } }
        }

        @Test func joinsAndLookUpsFindTheSame() throws {
            try scratch().database.read { session in
                let loose = try session.query(Loose.self).orderByKey()
                let exact = try session.query(Exact.self).orderByKey()
                let (there, back) = (
                    try joined(session, "loose", to: "exact"), try joined(session, "exact", to: "loose")
                )
                #expect(there == [[1, 2], [3], [], [], []] && back == [[1], [1], [2], [], []])
                for single in [true, false] {
                    func all<M: Named>(_ query: Query<M>) throws -> [M] {
                        // Alone, each is asked for by a statement of its own.
                        single
                            ? try query.all().map { try session.find(M.self, keys: [[$0.zone, $0.number]])[0] }
                            : try query.all()
                    }
                    #expect(try all(loose).map { try $0.exact().map(\.number).sorted() } == there)
                    #expect(try all(exact).map { try $0.loose().map(\.number).sorted() } == back)
                    #expect(try all(loose).map { try $0.exactOne()?.number } == there.map(\.first))
                    #expect(try all(exact).map { try $0.looseOne()?.number } == back.map(\.first))
                }
                let with = (try loose.with("all").all(), try exact.with("all").all())
                #expect(try with.0.map { try $0.related("all", as: Exact.self).map(\.number).sorted() } == there)
                #expect(try with.1.map { try $0.related("all", as: Loose.self).map(\.number).sorted() } == back)
                #expect(try loose.filter("all.number > 0").all().map(\.number) == [1, 2])
                #expect(try exact.filter("all.number > 0").all().map(\.number) == [1, 2, 3])
                // A join would give the first row twice.
                let error = #expect(throws: ModelError.self) { try loose.with(joined: "exact").all() }
                #expect(error?.code == .query)
            }
        }
    }
#endif
