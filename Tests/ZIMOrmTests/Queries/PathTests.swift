import TestServer
import Testing

@testable import ZIMOrm

/// Dotted paths through declared relationships.
@Suite(.eachEngine) struct PathTests {
    let database: Database

    init() throws { database = try Shop.makeDatabase() }

    private func tail(_ sql: String) -> String {
        String(sql[(sql.range(of: " FROM ")?.lowerBound ?? sql.startIndex)...]).withQuestionMarks
    }

    @Test func toOne() throws {
        try database.read { session in
            let query = try session.query(Ware.self).filter("maker.name = \("Bolt")").orderByKey()
            #expect(
                tail(try query.sql) == """
                     FROM "ware" LEFT JOIN "maker" AS "maker" ON "maker"."pk" = "ware"."maker" \
                    WHERE "maker"."name" = ? ORDER BY "ware"."region", "ware"."sku"
                    """)
            #expect(try query.all().map(\.name) == ["Bolt 50%", "anvil_small"])
            #expect(try query.sql.withQuestionMarks.hasPrefix("SELECT \"ware\""))
        }
    }

    @Test func selfJoins() throws {
        try database.read { session in
            let query = try session.query(Maker.self).filter("owner.owner.name = 'Acme' OR owner.name = 'Self'")
            #expect(
                tail(try query.sql) == """
                     FROM "maker" LEFT JOIN "maker" AS "owner" ON "owner"."pk" = "maker"."owner" \
                    LEFT JOIN "maker" AS "owner.owner" ON "owner.owner"."pk" = "owner"."owner" \
                    WHERE "owner.owner"."name" = ? OR "owner"."name" = ?
                    """)
            #expect(try query.orderByKey().all().map(\.name) == ["Coil", "Self"])
            let down = try session.query(Maker.self).filter("owned.owned.name = 'Coil'")
            #expect(try down.all().map(\.name) == ["Acme"])
            let mixed = try session.query(Ware.self).filter("maker.owner.name = 'Acme'").filter("maker.name != 'x'")
            #expect(try mixed.count() == 2)
            #expect(try mixed.sql.components(separatedBy: "LEFT JOIN").count == 3)
        }
    }

    /// A relationship may have the name of a table, the query's own or another's.
    @Test func aliasesThatMeetTables() throws {
        try database.read { session in
            let query = try session.query(Maker.self).filter("wares.maker.name = 'Bolt' AND wares.sales.amount > 1")
            #expect(try query.all().map(\.name) == ["Bolt"])
        }
    }

    @Test func toManyFindsEachRowOnce() throws {
        try database.read { session in
            let query = try session.query(Ware.self).filter("sales.amount > 0")
            let exists = #" FROM "ware" WHERE EXISTS (SELECT 1 FROM "sale" AS "sales" WHERE "#
            #expect(try tail(query.sql).hasPrefix(exists))
            #expect(try query.orderByKey().all().map(\.sku) == ["a", "a", "b"])
            #expect(try query.count() == 3)
            #expect(try query.sum(\.price) == 22.75)
            #expect(try query.average(\.price) == 22.75 / 3)
            #expect(try query.orderByKey().limit(1).offset(2).all().map(\.name) == ["Coil [*]"])
            #expect(try query.orderByKey().limit(2).count() == 2)
            #expect(try query.offset(3).exists() == false)
            #expect(try query.offset(2).exists())
            let one = try session.query(Ware.self).filter("firstSale.amount > 0")
            #expect(try one.count() == 3)
            let buyers = try session.query(Ware.self).filter("buyers.name IN ('Ann', 'Bob')")
            #expect(
                tail(try buyers.sql) == """
                     FROM "ware" WHERE EXISTS (SELECT 1 FROM "sale" AS "buyers.link" INNER JOIN "buyer" AS "buyers" \
                    ON "buyers"."pk" = "buyers.link"."buyer" WHERE "buyers.link"."region" = "ware"."region" \
                    AND "buyers.link"."sku" = "ware"."sku" AND "buyers"."name" IN (?, ?))
                    """)
            #expect(try buyers.orderByKey().all().map(\.name) == ["Anvil", "Coil [*]"])
        }
    }

    @Test func ordersByPaths() throws {
        try database.read { session in
            let query = try session.query(Ware.self).orderBy("maker.name", ascending: false).orderByKey()
            #expect(try query.all().map(\.name) == ["Coil [*]", "Bolt 50%", "anvil_small", "Anvil", "Drill"])
            #expect(try query.count() == 5)
            #expect(try query.first()?.name == "Coil [*]")
        }
    }

    @Test func changesOfWhatAPathPicksOut() throws {
        try database.write { session in
            let bolts = try session.query(Ware.self).filter("maker.name = 'Bolt'")
            let sql = ServedEngine.change(
                "ware", ["region", "sku"], set: #""price" = ?"#, isNullable: true,
                found:
                    #" FROM "ware" LEFT JOIN "maker" AS "maker" ON "maker"."pk" = "ware"."maker" WHERE "maker"."name" = ?"#
            )
            let parameters: [SQLValue] = ServedEngine.isMariaDB ? ["Bolt", 1.0] : [1.0, "Bolt"]
            let changed = try expectSent([(sql, parameters)], database) { try bolts.update(.set(\.price, 1)) }
            #expect(changed == 2)
            // The limit counts rows, not sales: Anvil has three.
            let sold = try session.query(Ware.self).filter("sales.amount > 0").orderByKey().limit(2)
            #expect(try sold.all().map(\.name) == ["Anvil", "anvil_small"])
            #expect(try sold.update(.set(\.stock, 99)) == 2)
            #expect(try session.query(Ware.self).filter(\.stock == 99).count() == 2)
            #expect(try sold.delete() == 2)
            #expect(try session.query(Ware.self).orderByKey().all().map(\.name) == ["Bolt 50%", "Coil [*]", "Drill"])
        }
    }
}
