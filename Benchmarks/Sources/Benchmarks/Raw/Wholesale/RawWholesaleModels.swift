import Foundation

// All columns of TPC-C's tables in the order of the tables, filled from statements that select them so.

final class RawWarehouse {
    let id: Int
    let name: String
    let street1: String
    let street2: String
    let city: String
    let state: String
    let zip: String
    let tax: Double
    let yearToDate: Double

    init(_ row: RawRow) {
        id = row.integer(0)
        name = row.text(1)
        street1 = row.text(2)
        street2 = row.text(3)
        city = row.text(4)
        state = row.text(5)
        zip = row.text(6)
        tax = row.real(7)
        yearToDate = row.real(8)
    }
}

final class RawDistrict {
    let warehouse: Int
    let id: Int
    let name: String
    let street1: String
    let street2: String
    let city: String
    let state: String
    let zip: String
    let tax: Double
    let yearToDate: Double
    let nextOrder: Int

    init(_ row: RawRow) {
        warehouse = row.integer(0)
        id = row.integer(1)
        name = row.text(2)
        street1 = row.text(3)
        street2 = row.text(4)
        city = row.text(5)
        state = row.text(6)
        zip = row.text(7)
        tax = row.real(8)
        yearToDate = row.real(9)
        nextOrder = row.integer(10)
    }
}

final class RawCustomer {
    let warehouse: Int
    let district: Int
    let id: Int
    let first: String
    let middle: String
    let last: String
    let street1: String
    let street2: String
    let city: String
    let state: String
    let zip: String
    let phone: String
    let since: Date
    let credit: String
    let creditLimit: Double
    let discount: Double
    let balance: Double
    let paid: Double
    let payments: Int
    let deliveries: Int
    let data: String

    init(_ row: RawRow) throws {
        warehouse = row.integer(0)
        district = row.integer(1)
        id = row.integer(2)
        first = row.text(3)
        middle = row.text(4)
        last = row.text(5)
        street1 = row.text(6)
        street2 = row.text(7)
        city = row.text(8)
        state = row.text(9)
        zip = row.text(10)
        phone = row.text(11)
        since = try row.date(12)
        credit = row.text(13)
        creditLimit = row.real(14)
        discount = row.real(15)
        balance = row.real(16)
        paid = row.real(17)
        payments = row.integer(18)
        deliveries = row.integer(19)
        data = row.text(20)
    }
}

final class RawItem {
    let id: Int
    let image: Int
    let name: String
    let price: Double
    let data: String

    init(_ row: RawRow) {
        id = row.integer(0)
        image = row.integer(1)
        name = row.text(2)
        price = row.real(3)
        data = row.text(4)
    }
}

final class RawStock {
    let warehouse: Int
    let item: Int
    let quantity: Int
    let district01: String
    let district02: String
    let district03: String
    let district04: String
    let district05: String
    let district06: String
    let district07: String
    let district08: String
    let district09: String
    let district10: String
    let sold: Int
    let orders: Int
    let remoteOrders: Int
    let data: String

    init(_ row: RawRow) {
        warehouse = row.integer(0)
        item = row.integer(1)
        quantity = row.integer(2)
        district01 = row.text(3)
        district02 = row.text(4)
        district03 = row.text(5)
        district04 = row.text(6)
        district05 = row.text(7)
        district06 = row.text(8)
        district07 = row.text(9)
        district08 = row.text(10)
        district09 = row.text(11)
        district10 = row.text(12)
        sold = row.integer(13)
        orders = row.integer(14)
        remoteOrders = row.integer(15)
        data = row.text(16)
    }

    /// What is printed for this stock on the order lines of a district.
    func info(district: Int) -> String {
        switch district {
        case 1: district01
        case 2: district02
        case 3: district03
        case 4: district04
        case 5: district05
        case 6: district06
        case 7: district07
        case 8: district08
        case 9: district09
        default: district10
        }
    }
}

final class RawOrder {
    let warehouse: Int
    let district: Int
    let id: Int
    let customer: Int
    let entered: Date
    let carrier: Int?
    let lineCount: Int
    let isLocal: Int

    init(_ row: RawRow) throws {
        warehouse = row.integer(0)
        district = row.integer(1)
        id = row.integer(2)
        customer = row.integer(3)
        entered = try row.date(4)
        carrier = row.optionalInteger(5)
        lineCount = row.integer(6)
        isLocal = row.integer(7)
    }
}

final class RawOrderLine {
    let warehouse: Int
    let district: Int
    let order: Int
    let number: Int
    let item: Int
    let supplier: Int
    let delivered: Date?
    let quantity: Int
    let amount: Double
    let info: String

    init(_ row: RawRow) throws {
        warehouse = row.integer(0)
        district = row.integer(1)
        order = row.integer(2)
        number = row.integer(3)
        item = row.integer(4)
        supplier = row.integer(5)
        delivered = try row.optionalDate(6)
        quantity = row.integer(7)
        amount = row.real(8)
        info = row.text(9)
    }
}
