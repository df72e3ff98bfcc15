import ZIMDb

/// The models that a relationship found, and those of the join table where they are wanted.
struct RelatedModels {
    var models: [Model] = []
    var joins: [Model] = []
}

/// The rows that were found for many keys: those of one key stand together, in the order of the keys.
struct FoundRows {
    private var models: ContiguousArray<Model?> = []
    private var joins: ContiguousArray<Model?> = []
    /// Where the rows of each key end.
    private var ends: ContiguousArray<Int32> = []

    /// The first key that had more rows than were kept.
    private(set) var surplus: Int?

    /// All models that have not been taken, key by key.
    var allModels: [Model] { Self.copy(0..<models.count, models) }

    /// The rows of a key.
    func rows(_ position: Int) -> RelatedModels {
        let range = range(position)
        if range.isEmpty { return RelatedModels() }
        return RelatedModels(models: Self.copy(range, models), joins: joins.isEmpty ? [] : Self.copy(range, joins))
    }

    private static func copy(_ range: Range<Int>, _ source: ContiguousArray<Model?>) -> [Model] {
        // The standard library writes the count of none into the empty array that all threads share.
        if range.isEmpty { return [] }
        return source.withUnsafeBufferPointer { source in
            Array(unsafeUninitializedCapacity: range.count) { target, count in
                for index in range {
                    guard let model = source[index] else { continue }
                    target.initializeElement(at: count, to: model)
                    count += 1
                }
            }
        }
    }

    /// The rows of a key, which are gone from here.
    mutating func take(_ position: Int) -> RelatedModels {
        let range = range(position)
        if range.isEmpty { return RelatedModels() }
        return RelatedModels(models: Self.move(range, &models), joins: joins.isEmpty ? [] : Self.move(range, &joins))
    }

    private static func move(_ range: Range<Int>, _ source: inout ContiguousArray<Model?>) -> [Model] {
        source.withUnsafeMutableBufferPointer { source in
            Array(unsafeUninitializedCapacity: range.count) { target, count in
                for index in range {
                    guard let model = source[index].take() else { continue }
                    target.initializeElement(at: count, to: model)
                    count += 1
                }
            }
        }
    }

    @inline(__always)
    private func range(_ position: Int) -> Range<Int> {
        guard position >= 0, position < ends.count else { return 0..<0 }
        return (position == 0 ? 0 : Int(ends[position - 1]))..<Int(ends[position])
    }

    mutating func append(contentsOf other: consuming FoundRows) {
        if ends.isEmpty {
            self = other
            return
        }
        let start = Int32(truncatingIfNeeded: models.count)
        models.append(contentsOf: other.models)
        joins.append(contentsOf: other.joins)
        if surplus == nil, let position = other.surplus { surplus = ends.count + position }
        for end in other.ends { ends.append(start + end) }
    }

    mutating func removeAll() { self = FoundRows() }

    /// Takes rows in as they come, each with the position of its key.
    struct Builder {
        private var rows = FoundRows()
        private var counts: ContiguousArray<Int32>
        /// The position of each row's key, from the first row on that comes after one of a later key.
        private var positions: ContiguousArray<Int32>?
        private var last = 0
        /// How many rows of each key are kept at most: the first ones.
        private let most: Int32

        init(keys: Int, isSingle: Bool) {
            counts = ContiguousArray(repeating: 0, count: keys)
            most = isSingle ? 1 : .max
            rows.models.reserveCapacity(keys)
        }

        /// Whether a row of a key would be kept.
        @inline(__always)
        func isWanted(_ position: Int) -> Bool { position >= 0 && position < counts.count && counts[position] < most }

        @inline(__always)
        mutating func append(_ model: consuming Model, join: consuming Model?, position: Int) {
            guard isWanted(position) else { return }
            if positions == nil, position < last { notePositions() }
            last = position
            counts[position] &+= 1
            rows.models.append(model)
            positions?.append(Int32(truncatingIfNeeded: position))
            if let join { rows.joins.append(join) }
        }

        /// Notes that a row of a key is not kept.
        mutating func leaveOut(_ position: Int) {
            if rows.surplus == nil, position >= 0, position < counts.count { rows.surplus = position }
        }

        /// Up to here the rows came in the order of the keys.
        @inline(never)
        private mutating func notePositions() {
            var noted = ContiguousArray<Int32>()
            noted.reserveCapacity(rows.models.count * 2)
            for (index, count) in counts.enumerated() {
                noted.append(contentsOf: repeatElement(Int32(truncatingIfNeeded: index), count: Int(count)))
            }
            positions = noted
        }

        /// The rows key by key; those of one key in the order in which they came.
        consuming func finish() -> FoundRows {
            var ends = counts
            var sum: Int32 = 0
            for index in ends.indices {
                sum += ends[index]
                ends[index] = sum
            }
            rows.ends = ends
            guard let positions else { return rows }
            var next = ContiguousArray(ends.indices.map { $0 == 0 ? 0 : ends[$0 - 1] })
            var models = ContiguousArray<Model?>(repeating: nil, count: rows.models.count)
            var joins = ContiguousArray<Model?>(repeating: nil, count: rows.joins.count)
            for (index, position) in positions.enumerated() {
                let target = Int(next[Int(position)])
                next[Int(position)] += 1
                models[target] = rows.models[index]
                if !joins.isEmpty { joins[target] = rows.joins[index] }
            }
            rows.models = models
            rows.joins = joins
            return rows
        }
    }
}
