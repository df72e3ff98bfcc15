import ZIMOrm
import ZIMSql

/// Turns rows of the source into rows of the target, as the plan has it.
struct RowConverter {
    private let table: CopyTable
    private let kinds: [CopyKind]
    private let readers: [ColumnReader]
    private let plainReaders: [PlainReader]
    private let targetReaders: [PlainReader]
    private let target: CopyEngine
    private let invalidValues: CopyOptions.InvalidValues
    /// Whether every value is written as it was read: nothing is left out, nothing becomes NULL, and the target holds what
    /// is read in a plain form.
    private let isPlain: Bool
    /// For each foreign key that rows break, the positions of its columns.
    private let orphans: [[Int]]
    private let isNullable: [Bool]
    /// The positions of columns that must hold a value.
    private let required: [Int]

    init(_ table: CopyTable, to target: CopyEngine, _ invalidValues: CopyOptions.InvalidValues) {
        self.table = table
        self.target = target
        self.invalidValues = invalidValues
        isPlain = (invalidValues == .refuse || invalidValues == .widen) && target.traits.holdsPlainValues
        kinds = table.columns.map(\.kind)
        readers = table.columns.map(\.reader)
        plainReaders = readers.map { PlainReader($0) }
        targetReaders = kinds.map { PlainReader(ColumnReader(kind: $0, dates: nil, isPadded: false)) }
        let isNullable = table.isNullable
        self.isNullable = isNullable
        orphans = table.orphans.map { orphans in
            orphans.key.columns.compactMap { name in table.columns.firstIndex { $0.name == name } }
        }
        required = isNullable.indices.filter { !isNullable[$0] }
    }

    /// The meanings of a row's values; nil for a row that is left out.
    ///
    /// - Throws: ``ToolError`` for a value that does not fit although it was checked.
    func meanings(_ row: Row) throws -> [CopyMeaning]? {
        var meanings: [CopyMeaning] = []
        meanings.reserveCapacity(kinds.count)
        var long = LongRow()
        for index in kinds.indices {
            let kind = kinds[index]
            let value = row.value(at: index)
            if table.longestRow != nil { long.sizes.append(value.size) }
            do {
                let meaning = try readers[index].meaning(of: value)
                // What no kind tells, the engine's own limits do.
                if invalidValues != .refuse, invalidValues != .widen { _ = try meaning.value(of: kind, in: target) }
                meanings.append(meaning)
            } catch {
                switch invalidValues {
                case .skip: return nil
                case .null where isNullable[index]:
                    meanings.append(.null)
                    if table.longestRow != nil { long.sizes[index] = 0 }
                default:
                    throw ToolError("\(table.source.name).\(table.columns[index].source.name): a value \(error.reason)")
                }
            }
        }
        guard invalidValues == .skip || invalidValues == .null else { return meanings }
        if invalidValues == .skip, required.contains(where: { meanings[$0] == .null }) { return nil }
        if let limit = table.longestRow, long.size > limit {
            if invalidValues == .skip { return nil }
            for index in long.nulls(for: limit, isNullable) ?? [] { meanings[index] = .null }
        }
        for (number, positions) in orphans.enumerated() {
            guard case .integer(0) = row.value(at: kinds.count + table.rowKey.count + number) else { continue }
            if invalidValues == .skip { return nil }
            for index in positions where isNullable[index] { meanings[index] = .null }
        }
        return meanings
    }

    /// Gives the values to write; false for a row that is left out.
    func fill(_ next: inout BulkRow, from row: Row) throws -> Bool {
        if isPlain {
            for index in kinds.indices {
                if let plain = plainReaders[index].meaning(row, index) {
                    next.append(plain.postgresValue(of: kinds[index]))
                } else {
                    next.append(try value(row, index))
                }
            }
            return true
        }
        guard let meanings = try meanings(row) else { return false }
        for (index, meaning) in meanings.enumerated() {
            do { next.append(try meaning.value(of: kinds[index], in: target)) } catch {
                throw ToolError("\(table.source.name).\(table.columns[index].source.name): a value \(error.reason)")
            }
        }
        return true
    }

    private func value(_ row: Row, _ index: Int) throws -> SQLValue {
        do { return try readers[index].meaning(of: row.value(at: index)).value(of: kinds[index], in: target) } catch {
            throw ToolError("\(table.source.name).\(table.columns[index].source.name): a value \(error.reason)")
        }
    }

    /// The hash of a row of the source; nil for a row that is left out.
    func hash(source row: Row) throws -> RowHash? {
        guard let meanings = try meanings(row) else { return nil }
        var hash = RowHash()
        for meaning in meanings { hash.add(meaning) }
        return hash
    }

    /// The hash of a row that was read back from the target.
    func hash(target row: Row) throws -> RowHash {
        var hash = RowHash()
        for index in kinds.indices {
            if let plain = targetReaders[index].meaning(row, index) {
                hash.add(plain: plain)
                continue
            }
            do { hash.add(try kinds[index].meaning(of: row.value(at: index))) } catch {
                throw ToolError(
                    "\(table.source.name).\(table.columns[index].source.name): what was written \(error.reason)")
            }
        }
        return hash
    }
}
