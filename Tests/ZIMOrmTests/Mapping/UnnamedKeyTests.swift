import TestServer
import Testing
import ZIMOrm

/// A class that does not override primaryKey, over tables with other keys than the column that stands there.
@Suite(.eachEngine) struct UnnamedKeyTests {
    final class Line: Model {
        var warehouse = 0, number = 0
        override class var table: String { "line" }
    }
    final class Loose: Model {
        var a = 0
        override class var table: String { "loose" }
    }
    final class Misnamed: Model {
        var number = 0
        override class var table: String { "line" }
        override class var primaryKey: [String] { ["warehouse", "numbr"] }
    }

    @Test func theTablesKeyIsSaid() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE line (number INTEGER, warehouse INTEGER, PRIMARY KEY (warehouse, number));
            CREATE TABLE loose (a INTEGER);
            """)
        try database.read { session in
            for attempt in [
                { _ = try session.query(Line.self).all() }, { _ = try session.find(Line.self, 1, 2) },
                { try session.save(Line()) },
            ] as [() throws -> Void] {
                let error = #expect(throws: ModelError.self) { try attempt() }
                #expect(
                    error?.description
                        == "mapping: class Line does not say which columns are its primary key. \"line\" has the key "
                        + "(warehouse, number): override class var primaryKey: [String] { [\"warehouse\", \"number\"] }"
                )
                #expect(error?.table == "line")
            }
            let loose = #expect(throws: ModelError.self) { try session.query(Loose.self).all() }
            #expect(
                loose?.description
                    == "mapping: class Loose does not say which columns are its primary key. Override primaryKey; [] is for a "
                    + "table without a key")
            let misnamed = #expect(throws: ModelError.self) { try session.query(Misnamed.self).all() }
            #expect(misnamed?.message.contains("the primary key names \"warehouse\"") == true)
        }
    }
}
