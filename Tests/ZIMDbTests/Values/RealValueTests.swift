import Foundation
import Testing
import ZIMDb

@Suite(.showingValues) struct RealValueTests {
    @Test func realNumbersComeBackToTheBit() throws {
        for value in [
            0.1, -0.0, 1e308, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity, -.infinity, .pi,
        ] {
            try expectRoundTrip(value)
        }
        try expectRoundTrip(Float(0.1))
        try expectRoundTrip(Float.greatestFiniteMagnitude)
        try expectRoundTrip(Float.leastNonzeroMagnitude)
    }

    @Test func notANumberIsNotStoredAsNull() throws {
        let database = try Database.holding("CREATE TABLE t (v)")
        for insert: SQL in ["INSERT INTO t VALUES (\(Double.nan))", "INSERT INTO t VALUES (\(Float.nan))"] {
            let error = failure { try database.execute(insert) }
            #expect(error?.code == .value && error?.sql == "INSERT INTO t VALUES (?)")
            #expect(error?.message == "parameter 1: real nan cannot be bound as `Double`")
        }
        #expect(
            failure { try database.execute("INSERT INTO t VALUES (\(NSNumber(value: Double.nan)))") }?.code == .value)
        let rows: [[SQLValue]] = [[.real(1)], [.real(.nan)]]
        let bulk = failure { _ = try database.write { try $0.bulkInsert(into: "t", columns: ["v"], rows: rows) } }
        #expect(bulk?.code == .value && bulk?.sql == #"INSERT INTO "t" ("v") VALUES (?)"#)
        #expect(try database.count("t") == 0)
    }

    @Test func wholeNumbersAreReadWhereNoDigitIsLost() throws {
        #expect(try read("3", as: Double.self) == 3)
        #expect(try read("9007199254740992", as: Double.self) == 9_007_199_254_740_992)
        expectMismatch(
            "9007199254740993", as: Double.self,
            "column \"it\": integer 9007199254740993 cannot be read as `Double`: it has too many digits")
        #expect(try read("16777216", as: Float.self) == 16_777_216)
        expectMismatch(
            "16777217", as: Float.self,
            "column \"it\": integer 16777217 cannot be read as `Float`: it has too many digits")
    }

    @Test func aFloatBecomesNeitherInfiniteNorZero() {
        expectMismatch(
            "1e300", as: Float.self, "column \"it\": real 1e+300 cannot be read as `Float`: it is out of range")
        expectMismatch(
            "1e-300", as: Float.self, "column \"it\": real 1e-300 cannot be read as `Float`: it is out of range")
    }

    @Test func textIsReadWhereItIsADecimalNumber() throws {
        #expect(try read("'2.50'", as: Double.self) == 2.5)
        #expect(try read("'-1e3'", as: Double.self) == -1000)
        for text in ["nan", "infinity", "inf", "0x10", "1,5", " 1", "", "1.5x", "1e999"] {
            expectMismatch("'\(text)'", as: Double.self, "column \"it\": text '\(text)' cannot be read as `Double`")
        }
    }
}
