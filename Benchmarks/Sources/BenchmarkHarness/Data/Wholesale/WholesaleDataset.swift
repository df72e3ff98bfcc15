import Foundation

/// A TPC-C database of two warehouses: 60,000 customers and orders, 200,000 stocks, about 600,000 order lines.
final class WholesaleDataset: Dataset {
    static let newOrders = 2_000
    static let statusQuestions = 5_000

    static let warming = [
        "SELECT sum(length(c_data)) FROM customer NOT INDEXED",
        "SELECT sum(length(i_data)) FROM item",
        "SELECT sum(length(s_data)) FROM stock NOT INDEXED",
        "SELECT sum(length(o_entry_d)) FROM orders NOT INDEXED",
        "SELECT sum(length(ol_dist_info)) FROM order_line NOT INDEXED",
        "SELECT count(*) FROM (SELECT c_w_id, c_d_id, c_id FROM customer ORDER BY c_w_id, c_d_id, c_id)",
        "SELECT count(*) FROM (SELECT c_last FROM customer ORDER BY c_w_id, c_d_id, c_last, c_first)",
        "SELECT count(*) FROM (SELECT s_w_id, s_i_id FROM stock ORDER BY s_w_id, s_i_id)",
        "SELECT count(*) FROM (SELECT o_w_id, o_d_id, o_id FROM orders ORDER BY o_w_id, o_d_id, o_id)",
        "SELECT count(*) FROM (SELECT o_c_id FROM orders ORDER BY o_w_id, o_d_id, o_c_id, o_id)",
        "SELECT count(*) FROM (SELECT ol_w_id, ol_number FROM order_line ORDER BY ol_w_id, ol_d_id, ol_o_id, ol_number)",
    ]

    private let seeds = WholesaleSeeds()
    private let file: String
    private let orders: [NewOrderRequest]
    private let questions: [OrderStatusRequest]

    init(in workplace: Workplace) throws {
        file = workplace.path("wholesale")
        orders = Self.requests()
        questions = Self.statusRequests()
        try SQLiteHandle(path: file).build(WholesaleSchema.statements) { database in
            try WholesaleFilling(seeds: seeds, database: database).run()
        }
    }

    func path(for workload: Workload) -> String { file }

    func expected(_ workload: Workload) -> Digest {
        workload == .neworder
            ? WholesaleExpectation.digest(after: orders) : WholesaleExpectation.digest(of: questions, seeds)
    }

    func run(_ workload: Workload, on contender: any Contender, _ watch: Stopwatch) throws -> Digest? {
        guard let contender = contender as? any WholesaleContender else { throw NotImplemented() }
        if workload == .neworder {
            try contender.neworder(orders, watch)
            return nil
        }
        var digest = Digest()
        for answer in try contender.orderstatus(questions, watch) { answer.add(to: &digest) }
        return digest
    }

    func stored(_ workload: Workload, path: String) throws -> Digest { try StoredOrders.digest(path: path) }

    private static func requests() -> [NewOrderRequest] {
        var random = RandomNumbers(seed: 52)
        return (0..<newOrders).map { index in
            let warehouse = Int.random(in: 1...WholesaleSeeds.warehouses, using: &random)
            var lines = (0..<Int.random(in: 5...15, using: &random)).map { _ in
                let isRemote = Int.random(in: 1...100, using: &random) == 1
                return NewOrderRequest.Line(
                    item: Int.random(in: 1...WholesaleSeeds.items, using: &random),
                    supplier: isRemote ? 1 + warehouse % WholesaleSeeds.warehouses : warehouse,
                    quantity: Int.random(in: 1...10, using: &random))
            }
            if index % 100 == 99, let last = lines.popLast() {
                lines.append(.init(item: WholesaleSeeds.items + 1, supplier: last.supplier, quantity: last.quantity))
            }
            return NewOrderRequest(
                warehouse: warehouse, district: Int.random(in: 1...WholesaleSeeds.districts, using: &random),
                customer: Int.random(in: 1...WholesaleSeeds.customers, using: &random),
                entered: Date(timeIntervalSince1970: Double(WholesaleSeeds.opening + 1_000_000 + index)), lines: lines)
        }
    }

    /// Three in five by last name, as clause 2.6.1.2 asks.
    private static func statusRequests() -> [OrderStatusRequest] {
        var random = RandomNumbers(seed: 53)
        return (0..<statusQuestions).map { index in
            let warehouse = Int.random(in: 1...WholesaleSeeds.warehouses, using: &random)
            let district = Int.random(in: 1...WholesaleSeeds.districts, using: &random)
            let number = Int.random(in: 1...WholesaleSeeds.customers, using: &random)
            return OrderStatusRequest(
                warehouse: warehouse, district: district,
                customer: index % 5 < 3
                    ? .lastName(WholesaleSeeds.lastName(warehouse, district, customer: number)) : .number(number))
        }
    }
}
