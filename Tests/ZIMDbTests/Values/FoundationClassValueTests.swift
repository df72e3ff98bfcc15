import Foundation
import Testing
import ZIMDb

@Suite(.showingValues) struct FoundationClassValueTests {
    @Test func objectsComeBackEqual() throws {
        try expectRoundTrip(NSString(string: "Grüße"))
        try expectRoundTrip(NSData(data: Data([1, 0, 255])))
        try expectRoundTrip(NSDate(timeIntervalSince1970: 1_795_264_623.25))
        try expectRoundTrip(NSNumber(value: 42))
        try expectRoundTrip(NSNumber(value: 2.5))
        try expectRoundTrip(NSNumber(value: Int64.min))
        try expectRoundTrip(NSNumber(value: true))
        try expectRoundTrip(NSDecimalNumber(string: "12.345678901234567890123"))
    }

    @Test func aNumberKeepsItsKind() {
        #expect(NSNumber(value: 3).sqlValue == .integer(3))
        #expect(NSNumber(value: 3.0).sqlValue == .real(3))
        #expect(NSNumber(value: Float(0.5)).sqlValue == .real(0.5))
        #expect(NSNumber(value: UInt64.max).sqlValue == .text("18446744073709551615"))
        #expect(NSNumber(value: false).sqlValue == .integer(0))
        #expect(NSDecimalNumber(string: "1.10").sqlValue == .text("1.1"))
    }

    @Test func whatDoesNotFitIsAnError() {
        #expect(throws: ValueMismatch.self) { try read("'forty'", as: NSNumber.self) }
        #expect(throws: ValueMismatch.self) { try read("'forty'", as: NSDecimalNumber.self) }
        #expect(throws: ValueMismatch.self) { try read("'forty'", as: NSDate.self) }
        #expect(throws: ValueMismatch.self) { try read("NULL", as: NSString.self) }
        #expect(throws: ValueMismatch.self) { try read("7", as: NSData.self) }
        #expect(throws: ValueMismatch.self) { try read("CAST(x'ff' AS TEXT)", as: NSString.self) }
    }

    @Test func nullIsNilForAnOptional() throws {
        #expect(try read("NULL", as: NSNumber?.self) == nil)
        #expect(try read("NULL", as: NSString?.self) == nil)
        #expect(try read("'x'", as: NSString?.self) == "x")
    }
}
