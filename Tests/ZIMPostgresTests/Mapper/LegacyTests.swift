#if PostgreSQL
    import Foundation
    import Synchronization
    import TestServer
    import Testing
    import ZIMOrm

    /// TPC-C as its dump makes it: keys of two to four columns of `smallint` and `integer`, foreign keys that list their
    /// columns in another order, a table without any key.
    @Suite(.server, .serialized, .enabled(if: TPCC.isPresent, "../shared/data is not there")) struct LegacyTests {
        private func open() throws -> Database { try Database(url: TPCC.url.get()) }

        @Test func everyRelationshipGivesWhatTheJoinGives() throws {
            let database = try open()
            let sent = Mutex<[String]>([])
            let subscription = database.trace { trace in
                if !trace.isTransactionControl { sent.withLock { $0.append(trace.sql) } }
            }
            try database.read { session in
                var lines = 0
                var stocks = 0
                for customer in try session.query(TPCC.Customer.self).all() {
                    for order in try customer.orders() {
                        for line in try order.lines() {
                            lines += 1
                            if let stock = try line.stock(), stock.item == line.item { stocks += 1 }
                        }
                    }
                }
                #expect((lines, stocks) == (2455, 2455))
            }
            subscription.cancel()
            // Customers, their orders, and the lines and the stock of a thousand siblings at a time.
            let texts = sent.withLock { $0 }
            #expect(texts.count <= 7, "\(texts)")
            try database.read { session in
                let orders = try session.query(TPCC.Order.self).orderByKey().all()
                #expect(orders.count == 240)
                let counts = try orders.map { try $0.lines().count }
                let expected = try session.rows(
                    "SELECT count(*) FROM order_line GROUP BY ol_w_id, ol_d_id, ol_o_id ORDER BY ol_w_id, ol_d_id, ol_o_id"
                )
                #expect(counts.map { .integer(Int64($0)) } == expected.map { $0[0] })
                #expect(try orders.allSatisfy { try $0.customer()?.id == $0.customerID })
                let history = try session.query(TPCC.History.self).all()
                #expect(history.count == 240)
                let dates = history.compactMap(\.date)
                #expect(dates.count == 240)
            }
        }

        @Test func anOrderIsTakenAndOneIsNot() throws {
            let database = try open()
            try database.write { session in
                let customer = try #require(try session.find(TPCC.Customer.self, 1, 1, 1))
                let before = try customer.orders().count
                func place(_ number: Int, stock item: Int) throws {
                    let order = TPCC.Order()
                    (order.warehouse, order.district, order.id, order.customerID) = (1, 1, number, 1)
                    try session.insert(order)
                    let lines = (1...3).map { place in
                        let line = TPCC.Line()
                        (line.warehouse, line.district, line.order, line.number) = (1, 1, number, place)
                        (line.supplier, line.item) = (1, item)
                        return line
                    }
                    try session.insert(lines)
                    #expect(try order.lines().count == 3)
                }
                try place(90_001, stock: 1)
                let error = #expect(throws: DatabaseError.self) {
                    try session.transaction { _ in try place(90_002, stock: 999_999) }
                }
                #expect(error?.constraint?.kind == .foreignKey)
                #expect(error?.constraint?.table == "order_line")
                #expect(error?.constraint?.columns.sorted() == ["ol_i_id", "ol_supply_w_id"])
                let after = try customer.orders().count
                #expect(after == before + 1)
                try session.query(TPCC.Line.self).filter(\.order == 90_001).delete()
                try session.delete(TPCC.Order.self, keys: [[1, 1, 90_001]])
            }
        }
    }

    enum TPCC {
        static let dump = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("shared/data/postgresql/tpcc.sql")

        static var isPresent: Bool { FileManager.default.fileExists(atPath: dump.path) }

        /// The URL of a database that the dump has filled, made once.
        static let url = Result<String, any Error> {
            let server = try #require(TestServer.shared)
            let name = server.newName()
            try Database(url: server.url()).withoutTransaction { try $0.execute("CREATE DATABASE \(identifier: name)") }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = [
                "psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-o", "/dev/null", "-h", server.folder, "-U", "postgres",
                "-d", name, "-f", dump.path,
            ]
            try process.run()
            process.waitUntilExit()
            try #require(process.terminationStatus == 0, "psql could not load \(dump.path)")
            return server.url().replacingOccurrences(of: "@/postgres?", with: "@/\(name)?")
        }

        final class Customer: Model {
            var warehouse = 0, district = 0, id = 0
            var balance: Double?
            override class var table: String { "customer" }
            override class var primaryKey: [String] { ["c_w_id", "c_d_id", "c_id"] }
            override class var columns: [Column] {
                [
                    Column("c_id", \Customer.id), Column("c_d_id", \Customer.district),
                    Column("c_w_id", \Customer.warehouse), Column("c_balance", \Customer.balance),
                ]
            }
            func orders() throws -> [Order] { try hasMany(Order.self, foreignKey: ["o_w_id", "o_d_id", "o_c_id"]) }
        }

        final class Order: Model {
            var warehouse = 0, district = 0, id = 0
            var customerID: Int?
            var entered: Date?
            override class var table: String { "orders" }
            override class var primaryKey: [String] { ["o_w_id", "o_d_id", "o_id"] }
            override class var isAutoIncremented: Bool { false }
            override class var columns: [Column] {
                [
                    Column("o_id", \Order.id), Column("o_c_id", \Order.customerID), Column("o_d_id", \Order.district),
                    Column("o_w_id", \Order.warehouse), Column("o_entry_d", \Order.entered),
                ]
            }
            func customer() throws -> Customer? {
                try belongsTo(Customer.self, foreignKey: ["o_w_id", "o_d_id", "o_c_id"])
            }
            func lines() throws -> [Line] { try hasMany(Line.self, foreignKey: ["ol_w_id", "ol_d_id", "ol_o_id"]) }
        }

        final class Line: Model {
            var warehouse = 0, district = 0, order = 0, number = 0
            var item: Int?
            var supplier: Int?
            override class var table: String { "order_line" }
            override class var primaryKey: [String] { ["ol_w_id", "ol_d_id", "ol_o_id", "ol_number"] }
            override class var isAutoIncremented: Bool { false }
            override class var columns: [Column] {
                [
                    Column("ol_o_id", \Line.order), Column("ol_d_id", \Line.district),
                    Column("ol_w_id", \Line.warehouse),
                    Column("ol_number", \Line.number), Column("ol_i_id", \Line.item),
                    Column("ol_supply_w_id", \Line.supplier),
                ]
            }
            func stock() throws -> Stock? { try belongsTo(Stock.self, foreignKey: ["ol_supply_w_id", "ol_i_id"]) }
        }

        final class Stock: Model {
            var warehouse = 0
            var item: Int? = 0
            var quantity = 0
            override class var table: String { "stock" }
            override class var primaryKey: [String] { ["s_w_id", "s_i_id"] }
            override class var columns: [Column] {
                [
                    Column("s_i_id", \Stock.item), Column("s_w_id", \Stock.warehouse),
                    Column("s_quantity", \Stock.quantity),
                ]
            }
        }

        final class History: Model {
            var customer: Int?
            var date: Date?
            var amount: Double?
            override class var table: String { "history" }
            override class var primaryKey: [String] { [] }
            override class var columns: [Column] {
                [
                    Column("h_c_id", \History.customer), Column("h_date", \History.date),
                    Column("h_amount", \History.amount),
                ]
            }
        }
    }
#endif
