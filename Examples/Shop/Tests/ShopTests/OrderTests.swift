import ShopModels
import Testing
import ZIMOrm
import ZIMTestSupport

@Suite struct OrderTests {
    let database: Database

    init() throws {
        var options = DatabaseOptions()
        options.enforcesForeignKeys = false  // an order points to an employee who is gone
        let script = #filePath.replacing("Tests/ShopTests/OrderTests.swift", with: "legacy.sql")
        database = try Database.inMemory(sqlFile: script, options: options)
    }

    @Test func theLinesOfAnOrderHaveTheirArticles() throws {
        let names = try database.expectStatements(3) {
            try database.read { session in
                try session.find(Order.self, 1998, 7)?.orderLines().map { try $0.article()?.name }
            }
        }
        #expect(names == ["punched cards", "ink ribbon"])
    }
}
