import Foundation
import TestServer
import Testing

@testable import ZIMOrm

/// A number that its column would store as another one is refused: engines round it without a word.
@Suite(.eachEngine) struct ExactNumberTests {
    private final class Reading: Model {
        var station = 0
        var day = ""
        var value: Int?
        override class var table: String { "reading" }
        override class var primaryKey: [String] { ["station", "day"] }
        override class var isAutoIncremented: Bool { false }
    }

    private final class Weight: Model {
        var station = 0
        var day = ""
        var amount: Decimal?
        var label: String?
        override class var table: String { "weight" }
        override class var primaryKey: [String] { ["station", "day"] }
        override class var isAutoIncremented: Bool { false }
    }

    private func makeDatabase() throws -> Database {
        try ServedEngine.current.makeDatabase(
            "CREATE TABLE reading (station INTEGER, day VARCHAR(20), value DOUBLE PRECISION, PRIMARY KEY (station, day));"
        )
    }

    private func reading(_ day: String, _ value: Int?) -> Reading {
        let model = Reading()
        (model.station, model.day, model.value) = (1, day, value)
        return model
    }

    private static let odd = 9_007_199_254_740_993

    private func expectRefusal(of value: Int = odd, _ body: () throws -> Void) {
        let error = #expect(throws: ModelError.self) { try body() }
        #expect(error?.code == .value)
        #expect(
            error?.message
                == "\"reading\".\"value\": integer \(value) cannot be bound as `Double`: it has more digits than a number of 64 bits keeps"
        )
        #expect(error?.value == .integer(Int64(value)) && error?.column == "value")
    }

    @Test func aWholeNumberOfMoreDigitsThanTheColumn() throws {
        let database = try makeDatabase()
        try database.write { session in
            let kept = reading("a", 9_007_199_254_740_992)
            try session.insert(kept)
            try session.insert([reading("b", .min), reading("c", nil), reading("d", 1 << 62)])
            expectRefusal { try session.insert(reading("e", Self.odd)) }
            expectRefusal { try session.insert([reading("e", 1), reading("f", Self.odd)]) }
            expectRefusal(of: .max) { try session.upsert(reading("a", .max)) }
            expectRefusal { try session.query(Reading.self).update(.set(\.value, Self.odd)) }
            expectRefusal { try session.query(Reading.self).update(.set("value", Self.odd)) }
            kept.value = Self.odd
            expectRefusal { try session.save(kept) }
            let other = try #require(try session.find(Reading.self, 1, "b"))
            other.value = 5
            expectRefusal { try session.update([other, kept]) }
            expectRefusal { try session.save([other, kept]) }
            // Nothing was written, and the model still knows its change.
            #expect(try kept.changedColumns() == ["value"])
            let rows = try session.rows("SELECT day, value FROM reading ORDER BY day")
            #expect(rows.map { $0[0] } == ["a", "b", "c", "d"])
            #expect(
                rows.map { $0[1] } == [
                    9_007_199_254_740_992.0, .real(Double(Int.min)), .null, 4_611_686_018_427_387_904.0,
                ])
            kept.value = 7
            try session.save([kept, other])
            #expect(try session.query(Reading.self).orderBy(\.day).all().map(\.value) == [7, 5, nil, 1 << 62])
        }
    }

    /// SQLite makes a real number of any text that is one and stands in a numeric column.
    @Test func aTextOfMoreDigitsThanTheColumn() throws {
        guard ServedEngine.isSQLite else { return }
        let database = try Database.inMemory()
        try database.execute(
            "CREATE TABLE weight (station INTEGER, day TEXT, amount DECIMAL(30, 10), label NUMERIC, PRIMARY KEY (station, day))"
        )
        try database.write { session in
            func weight(_ day: String, _ amount: String?, _ label: String? = nil) -> Weight {
                let model = Weight()
                (model.station, model.day) = (2, day)
                (model.amount, model.label) = (amount.flatMap { Decimal(string: $0) }, label)
                return model
            }
            for (index, amount) in ["12.5", "-0.1", "9223372036854775807", "1e20", "0", "123456789.123456"].enumerated()
            {
                let model = weight("kept \(index)", amount)
                try session.insert(model)
                #expect(try session.find(Weight.self, 2, model.day)?.amount == model.amount)
            }
            for label in [
                "007", " 12.50 ", "1e3", "0.1", "abc", "", "1e", "0x10", "9223372036854775807", "-.5",
                "12345678901234567890x",
            ] {
                try session.insert(weight("label " + label, nil, label))
            }
            let before = try session.rows("SELECT * FROM weight")
            for amount in ["12345678901234.56789", "9223372036854775809", "0.12345678901234567"] {
                let error = #expect(throws: ModelError.self) { try session.insert(weight("refused", amount)) }
                #expect(
                    error?.message
                        == "\"weight\".\"amount\": text '\(amount)' cannot be bound as `Double`: it has more digits than a number of 64 bits keeps"
                )
            }
            for label in ["12345678901234567890", " 9007199254740993.0", "1e999", "0.10000000000000001"] {
                let error = #expect(throws: ModelError.self) { try session.insert(weight("refused", nil, label)) }
                #expect(error?.code == .value && error?.column == "label" && error?.value == .text(label))
            }
            #expect(try session.rows("SELECT * FROM weight") == before)
        }
    }
}
