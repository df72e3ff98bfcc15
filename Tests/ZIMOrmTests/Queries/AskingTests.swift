import Foundation
import TestServer
import Testing

@testable import ZIMOrm

/// What a query answers, and what it changes.
@Suite(.eachEngine) struct AskingTests {
    let database: Database

    init() throws { database = try Shop.makeDatabase() }

    @Test func sqlWithoutExecuting() throws {
        try database.read { session in
            let query = try session.query(Sale.self).filter(\.amount > 1).orderBy(\.amount, ascending: false)
                .orderBy("pk").distinct().limit(2).offset(1)
            try expectStatements(0, database) {
                let rendered = try query.rendered()
                #expect(
                    rendered.sql.withQuestionMarks == """
                        SELECT DISTINCT "sale"."pk", "sale"."region", "sale"."sku", "sale"."buyer", "sale"."amount" \
                        FROM "sale" WHERE "sale"."amount" > ? ORDER BY "sale"."amount" DESC, "sale"."pk" LIMIT ? OFFSET ?
                        """)
                #expect(rendered.parameters == [1, 2, 1])
            }
            #expect(try query.all().map(\.amount) == [8, 7])
        }
    }

    @Test func firstAndCountAndExists() throws {
        try database.read { session in
            let query = try session.query(Sale.self).orderBy(\.amount)
            #expect(try query.first()?.amount == 1)
            #expect(try query.offset(2).first()?.amount == 4)
            #expect(try query.limit(0).first() == nil)
            #expect(try query.filter(\.amount > 99).first() == nil)
            #expect(try query.count() == 7)
            #expect(try query.limit(3).count() == 3)
            #expect(try query.offset(5).count() == 2)
            #expect(try query.limit(0).count() == 0)
            #expect(try query.filter(.in(\.amount, [])).count() == 0)
            #expect(try query.exists() && query.filter(\.amount > 99).exists() == false)
            #expect(try query.limit(0).exists() == false)
            try expectSent([("SELECT count(*) FROM \"sale\"", [])], database) { _ = try query.count() }
            try expectSent([("SELECT EXISTS (SELECT 1 FROM \"sale\" WHERE \"sale\".\"amount\" > ?)", [3])], database) {
                _ = try session.query(Sale.self).filter(\.amount > 3).exists()
            }
        }
    }

    @Test func aggregates() throws {
        try database.read { session in
            let query = try session.query(Ware.self)
            #expect(try query.sum(\.price) == 32)
            #expect(try query.average(\.price) == 6.4)
            #expect(try query.min(\.name) == "Anvil")
            #expect(try query.max(\.region) == 2)
            // A property that can be nil gives one optional, not two.
            let stock: Int? = try query.sum(\.stock)
            #expect(stock == 18)
            #expect(try query.min(\.stock) == 0)
            #expect(try query.average(\.stock) == 4.5)
            // All digits, also of whole numbers.
            let three = query.filter(\.stock > 0)
            #expect(try three.average(\.region) == 5.0 / 3)
            #expect(try Double(column: three.aggregate("avg", "region")) == 5.0 / 3)
            #expect(try query.filter(\.stock == nil).sum(\.stock) == nil)
            #expect(try query.filter(\.region > 5).max(\.price) == nil)
            #expect(try query.filter(\.region > 5).average(\.price) == nil)
            // Read as the column is: a date by its format, an enum by its raw value.
            #expect(try query.max(\.added) == Date(timeIntervalSince1970: 5000))
            #expect(try query.min(\.added) == Date(timeIntervalSince1970: 1000))
            #expect(try query.max(\.sold) == query.filter(\.sku == "a" && \.region == 2).first()?.sold)
            #expect(try query.max(\.shelf) == .high)
            #expect(try query.aggregate("total", "stock") == 18.0)
            #expect(throws: ModelError.self) { try query.aggregate("load_extension", "stock") }
        }
    }

    @Test func aggregatesOverFewerRows() throws {
        try database.read { session in
            let query = try session.query(Ware.self).orderBy(\.price, ascending: false)
            #expect(try query.limit(2).sum(\.price) == 17.75)
            #expect(try query.limit(2).offset(1).average(\.price) == 7.25)
            #expect(try query.offset(3).max(\.price) == 5)
            #expect(try query.distinct().sum(\.price) == 32)
            #expect(try query.limit(0).sum(\.price) == nil)
        }
    }

    @Test func distinctRows() throws {
        final class SaleOfBuyer: Model {
            var buyer: Int?
            override class var table: String { "sale" }
            override class var primaryKey: [String] { [] }
        }
        try database.read { session in
            let query = try session.query(SaleOfBuyer.self)
            #expect(try query.count() == 7)
            #expect(try query.distinct().count() == 4)
            #expect(try query.distinct().orderBy(\.buyer).all().map(\.buyer) == [nil, 1, 2, 3])
            #expect(try query.distinct().sum(\.buyer) == 6)
            #expect(try query.distinct().offset(4).exists() == false)
            #expect(try query.distinct().offset(3).exists())
            #expect(try query.distinct().orderBy(\.buyer).limit(2).offset(1).count() == 2)
        }
    }

    @Test func goingThroughRows() throws {
        struct Stop: Error {}
        let database = try Family.makeDatabase(countries: 2_345, cities: 1, streets: 0, houses: 0)
        try database.read { session in
            var seen: [String] = []
            try expectStatements(1, database) { try session.query(Country.self).forEach { seen.append($0.code) } }
            #expect(seen.count == 2_345 && Set(seen).count == 2_345)
            var count = 0
            #expect(throws: Stop.self) {
                try session.query(Country.self).forEach { _ in
                    count += 1
                    if count == 1_500 { throw Stop() }
                }
            }
            #expect(count == 1_500)
            // Inside another, and with the same statement.
            var pairs = 0
            try session.query(Country.self).limit(3).forEach { _ in
                try session.query(Country.self).limit(3).forEach { _ in pairs += 1 }
            }
            #expect(pairs == 9)
            // Only a window of models lives at a time.
            final class Box { weak var first: Country? }
            let box = Box()
            var alive = 0
            var number = 0
            try session.query(Country.self).forEach { country in
                number += 1
                if number == 1 { box.first = country }
                if number == 2_300, box.first != nil { alive += 1 }
            }
            #expect(alive == 0)
        }
    }

    @Test func updatesByQuery() throws {
        try database.write { session in
            let query = try session.query(Ware.self)
            let sql = """
                UPDATE "ware" SET "added" = ?, "shelf" = ?, "price" = "price" + ? WHERE "ware"."region" = ?
                """
            let changed = try expectSent([(sql, [60, 3, 1, 1])], database) {
                try query.filter(\.region == 1).update(
                    .set(\.added, Date(timeIntervalSince1970: 60)), .set(\.shelf, .high),
                    .set(\.price, to: .binary(.column("price"), .add, 1)))
            }
            #expect(changed == 2)
            #expect(try query.filter(\.shelf == .high).count() == 4)
            #expect(try query.update() == 0)
            #expect(try query.filter("name = 'nobody'").update(.set("stock", 1)) == 0)
            #expect(try query.update(.set(\.stock, nil)) == 5)
            #expect(try query.filter(\.stock == nil).count() == 5)
            #expect(throws: ModelError.self) { try query.update(.set("stok", 1)) }
            #expect(throws: ModelError.self) { try query.update(.set("stock", "many")) }
        }
    }

    @Test func compositeKeysWithLimit() throws {
        try database.write { session in
            let query = try session.query(Ware.self).orderBy(\.price, ascending: false).orderByKey()
            let sql = ServedEngine.change(
                "ware", ["region", "sku"], isNullable: true,
                found: #" FROM "ware" ORDER BY "ware"."price" DESC, "ware"."region", "ware"."sku" LIMIT ? OFFSET ?"#)
            let deleted = try expectSent([(sql, [2, 1])], database) { try query.limit(2).offset(1).delete() }
            #expect(deleted == 2)
            #expect(try query.all().map(\.name) == ["Anvil", "anvil_small", "Bolt 50%"])
            #expect(try query.limit(1).update(.set(\.name, "Dear")) == 1)
            #expect(try query.first()?.name == "Dear")
            #expect(try query.delete() == 3)
            #expect(try session.query(Sale.self).orderByKey().limit(3).delete() == 3)
            #expect(try session.query(Sale.self).min(\.pk) == 4)
        }
    }

    @Test func readSessionsCannotChange() throws {
        try database.read { (session) throws in
            #expect(throws: DatabaseError.self) { try session.query(Ware.self).delete() }
            #expect(throws: DatabaseError.self) { try session.query(Ware.self).update(.set(\.price, 1)) }
            #expect(try session.query(Ware.self).count() == 5)
        }
    }
}
