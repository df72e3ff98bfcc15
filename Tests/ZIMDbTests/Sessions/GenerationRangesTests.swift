import Testing

@testable import ZIMDb

@Suite struct GenerationRangesTests {
    @Test func whatWasAddedIsFound() {
        var ranges = GenerationRanges()
        var added: Set<UInt64> = []
        #expect(!ranges.contains(0))
        // Apart, meeting the one before, around two of them, around all.
        for (first, last) in [
            (3, 4), (7, 7), (8, 9), (12, 12), (14, 14), (11, 16), (20, 20), (22, 23), (2, 24), (30, 31),
        ] as [(UInt64, UInt64)] {
            ranges.add(from: first, to: last)
            added.formUnion(first...last)
            for generation in 0...40 as ClosedRange<UInt64> {
                #expect(
                    ranges.contains(generation) == added.contains(generation), "\(generation) behind \(first)...\(last)"
                )
            }
        }
    }
}
