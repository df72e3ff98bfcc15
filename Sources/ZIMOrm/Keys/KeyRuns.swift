import ZIMDb

/// Keys of which one part differs, and that part are whole numbers that mostly follow each other: 1 to 400, 402 to 1,000.
///
/// To read an index from one number to another costs a third less than to look up each number in it.
struct KeyRuns {
    /// How many keys are worth asking which indexes there are.
    static let fewestKeys = 256
    /// How many keys a run must have on average: each is a lookup, and dearer than one of a key.
    static let meanLength = 8

    private struct Run {
        let low: Int64
        let high: Int64
        /// How many numbers there are in the runs before.
        let start: Int
    }

    private var runs: ContiguousArray<Run> = []
    /// The places of the keys in the order of their numbers; nil if they came in it.
    private var places: ContiguousArray<Int32>?
    /// The run that the latest number was in: rows come run by run.
    private var current = 0

    /// - Returns: nil if a part is no whole number, a number comes twice, or the runs are too short.
    init?(of keys: KeyList, part: Int) {
        guard keys.count >= Self.fewestKeys, keys.count <= Int(Int32.max) else { return nil }
        var numbers = ContiguousArray<Int64>()
        numbers.reserveCapacity(keys.count)
        var isAscending = true
        for place in 0..<keys.count {
            guard case .integer(let number) = keys.part(part, of: place) else { return nil }
            if let last = numbers.last, last >= number { isAscending = false }
            numbers.append(number)
        }
        if !isAscending {
            let order = (0..<Int32(truncatingIfNeeded: keys.count)).sorted { numbers[Int($0)] < numbers[Int($1)] }
            numbers = ContiguousArray(order.map { numbers[Int($0)] })
            places = ContiguousArray(order)
        }
        guard var low = numbers.first else { return nil }
        var last = low
        var start = 0
        for (index, number) in numbers.enumerated().dropFirst() {
            guard number != last else { return nil }
            if last &+ 1 != number {
                runs.append(Run(low: low, high: last, start: start))
                if runs.count * Self.meanLength > numbers.count { return nil }
                (low, start) = (number, index)
            }
            last = number
        }
        runs.append(Run(low: low, high: last, start: start))
        guard runs.count * Self.meanLength <= numbers.count else { return nil }
    }

    /// `[[1,400],[402,1000]]`
    var json: String { "[" + runs.map { "[\($0.low),\($0.high)]" }.joined(separator: ",") + "]" }

    /// `{1,402}` and `{400,1000}`
    func lists(of type: String) throws -> [SQLValue] {
        [
            try ListText.value(runs.map { .integer($0.low) }, type: type),
            try ListText.value(runs.map { .integer($0.high) }, type: type),
        ]
    }

    /// The place of the key with a number.
    @inline(__always)
    mutating func place(of number: Int64) -> Int? {
        var run = runs[current]
        if number < run.low || number > run.high {
            guard let found = index(of: number) else { return nil }
            current = found
            run = runs[found]
        }
        let index = run.start + Int(number - run.low)
        return places.map { Int($0[index]) } ?? index
    }

    /// The run that a number is in, of which there may be thousands.
    private func index(of number: Int64) -> Int? {
        var (first, end) = (0, runs.count)
        while first < end {
            let middle = (first + end) / 2
            if runs[middle].high < number { first = middle + 1 } else { end = middle }
        }
        return first < runs.count && runs[first].low <= number ? first : nil
    }
}
