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
    /// For each foreign key that rows break, the places of its columns.
    private let orphans: [[Int]]
    private let isNullable: [Bool]
    /// The places of columns that must hold a value.
    private let required: [Int]

    init(_ table: CopyTable, to target: CopyEngine, _ invalidValues: CopyOptions.InvalidValues) {
        self.table = table
        self.target = target
        self.invalidValues = invalidValues
        kinds = table.columns.map(\.kind)
        readers = table.columns.map(\.reader)
        plainReaders = readers.map { PlainReader($0) }
        targetReaders = kinds.map { PlainReader(ColumnReader(kind: $0, dates: nil, isPadded: false)) }
        let isNullable = table.columns.map { !$0.isNotNull && !table.primaryKey.contains($0.name) }
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
        for place in kinds.indices {
            let kind = kinds[place]
            do {
                let meaning = try readers[place].meaning(of: row.value(at: place))
                // What no kind tells, the engine's own limits do.
                if invalidValues != .refuse, invalidValues != .widen { _ = try meaning.value(of: kind, in: target) }
                meanings.append(meaning)
            } catch {
                switch invalidValues {
                case .skip: return nil
                case .null where isNullable[place]: meanings.append(.null)
                default:
                    throw ToolError("\(table.source.name).\(table.columns[place].source.name): a value \(error.reason)")
                }
            }
        }
        guard invalidValues == .skip || invalidValues == .null else { return meanings }
        if invalidValues == .skip, required.contains(where: { meanings[$0] == .null }) { return nil }
        for (number, places) in orphans.enumerated() {
            guard case .integer(0) = row.value(at: kinds.count + table.rowKey.count + number) else { continue }
            if invalidValues == .skip { return nil }
            for place in places where isNullable[place] { meanings[place] = .null }
        }
        return meanings
    }

    /// Whether every value is written as it was read: nothing is left out, nothing becomes NULL.
    private var isPlain: Bool { invalidValues == .refuse || invalidValues == .widen }

    /// Gives the values to write; false for a row that is left out.
    func fill(_ next: inout BulkRow, from row: Row) throws -> Bool {
        if isPlain, target == .postgreSQL {
            for place in kinds.indices {
                if let plain = plainReaders[place].meaning(row, place) {
                    next.append(plain.postgresValue(of: kinds[place]))
                } else {
                    next.append(try value(row, place))
                }
            }
            return true
        }
        guard let meanings = try meanings(row) else { return false }
        for (place, meaning) in meanings.enumerated() {
            do { next.append(try meaning.value(of: kinds[place], in: target)) } catch {
                throw ToolError("\(table.source.name).\(table.columns[place].source.name): a value \(error.reason)")
            }
        }
        return true
    }

    private func value(_ row: Row, _ place: Int) throws -> SQLValue {
        do { return try readers[place].meaning(of: row.value(at: place)).value(of: kinds[place], in: target) } catch {
            throw ToolError("\(table.source.name).\(table.columns[place].source.name): a value \(error.reason)")
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
        for place in kinds.indices {
            if let plain = targetReaders[place].meaning(row, place) {
                hash.add(plain: plain)
                continue
            }
            do { hash.add(try kinds[place].meaning(of: row.value(at: place))) } catch {
                throw ToolError(
                    "\(table.source.name).\(table.columns[place].source.name): what was written \(error.reason)")
            }
        }
        return hash
    }
}
