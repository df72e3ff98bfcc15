import ZIMDb

/// Keys of which one part differs, and that part are whole numbers that mostly follow each other: 1 to 400, 402 to 1,000.
///
/// To read an index from one number to another costs a third less than to look up each number in it.
struct KeyRuns {
    /// How many keys are worth asking which indexes there are.
    static let fewestKeys = 256
    /// How many keys a run must have on average: each is a lookup, and dearer than one of a key.
    static let meanLength = 8
    /// How many ranges a statement names at most.
    static let mostRanges = 128

    /// How runs stand in a statement.
    enum Form: Hashable {
        case json
        /// Lists of a type: PostgreSQL.
        case lists(of: String)
        /// A row with the ends of so many runs, as MySQL reads an index from one value to another only where it knows both
        /// when it plans.
        case ranges(Int)

        var parameterCount: Int {
            switch self {
            case .json: 1
            case .lists: 2
            case .ranges(let count): 2 * count
            }
        }

        var columnNames: [String] {
            switch self {
            case .json: ["value"]
            case .lists: ["low", "high"]
            case .ranges(let count): (0..<count).flatMap { ["low\($0)", "high\($0)"] }
            }
        }

        func source(_ names: MadeUpNames) -> SQL {
            switch self {
            case .json: return names.jsonEach(.parameter)
            case .lists(let type):
                let list = ArrayLiteral.list(.parameter, of: type)
                return "unnest(\(list), \(list)) AS \(names.sql("keys(low, high)"))"
            case .ranges:
                let ends: [SQL] = columnNames.map { "CAST(\(SQLExpression.parameter) AS SIGNED) AS \(unsafe: $0)" }
                return "(SELECT \(ends.commaSeparated)) AS \(names.sql("keys"))"
            }
        }

        /// `column BETWEEN keys.low AND keys.high`
        func condition(_ column: SQLExpression, _ names: MadeUpNames) -> SQLExpression {
            func lies(_ low: String, _ high: String) -> SQL {
                "\(column) BETWEEN \(names.key(low)) AND \(names.key(high))"
            }
            switch self {
            case .json: return .operand(lies("value ->> 0", "value ->> 1"))
            case .lists: return .operand(lies("low", "high"))
            case .ranges(let count):
                return .operand("(\((0..<count).map { lies("low\($0)", "high\($0)") }.joined(separator: " OR ")))")
            }
        }
    }

    private struct Run {
        let low: Int64
        let high: Int64
        /// How many numbers there are in the runs before.
        let start: Int
    }

    private var runs: ContiguousArray<Run> = []
    /// The positions of the keys in the order of their numbers; nil if they came in it.
    private var positions: ContiguousArray<Int32>?
    /// The run that the latest number was in: rows come run by run.
    private var current = 0

    /// - Returns: nil if a part is no whole number, a number comes twice, or the runs are too short.
    init?(of keys: KeyList, part: Int) {
        guard keys.count >= Self.fewestKeys, keys.count <= Int(Int32.max) else { return nil }
        var numbers = ContiguousArray<Int64>()
        numbers.reserveCapacity(keys.count)
        var isAscending = true
        for index in 0..<keys.count {
            guard case .integer(let number) = keys.part(part, of: index) else { return nil }
            if let last = numbers.last, last >= number { isAscending = false }
            numbers.append(number)
        }
        if !isAscending {
            let order = (0..<Int32(truncatingIfNeeded: keys.count)).sorted { numbers[Int($0)] < numbers[Int($1)] }
            numbers = ContiguousArray(order.map { numbers[Int($0)] })
            positions = ContiguousArray(order)
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

    /// The form for an engine that reads ranges; nil where they are many.
    var ranges: Form? {
        // Columns without a sign are never compared with a number below 0.
        guard let first = runs.first, first.low >= 0, runs.count <= Self.mostRanges else { return nil }
        // Rounded up, so that there are few statements to prepare.
        var count = 1
        while count < runs.count { count *= 2 }
        return .ranges(count)
    }

    /// `[[1,400],[402,1000]]`, or `{1,402}` and `{400,1000}`, or `1, 400, 402, 1000`.
    func parameters(_ form: Form) throws -> [SQLValue] {
        switch form {
        case .json: [.text("[" + runs.map { "[\($0.low),\($0.high)]" }.joined(separator: ",") + "]")]
        case .lists(let type):
            [
                try ArrayLiteral.value(runs.map { .integer($0.low) }, type: type),
                try ArrayLiteral.value(runs.map { .integer($0.high) }, type: type),
            ]
        // No number lies between NULL and NULL.
        case .ranges(let count):
            runs.flatMap { [.integer($0.low), .integer($0.high)] }
                + Array(repeating: .null, count: 2 * (count - runs.count))
        }
    }

    /// The position of the key with a number.
    @inline(__always)
    mutating func position(of number: Int64) -> Int? {
        var run = runs[current]
        if number < run.low || number > run.high {
            guard let found = index(of: number) else { return nil }
            current = found
            run = runs[found]
        }
        let index = run.start + Int(number - run.low)
        return positions.map { Int($0[index]) } ?? index
    }

    /// Finds the run that contains a number by binary search: there may be thousands.
    private func index(of number: Int64) -> Int? {
        var (first, end) = (0, runs.count)
        while first < end {
            let middle = (first + end) / 2
            if runs[middle].high < number { first = middle + 1 } else { end = middle }
        }
        return first < runs.count && runs[first].low <= number ? first : nil
    }
}
