import ZIMOrm

extension Cookbook {
    static let relationships: [Recipe] = [
        Recipe(
            "The parent of a row", "`buyer()` is `belongsTo(Customer.self, foreignKey: [\"region\", \"customer\"])`."
        ) {
            session in
            // recipe
            let order = try session.find(Order.self, 1998, 7)
            print(try order?.buyer()?.name ?? "nobody")
            // end
        },
        Recipe("The children of a row") { session in
            // recipe
            let order = try session.find(Order.self, 1998, 7)
            for line in try order?.lines() ?? [] { print(line.pos, line.quantity) }
            // end
        },
        Recipe("A relationship in a loop", "Two statements, however many orders there are.") { session in
            // recipe
            for order in try session.query(Order.self).orderByKey().all() {
                print(order.number, try order.lines().count)
            }
            // end
        },
        Recipe("Loops within loops", "One statement for each relationship.") { session in
            // recipe
            for order in try session.query(Order.self).all() {
                for line in try order.lines() { print(order.number, try line.article()?.name ?? "no article") }
            }
            // end
        },
        Recipe(
            "The largest three children of each", "`limit` counts for each order, also where all are loaded at once."
        ) {
            session in
            // recipe
            for order in try session.query(Order.self).all() { print(try order.largestLines().map(\.quantity)) }
            // end
        },
        Recipe("Through a join table") { session in
            // recipe
            let order = try session.find(Order.self, 1998, 7)
            print(try order?.articles().map(\.name) ?? [])
            // end
        },
        Recipe("Through a join table, with its columns") { session in
            // recipe
            let order = try session.find(Order.self, 1998, 7)
            for (article, line) in try order?.articlesWithLines() ?? [] { print(article.name, line.quantity) }
            // end
        },
        Recipe("A table that points to itself") { session in
            // recipe
            for employee in try session.query(Employee.self).all() {
                print(employee.name, try employee.superior()?.name ?? "-", try employee.reports().count)
            }
            // end
        },
        Recipe(database: "Load with the query", "The models answer from memory, after the session too.") { database in
            // recipe
            let orders = try database.read { try $0.query(Order.self).with("lines.article").all() }
            for order in orders { print(try order.lines().map { try $0.article()?.name ?? "-" }) }
            // end
        },
        Recipe("Load a parent by a join") { session in
            // recipe
            let orders = try session.query(Order.self).with(joined: "salesperson").all()
            // end
            _ = orders
        },
        Recipe("Filter by a parent") { session in
            // recipe
            let orders = try session.query(Order.self).filter("buyer.name = \("Miller")").all()
            // end
            _ = orders
        },
        Recipe("Rows that have such a child") { session in
            // recipe
            let orders = try session.query(Order.self).filter("lines.quantity > \(3)").all()
            // end
            _ = orders
        },
        Recipe("Rows that have no such child") { session in
            // recipe
            let orders = try session.query(Order.self).filter("NOT lines.quantity > \(3)").all()
            // end
            _ = orders
        },
        Recipe("Give a row another parent") { session in
            guard let order = try session.find(Order.self, 1998, 8), let ada = try session.find(Employee.self, 1) else {
                return
            }
            // recipe
            try order.set(ada, foreignKey: ["seller"])
            try order.save()
            // end
        },
    ]
}
