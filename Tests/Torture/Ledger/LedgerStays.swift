import CoreReflect
import Foundation

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
    /// Reflect's settings are the process's own. Where other suites of the process have theirs, it is left out.
    static let areWanted = ProcessInfo.processInfo.environment[leavingOut] == nil
    static let leavingOut = "ZIM_TORTURE_WITHOUT_REFLECT"

    static func make(_ database: Database) throws {
        guard areWanted else { return }
        Reflect.configuration(database)
        try LedgerStay.register()
        try LedgerBill.register()
    }

    static func use(_ database: Database) {
        if areWanted { Reflect.configuration(database) }
    }

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
