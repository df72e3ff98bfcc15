import Testing
import ZIMDb

@Suite(.showingValues) struct IntegerValueTests {
    @Test func everyIntegerTypeKeepsItsExtremes() throws {
        try expectRoundTrip(Int.min)
        try expectRoundTrip(Int.max)
        try expectRoundTrip(Int8.min)
        try expectRoundTrip(Int8.max)
        try expectRoundTrip(Int16.min)
        try expectRoundTrip(Int16.max)
        try expectRoundTrip(Int32.min)
        try expectRoundTrip(Int32.max)
        try expectRoundTrip(Int64.min)
        try expectRoundTrip(Int64.max)
        try expectRoundTrip(UInt(Int64.max))
        try expectRoundTrip(UInt8.max)
        try expectRoundTrip(UInt16.max)
        try expectRoundTrip(UInt32.max)
        try expectRoundTrip(UInt64(Int64.max))
        try expectRoundTrip(UInt64.min)
    }

    @Test func aNumberOutOfRangeIsNeverCut() {
        expectMismatch(
            "70000", as: Int16.self, "column \"it\": integer 70000 cannot be read as `Int16`: it is out of range")
        expectMismatch("128", as: Int8.self, "column \"it\": integer 128 cannot be read as `Int8`: it is out of range")
        expectMismatch("-1", as: UInt8.self, "column \"it\": integer -1 cannot be read as `UInt8`: it is out of range")
        expectMismatch(
            "-1", as: UInt64.self, "column \"it\": integer -1 cannot be read as `UInt64`: it is out of range")
        expectMismatch("1e19", as: Int.self, "column \"it\": real 1e+19 cannot be read as `Int`: it is out of range")
    }

    @Test func aNumberAbove63BitsIsNotStoredAsAnother() throws {
        let database = try Database.holding("CREATE TABLE t (v INTEGER)")
        let error = #expect(throws: ValueMismatch.self) {
            try database.write { session throws in
                try session.run(try session.connection.statement("INSERT INTO t VALUES (?)")) {
                    try UInt64.max.bind(to: $0, at: 1)
                }
            }
        }
        #expect(
            error?.description
                == "text '18446744073709551615' cannot be bound as `UInt64`: it is larger than a column's 63 bits")
        #expect(try read("'18446744073709551615'", as: UInt64.self) == .max)
    }

    @Test func textInAnIntegerColumnIsReadWhereItIsANumber() throws {
        #expect(try read("'42'", as: Int.self) == 42)
        #expect(try read("'-7'", as: Int8.self) == -7)
        #expect(try read("3.0", as: Int.self) == 3)
        expectMismatch("'about 40'", as: Int.self, "column \"it\": text 'about 40' cannot be read as `Int`")
        expectMismatch("'042'", as: Int.self, "column \"it\": text '042' cannot be read as `Int`")
        expectMismatch("''", as: Int.self, "column \"it\": text '' cannot be read as `Int`")
        expectMismatch("'4e1'", as: Int.self, "column \"it\": text '4e1' cannot be read as `Int`")
    }

    @Test func otherKindsOfValueDoNotFit() {
        expectMismatch("NULL", as: Int.self, "column \"it\": NULL cannot be read as `Int`")
        expectMismatch("x'2a'", as: Int64.self, "column \"it\": blob x'2a' cannot be read as `Int64`")
        expectMismatch(
            "3.5", as: Int.self, "column \"it\": real 3.5 cannot be read as `Int`: it is not a whole number")
    }

    @Test func boolIsZeroOrOne() throws {
        try expectRoundTrip(true)
        try expectRoundTrip(false)
        #expect(try read("'true'", as: Bool.self))
        #expect(try read("'F'", as: Bool.self) == false)
        #expect(try read("1.0", as: Bool.self))
        expectMismatch("2", as: Bool.self, "column \"it\": integer 2 cannot be read as `Bool`")
        expectMismatch("'yes'", as: Bool.self, "column \"it\": text 'yes' cannot be read as `Bool`")
    }
}
