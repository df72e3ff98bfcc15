public import Hummingbird
public import ZIMOrm

/// The routes of the service.
public func makeRouter(_ database: Database) -> Router<BasicRequestContext> {
    let router = Router()
    router.middlewares.add(LogRequestsMiddleware(.info))
    router.middlewares.add(MetricsMiddleware())
    router.middlewares.add(DatabaseErrors())
    addOrders(to: router, database)
    addLines(to: router, database)
    return router
}

// snippet.orders
func addOrders(to router: Router<BasicRequestContext>, _ database: Database) {
    router.get("orders") { request, _ in
        let after = try request.uri.queryParameters.get("after").map { text in
            // Without it a client with a broken cursor would have the first page for ever.
            guard let number = Int(text) else { throw HTTPError(.badRequest, message: "after is a number") }
            return number
        }
        let limit = max(1, min(request.uri.queryParameters.get("limit", as: Int.self) ?? 20, 100))
        return try await database.read { session in
            var query = try session.query(Order.self).with("lines").orderByKey().limit(limit + 1)
            if let after { query = query.after(after) }
            let found = try query.all()
            let orders = found.prefix(limit)
            return Page(
                orders: try orders.map(OrderAnswer.init), after: found.count > limit ? orders.last?.id : nil)
        }
    }
}
// snippet.end

// snippet.lines
func addLines(to router: Router<BasicRequestContext>, _ database: Database) {
    router.get("orders/:order/lines/:product") { _, context in
        let (order, product) = try context.lineKey()
        guard let line = try await database.find(OrderLine.self, order, product) else { throw HTTPError(.notFound) }
        return LineAnswer(line)
    }

    router.put("orders/:order/lines/:product") { request, context in
        let (order, product) = try context.lineKey()
        let change = try await request.decode(as: QuantityChange.self, context: context)
        return try await database.write { session in
            guard let line = try session.find(OrderLine.self, order, product) else { throw HTTPError(.notFound) }
            guard line.quantity == change.was else {
                throw HTTPError(.conflict, message: "the quantity is \(line.quantity) now")
            }
            line.quantity = change.quantity
            try line.save()
            return LineAnswer(line)
        }
    }
}

extension RequestContext {
    /// The key of two columns, from the path.
    func lineKey() throws -> (order: Int, product: Int) {
        (try parameters.require("order", as: Int.self), try parameters.require("product", as: Int.self))
    }
}
// snippet.end
