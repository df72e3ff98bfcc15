import TestServer
import Testing
import ZIMOrm

private final class Line: Model {
    var year = 0, number = 0, text = ""
    override class var table: String { "line" }
    override class var primaryKey: [String] { ["year", "number"] }
    func others() throws -> [Line] { try hasMany(Line.self, foreignKey: ["year", "number"]) }
}

/// A connection that is lost when the library asks what a table is like: it is told as what it is.
@Suite(.eachServer) struct LostWhileMappedTests {
    /// Nothing is known yet of its tables.
    let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            "CREATE TABLE line (year INTEGER, number INTEGER, text VARCHAR(20), PRIMARY KEY (year, number));")
    }

    @Test func whileSaving() throws {
        let error = #expect(throws: DatabaseError.self) {
            try database.write { session in
                try ServerProcess.end(of: session)
                let lines = (1...20).map { number in
                    let line = Line()
                    (line.year, line.number) = (2026, number)
                    return line
                }
                try session.save(lines)
            }
        }
        #expect(error?.code == .connection)
        #expect(try database.read { try $0.query(Line.self).count() } == 0)
    }

    @Test func whereTheClosurePassesOverIt() throws {
        let error = #expect(throws: DatabaseError.self) {
            try database.write { session in
                try ServerProcess.end(of: session)
                _ = try? session.query(Line.self).filter(keys: [[2026, 1], [2026, 2]]).all()
            }
        }
        #expect(error?.code == .connection)
        #expect(error?.message.hasPrefix("the connection to ") == true)
        #expect(
            error?.hint
                == "The statement changed nothing, and a transaction that was open is rolled back: run that again")
    }
}
