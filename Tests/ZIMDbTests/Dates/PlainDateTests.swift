import Foundation
import Testing
import ZIMDb

/// The dates that are read eight bytes at a time are those that are read piece by piece.
@Suite struct PlainDateTests {
    @Test func everyByteInEveryPlaceReadsTheSame() {
        for text in ["2024-02-29 12:34:56", "1999-12-31T23:59:59", "2024-02-29 12:34:56.125", "0000-01-01 00:00:00"] {
            let bytes = Array(text.utf8)
            for index in bytes.indices {
                for byte in UInt8.min...UInt8.max {
                    var changed = bytes
                    changed[index] = byte
                    // A space more is no plain date, and says the same.
                    let plain = changed.withUnsafeBufferPointer { DateParser.parse($0) }
                    let piecewise = (changed + [32]).withUnsafeBufferPointer { DateParser.parse($0) }
                    if plain != piecewise { Issue.record("\(changed): \(String(describing: plain))") }
                }
            }
        }
    }
}
