import TestServer
import Testing
import ZIMOrm

/// What a `read` refuses names the statement that would have changed rows.
@Suite(.eachEngine) struct SaveInReadTests {
    @Test func theInsertIsNamed() throws {
        let database = try Theatre.database()
        func sql(_ save: @escaping (Session, [Theatre.Seat]) throws -> Void) throws -> String {
            let seats = (1...2).map { number in
                let seat = Theatre.Seat()
                (seat.hall, seat.number) = ("R", number)
                return seat
            }
            let error = #expect(throws: DatabaseError.self) { try database.read { try save($0, seats) } }
            #expect(error?.code == .readOnly)
            // MariaDB refuses it itself.
            if !ServedEngine.isMariaDB { #expect(error?.message == "a read session cannot change the database") }
            return error?.sql?.replacing("`", with: "\"") ?? ""
        }
        let start = "INSERT INTO \"seat\" (\"hall\", \"number\", \"guest\", \"price\") "
        for _ in 1...2 {
            #expect(try sql { try $0.save($1[0]) }.hasPrefix(start))
            #expect(try sql { try $0.save($1) }.hasPrefix(start))
            #expect(try sql { try $0.insert($1[0]) }.hasPrefix(start))
            #expect(try sql { try $0.upsert($1[0]) }.hasPrefix(start))
            #expect(
                try sql { session, _ in
                    _ = try session.findOrCreate(Theatre.Seat.self, by: ["hall": "R", "number": 1])
                }.hasPrefix(start))
        }
    }
}
