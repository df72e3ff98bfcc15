import Foundation
import Testing
import ZIMDb

@Suite(.showingValues) struct BytesValueTests {
    @Test func bytesComeBackAsTheyWere() throws {
        for bytes: [UInt8] in [[], [0], [0, 0xFF, 0], Array(0...255), Array(repeating: 7, count: 1_000_000)] {
            try expectRoundTrip(bytes)
            try expectRoundTrip(Data(bytes))
        }
    }

    @Test func noBytesAreNotNull() throws {
        let database = try Database.inMemory()
        try database.read { session throws in
            #expect(try session.value("SELECT typeof(\(Data()))", as: String.self) == "blob")
            #expect(try session.value("SELECT typeof(\(""))", as: String.self) == "text")
        }
        #expect(try read("x''", as: Data?.self) == Data())
        #expect(try read("zeroblob(3)", as: [UInt8].self) == [0, 0, 0])
    }

    @Test func textIsReadAsItsBytesAndNumbersAreNot() throws {
        #expect(try read("'é'", as: Data.self) == Data([0xC3, 0xA9]))
        expectMismatch("1", as: Data.self, "column \"it\": integer 1 cannot be read as `Data`")
        expectMismatch("NULL", as: [UInt8].self, "column \"it\": NULL cannot be read as `Array<UInt8>`")
    }

    @Test func messagesCutLongValues() {
        let error = #expect(throws: ValueMismatch.self) { try read("zeroblob(5000)", as: Int.self) }
        #expect(error?.description.contains("…' of 5000 bytes") == true)
        let long = #expect(throws: ValueMismatch.self) { try read("printf('%.*c', 5000, 'x')", as: Int.self) }
        #expect((long?.description.count ?? 9999) < 120)
    }
}
