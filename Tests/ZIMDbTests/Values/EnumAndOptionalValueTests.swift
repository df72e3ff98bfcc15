import Testing
import ZIMDb

private enum Carrier: Int, ColumnValue { case road = 1, rail, air }
private enum Status: String, ColumnValue { case open, closed }

@Suite(.showingValues) struct EnumAndOptionalValueTests {
    @Test func anEnumIsItsRawValue() throws {
        try expectRoundTrip(Carrier.air)
        try expectRoundTrip(Status.closed)
        #expect(try read("'2'", as: Carrier.self) == .rail)
        expectMismatch(
            "9", as: Carrier.self,
            "column \"it\": integer 9 cannot be read as `Carrier`: it is not the raw value of a case")
        expectMismatch(
            "'lost'", as: Status.self,
            "column \"it\": text 'lost' cannot be read as `Status`: it is not the raw value of a case")
        expectMismatch("NULL", as: Status.self, "column \"it\": NULL cannot be read as `Status`")
    }

    @Test func nullIsNil() throws {
        try expectRoundTrip(Int?.none)
        try expectRoundTrip(Int?.some(7))
        try expectRoundTrip(Carrier?.none)
        try expectRoundTrip(String?.some(""))
        expectMismatch("'x'", as: Int?.self, "column \"it\": text 'x' cannot be read as `Int`")
    }

    @Test func aColumnThatDoesNotExistIsNotNull() throws {
        let message = "column 3: NULL cannot be read as `Int?`: it is missing, the result has 1 column"
        try Database.inMemory().read { session throws in
            try session.forEachRow("SELECT 1") { row throws in
                #expect(throws: ValueMismatch.self) { try row.get(3, as: Int.self) }
                let error = #expect(throws: ValueMismatch.self) { try row.get(3, as: Int?.self) }
                #expect(error?.description == message)
                #expect(throws: ValueMismatch.self) { try row.get(-1, as: String?.self) }
                #expect(throws: ValueMismatch.self) { try row.get(1, as: SQLValue.self) }
                #expect(row.value(at: 9) == .null)
            }
            let row = try #require(try session.rows("SELECT 1 AS a").first)
            #expect(throws: ValueMismatch.self) { try row.get(1, as: Int?.self) }
            let error = #expect(throws: ValueMismatch.self) { try row.get("b", as: Int?.self) }
            #expect(
                error?.description
                    == "column \"b\": NULL cannot be read as `Int?`: it is missing among [\"a\"]")
            #expect(try row.get("A", as: Int.self) == 1)
        }
    }

    @Test func everyValueIsReadAsAnSQLValue() throws {
        let row = try Database.inMemory().read { try $0.rows("SELECT NULL, 1, 2.5, 'x', x'00' AS b") }.first
        #expect(row?.values == [.null, .integer(1), .real(2.5), .text("x"), .blob([0])])
        #expect(row?["B"] == .blob([0]))
        #expect(row?[17] == .null)
    }
}
