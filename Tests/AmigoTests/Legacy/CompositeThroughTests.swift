import Amigo
import TestServer
import Testing

/// Many-to-many through composite keys, on tables like TPC-C's.
@Suite(.eachEngine) struct CompositeThroughTests {
    private func open() throws -> (Amigo, AmigoSession, SQLLog) {
        let database = try ServedEngine.makeDatabase(OrderModels.tables)
        let amigo = try Amigo(OrderModels.all(), factory: DatabaseEngineFactory(database))
        return (amigo, amigo.session, try SQLLog(amigo))
    }

    private func order(_ number: Int, _ customer: Customer?) -> Order {
        let order = Order()
        (order.warehouse, order.district, order.number, order.customer) = (1, 2, number, customer)
        return order
    }

    private func line(_ order: Order?, _ number: Int, _ stock: Stock?, quantity: Int = 1) -> OrderLine {
        let line = OrderLine()
        (line.order, line.number, line.stock, line.quantity) = (order, number, stock, quantity)
        return line
    }

    @Test func theThroughModelsTableIsTheJoinTable() throws {
        let (_, session, log) = try open()
        let order = try #require(try session.query(Order.self).get(1, 2, 3001))
        _ = log.take()
        let lines = try session.query(OrderLine.self).using(order).relationship("stocks")
            .orderBy("number", ascending: false).all()
        let stocks = try session.query(Stock.self).using(order).relationship("stocks").orderBy("item").all()
        #expect(lines.map(\.quantity) == [6, 5])
        #expect(stocks.map { [$0.warehouse, $0.item] } == [[2, 101], [1, 102]])
        #expect(
            log.lines() == [
                #"SELECT "ORDER_LINE"."OL_W_ID", "ORDER_LINE"."OL_D_ID", "ORDER_LINE"."OL_O_ID", "ORDER_LINE"."OL_NUMBER", "ORDER_LINE"."OL_SUPPLY_W_ID", "ORDER_LINE"."OL_I_ID", "ORDER_LINE"."OL_QUANTITY" FROM "ORDER_LINE" WHERE "ORDER_LINE"."OL_W_ID" = ? AND "ORDER_LINE"."OL_D_ID" = ? AND "ORDER_LINE"."OL_O_ID" = ? ORDER BY "ORDER_LINE"."OL_NUMBER" DESC  [1, 2, 3001]"#,
                #"SELECT "STOCK"."S_W_ID", "STOCK"."S_I_ID", "STOCK"."S_QUANTITY" FROM "ORDER_LINE" AS "amigo_join" JOIN "STOCK" ON "STOCK"."S_W_ID" = "amigo_join"."OL_SUPPLY_W_ID" AND "STOCK"."S_I_ID" = "amigo_join"."OL_I_ID" WHERE "amigo_join"."OL_W_ID" = ? AND "amigo_join"."OL_D_ID" = ? AND "amigo_join"."OL_O_ID" = ? ORDER BY "STOCK"."S_I_ID"  [1, 2, 3001]"#,
            ])
        // The other side, and a filter along the way.
        #expect(try session.query(Order.self).using(stocks[0]).relationship("orders").all().map(\.number) == [3001])
        #expect(try session.query(Order.self).filter("stocks.quantity = 70 AND customer.last = 'BARBAR'").count() == 1)
        let whole = try session.query(OrderLine.self).using(order).selectRelated("stock", "order.customer")
            .relationship("stocks").orderBy("number").all()
        #expect(whole.map { $0.stock?.quantity } == [70, 60])
        #expect(whole.map { $0.order?.customer?.last } == ["BARBAR", "BARBAR"])
        #expect(try whole.allSatisfy { try !$0.hasChanges() })
    }

    @Test func aKeyThatIsAForeignKeyIsSavedByThePropertyThatRefers() throws {
        let (_, session, log) = try open()
        let customer = try #require(try session.query(Customer.self).get(1, 2, 7))
        let stock = try #require(try session.query(Stock.self).get(2, 101))
        let order = order(3002, customer)
        _ = log.take()
        // The order is new and its key is the program's: it is looked for, and added before the line.
        let line = line(order, 1, stock)
        try session.add(line)
        #expect(
            log.lines() == [
                #"SELECT EXISTS (SELECT 1 FROM "ORDERS" WHERE "ORDERS"."O_W_ID" = ? AND "ORDERS"."O_D_ID" = ? AND "ORDERS"."O_ID" = ?)  [1, 2, 3002]"#,
                #"INSERT INTO "ORDERS" ("O_W_ID", "O_D_ID", "O_ID", "O_OL_CNT", "O_C_ID") VALUES (?, ?, ?, ?, ?)  [1, 2, 3002, NULL, 7]"#,
                #"INSERT INTO "ORDER_LINE" ("OL_W_ID", "OL_D_ID", "OL_O_ID", "OL_NUMBER", "OL_SUPPLY_W_ID", "OL_I_ID", "OL_QUANTITY") VALUES (?, ?, ?, ?, ?, ?, ?)  [1, 2, 3002, 1, 2, 101, 1]"#,
            ])
        let loaded = try #require(try session.query(OrderLine.self).get(1, 2, 3002, 1))
        #expect(loaded.order == nil && loaded.keyValues == [1, 2, 3002, 1])
        loaded.quantity = 9
        try session.add(loaded)
        #expect(
            log.lines().last
                == #"UPDATE "ORDER_LINE" SET "OL_QUANTITY" = ? WHERE "OL_W_ID" = ? AND "OL_D_ID" = ? AND "OL_O_ID" = ? AND "OL_NUMBER" = ?  [9, 1, 2, 3002, 1]"#
        )
        try session.delete(order, loaded)
        #expect(try session.query(Order.self).count() == 1)
    }

    @Test func columnsThatAPropertyAndAForeignKeyShareAgree() throws {
        let (_, session, log) = try open()
        let customer = try #require(try session.query(Customer.self).get(1, 2, 7))
        let fresh = Order()
        fresh.number = 3003
        fresh.customer = customer
        try session.add(fresh)
        #expect(fresh.warehouse == 1 && fresh.district == 2)
        let other = order(3004, customer)
        other.warehouse = 5
        _ = log.take()
        let error = #expect(throws: ModelError.self) { try session.add(other) }
        #expect(error?.code == .sharedColumn)
        #expect(error?.message == #""ORDERS"."O_W_ID" is 5, and "customer" refers to a model with 1"#)
        #expect(log.lines() == [] && other.warehouse == 5)
        fresh.customer = nil
        try session.add(fresh)
        #expect(
            log.lines() == [
                #"UPDATE "ORDERS" SET "O_C_ID" = ? WHERE "O_W_ID" = ? AND "O_D_ID" = ? AND "O_ID" = ?  [NULL, 1, 2, 3003]"#
            ])
        #expect(try session.query(Order.self).using(customer).relationship("orders").all().map(\.number) == [3001])
    }

    @Test func aBatchOfLinesWithCompositeKeys() throws {
        let (_, session, log) = try open()
        let stocks = try session.query(Stock.self).all()
        let orders = (1...50).map { order($0, nil) }
        let lines = orders.flatMap { order in (1...10).map { line(order, $0, stocks[$0 % 3], quantity: $0) } }
        _ = log.take()
        try session.batch { try $0.add(lines) }
        let statements = log.take()
        #expect(statements.count <= 14)
        #expect(lines.allSatisfy { !$0.isLoaded } && orders.allSatisfy { $0.isLoaded })
        #expect(try session.query(OrderLine.self).using(orders[7]).relationship("stocks").count() == 10)
        let loaded = try session.query(OrderLine.self).filter("order.number = 8").all()
        for line in loaded { line.quantity = 0 }
        _ = log.take()
        try session.batch { batch in
            try batch.add(loaded, upsert: true)
            try batch.delete(lines.filter { $0.order?.number == 9 })
        }
        // Ten rows in two upserts, and the deletion; what the lines refer to is not asked for.
        #expect(log.take().count == 3)
        #expect(try session.query(OrderLine.self).filter("quantity = 0").count() == 10)
        #expect(try session.query(OrderLine.self).using(orders[8]).relationship("stocks").count() == 0)
    }

    @Test(arguments: [ManyToMany.JoinTable.automatic, .throughModel]) func createAllMakesTheSameOfNothing(
        _ placement: ManyToMany.JoinTable
    ) throws {
        let amigo = try Amigo(OrderModels.all(placement), factory: ServedEngine.makeFactory())
        let log = try SQLLog(amigo)
        try amigo.createAll()
        let texts = log.texts()
        #expect(
            texts.map { $0.replacing("BIGINT", with: "INTEGER") }.contains(
                #"CREATE TABLE IF NOT EXISTS "ORDER_LINE" ("OL_W_ID" INTEGER NOT NULL, "OL_D_ID" INTEGER NOT NULL, "OL_O_ID" INTEGER NOT NULL, "OL_NUMBER" INTEGER NOT NULL, "OL_SUPPLY_W_ID" INTEGER NOT NULL, "OL_I_ID" INTEGER NOT NULL, "OL_QUANTITY" INTEGER, PRIMARY KEY ("OL_W_ID", "OL_D_ID", "OL_O_ID", "OL_NUMBER"), FOREIGN KEY ("OL_W_ID", "OL_D_ID", "OL_O_ID") REFERENCES "ORDERS" ("O_W_ID", "O_D_ID", "O_ID"), FOREIGN KEY ("OL_SUPPLY_W_ID", "OL_I_ID") REFERENCES "STOCK" ("S_W_ID", "S_I_ID"))"#
            ))
        // Where the table was not there, Amigo makes its own join table, with the keys of all three.
        #expect(
            texts.contains { $0.hasPrefix(#"CREATE TABLE IF NOT EXISTS "ORDERS_STOCK""#) } == (placement == .automatic))
        let session = amigo.session
        let stocks = (1...3).map { number in
            let stock = Stock()
            (stock.warehouse, stock.item, stock.quantity) = (1, number, 10 * number)
            return stock
        }
        let order = order(1, nil)
        try session.add(stocks.map { line(order, $0.item, $0) })
        #expect(
            try session.query(Stock.self).using(order).relationship("stocks").orderBy("item").all().map(\.quantity) == [
                10, 20, 30,
            ])
        #expect(try session.query(OrderLine.self).using(stocks[1]).relationship("orders").all().map(\.number) == [2])
        // A line with another key stays where it was, whichever table says so.
        let second = try #require(
            try session.query(OrderLine.self).using(stocks[1]).relationship("orders").all().first)
        second.number = 20
        try session.add(second)
        #expect(try session.query(OrderLine.self).using(stocks[1]).relationship("orders").all().map(\.number) == [20])
        #expect(
            try session.query(Stock.self).using(order).relationship("stocks").orderBy("item").all().map(\.quantity) == [
                10, 20, 30,
            ])
        // What is deleted is the row, not what has the number that it has not got yet.
        second.number = 3
        try session.batch { try $0.delete(second) }
        #expect(try session.query(OrderLine.self).orderBy("number").all().map(\.number) == [1, 3])
        #expect(
            try session.query(Stock.self).using(order).relationship("stocks").orderBy("item").all().map(\.quantity) == [
                10, 30,
            ])
        let third = try #require(try session.query(OrderLine.self).orderBy("number").all().last)
        third.number = 1
        try session.delete(third)
        #expect(
            try session.query(Stock.self).using(order).relationship("stocks").all().map(\.quantity) == [10])
    }

    @Test(.enabled(if: SharedData.isPresent, SharedData.absence)) func theRealDatabase() throws {
        // It is a SQLite file.
        guard ServedEngine.isSQLite else { return }
        let path = SharedData.folder.appendingPathComponent("tpcc.sqlite").path
        let amigo = try Amigo(
            OrderModels.all(), factory: DatabaseEngineFactory(Database(path: path, options: .readOnly)))
        let orders = try amigo.query(Order.self).selectRelated("customer").orderBy("number").limit(20).all()
        #expect(!orders.isEmpty && orders.allSatisfy { $0.customer != nil })
        for order in orders.prefix(5) {
            let lines = try amigo.query(OrderLine.self).using(order).selectRelated("stock").relationship("stocks").all()
            #expect(lines.count == order.lineCount)
            let expected = try amigo.execute(
                "SELECT count(DISTINCT OL_SUPPLY_W_ID || '/' || OL_I_ID) FROM ORDER_LINE WHERE OL_W_ID = ? AND OL_D_ID = ? AND OL_O_ID = ?",
                params: [order.warehouse, order.district, order.number]
            ) { try $0.first?.get(0, as: Int.self) }
            let stocks = try amigo.query(Stock.self).using(order).relationship("stocks").all()
            #expect(Set(stocks.map { [$0.warehouse, $0.item] }).count == expected)
        }
    }
}
