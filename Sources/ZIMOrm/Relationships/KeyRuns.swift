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
    /// The places of the keys in the order of their numbers; nil where they came in it.
    private var places: ContiguousArray<Int32>?
    /// The run that the latest number was in: rows come run by run.
    private var current = 0

    /// - Returns: nil where a part is no whole number, a number comes twice, or the runs are too short.
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
    func lists(of type: String) -> [SQLValue] {
        [
            ListText.value(runs.map { .integer($0.low) }, type: type),
            ListText.value(runs.map { .integer($0.high) }, type: type),
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

extension TablePlan {
    /// Whether an index begins with some columns and has a certain one last among them, and whether whole numbers are
    /// compared in it as numbers: then a run of numbers in that column is one piece of the index.
    func isOrdered(_ places: [Int], by last: Int, in session: Session) -> Bool {
        let question = places + [last]
        if let known = orderedKeys[question] { return known }
        // What is wrong with the table is for the statement that asks for its rows to say.
        let answer = (try? reads(places, orderedBy: last, in: session)) ?? false
        orderedKeys[question] = answer
        return answer
    }

    private func reads(_ places: [Int], orderedBy last: Int, in session: Session) throws -> Bool {
        let name = mapping.columns[last].name
        let indexes: [[String?]]
        if let catalog = CatalogReader(session) {
            let type = try tableSchema(in: session).column(name)?.listType
            guard type.map({ Self.wholeNumbers.contains($0) }) == true else { return false }
            indexes = try catalog.indexedColumns(of: mapping.table, schema: mapping.schema)
        } else {
            let description = try SchemaReader(session).indexedColumns(of: mapping.table, schema: mapping.schema)
            guard let type = description.types[name.lowercased()],
                [.integer, .numeric].contains(ColumnAffinity(type))
            else { return false }
            indexes = description.indexes
        }
        let names = Set(places.map { mapping.columns[$0].name.lowercased() })
        return indexes.contains { columns in
            let first = columns.prefix(places.count).map { $0?.lowercased() }
            return first.last == name.lowercased() && Set(first.compactMap { $0 }) == names
        }
    }

    /// PostgreSQL's, by both their names.
    static let wholeNumbers: Set<String> = ["smallint", "integer", "bigint", "int2", "int4", "int8"]
}

extension CatalogReader {
    /// The columns of each index that holds all rows in order; nil for an expression.
    func indexedColumns(of table: String, schema: String?) throws -> [[String?]] {
        let rows = try session.silentRows(catalog.indexes(CatalogScope(table: table, schema: schema)))
        return try CatalogRows.parts(of: rows).map {
            try CatalogRows.index($0.rows, name: $0.name, table: table, schema: schema)
        }.filter { !$0.isPartial && ($0.method ?? "btree") == "btree" }.map { $0.parts.map(\.column) }
    }
}

extension SchemaReader {
    /// The declared types of a table's columns by their names in small letters, and the columns of each index that holds
    /// all rows, in order; nil for an expression. The rows' identifier counts as an index.
    fileprivate func indexedColumns(of table: String, schema: String?) throws -> (
        types: [String: String], indexes: [[String?]]
    ) {
        let list = try rows(
            """
            SELECT -1, name, type, pk, NULL FROM pragma_table_xinfo(\(table), \(schema)) UNION ALL
            SELECT i.seq, c.name, NULL, c.seqno, i.origin FROM pragma_index_list(\(table), \(schema)) AS i
            CROSS JOIN pragma_index_info(i.name, \(schema)) AS c WHERE NOT i.partial ORDER BY 1, 4
            """)
        var types: [String: String] = [:]
        var key: [String] = []
        var hasKeyIndex = false
        var indexes: [Int: [String?]] = [:]
        for row in list {
            let index = try row.get(0, as: Int.self)
            let name = try row.get(1, as: String?.self)
            if index >= 0 {
                indexes[index, default: []].append(name)
                if try row.get(4, as: String.self) == "pk" { hasKeyIndex = true }
            } else if let name {
                types[name.lowercased()] = try row.get(2, as: String?.self) ?? ""
                if try row.get(3, as: Int.self) > 0 { key.append(name) }
            }
        }
        // The only kind of key that has no index is the rows' identifier itself.
        if key.count == 1, !hasKeyIndex { indexes[-1] = key }
        return (types, Array(indexes.values))
    }
}
