import Foundation
import Testing
import ZIMOrm

@testable import ZIMTool

/// What values mean, whichever engine they come from, and what is written for them.
@Suite struct CopyValueTests {
    @Test(arguments: [
        ("12.50", "12.5"), ("-0.0", "0"), ("1e-05", "0.00001"), ("1E+20", "100000000000000000000"), (" 007 ", "7"),
        (".5", "0.5"), ("-12345678901234567890.123456789", "-12345678901234567890.123456789"),
        ("5e-324", "0." + String(repeating: "0", count: 323) + "5"),
    ])
    func decimals(_ text: String, _ plain: String) throws {
        let decimal = try #require(DecimalNumber(copied: text))
        #expect(decimal.text == plain)
        #expect(DecimalNumber(copied: plain) == decimal)
    }

    @Test(arguments: ["", "-", ".", "1e", "1.2.3", "0x10", "abc", "1 2", "Infinity", "1e999999999"])
    func noDecimals(_ text: String) { #expect(DecimalNumber(copied: text) == nil) }

    @Test(arguments: ["1e400", "-1e309", "1e-400"])
    func noRealNumbers(_ text: String) {
        #expect(throws: (any Error).self) { try CopyKind.real.meaning(of: .text(text)) }
    }

    @Test func exactReals() {
        #expect(DecimalNumber(copied: "0.1")?.exactReal == 0.1)
        #expect(DecimalNumber(copied: "0.1000000000000000055")?.exactReal == nil)
        #expect(DecimalNumber(copied: "9007199254740993")?.exactReal == nil)
        #expect(DecimalNumber(copied: "9223372036854775807")?.integer == .max)
        #expect(DecimalNumber(copied: "9223372036854775808")?.integer == nil)
        #expect(DecimalNumber(0.30000000000000004)?.fractionDigits == 17)
    }

    @Test(arguments: [
        ("2001-02-03", "2001-02-03 00:00:00"), ("2001-02-03T04:05", "2001-02-03 04:05:00"),
        ("20010203", "2001-02-03 00:00:00"),
        ("2001-02-03 04:05:06.250000", "2001-02-03 04:05:06.25"),
        ("1969-12-31 23:59:59.999999", "1969-12-31 23:59:59.999999"),
        ("2001-02-03T04:05:06+02:00", "2001-02-03 02:05:06"), ("2001-02-03 04:05:06-0530", "2001-02-03 09:35:06"),
        ("2001-02-03 04:05:06Z  ", "2001-02-03 04:05:06"), ("2001-12-31 24:00:00", "2002-01-01 00:00:00"),
        ("0044-03-15 BC", "0044-03-15 00:00:00 BC"), ("0000-03-15", "0001-03-15 00:00:00 BC"),
        ("12345-06-07 01:02:03", "12345-06-07 01:02:03"),
        ("4713-01-01 00:00:00 BC", "4713-01-01 00:00:00 BC"),
        ("294276-12-31 23:59:59.999999", "294276-12-31 23:59:59.999999"),
        ("infinity", "infinity"), ("-infinity", "-infinity"), ("2000-02-29", "2000-02-29 00:00:00"),
    ])
    func moments(_ text: String, _ plain: String) throws {
        let meaning = try CopyKind.timestamp.meaning(of: .text(text))
        #expect(try meaning.value(of: .timestamp, in: .postgreSQL) == .text(plain))
        // What is written is read as the same.
        #expect(try CopyKind.timestamp.meaning(of: .typed(SQLTypedText(plain, type: "timestamp"))) == meaning)
    }

    @Test(arguments: [
        "1900-02-29", "2001-13-01", "2001-1-1", "2001-02-03 25:00", "2001-02-03x", "2001-02-03 04:05:06 Europe/Berlin",
        "", "99999999", "20010203 BC", "2001-02-03 23:59:60.5", "2001-02-03 24:00:01",
    ])
    func noMoments(_ text: String) { #expect(throws: Unfit.self) { try CopyKind.timestamp.meaning(of: .text(text)) } }

    /// The forms in which SQLite keeps points in time.
    @Test(arguments: [
        (SQLValue.integer(1_000_000_000), "2001-09-09 01:46:40"),
        (.integer(1_000_000_000_123), "2001-09-09 01:46:40.123"),
        (.real(2_451_545.25), "2000-01-01 18:00:00"), (.integer(20_010_203), "2001-02-03 00:00:00"),
        (.real(1_000_000_000.5), "2001-09-09 01:46:40.5"),
    ])
    func numbersAsMoments(_ value: SQLValue, _ text: String) throws {
        #expect(try CopyKind.timestamp.meaning(of: value).value(of: .timestamp, in: .sqlite) == .text(text))
    }

    /// What is equal on both ends, and what is written at each.
    @Test func bothEnds() throws {
        let pairs: [(CopyKind, SQLValue, SQLValue)] = [
            (.boolean, "t", 1), (.boolean, "FALSE", 0),
            (.number, .real(0.99), .typed(SQLTypedText("0.9900", type: "numeric"))),
            (.decimal(precision: 10, scale: 2), 5, .typed(SQLTypedText("5.00", type: "numeric"))), (.real, 3, 3.0),
            (.real, -0.0, 0.0),
            (
                .uuid, "{C2A8E3B0-0000-0000-0000-00000000000F}",
                .typed(SQLTypedText("c2a8e3b0-0000-0000-0000-00000000000f", type: "uuid"))
            ),
            (.integer(2), "0 ", 0),
            (.instant, "2001-02-03T04:05:06Z", .typed(SQLTypedText("2001-02-03 05:05:06+01", type: "timestamptz"))),
            (.date, 20_010_203, .typed(SQLTypedText("2001-02-03", type: "date"))),
            (.time, "12:30", .typed(SQLTypedText("12:30:00", type: "time"))),
            (.text(nil), 7, "7"),
            (
                .json, "{\"a\": [1, -2.5e3, \"\\u00e9\"]}",
                .typed(SQLTypedText("{\"a\": [1, -2.5e3, \"\\u00e9\"]}", type: "json"))
            ),
        ]
        for (kind, left, right) in pairs {
            #expect(try kind.meaning(of: left) == kind.meaning(of: right), "\(kind)")
            var (first, second) = (RowHash(), RowHash())
            first.add(try kind.meaning(of: left))
            second.add(try kind.meaning(of: right))
            #expect(first == second)
        }
        let values: [(CopyKind, SQLValue, SQLValue, SQLValue)] = [
            (.instant, "2001-02-03T04:05:06Z", "2001-02-03 04:05:06Z", "2001-02-03 04:05:06+00"), (.boolean, "t", 1, 1),
            (.number, .real(0.1), .real(0.1), "0.1"),
            (.number, .typed(SQLTypedText("1e20", type: "numeric")), .real(1e20), "100000000000000000000"),
            (.number, .typed(SQLTypedText("NaN", type: "numeric")), .null, "NaN"),
            (
                .uuid, .blob(Array(repeating: 1, count: 16)),
                "01010101-0101-0101-0101-010101010101", "01010101-0101-0101-0101-010101010101"
            ),
        ]
        for (kind, value, file, server) in values {
            let meaning = try kind.meaning(of: value)
            if !file.isNull { #expect(try meaning.value(of: kind, in: .sqlite) == file) }
            #expect(try meaning.value(of: kind, in: .postgreSQL) == server)
        }
    }

    @Test(arguments: [
        "{}", "[]", " [1, 2.5e-3, true, null, \"\\\\\\u0041\"] ", "0", "-0.5", "\"x\"", "{\"a\":{\"b\":[[]]}}",
    ])
    func json(_ text: String) { #expect(JSONCheck.isValid(text)) }

    @Test(arguments: ["", "{", "[1,]", "{a:1}", "01", "1.", "+1", "'x'", "\"\\x\"", "nul", "[1] 2", "\"\n\"", "NaN"])
    func noJSON(_ text: String) { #expect(!JSONCheck.isValid(text)) }

    /// The order of rows does not count; a value, its place and how often a row is there do.
    @Test func checksums() {
        func sum(_ rows: [[SQLValue]]) -> TableChecksum {
            var sum = TableChecksum()
            for row in rows {
                var hash = RowHash()
                for value in row { hash.add(stored: value) }
                sum.add(hash)
            }
            return sum
        }
        let rows: [[SQLValue]] = [[1, "a"], [2, "b"], [2, "b"], [.null, "ab"]]
        #expect(sum(rows) == sum(rows.reversed()))
        let others: [[[SQLValue]]] = [
            [[1, "a"], [2, "b"], [.null, "ab"]], [[1, "b"], [2, "a"], [2, "b"], [.null, "ab"]],
            [["a", 1], [2, "b"], [2, "b"], [.null, "ab"]],
            [["1", "a"], [2, "b"], [2, "b"], [.null, "ab"]], [[1, "a"], [2, "b"], [2, "b"], ["", "ab"]],
            [[1.0, "a"], [2, "b"], [2, "b"], [.null, "ab"]],
        ]
        for other in others { #expect(sum(other) != sum(rows)) }
    }

    @Test func keysAsText() throws {
        let key: [SQLValue] = [
            .null, .integer(.min), .real(-0.1), "", "ä b:c", .blob([]), .blob([0, 255]),
            .typed(SQLTypedText("2001-02-03", type: "date")),
        ]
        #expect(try KeyWords.values(of: KeyWords.text(of: key)) == key)
        #expect(throws: ToolError.self) { try KeyWords.values(of: "q1") }
    }
}
