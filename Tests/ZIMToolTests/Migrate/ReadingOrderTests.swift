import Testing
import ZIMOrm

@testable import ZIMTool

/// In which order views are made.
@Suite struct ReadingOrderTests {
    private func sorted(_ views: [(name: String, reads: [String])]) -> [String] {
        ReadingOrder.sorted(views.map { ($0.name, Set($0.reads.exactNames)) }).map { views[$0].name }
    }

    @Test func whatOthersReadComesFirst() {
        #expect(
            sorted([("a", ["c", "t"]), ("b", []), ("c", ["d", "c"]), ("d", ["t"]), ("e", ["b"])])
                == ["b", "d", "c", "a", "e"])
        // Two of one name in different schemas are read by that name both.
        #expect(sorted([("a", ["x"]), ("x", ["x"]), ("b", ["a"]), ("x", ["t"])]) == ["x", "x", "a", "b"])
    }

    @Test func aCircleBeginsWithTheViewThatReadsFewest() {
        #expect(sorted([("a", ["b", "c"]), ("b", ["a"]), ("c", ["a", "b"])]) == ["b", "a", "c"])
        #expect(sorted([("a", ["b"]), ("b", ["c"]), ("c", ["b"]), ("d", [])]) == ["d", "a", "b", "c"])
        #expect(sorted([("b", ["c"]), ("c", ["b"]), ("a", ["b"])]) == ["b", "c", "a"])
    }

    @Test func aLongChain() {
        let count = 5_000
        let views = (0..<count).map { (name: "v\($0)", reads: ["v\($0 + 1)", "t"]) }
        #expect(sorted(views) == views.map(\.name).reversed())
    }
}
