/// Writes the rows that TPC-C begins with.
struct WholesaleFilling {
    let seeds: WholesaleSeeds
    let database: SQLiteHandle

    private typealias Seeds = WholesaleSeeds
    private static let timestamp = "strftime('%Y-%m-%d %H:%M:%f', ?, 'unixepoch')"

    func run() throws {
        try fillItems()
        for warehouse in 1...Seeds.warehouses {
            try fillWarehouse(warehouse)
            try fillStock(warehouse)
            for district in 1...Seeds.districts {
                try fillCustomers(warehouse, district)
                try fillOrders(warehouse, district)
            }
        }
    }

    private func address(_ salt: Int, _ key: Int) -> [SeedValue] {
        [
            .text(Seeds.letters(14, salt, key)), .text(Seeds.letters(12, salt + 1, key)),
            .text(Seeds.letters(15, salt + 2, key)), .text(Seeds.letters(2, salt + 3, key)),
            .text(String(100_000_000 + Seeds.pick(899_999_999, salt + 4, key))),
        ]
    }

    private func fillItems() throws {
        let filler = try TableFiller(database, "INSERT INTO item VALUES (?, ?, ?, ?, ?)")
        for item in 1...Seeds.items {
            try filler.insert([
                .integer(item), .integer(1 + Seeds.pick(10_000, 20, item)),
                .text(Seeds.letters(14 + Seeds.pick(11, 21, item), 22, item)), .real(Seeds.price(item: item)),
                .text(Seeds.letters(26 + Seeds.pick(25, 23, item), 24, item)),
            ])
        }
    }

    private func fillWarehouse(_ warehouse: Int) throws {
        let filler = try TableFiller(database, "INSERT INTO warehouse VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
        try filler.insert(
            [.integer(warehouse), .text("warehouse\(warehouse)")] + address(30, warehouse) + [0.125, 3e5])
        let districts = try TableFiller(database, "INSERT INTO district VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        for district in 1...Seeds.districts {
            try districts.insert(
                [.integer(warehouse), .integer(district), .text("district\(district)")]
                    + address(40, warehouse * 100 + district) + [0.0625, 3e4, .integer(Seeds.customers + 1)])
        }
    }

    private func fillStock(_ warehouse: Int) throws {
        let places = Array(repeating: "?", count: 17).joined(separator: ", ")
        let filler = try TableFiller(database, "INSERT INTO stock VALUES (\(places))")
        for item in 1...Seeds.items {
            let distributions = (1...Seeds.districts).map {
                SeedValue.text(Seeds.distribution(warehouse, item: item, district: $0))
            }
            try filler.insert(
                [.integer(warehouse), .integer(item), .integer(Seeds.quantity(warehouse, item: item))]
                    + distributions + [0, 0, 0, .text(Seeds.letters(38, 50, warehouse, item))])
        }
    }

    private func fillCustomers(_ warehouse: Int, _ district: Int) throws {
        let places = Array(repeating: "?", count: 8).joined(separator: ", ")
        let filler = try TableFiller(
            database, "INSERT INTO customer VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, \(Self.timestamp), \(places))")
        for customer in 1...Seeds.customers {
            let key = (warehouse * 100 + district) * 10_000 + customer
            let names: [SeedValue] = [
                .integer(warehouse), .integer(district), .integer(customer),
                .text(Seeds.firstName(warehouse, district, customer: customer)), "OE",
                .text(Seeds.lastName(warehouse, district, customer: customer)),
            ]
            let rest: [SeedValue] = [
                .text(String(1_000_000_000 + key)), .integer(Seeds.opening),
                .text(Seeds.pick(10, 61, key) == 0 ? "BC" : "GC"), 50_000.0,
                .real(Double(Seeds.pick(5_001, 62, key)) / 10_000), .real(Seeds.balance(customer: customer)), 10.0, 1,
                0,
                .text(Seeds.letters(300 + Seeds.pick(201, 63, key), 64, key)),
            ]
            try filler.insert(names + address(65, key) + rest)
        }
    }

    private func fillOrders(_ warehouse: Int, _ district: Int) throws {
        let orders = try TableFiller(
            database, "INSERT INTO orders VALUES (?, ?, ?, ?, \(Self.timestamp), ?, ?, 1)")
        let pending = try TableFiller(database, "INSERT INTO new_order VALUES (?, ?, ?)")
        let lines = try TableFiller(
            database, "INSERT INTO order_line VALUES (?, ?, ?, ?, ?, ?, \(Self.timestamp), ?, ?, ?)")
        for order in 1...Seeds.customers {
            let key: [SeedValue] = [.integer(warehouse), .integer(district), .integer(order)]
            let entered = SeedValue.integer(Seeds.entered(order: order))
            let carrier = Seeds.carrier(warehouse, district, order: order)
            let content = Seeds.lines(warehouse, district, order: order)
            try orders.insert(
                key + [
                    .integer(seeds.buyer(warehouse, district, order: order)), entered,
                    carrier.map { .integer($0) } ?? nil, .integer(content.count),
                ])
            if carrier == nil { try pending.insert(key) }
            for (index, line) in content.enumerated() {
                try lines.insert(
                    key + [
                        .integer(index + 1), .integer(line.item), .integer(line.supplier),
                        carrier == nil ? nil : entered, .integer(line.quantity), .real(line.amount),
                        .text(Seeds.letters(24, 70, warehouse, district, order, index)),
                    ])
            }
        }
    }
}
