import CoreReflect
import Foundation
import TestServer
import Testing

private enum Shop {
    class Branch: Reflect {
        var region = ""
        var number = 0
        var rank = 0
        override class var primaryKey: [String] { ["region", "number"] }
    }
    class Sale: Reflect {
        var day = 0
        var number = 0
        var amount: Int?
        var isPaid: Bool?
        var total: UInt64 = 0
        var branch: Branch?
        override class var primaryKey: [String] { ["day", "number"] }
    }
    class Tick: Reflect {
        var sensor = 0
        var at = Date(timeIntervalSince1970: 0)
        var seen: Date?
        override class var primaryKey: [String] { ["sensor", "at"] }
    }
    class Note: Reflect { var text: String? }
}

extension CoreReflectTests {
    /// What the engines do in ways of their own, and active records on all of them alike.
    @Suite(.eachEngine) struct EngineDifferenceTests {
        private typealias Sale = Shop.Sale
        private typealias Branch = Shop.Branch
        private typealias Tick = Shop.Tick

        init() throws {
            try ServedEngine.configure()
            try Branch.register()
            try Sale.register()
        }

        private func pin(_ number: Int, amount: Int?, isPaid: Bool? = nil, rank: Int? = nil) throws {
            let sale = Sale()
            (sale.day, sale.number, sale.amount, sale.isPaid) = (1, number, amount, isPaid)
            if let rank {
                let branch = Branch()
                (branch.region, branch.number, branch.rank) = ("north", number, rank)
                sale.branch = branch
            }
            try sale.pin()
        }

        /// NULL is the smallest value, that of a row without a match included.
        @Test func nilIsTheSmallest() throws {
            try pin(1, amount: 3, rank: 3)
            try pin(2, amount: nil)
            try pin(3, amount: 1, rank: 1)
            func numbers(_ query: Query<Sale>) throws -> [Int] { try query.findObject().map(\.number) }
            #expect(try numbers(Sale.query().sort("amount")) == [2, 3, 1])
            #expect(try numbers(Sale.query().sort("amount", .desc)) == [1, 3, 2])
            #expect(try numbers(Sale.query().sort("amount").limit(2)) == [2, 3])
            #expect(try numbers(Sale.query().sort("amount", .desc).offset(2).limit(1)) == [2])
            #expect(try numbers(Sale.query().join(Branch.self, .left).sort("Branch.rank")) == [2, 3, 1])
            #expect(try numbers(Sale.query().join(Branch.self, .left).sort("Branch.rank", .desc)) == [1, 3, 2])
            let empty = Branch()
            (empty.region, empty.number, empty.rank) = ("south", 1, 2)
            try empty.pin()
            #expect(try numbers(Sale.query().join(Branch.self, .right).sort("Sale.number")) == [0, 1, 3])
        }

        /// An index has the order of a column without NULLs in one order only.
        @Test func whatIsNeverNullIsSortedByItsIndex() throws {
            try Shop.Note.register()
            let log = LogLines()
            _ = try Shop.Note.query().sort("objectId", .desc).findObject()
            #expect(log.take().last?.hasSuffix("ORDER BY \"objectId\" DESC") == true)
            _ = try Sale.query().sort("day").sort("number", .desc).findObject()
            #expect(log.take().last?.hasSuffix("ORDER BY \"day\", \"number\" DESC") == true)
        }

        @Test func truthValuesAreCounted() throws {
            for (index, isPaid) in [true, false, nil, true].enumerated() {
                try pin(index, amount: index, isPaid: isPaid, rank: index)
            }
            #expect(try Sale.query().sum("isPaid") == 2)
            #expect(try Sale.query().average("isPaid") == 2.0 / 3)
            #expect(try Sale.query().count("isPaid") == 3)
            #expect(try Sale.query().max("isPaid") as? Bool == true)
            #expect(try Sale.query().min("isPaid", as: Bool.self) == false)
            #expect(try Sale.query().sort("number").limit(2).sum("isPaid") == 1)
            #expect(try Sale.query().fields("isPaid").distinct().min("isPaid", as: Bool.self) == false)
            #expect(try Sale.query().join(Branch.self).filter("Branch.rank", .lessThan, value: 3).sum("isPaid") == 1)
            #expect(try Sale.query().filter("amount", .greaterThan, value: 9).max("isPaid") == nil)
        }

        /// PostgreSQL's timestamps have fractions of a second.
        @Test func datesAreCutToTheSecond() throws {
            try Tick.register()
            let (late, before) = (Date(timeIntervalSince1970: 1_000_000_000.75), Date(timeIntervalSince1970: -0.25))
            let tick = Tick()
            (tick.sensor, tick.at, tick.seen) = (1, late, before)
            try tick.pin()
            let found = try #require(try Tick.query().findObject().first)
            let isCut = !ServedEngine.isPostgreSQL
            #expect(found.at.timeIntervalSince1970 == (isCut ? 1_000_000_000 : 1_000_000_000.75))
            #expect(found.seen?.timeIntervalSince1970 == (isCut ? -1 : -0.25))
            // The key finds what an object with it was saved as; elsewhere a finer date equals none.
            #expect(try Tick.findById(1, late)?.sensor == 1)
            #expect(try Tick.query().filter("seen", .equals, value: before).count() == (isCut ? 0 : 1))
            #expect(try Tick.query().filter("seen", .lessThanOrEquals, value: before).count() == 1)
            let database = try Reflect.settings.getConnection().database
            try database.write { session in
                let query = try session.query(Tick.self).filter(\.seen == before)
                #expect(try query.update(.set(\.seen, late)) == (isCut ? 0 : 1))
                #expect(try session.query(Tick.self).update(.set(\.seen, late)) == 1)
                #expect(try query.delete() == 0)
            }
            #expect(try Tick.query().findObject().map(\.seen) == [found.at])
        }

        @Test func aNumberThatIsTooLargeIsNamedWithItsType() throws {
            let sale = Sale()
            sale.total = .max
            let error = try #require(#expect(throws: (any Error).self) { try sale.pin() })
            if ServedEngine.isMariaDB {
                #expect((error as? DatabaseError)?.code == .value)
            } else {
                #expect((error as? ModelError)?.column == "total")
                #expect("\(error)".contains("cannot be bound as `UInt64`: it is larger than a column's 63 bits"))
            }
        }
    }
}
