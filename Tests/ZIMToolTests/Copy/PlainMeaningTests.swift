import Foundation
import TestServer
import Testing
import ZIMOrm

@testable import ZIMTool

/// What is told of a value at a glance is what the long way says of it, or nothing.
@Suite struct PlainMeaningTests {
    private static let kinds: [CopyKind] = [
        .integer(2), .integer(4), .integer(8), .real, .number, .decimal(precision: 10, scale: 2), .text(nil), .text(4),
        .timestamp, .instant, .date, .boolean, .bytes, .anyBytes, .uuid, .json, .printed, .stored, .unsigned, .time,
    ]

    private static var values: [SQLValue] {
        var random = SystemRandomNumberGenerator()
        var values: [SQLValue] = [
            .null, .integer(0), .integer(.min), .integer(.max), .integer(1_200), .integer(-70_000),
            .integer(999_999_999_999_999_999),
            .integer(1_000_000_000_000_000_000), .real(0), .real(-0.0), .real(.infinity), .real(-.infinity),
            .real(0.1 + 0.2),
            .real(1e15), .real(999_999_999_999_999), .real(1e300), .real(.leastNonzeroMagnitude), .real(1e-7),
            .real(123_456_789.123_456), .real(-12.50),
            .real(1e22), .real(0.000_001), .real(99_999_999.99), .real(100_000_000.25), .text(""), .text("abcd"),
            .text("äbcd"), .text("abcde"),
            .text("a\u{0}b"), .text("12.50"), .text("2001-02-03"), .text("2001-02-03 04:05:06.789"),
            .text("2001-02-03T04:05:06+01:30"),
            .text("2001-00-03"), .text("2001-02-30"), .text("infinity"), .text("-infinity"),
            .text("0044-03-15 12:00:00 BC"),
            .text("9999-12-31 23:59:59.999999"), .text("9999-12-31 24:00:00"), .text("0001-01-01"),
            .text("12345-01-01"),
            .text("2001-02-03 04:05:06.7891234"), .text(" 2001-02-03 "), .text("true"), .blob([1, 2]), .blob([]),
        ]
        for _ in 0..<2_000 {
            let whole = Int64.random(in: -10_000_000...10_000_000, using: &random)
            values.append(.real(Double(whole) / 100))
            let number = Double(bitPattern: UInt64.random(in: 0 ... .max, using: &random))
            if !number.isNaN { values.append(.real(number)) }
            values.append(
                .integer(Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0..<63, using: &random)))
        }
        return values
    }

    /// Compares both ways for a value of a row, and says for how many kinds the short one told it.
    private func compare(_ row: Row) throws -> Int {
        var told = 0
        for kind in Self.kinds {
            let reader = ColumnReader(kind: kind, dates: nil, isPadded: false)
            guard let plain = PlainReader(reader).meaning(row, 0) else { continue }
            told += 1
            let value = row.value(at: 0)
            let meaning = try reader.meaning(of: value)
            var (glance, long) = (RowHash(), RowHash())
            glance.add(plain: plain)
            long.add(meaning)
            #expect(glance == long, "\(kind) \(value)")
            let written = try meaning.value(of: kind, in: .postgreSQL)
            // NaN equals nothing, not even itself.
            if case .real(let number) = value, number.isNaN { continue }
            #expect(plain.postgresValue(of: kind).sqlValue == written, "\(kind) \(value)")
        }
        return told
    }

    @Test func agrees() throws {
        let database = try Database.inMemory()
        defer { database.close() }
        var told = 0
        try database.write { session in
            try session.execute("CREATE TABLE t (v BLOB)")
            for value in Self.values { try session.execute("INSERT INTO t VALUES (\(value))") }
            try session.forEachRow("SELECT v FROM t") { told += try compare($0) }
        }
        #expect(told > 10_000)
    }

    @Test(.enabled(if: TestServer.isInstalled)) func agreesOnAServer() throws {
        let database = try Database(url: #require(TestServer.shared).url())
        defer { database.close() }
        var random = SystemRandomNumberGenerator()
        var numbers = [
            "0", "0.00", "1", "-1", "10000", "123456789012345678", "1234567890123456789", "99999999999999999999",
            "0.0001", "0.00010", "-0.000012345678", "1e20", "1e-20", "12345678.12345678", "NaN", "Infinity",
            "-Infinity",
            "100000000000000000", "1000000000000000000", "0.000000000000000001", "18446744073709551616",
        ]
        for _ in 0..<500 {
            let digits = Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0..<63, using: &random)
            numbers.append("\(digits)e\(Int.random(in: -30...20, using: &random))")
        }
        let others = [
            "'2001-02-03'::date", "'infinity'::date", "'-infinity'::date", "'0044-03-15 BC'::date",
            "'9999-12-31'::date",
            "'10000-01-01'::date", "'0001-01-01'::date", "'2001-02-03 04:05:06.789'::timestamp",
            "'infinity'::timestamp",
            "'2001-02-03 04:05:06.789+01'::timestamptz", "'-infinity'::timestamptz", "true", "false", "NULL::text",
            "7::smallint", "70000::integer", "1::bigint", "'abc'::text", "'äbc'::varchar", "'a  '::char(3)",
            "0.5::float8",
            "'NaN'::float8", "'-0'::float8", "0.1::float4", "'\\x00'::bytea", "'12:30'::time", "5::oid",
        ]
        let told = try database.read { session in
            var told = 0
            for value in numbers.map({ "'\($0)'::numeric" }) + others {
                try session.forEachRow("SELECT \(unsafe: value)") { told += try compare($0) }
            }
            return told
        }
        #expect(told > 500)
    }
}
