import Foundation

/// What correct contenders answer and leave behind, worked out in Swift from the rows that the tables begin with.
enum WholesaleExpectation {
    private typealias Seeds = WholesaleSeeds

    private struct District: Hashable {
        let warehouse: Int
        let district: Int
    }

    static func digest(of questions: [OrderStatusRequest], _ seeds: WholesaleSeeds) -> Digest {
        var named: [District: [String: [Int]]] = [:]
        var digest = Digest()
        for question in questions {
            let (warehouse, district) = (question.warehouse, question.district)
            let customer: Int
            switch question.customer {
            case .number(let number): customer = number
            case .lastName(let name):
                let place = District(warehouse: warehouse, district: district)
                let names =
                    named[place]
                    ?? Dictionary(grouping: 1...Seeds.customers) { Seeds.lastName(warehouse, district, customer: $0) }
                named[place] = names
                let sorted = (names[name] ?? []).sorted {
                    Seeds.firstName(warehouse, district, customer: $0).utf8
                        .lexicographicallyPrecedes(Seeds.firstName(warehouse, district, customer: $1).utf8)
                }
                customer = sorted[(sorted.count - 1) / 2]
            }
            answer(warehouse, district, customer, seeds).add(to: &digest)
        }
        return digest
    }

    private static func answer(
        _ warehouse: Int, _ district: Int, _ customer: Int, _ seeds: WholesaleSeeds
    ) -> OrderStatusAnswer {
        let order = 1 + (seeds.orders(warehouse, district).firstIndex(of: customer) ?? 0)
        let carrier = Seeds.carrier(warehouse, district, order: order)
        return OrderStatusAnswer(
            customer: customer, firstName: Seeds.firstName(warehouse, district, customer: customer),
            balance: Seeds.balance(customer: customer), order: order,
            entered: Date(timeIntervalSince1970: Double(Seeds.entered(order: order))), carrier: carrier,
            lines: Seeds.lines(warehouse, district, order: order).map {
                .init(
                    item: $0.item, supplier: $0.supplier, quantity: $0.quantity, amount: $0.amount,
                    isDelivered: carrier != nil)
            })
    }

    private struct StockKey: Hashable {
        let warehouse: Int
        let item: Int
    }

    private struct Stock {
        var quantity: Int
        var sold = 0
        var orders = 0
        var remote = 0
    }

    /// The rows that ``StoredOrders`` reads, in its order.
    static func digest(after requests: [NewOrderRequest]) -> Digest {
        var next: [District: Int] = [:]
        var stocks: [StockKey: Stock] = [:]
        var orders: [(key: [Int], row: ([Int], [String]))] = []
        for request in requests where request.lines.allSatisfy({ $0.item <= Seeds.items }) {
            let place = District(warehouse: request.warehouse, district: request.district)
            let number = next[place] ?? Seeds.customers + 1
            next[place] = number + 1
            let key = [request.warehouse, request.district, number]
            let head = [
                request.customer, Int(request.entered.timeIntervalSince1970), request.lines.count,
                request.isLocal ? 1 : 0, 1,
            ]
            orders.append((key + [0], (head, [])))
            for (index, line) in request.lines.enumerated() {
                let stockKey = StockKey(warehouse: line.supplier, item: line.item)
                var stock =
                    stocks[stockKey] ?? Stock(quantity: Seeds.quantity(line.supplier, item: line.item))
                stock.quantity += stock.quantity >= line.quantity + 10 ? -line.quantity : 91 - line.quantity
                stock.sold += line.quantity
                stock.orders += 1
                if line.supplier != request.warehouse { stock.remote += 1 }
                stocks[stockKey] = stock
                let amount = Double(line.quantity) * Seeds.price(item: line.item)
                let info = Seeds.distribution(line.supplier, item: line.item, district: request.district)
                orders.append(
                    (key + [index + 1], ([line.item, line.supplier, line.quantity], [String(amount), info])))
            }
        }
        var digest = Digest()
        for warehouse in 1...Seeds.warehouses {
            for district in 1...Seeds.districts {
                let place = District(warehouse: warehouse, district: district)
                digest.add([warehouse, district, next[place] ?? Seeds.customers + 1])
            }
        }
        for order in orders.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            digest.add(order.key + order.row.0, order.row.1)
        }
        let sorted = stocks.sorted { ($0.key.warehouse, $0.key.item) < ($1.key.warehouse, $1.key.item) }
        for (key, stock) in sorted {
            digest.add([key.warehouse, key.item, stock.quantity, stock.sold, stock.orders, stock.remote])
        }
        return digest
    }
}
