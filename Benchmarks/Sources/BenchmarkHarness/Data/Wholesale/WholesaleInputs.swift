import Foundation

/// What a terminal sends for a new order (clause 2.4.1).
public struct NewOrderRequest: Sendable {
    public struct Line: Sendable {
        public let item: Int
        public let supplier: Int
        public let quantity: Int
    }

    public let warehouse: Int
    public let district: Int
    public let customer: Int
    public let entered: Date
    /// The last line of one order in a hundred names an item that does not exist: that order is rolled back.
    public let lines: [Line]

    public var isLocal: Bool { lines.allSatisfy { $0.supplier == warehouse } }
}

/// Thrown inside a new order whose item does not exist, to roll it back.
public struct UnusedItem: Error {
    public init() {}
}

/// What a terminal asks for (clause 2.6.1): the last order of a customer, who is given by number or by last name.
public struct OrderStatusRequest: Sendable {
    public enum Customer: Sendable {
        case number(Int)
        /// Among those of this name, ordered by their first names, the one in the middle, rounded up.
        case lastName(String)
    }

    public let warehouse: Int
    public let district: Int
    public let customer: Customer
}

/// The answer to an ``OrderStatusRequest``.
public struct OrderStatusAnswer: Sendable {
    public struct Line: Sendable {
        let item: Int
        let supplier: Int
        let quantity: Int
        let amount: Double
        let isDelivered: Bool

        public init(item: Int, supplier: Int, quantity: Int, amount: Double, isDelivered: Bool) {
            self.item = item
            self.supplier = supplier
            self.quantity = quantity
            self.amount = amount
            self.isDelivered = isDelivered
        }
    }

    let customer: Int
    let firstName: String
    let balance: Double
    let order: Int
    let entered: Date
    let carrier: Int?
    let lines: [Line]

    /// - Parameter lines: in the order of their numbers.
    public init(
        customer: Int, firstName: String, balance: Double, order: Int, entered: Date, carrier: Int?, lines: [Line]
    ) {
        self.customer = customer
        self.firstName = firstName
        self.balance = balance
        self.order = order
        self.entered = entered
        self.carrier = carrier
        self.lines = lines
    }

    func add(to digest: inout Digest) {
        digest.add(
            [customer, order, Int(entered.timeIntervalSince1970.rounded()), carrier ?? -1, lines.count],
            [firstName, String(balance)])
        for line in lines {
            digest.add([line.item, line.supplier, line.quantity, line.isDelivered ? 1 : 0], [String(line.amount)])
        }
    }
}

/// A contender that takes and looks up TPC-C's orders.
public protocol WholesaleContender: Contender {
    /// Each request is one transaction: customer, warehouse and district are read, the district's counter moves, the
    /// order and its entry among the pending ones are inserted; then for each line the item and the stock are read, the
    /// stock is updated and the line inserted.
    func neworder(_ requests: [NewOrderRequest], _ watch: Stopwatch) throws

    /// Each request is one read transaction: the customer, the last order, its lines.
    func orderstatus(_ requests: [OrderStatusRequest], _ watch: Stopwatch) throws -> [OrderStatusAnswer]
}
