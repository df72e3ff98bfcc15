import ZIMOrm

extension Cookbook {
    static let grouping: [Recipe] = [
        Recipe("Count") { session in
            // recipe
            let count = try session.query(Order.self).filter(\.year == 1998).count()
            // end
            _ = count
        },
        Recipe("Sum, average, least and greatest") { session in
            // recipe
            let lines = try session.query(OrderLine.self)
            let (sum, mean) = (try lines.sum(\.quantity), try lines.average(\.quantity))
            let (least, greatest) = (try lines.min(\.quantity), try lines.max(\.quantity))
            // end
            _ = (sum, mean, least, greatest)
        },
        Recipe("Count for each group") { session in
            // recipe
            for row in try session.query(Order.self).groupBy(\.year).orderBy("year").rows(.count()) {
                print(row[0], row[1])  // 1998 2
            }
            // end
        },
        Recipe("Groups with a condition") { session in
            // recipe
            let busy = try session.query(OrderLine.self).groupBy(\.code).having(.count() > 1)
                .rows(.count(), .function("sum", .column("quantity")))
            // end
            _ = busy
        },
        Recipe("Count rows without repeating a value") { session in
            // recipe
            let sellers = try session.value("SELECT count(DISTINCT seller) FROM orders", as: Int.self)
            // end
            _ = sellers
        },
    ]
}
