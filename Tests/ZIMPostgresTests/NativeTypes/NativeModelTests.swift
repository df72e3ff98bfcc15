#if PostgreSQL
    import Foundation
    import Testing
    import ZIMOrm

    @testable import ZIMPostgres

    /// An address in a key of two columns.
    private final class Host: Model {
        var site = 0
        var address: PostgresInet?
        var tags: PostgresArray<String> = []
        var counts: PostgresArray<Int?>?
        var lease: PostgresInterval?
        var valid: PostgresRange<Date>?
        var place: NativeTypeTests.Place?
        override class var table: String { "host" }
        override class var primaryKey: [String] { ["site", "address"] }
        override class var isAutoIncremented: Bool { false }
        func ports() throws -> [Port] { try hasMany(Port.self, foreignKey: ["site", "address"]) }
    }

    /// And in one of three, and in a foreign key of two.
    private final class Port: Model {
        var site = 0
        var address: PostgresInet?
        var number = 0
        var network: PostgresCIDR?
        override class var table: String { "port" }
        override class var primaryKey: [String] { ["site", "address", "number"] }
        override class var isAutoIncremented: Bool { false }
        func host() throws -> Host? { try belongsTo(Host.self, foreignKey: ["site", "address"]) }
    }

    @Suite(.server) struct NativeModelTests {
        private static let tables = """
            CREATE TABLE host (site bigint, address inet, tags text[] NOT NULL, counts bigint[], lease interval, valid tstzrange,
                place place, PRIMARY KEY (site, address));
            CREATE TABLE port (site bigint, address inet, number integer, network cidr, PRIMARY KEY (site, address, number),
                FOREIGN KEY (site, address) REFERENCES host);
            """

        private func makeHost(_ site: Int, _ address: String) throws -> Host {
            let host = Host()
            (host.site, host.address) = (site, try PostgresInet(address))
            return host
        }

        @Test func modelsAndKeys() throws {
            let scratch = try Scratch(NativeTypeTests.script + ";" + Self.tables)
            let database = scratch.database
            try database.write { session in
                for (site, address) in [(1, "10.0.0.1"), (1, "2001:db8::1"), (2, "10.0.0.1")] {
                    let host = try makeHost(site, address)
                    host.tags = ["a", "b c", "it's"]
                    host.counts = [1, nil]
                    host.lease = PostgresInterval(months: 1, microseconds: 500_000)
                    host.valid = PostgresRange(lower: Date(timeIntervalSince1970: 0), upper: nil)
                    host.place = NativeTypeTests.Place("x \"y\"", 3, ["t"])
                    try session.save(host)
                }
                let ports = try [(80, "10.0.0.1"), (443, "10.0.0.1"), (22, "2001:db8::1")].map { number, address in
                    let port = Port()
                    (port.site, port.address, port.number) = (1, try PostgresInet(address), number)
                    port.network = try PostgresCIDR("10.0.0.0/8")
                    return port
                }
                try session.insert(ports)
            }
            #expect(
                try database.rows("SELECT tags::text, counts::text, lease::text, place::text FROM host WHERE site = 2")
                    == [
                        [#"{a,"b c",it's}"#, "{1,NULL}", "1 mon 00:00:00.5", #"("x ""y""",3,{t})"#]
                    ])
            try database.read { session in
                let host = try #require(try session.find(Host.self, 1, PostgresInet("2001:DB8:0::1")))
                #expect(host.tags == ["a", "b c", "it's"])
                #expect(host.counts == [1, nil])
                #expect(host.place?.street == "x \"y\"")
                #expect(try host.ports().map(\.number) == [22])
                // A key can be given as text, in any spelling.
                #expect(try session.find(Host.self, 1, "2001:db8:0:0::1")?.address == host.address)
                let keys: [[any SQLValueConvertible]] = [
                    [2, try PostgresInet("10.0.0.1")], [1, "10.0.0.1"], [1, "10.0.0.9"],
                    [1, try PostgresInet("2001:db8::1")],
                ]
                #expect(
                    try session.find(Host.self, keys: keys).map { "\($0.site) \($0.address?.postgresText ?? "")" }
                        .sorted()
                        == ["1 10.0.0.1", "1 2001:db8::1", "2 10.0.0.1"])
                #expect(try session.find(Port.self, keys: [[1, "10.0.0.1", 80], [1, "2001:db8::1", 22]]).count == 2)
                let traced = try database.tracing {
                    try session.query(Port.self).orderByKey().all().compactMap { try $0.host()?.address?.postgresText }
                }
                #expect(traced.result == ["10.0.0.1", "10.0.0.1", "2001:db8::1"])
                #expect(traced.statements.count == 2)
                #expect(try session.query(Host.self).filter(\.tags == ["a", "b c", "it's"]).count() == 3)
                #expect(try session.query(Host.self).filter(\.tags == []).count() == 0)
                let network = try PostgresCIDR("10.0.0.0/8")
                #expect(try session.value("SELECT count(*) FROM host WHERE address << \(network)", as: Int.self) == 2)
                let tag = PostgresArray(["a"])
                #expect(try session.value("SELECT count(*) FROM host WHERE tags @> \(tag)", as: Int.self) == 3)
            }
        }

        /// What did not change is not written, and what did alone is.
        @Test func changesAreTrackedExactly() throws {
            let scratch = try Scratch(NativeTypeTests.script + ";" + Self.tables)
            try scratch.database.execute(
                """
                INSERT INTO host VALUES (1, '10.0.0.1', '{x,"y z"}', '{1,NULL}', '1 day -00:00:01', '["2026-01-01 00:00:00+00",)',
                    '("a b",2,{})')
                """)
            try scratch.database.write { session in
                let host = try #require(try session.query(Host.self).first())
                // The same values, made anew.
                host.tags = ["x", "y z"]
                host.counts = [1, nil]
                host.lease = PostgresInterval(days: 1, microseconds: -1_000_000)
                host.valid = PostgresRange(lower: host.valid?.lower, upper: nil)
                host.place = NativeTypeTests.Place("a b", 2, [])
                host.address = try PostgresInet("10.0.0.1/32")
                #expect(try host.changedColumns() == [])
                let nothing = try scratch.database.tracing { try session.save(host) }
                #expect(nothing.statements.isEmpty)
                host.tags.append("new")
                #expect(try host.changedColumns() == ["tags"])
                let one = try scratch.database.tracing { try session.save(host) }
                #expect(
                    one.statements.map(\.sql) == [
                        #"UPDATE "host" SET "tags" = $1 WHERE "site" = $2 AND "address" = $3"#
                    ])
                host.tags.removeLast()
                host.counts = nil
                host.place?.street = nil
                #expect(try host.changedColumns().sorted() == ["counts", "place", "tags"])
                try session.save(host)
                // A key that changes finds its row by the old one.
                host.address = try PostgresInet("10.0.0.2")
                let moved = try scratch.database.tracing { try session.save(host) }
                #expect(
                    moved.statements.map(\.sql) == [
                        #"UPDATE "host" SET "address" = $1 WHERE "site" = $2 AND "address" = $3"#
                    ])
                try session.delete(host)
            }
            #expect(try scratch.database.rows("SELECT count(*) FROM host") == [[0]])
        }

        /// Another engine has no such types, and does not take their text for them.
        @Test func anotherEngineRefusesThem() throws {
            let sqlite = try Database.inMemory()
            try sqlite.execute(
                """
                CREATE TABLE host (site INTEGER, address TEXT, tags TEXT, counts TEXT, lease TEXT, valid TEXT, place TEXT,
                    PRIMARY KEY (site, address));
                INSERT INTO host (site, address, tags) VALUES (1, '10.0.0.1', '{a}')
                """)
            let host = try makeHost(2, "10.0.0.1")
            func message(_ body: (Session) throws -> Void) -> String {
                do {
                    try sqlite.write(body)
                    return "nothing was thrown"
                } catch { return "\(error)" }
            }
            let insert = message { try $0.save(host) }
            #expect(
                insert.contains("cannot be bound as `PostgresInet?`: it is of a type that only PostgreSQL has"),
                "\(insert)")
            let read = message { _ = try $0.query(Host.self).all() }
            #expect(
                read.contains(
                    "cannot be read as `PostgresInet?`: it is not a value of such a type, which only PostgreSQL has"),
                "\(read)")
            let find = message { _ = try $0.find(Host.self, 1, PostgresInet("10.0.0.1")) }
            #expect(find.contains("only PostgreSQL has"), "\(find)")
            let several = message { _ = try $0.find(Host.self, keys: [[1, "10.0.0.9"], [2, "10.0.0.8"]]) }
            #expect(several.contains("only PostgreSQL has"), "\(several)")
            let filter = message { _ = try $0.query(Host.self).filter(\.tags == ["a"]).count() }
            #expect(
                filter.contains("cannot be bound as `text[]`: it is of a type that only PostgreSQL has"), "\(filter)")
            let raw = message { try $0.execute("UPDATE host SET lease = \(PostgresInterval(days: 1))") }
            #expect(raw.contains("cannot be bound as `interval`: it is of a type that only PostgreSQL has"), "\(raw)")
            #expect(try sqlite.rows("SELECT count(*), max(lease) FROM host") == [[1, .null]])
            let tags: PostgresArray<String> = ["a"]
            for dialect in [SQLiteDialect() as any SQLDialect, MySQLDialect()] {
                let error = #expect(throws: SQLBuildError.self) { try dialect.literal(tags.sqlValue) }
                #expect(error?.message == "\(dialect.name) has no type text[], which is one of PostgreSQL")
            }
        }
    }
#endif
