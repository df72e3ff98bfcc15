/// Random numbers that a seed gives again.
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    package mutating func below(_ bound: Int) -> Int { bound > 0 ? Int.random(in: 0..<bound, using: &self) : 0 }
    package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    /// One of a list that is not empty.
    package mutating func pick<T>(_ list: [T]) -> T { list[below(list.count)] }

    /// One of a list, each as often as its weight says.
    package mutating func pick<T>(weighted list: [(weight: Int, value: T)]) -> T {
        var left = below(list.reduce(0) { $0 + $1.weight })
        for item in list {
            left -= item.weight
            if left < 0 { return item.value }
        }
        return list[list.count - 1].value
    }
}
