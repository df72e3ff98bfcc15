import BenchmarkHarness
import CSQLiteRaw

/// TPC-C's order-status with every statement prepared once.
final class RawOrderStatus {
    private let customer, namesakes, lastOrder, lines: RawStatement

    init(_ database: SQLiteHandle) throws {
        customer = try RawStatement(RawWholesaleSQL.customer, database)
        namesakes = try RawStatement(RawWholesaleSQL.namesakes, database)
        lastOrder = try RawStatement(RawWholesaleSQL.lastOrder, database)
        lines = try RawStatement(RawWholesaleSQL.lines, database)
    }

    func answer(_ request: OrderStatusRequest) throws -> (RawCustomer, RawOrder, [RawOrderLine]) {
        guard let customer = try find(request) else { throw BenchmarkError("no such customer") }
        lastOrder.bind(request.warehouse, request.district, customer.id)
        guard let order = try lastOrder.one({ try $0.map(RawOrder.init) }) else { throw BenchmarkError("no order") }
        lines.bind(order.warehouse, order.district, order.id)
        return (customer, order, try lines.all { try RawOrderLine($0) })
    }

    private func find(_ request: OrderStatusRequest) throws -> RawCustomer? {
        switch request.customer {
        case .number(let number):
            customer.bind(request.warehouse, request.district, number)
            return try customer.one { try $0.map(RawCustomer.init) }
        case .lastName(let name):
            namesakes.bind { statement, binder in
                sqlite3_bind_int64(statement, 1, Int64(request.warehouse))
                sqlite3_bind_int64(statement, 2, Int64(request.district))
                binder.bind(name, 3)
            }
            let customers = try namesakes.all { try RawCustomer($0) }
            return customers.isEmpty ? nil : customers[(customers.count - 1) / 2]
        }
    }
}
