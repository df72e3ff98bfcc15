import Foundation
import TestServer
import Testing

@testable import ZIMOrm

/// Numbers of properties that have other digits than those of their columns.
@Suite(.eachEngine) struct NumberRangeTests {
    final class Reading<Value: SpelledKey>: Model {
        var id = 0
        var value = Value.placeholder
        override class var table: String { "reading" }
        override class var primaryKey: [String] { ["id"] }
        override class var columns: [Column] { [Column("id", \Reading.id), Column("value", \Reading.value)] }
    }

    /// An `Int` and a `Decimal` with more digits than 32 bits hold, too.
    @Test func numbersAmongShorterOnes() throws {
        guard !ServedEngine.isSQLite else { return }
        let type = ServedEngine.isMariaDB ? "FLOAT" : "FLOAT4"
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE reading (id INTEGER PRIMARY KEY, value \(type));
            INSERT INTO reading VALUES (1, 1000000), (2, 16777216), (3, 1152921504606846976)
            """)
        try database.write { session in
            func found<Number: SpelledKey>(_ filter: Filter<Reading<Number>>) throws -> [Int] {
                try session.query(Reading<Number>.self).filter(filter).orderByKey().all().map(\.id)
            }
            let decimal = try #require(Decimal(string: "999999.99"))
            #expect(try found(\Reading<Decimal>.value == decimal) == [])
            #expect(try found(\Reading<Decimal>.value != decimal) == [1, 2, 3])
            #expect(try found(\Reading<Decimal>.value > decimal) == [1, 2, 3])
            #expect(try found(\Reading<Decimal>.value == 1_000_000) == [1])
            #expect(try found(\Reading<Int>.value == 16_777_217) == [])
            #expect(try found(\Reading<Int>.value < 16_777_217) == [1, 2])
            #expect(try found(\Reading<Int>.value >= 16_777_217) == [3])
            #expect(try found(.in(\Reading<Int>.value, [16_777_217, 1_000_000])) == [1])
            #expect(try found(\Reading<Int>.value == 1 << 60) == [3])
            #expect(try session.query(Reading<Int>.self).filter(\.value == 16_777_217).delete() == 0)
            // MySQL compares two numbers of 64 bits.
            guard ServedEngine.isPostgreSQL else { return }
            let digits = try #require(Decimal(string: "16777216.00000000000000000001"))
            #expect(try found(\Reading<Decimal>.value == digits) == [])
            #expect(try found(\Reading<Decimal>.value < digits) == [1, 2])
            #expect(try found(\Reading<Int>.value == 1 << 60 + 1) == [])
            #expect(try found(\Reading<Int>.value < 1 << 60 + 1) == [1, 2, 3])
        }
    }

    /// No range holds NaN: it is compared as such, or refused.
    @Test func noNumberAmongLongerOnes() throws {
        for type in ["DOUBLE PRECISION", "NUMERIC"] {
            guard !ServedEngine.isMariaDB else { return }
            let database = try ServedEngine.current.makeDatabase(
                "CREATE TABLE reading (id INTEGER PRIMARY KEY, value \(type)); INSERT INTO reading VALUES (1, 0.5)")
            try database.write { session in
                let query = try session.query(Reading<Float>.self)
                guard ServedEngine.isPostgreSQL else {
                    let error = #expect(throws: DatabaseError.self) { try query.filter(\.value == .nan).count() }
                    #expect(error?.code == .value)
                    return
                }
                try session.execute("INSERT INTO reading VALUES (2, 'NaN')")
                #expect(try query.filter(\.value == .nan).all().map(\.id) == [2])
                #expect(try query.filter(\.value != .nan).all().map(\.id) == [1])
                #expect(try query.filter(\.value < .nan).all().map(\.id) == [1])
                #expect(try query.filter(.in(\.value, [0.5, .nan])).orderByKey().all().map(\.id) == [1, 2])
            }
        }
    }

    /// A change of many rows rounds as one of a model does.
    @Test func realNumbersAreRoundedInDecimals() throws {
        guard !ServedEngine.isSQLite else { return }
        let database = try ServedEngine.current.makeDatabase(
            "CREATE TABLE reading (id INTEGER PRIMARY KEY, value NUMERIC(8, 2)); INSERT INTO reading VALUES (1, 0.5)")
        try database.write { session in
            let (doubles, floats) = (try session.query(Reading<Double>.self), try session.query(Reading<Float>.self))
            #expect(try doubles.update(.set(\.value, 0.1 + 0.2)) == 1)
            #expect(try session.value("SELECT value FROM reading", as: Decimal.self) == Decimal(string: "0.3"))
            #expect(try floats.update(.set(\.value, 0.1)) == 1)
            #expect(try session.value("SELECT value FROM reading", as: Decimal.self) == Decimal(string: "0.1"))
        }
    }

    /// The JSON of a model goes back into it: of a number that is larger than its mantissa the shortest digits are written.
    @Test func largeNumbersInJSON() throws {
        func copy<Number: SpelledKey>(_ value: Number) throws -> Number {
            let (model, other) = (Reading<Number>(), Reading<Number>())
            model.value = value
            let json = try JSONEncoder().encode(model.encoded())
            try other.apply(json: json, allowing: ["id", "value"])
            return other.value
        }
        for value: Float in [123_456_792, 1e11, 9.223372e18, 16_777_216, -33_554_436, 0.1, .greatestFiniteMagnitude] {
            #expect(try copy(value) == value)
        }
        for value in [1_234_567_890_123_456_768, -99_999_998_430_674_944, 9_007_199_254_740_992, 0.1] as [Double] {
            #expect(try copy(value) == value)
        }
        let error = #expect(throws: ModelError.self) {
            try Reading<Float>().apply(json: Data(#"{"value":16777217}"#.utf8), allowing: ["value"])
        }
        #expect(error?.code == .value && error?.column == "value")
    }

    /// By a number that the column of its key rounds, a row would not be found again.
    @Test func keysOfShorterNumbers() throws {
        guard !ServedEngine.isSQLite else { return }
        let type = ServedEngine.isMariaDB ? "FLOAT" : "FLOAT4"
        let database = try ServedEngine.current.makeDatabase(
            "CREATE TABLE account (tenant INTEGER, id \(type), name TEXT, PRIMARY KEY (tenant, id))")
        try database.write { session in
            let account = SpelledAccount<Double>()
            (account.tenant, account.id) = (1, 0.1)
            let error = #expect(throws: ModelError.self) { try session.insert(account) }
            #expect(error?.code == .value && error?.column == "id")
            #expect(error?.message.hasSuffix("it has more digits than a number of 32 bits keeps") == true)
            account.id = Double(Float(0.1))
            try session.insert(account)
            #expect(try session.find(SpelledAccount<Double>.self, 1, account.id) != nil)
        }
    }
}
