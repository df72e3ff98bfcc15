import Foundation
import ZIMOrm

/// Follows relationships through the whole database, down and up.
enum Walk {
    /// From a warehouse to its districts, their customers, orders, order lines, and what each line takes from where.
    static func down(_ database: Database, _ page: Page) throws {
        page.section("2. Down: a warehouse, its districts, their customers, orders, lines, each line's stock and item")
        var calls = 1
        try database.read { session in
            guard let warehouse = try session.find(Warehouse.self, 1) else { return }
            calls += 1
            for district in try warehouse.districts() {
                var customers = 0, orders = 0, lines = 0, remote = 0
                var worth = 0.0
                calls += 1
                for customer in try district.customers() {
                    customers += 1
                    calls += 1
                    for order in try customer.orders() {
                        orders += 1
                        calls += 1
                        for line in try order.lines() {
                            lines += 1
                            calls += 2
                            guard let stock = try line.stock(), let item = try stock.item() else { continue }
                            if stock.warehouseID != warehouse.id { remote += 1 }
                            worth += Double(line.quantity) * item.price
                        }
                    }
                }
                page.line(
                    "\(warehouse.name), \(district.name): \(customers) customers, \(orders) orders, \(lines) lines, "
                        + "\(remote) of them from the other warehouse, worth " + String(format: "%.2f", worth))
            }
        }
        page.line("Four nested loops, \(calls) calls, \(page.statementCount()) statements:")
        page.statements(
            beside: [
                "database.read", "find Warehouse 1", "warehouse.districts()", "district.customers()",
                "customer.orders()", "order.lines()", "line.stock()", "stock.item()", "",
            ]
        ) { $0.isTransactionControl ? "" : "→ \($0.rows) row\($0.rows == 1 ? "" : "s")" }
    }

    /// From an order line to its warehouse, and from rows whose foreign key may be NULL.
    static func up(_ database: Database, _ page: Page) throws {
        page.section("3. Up: from an order line to its warehouse; NULL in a foreign key is no parent and no statement")
        try database.read { session in
            guard let line = try session.find(OrderLine.self, 1, 2, 3, 1), let order = try line.order(),
                let customer = try order.customer(), let district = try customer.district(),
                let warehouse = try district.warehouse()
            else { return }
            page.line(
                "line \(line.number) of order \(order.id) is \(customer.lastName)'s, in \(district.name), \(warehouse.name)"
            )
            let payments = try session.query(History.self).orderBy(\.date).all().map { payment in
                "\"\(payment.text ?? "")\" has customer \(try payment.customer()?.lastName ?? "none")"
            }
            page.line(payments.joined(separator: ", "))
        }
        page.statements(
            beside: [
                "database.read", "find OrderLine", "line.order()", "order.customer()", "customer.district()",
                "district.warehouse()", "query History", "payment.customer()", "",
            ]
        ) { $0.values }
    }
}
