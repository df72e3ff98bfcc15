import TestServer
import Testing
import ZIMOrm

private final class Gauge: Model {
    var station = 0, id = 0
    override class var table: String { "gauge" }
    override class var primaryKey: [String] { ["station", "id"] }
}

/// Whole numbers of a predicate that no property of 64 bits holds lie beside all that it does.
@Suite(.eachEngine) struct PredicateEndTests {
    @Test func numbersBehindTheLast() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE gauge (station BIGINT NOT NULL, id BIGINT NOT NULL, PRIMARY KEY (station, id));
            INSERT INTO gauge VALUES (1, -9223372036854775808), (1, 9223372036854775807);
            """)
        func count(_ predicate: PredicateText) throws -> Int {
            try database.read { try $0.query(Gauge.self).filter(predicate).count() }
        }
        #expect(try count("id = -9223372036854775809") == 0)
        #expect(try count("id > -9223372036854775809") == 2)
        #expect(try count("id = 9223372036854775808") == 0)
        #expect(try count("id < 9223372036854775808") == 2)
        #expect(try count("id IN (9223372036854775808, 9223372036854775807)") == 1)
        #expect(try count("id = -9223372036854775808") == 1)
        #expect(try count("id BETWEEN -99999999999999999999 AND 99999999999999999999") == 2)
    }
}
