import CoreReflect

/// What Reflect commits: objects inside of objects, with a key of two columns.
class LedgerStay: Reflect {
    var region = ""
    var number = 0
    var nights = 0
    override class var primaryKey: [String] { ["region", "number"] }
}

class LedgerBill: Reflect {
    var amount = 0
    var stay = LedgerStay()
}

/// The ledger's part that Reflect keeps.
enum LedgerStays {
    static func make(_ database: Database) throws {
        Reflect.configuration(database)
        try LedgerStay.register()
        try LedgerBill.register()
    }

    static func use(_ database: Database) { Reflect.configuration(database) }

    static func commit(_ number: Int) throws {
        try LedgerBill.transaction {
            let (first, second) = (LedgerBill(), LedgerBill())
            (first.stay.region, first.stay.number, first.stay.nights) = ("north", number, number % 7)
            first.amount = number
            try first.pin()
            second.stay = first.stay
            second.amount = -number
            try second.pin()
        }
    }
}
