import Foundation
import ZIMOrm

/// Takes orders, each in one transaction.
enum Ordering {
    /// An item and how many of it.
    typealias Wish = (item: Int, quantity: Int)

    /// A new order of a district's first customer: everything that belongs to it, or nothing.
    static func take(_ wishes: [Wish], district key: (Int, Int), in database: Database) throws -> Int {
        try database.write { session in
            guard let district = try session.find(District.self, key.0, key.1) else {
                throw ModelError(.rowNotFound, "there is no district \(key)")
            }
            let order = Order()
            (order.warehouseID, order.districtID, order.id) = (district.warehouseID, district.id, district.nextOrder)
            order.customerID = 1
            order.entered = Date(timeIntervalSince1970: 1_773_057_600)
            district.nextOrder += 1
            try district.save()
            try order.save()

            let pending = NewOrder()
            (pending.districtID, pending.warehouseID, pending.orderID) = (order.districtID, order.warehouseID, order.id)
            try pending.save()

            for (index, wish) in wishes.enumerated() {
                let line = OrderLine()
                (line.warehouseID, line.districtID, line.orderID) = (order.warehouseID, order.districtID, order.id)
                (line.number, line.quantity) = (index + 1, wish.quantity)
                (line.itemID, line.supplierID) = (wish.item, order.warehouseID)
                try line.save()
                if let stock = try line.stock() {
                    stock.quantity -= line.quantity
                    try stock.save()
                }
            }
            return order.id
        }
    }

    static func succeed(_ database: Database, _ page: Page) throws {
        page.section("4. A new order, in one transaction: a loaded model's save writes the columns that changed")
        let number = try take([(item: 3, quantity: 2), (item: 1, quantity: 6)], district: (1, 2), in: database)
        page.line("order \(number) is taken:")
        let line = ["line.save()", "line.stock()", "stock.save()"]
        page.statements(
            beside: ["database.write", "find District 1, 2", "district.save()", "order.save()"]
                + ["pending.save()"] + line + line + [""]
        ) { $0.values }
    }

    static func fail(_ database: Database, _ page: Page) throws {
        page.section("5. Another, for an item that does not exist: it is rolled back")
        let before = try contents(of: database)
        do {
            _ = try take([(item: 2, quantity: 5), (item: 77, quantity: 1)], district: (1, 2), in: database)
        } catch let error as DatabaseError where error.constraint?.kind == .foreignKey {
            page.line("DatabaseError: " + error.message)
        }
        page.line("before  " + before)
        page.line("after   " + (try contents(of: database)))
    }

    /// What an order changes.
    private static func contents(of database: Database) throws -> String {
        try database.read { session in
            let next = try session.find(District.self, 1, 2)?.nextOrder ?? 0
            let orders = try session.query(Order.self).count()
            let pending = try session.query(NewOrder.self).count()
            let lines = try session.query(OrderLine.self).count()
            let stock = try session.query(Stock.self).filter(\.warehouseID == 1).sum(\.quantity) ?? 0
            return "next order \(next), \(orders) orders, \(pending) pending, \(lines) lines, \(stock) pieces in stock"
        }
    }
}
