import TestServer
import Testing

@testable import ZIMOrm

/// What was loaded with a query is kept, but never given where a statement would find something else.
@Suite(.eachEngine) struct EagerFreshnessTests {
    @Test func aChangedForeignKeyAsksAnew() throws {
        let database = try Shop.makeDatabase()
        let wares = try database.read { session in
            let wares = try session.query(Ware.self).with("maker").orderByKey().all()
            let names = try expectStatements(0, database) {
                try wares.map { try $0.related("maker", as: Maker.self).first?.name }
            }
            #expect(names == ["Acme", "Bolt", "Bolt", "Coil", nil])
            wares[0].maker = 3
            #expect(try wares[0].related("maker", as: Maker.self).first?.name == "Coil")
            wares[0].maker = nil
            #expect(try wares[0].related("maker", as: Maker.self).isEmpty)
            wares[0].maker = 1
            try expectStatements(0, database) { _ = try wares[0].related("maker", as: Maker.self) }
            return wares
        }
        wares[1].maker = 4
        #expect(try wares[1].related("maker", as: Maker.self).first?.name == "Self")
    }

    @Test func aWriteAfterItIsSeenWhenTheSessionIsOver() throws {
        let database = try Shop.makeDatabase()
        let (wares, untouched) = try database.write { session in
            let wares = try session.query(Ware.self).with("sales").orderByKey().all()
            try session.execute("DELETE FROM sale WHERE pk = 1")
            return (wares, try session.query(Ware.self).with("sales").orderByKey().all())
        }
        #expect(try wares[0].related("sales", as: Sale.self).count == 2)
        let kept = try expectStatements(0, database) { try untouched[0].related("sales", as: Sale.self).count }
        #expect(kept == 2)
    }

    @Test func keysThatAreOneToTheColumn() throws {
        // PostgreSQL's collations tell the cases apart unless one is made that does not.
        guard ServedEngine.isSQLite else { return }
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE country (code TEXT COLLATE NOCASE PRIMARY KEY, name TEXT NOT NULL);
            INSERT INTO country VALUES ('at', 'Austria'), ('be', 'Belgium');
            """)
        try database.read { session in
            let query = try session.query(Country.self).filter(keys: [["at"], ["AT"], ["be"], ["xx"]])
            #expect(try query.count() == 2)
            #expect(try query.orderByKey().all().map(\.name) == ["Austria", "Belgium"])
        }
    }
}
