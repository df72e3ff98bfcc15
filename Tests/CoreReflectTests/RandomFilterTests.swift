import CoreReflect
import TestServer
import Testing

/// A row for random filters: numbers that may be nil.
private enum Random {
    class Item: Reflect {
        var a = 0
        var b: Int?
        var c = ""
    }

    /// The same numbers in each run.
    struct Generator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    /// A filter, as a query has it and as Swift works it out; nil is what SQL calls unknown.
    indirect enum Tree {
        case a(Comparison, Int)
        case b(Comparison, Int?)
        case c([String])
        case group(isOr: Bool, [Tree])

        static func random(_ depth: Int, using generator: inout Generator) -> Tree {
            switch Int.random(in: 0..<(depth > 0 ? 5 : 3), using: &generator) {
            case 0:
                let comparisons: [Comparison] = [.equals, .notEquals, .lessThan, .greaterThanOrEquals]
                return .a(
                    comparisons.randomElement(using: &generator) ?? .equals, Int.random(in: 0..<4, using: &generator))
            case 1:
                return Bool.random(using: &generator)
                    ? .b(Bool.random(using: &generator) ? .is : .isNot, nil)
                    : .b(.greaterThan, Int.random(in: 0..<4, using: &generator))
            case 2: return .c(["x", "y", "z"].filter { _ in Bool.random(using: &generator) })
            default:
                let count = Int.random(in: 0..<4, using: &generator)
                return .group(
                    isOr: Bool.random(using: &generator), (0..<count).map { _ in random(depth - 1, using: &generator) })
            }
        }

        func add(to query: Query<Item>) -> Query<Item> {
            switch self {
            case .a(let comparison, let value): query.filter("a", comparison, value: value)
            case .b(let comparison, let value): query.filter("Item.b", comparison, value: value)
            case .c(let values): query.filter("c", .in, values: values)
            case .group(true, let trees): query.or { inner in trees.reduce(inner) { $1.add(to: $0) } }
            case .group(false, let trees): query.and { inner in trees.reduce(inner) { $1.add(to: $0) } }
            }
        }

        func holds(_ item: Item) -> Bool? {
            switch self {
            case .a(.equals, let value): item.a == value
            case .a(.notEquals, let value): item.a != value
            case .a(.lessThan, let value): item.a < value
            case .a(_, let value): item.a >= value
            case .b(.is, _): item.b == nil
            case .b(.isNot, _): item.b != nil
            case .b(_, let value): item.b.map { $0 > value ?? 0 }
            case .c(let values): values.contains(item.c)
            case .group(let isOr, let trees): Tree.combine(isOr, trees.filter { !$0.isEmpty }.map { $0.holds(item) })
            }
        }

        /// A block without filters adds nothing.
        var isEmpty: Bool {
            if case .group(_, let trees) = self { return trees.allSatisfy(\.isEmpty) }
            return false
        }

        static func combine(_ isOr: Bool, _ values: [Bool?]) -> Bool? {
            if values.contains(where: { $0 == isOr }) { return isOr }
            return values.contains(where: { $0 == nil }) ? nil : !isOr
        }
    }
}

extension CoreReflectTests {
    /// Blocks inside blocks mean what they say.
    @Suite(.eachEngine) struct RandomFilterTests {
        @Test func blocksGroupAsTheyAreWritten() throws {
            try ServedEngine.configure()
            try Random.Item.register()
            try Random.Item.transaction {
                for number in 0..<60 {
                    let item = Random.Item()
                    item.a = number % 4
                    item.b = number % 5 == 4 ? nil : number % 5
                    item.c = ["x", "y", "z"][number % 3]
                    try item.pin()
                }
            }
            let items = try Random.Item.query().sort("objectId").findObject()
            var generator = Random.Generator(state: 7)
            for round in 0..<300 {
                let trees = (0..<Int.random(in: 1..<4, using: &generator)).map { _ in
                    Random.Tree.random(3, using: &generator)
                }
                let query = trees.reduce(Random.Item.query()) { $1.add(to: $0) }
                let found = try query.sort("objectId").findObject().map(\.objectId)
                let expected = items.filter { item in
                    // Swift's own nil inside of an array of optionals is a value, here unknown.
                    let values = trees.filter { !$0.isEmpty }.map { $0.holds(item) }
                    return Random.Tree.combine(false, values) == true
                }
                #expect(found == expected.map(\.objectId), "round \(round): \(trees)")
                #expect(try query.count() == expected.count)
            }
        }
    }
}
