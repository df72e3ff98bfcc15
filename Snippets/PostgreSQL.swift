// The code of Documentation/PostgreSQL.md. It needs the trait PostgreSQL, and the URL of a server that it may write to in
// ZIM_POSTGRES_URL; without them it says so and does nothing.
import Foundation
import ZIMOrm

final class Stock: Model {
    var warehouse = 0, item = 0
    var quantity = 0
    var counted: Date?
    override class var table: String { "stock" }
    override class var primaryKey: [String] { ["s_w_id", "s_i_id"] }
    override class var isAutoIncremented: Bool { false }
    override class var columns: [Column] {
        [
            Column("s_w_id", \Stock.warehouse), Column("s_i_id", \Stock.item), Column("s_quantity", \Stock.quantity),
            Column("s_counted", \Stock.counted),
        ]
    }
}

func open(_ url: String) throws -> Database {
    // snippet.open
    var options = DatabaseOptions()
    options.server.maximumConnections = 16
    options.server.statementTimeout = .seconds(30)
    let database = try Database(url: url, options: options)  // postgres://legacy@db.example.org/stock
    // snippet.end
    return database
}

func useModels(_ database: Database) throws {
    // snippet.models
    try database.write { session in
        let stock = try session.find(Stock.self, 1, 17) ?? Stock()
        (stock.warehouse, stock.item, stock.quantity, stock.counted) = (1, 17, 40, Date())
        try session.save(stock)
        let several = try session.find(Stock.self, keys: [[1, 17], [1, 18], [2, 17]])
        // … FROM unnest($1::integer[], $2::integer[]) WITH ORDINALITY AS zim_keys(k0, k1, ordinal) JOIN "stock" ON …
        print(several.map(\.quantity))
    }
    // snippet.end
}

func goOn(_ database: Database) throws {
    // snippet.savepoint
    try database.write { session in
        do {
            try session.transaction { session in  // SAVEPOINT
                try session.execute("INSERT INTO stock (s_w_id, s_i_id, s_quantity) VALUES (1, 17, 0)")
            }
        } catch let error as DatabaseError where error.constraint?.kind == .primaryKey {
            print(error.constraint?.columns ?? [])  // ["s_w_id", "s_i_id"]
        }
        try session.execute("UPDATE stock SET s_quantity = s_quantity + 1")  // the transaction goes on
    }
    // snippet.end
}

func retry(_ database: Database) throws {
    // snippet.retrying
    try database.write(retrying: 5, isolation: .serializable) { session in
        let total = try session.query(Stock.self).filter(\.item == 17).sum(\.quantity) ?? 0
        if total > 10 { try session.execute("UPDATE stock SET s_quantity = s_quantity - 1 WHERE s_i_id = \(17)") }
    }
    // snippet.end
}

func look(_ database: Database) throws {
    // snippet.schema
    let schema = try database.read { try $0.schema(.all) }  // seven statements, however many tables
    for table in schema.tables where table.kind == .table {
        print(table.name, table.primaryKey, table.foreignKeys.map(\.table), table.checks.map(\.condition))
    }
    print(schema.types?.first { $0.name == "mood" }?.labels ?? [])  // ["sad", "ok", "happy"]
    // snippet.end
}

func bulk(_ database: Database) throws {
    // snippet.bulk
    try database.write { session in
        let rows = (100..<5_100).map { [1, .integer(Int64($0)), 0] as [SQLValue] }
        try session.bulkInsert(into: "stock", columns: ["s_w_id", "s_i_id", "s_quantity"], rows: rows)  // COPY
        let changes = try session.execute(
            together: (100..<300).map { "UPDATE stock SET s_quantity = \($0) WHERE s_w_id = 1 AND s_i_id = \($0)" })
        print(changes.count)  // 200, after one journey to the server and back
    }
    // snippet.end
}

func stream(_ database: Database) throws {
    // snippet.stream
    var sum = 0
    try database.read { session in
        try session.query(Stock.self).forEach { sum += $0.quantity }  // DECLARE … CURSOR; FETCH FORWARD 1000; …
    }
    // snippet.end
    print(sum)
}

#if PostgreSQL
    func listen(_ database: Database) async throws {
        // snippet.listen
        let messages = try await database.notifications(from: "stock")  // LISTEN "stock"
        try await database.write { try $0.notify("stock", "17 is sold out") }
        for try await message in messages {
            print(message.payload)
            break
        }
        // snippet.end
    }

    struct Address: PostgresComposite {  // CREATE TYPE address AS (street text, number integer)
        var street: String?
        var number: Int
        static let postgresType = "address"
        init(fields: PostgresFields) throws { (street, number) = (try fields[0], try fields[1]) }
        var fields: [any PostgresValue] { [street, number] }
    }

    final class Host: Model {
        var site = 0
        var ip: PostgresInet?
        var tags: PostgresArray<String> = []
        var lease: PostgresInterval?
        var valid: PostgresRange<Date>?
        var place: Address?
        override class var table: String { "host" }
        override class var primaryKey: [String] { ["site", "ip"] }
        override class var isAutoIncremented: Bool { false }
    }

    func native(_ database: Database) throws {
        // snippet.native
        try database.write { session in
            let host = Host()
            (host.site, host.ip, host.tags) = (1, try PostgresInet("10.0.0.1"), ["mail", "web"])
            host.lease = PostgresInterval(months: 1, days: 15)
            host.valid = PostgresRange(lower: Date(), upper: nil)
            try session.save(host)
            host.tags.append("new")
            try session.save(host)  // UPDATE "host" SET "tags" = $1 WHERE "site" = $2 AND "ip" = $3
            let found = try session.find(Host.self, 1, try PostgresInet("10.0.0.1"))
            print(found?.tags.count ?? 0)
            let tag = PostgresArray(["web"])
            print(try session.value("SELECT count(*) FROM host WHERE tags @> \(tag)", as: Int.self) ?? 0)
        }
        // snippet.end
    }

    if let url = ProcessInfo.processInfo.environment["ZIM_POSTGRES_URL"] {
        let database = try open(url)
        try database.execute(
            """
            CREATE TABLE stock (s_w_id integer, s_i_id integer, s_quantity integer NOT NULL, s_counted timestamptz,
                PRIMARY KEY (s_w_id, s_i_id));
            CREATE TYPE address AS (street text, number integer);
            CREATE TABLE host (site integer, ip inet, tags text[] NOT NULL, lease interval, valid tstzrange, place address,
                PRIMARY KEY (site, ip))
            """)
        defer { _ = try? database.execute("DROP TABLE stock; DROP TABLE host; DROP TYPE address") }
        try useModels(database)
        try goOn(database)
        try retry(database)
        try look(database)
        try bulk(database)
        try stream(database)
        try native(database)
        try await listen(database)
    } else {
        print("ZIM_POSTGRES_URL names no server")
    }
#else
    print("the trait PostgreSQL is off")
#endif
