import Hummingbird

// What goes over the wire. Models stay inside: a column that is added to a table must not appear in an answer by itself.
// snippet.answers
struct OrderAnswer: ResponseEncodable {
    let id: Int
    let customer: String?
    let shipCountry: String?
    let lines: [LineAnswer]

    init(_ order: Order) throws {
        id = order.id ?? 0
        customer = order.customer
        shipCountry = order.shipCountry
        lines = try order.lines().map(LineAnswer.init)
    }
}

struct LineAnswer: ResponseEncodable {
    let order: Int
    let product: Int
    let quantity: Int

    init(_ line: OrderLine) {
        order = line.order
        product = line.product
        quantity = line.quantity
    }
}

struct Page: ResponseEncodable {
    let orders: [OrderAnswer]
    /// What to ask with for the next page; nil on the last one.
    let after: Int?
}

struct QuantityChange: Decodable {
    let quantity: Int
    /// What the client saw, so that it overwrites nobody's change.
    let was: Int
}
// snippet.end
