#if PostgreSQL
    import Foundation
    import Testing
    import ZIMDb

    /// A column of days refuses what it would cut off: the server would compare with the day.
    @Suite(.server) struct DayTests {
        @Test func pointsInTimeAreNoDays() throws {
            let scratch = try Scratch(
                """
                CREATE TABLE visit (house int, day date, PRIMARY KEY (house, day));
                INSERT INTO visit VALUES (1, '2023-12-31'), (2, '2024-01-01');
                """)
            let database = scratch.database
            let midnight = Date(timeIntervalSince1970: 1_703_980_800)
            for late in [midnight + 60, midnight + 86_399.123456] {
                for sql in [
                    "DELETE FROM visit WHERE day <> \(late)", "DELETE FROM visit WHERE day = \(late)",
                    "UPDATE visit SET day = \(late) WHERE house = 1", "INSERT INTO visit VALUES (3, \(late))",
                ] as [SQL] {
                    let error = #expect(throws: DatabaseError.self) { try database.execute(sql) }
                    #expect(error?.code == .value)
                    #expect(error?.message.contains("has a time, which a DATE does not keep") == true)
                }
            }
            #expect(try database.read { try $0.value("SELECT count(*) FROM visit", as: Int.self) } == 2)
            try database.execute("DELETE FROM visit WHERE day <> \(midnight)")
            #expect(try database.read { try $0.value("SELECT house FROM visit", as: Int.self) } == 1)
        }
    }
#endif
