#if MySQL
    import Foundation
    import TestServer
    import Testing
    import ZIMOrm

    /// The server stores the present time for NULL in a TIMESTAMP that is NOT NULL, and says nothing.
    @Suite(.server) struct PresentTimeTests {
        final class Visit: Model {
            var house = 0, number = 0
            var at: Date?, left: Date?
            override class var table: String { "visit" }
            override class var primaryKey: [String] { ["house", "number"] }
            override class var isAutoIncremented: Bool { false }
        }

        @Test func nilIsRefused() throws {
            let database = try Server.database(
                """
                CREATE TABLE visit (house INT, number INT, at TIMESTAMP NOT NULL DEFAULT '2001-01-01 00:00:00',
                    `left` TIMESTAMP NULL, PRIMARY KEY (house, number))
                """)
            try database.write { session in
                let visit = Visit()
                (visit.house, visit.number, visit.left) = (1, 2, Date(timeIntervalSince1970: 1_704_110_400))
                try session.save(visit)
                let start = try #require(visit.at)
                visit.left = nil
                try session.save(visit)
                visit.at = nil
                for change in [
                    { try session.save(visit) }, { try session.update([visit]) },
                    { _ = try session.query(Visit.self).update(.set(\.at, Date?.none)) },
                ] {
                    let error = #expect(throws: (any Error).self) { try session.transaction { _ in try change() } }
                    // MySQL 8 itself says that it is NOT NULL.
                    if try session.value("SELECT @@explicit_defaults_for_timestamp", as: Bool.self) == true,
                        !MySQLProduct.isMariaDB
                    {
                        #expect((error as? DatabaseError)?.constraint?.kind == .notNull)
                    } else {
                        #expect((error as? ModelError)?.code == .value && (error as? ModelError)?.column == "at")
                    }
                }
                let stored = try #require(try session.find(Visit.self, 1, 2))
                #expect(stored.at == start && stored.left == nil)
            }
        }
    }
#endif
