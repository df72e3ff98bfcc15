import ZIMOrm
import ZIMSql

/// Goes through all rows of the source before anything is written, and finds what does not fit.
final class ValueCheck {
    let source: CopySource
    let target: CopyEngine
    let options: CopyOptions
    let invalidValues: InvalidValueList
    private(set) var notes: [CopyNote] = []

    init(_ source: CopySource, to target: CopyEngine, _ options: CopyOptions, _ invalidValues: InvalidValueList) {
        self.source = source
        self.target = target
        self.options = options
        self.invalidValues = invalidValues
    }

    private var isSameEngine: Bool { source.engine == target }

    /// Counts and checks the rows of all tables; widens types and leaves keys out where the options ask for it.
    func run(_ plan: inout CopyPlan) throws {
        let tables = CopyTableNames(plan.tables)
        let planned = plan.tables.map { $0.columns.map(\.typing) }
        for index in plan.tables.indices {
            try addProbes(&plan.tables[index], tables)
            let canFail =
                !plan.tables[index].orphans.isEmpty
                || (isSameEngine
                    ? plan.tables[index].columns.contains(where: \.hasErrorValue)
                    : plan.tables[index].columns.contains { $0.canFail(from: source.engine, to: target) })
            if !canFail, !options.isResumable {
                plan.tables[index].rows = try count(plan.tables[index])
            } else {
                try check(&plan.tables[index], plan.longestRow)
            }
            if !isSameEngine, options.invalidValues != .widen { try checkKeys(plan.tables[index]) }
        }
        if !isSameEngine, options.invalidValues == .widen {
            notes += plan.widenForeignKeys()
            notes += try leaveOutLooseKeys(of: &plan, where: planned)
            for index in plan.tables.indices {
                renewDefaults(in: &plan, ofTable: index, where: planned[index])
                try checkKeys(plan.tables[index])
            }
        }
        if options.invalidValues == .skip { try checkSkippedParents(plan) }
        plan.notes += notes
    }

    /// What the planned type could not hold as a default, the wider one may: `'0000-00-00'`.
    private func renewDefaults(in plan: inout CopyPlan, ofTable index: Int, where planned: [CopyTyping]) {
        let table = plan.tables[index]
        for (position, column) in table.columns.enumerated() where column.typing != planned[position] {
            guard let text = column.source.defaultValue, column.source.identity == nil,
                table.identity?.column != column.name,
                let renewed = try? PortableDefault.value(text, from: source.engine, to: target, reader: column.reader)
            else { continue }
            plan.tables[index].columns[position].defaultValue = renewed.value
            let isLeftOut = "the default of \(column.name), \(text), is left out"
            plan.notes.removeAll { $0.object == table.source.name && $0.text.hasPrefix(isLeftOut) }
        }
    }

    private func count(_ table: CopyTable) throws -> Int {
        let statement = SelectStatement().column(.count()).from(source.engine.traits.ownRows(of: table.source))
        return try source.session.rows(statement).first?.get(0, as: Int.self) ?? 0
    }

    /// A file's foreign keys may be broken, nobody had to switch them on; so each row is asked. A server's hold in general,
    /// which one statement tells for all rows.
    private func addProbes(_ table: inout CopyTable, _ tables: CopyTableNames) throws {
        let traits = source.engine.traits
        let areAsked = !isSameEngine && traits.mayBreakKeys
        for key in table.allForeignKeys(among: tables) where !key.isUnchecked {
            guard let parent = tables.target[key.parent], let link = link(key, table, parent) else { continue }
            let search = OrphanSearch(
                link: link, traits: traits,
                exactness: isSameEngine ? [] : try traits.exactness(of: link, source.session))
            guard try areAsked || search.hasOrphans(source.session) else { continue }
            let references = key.references.map { parent.sourceName(of: $0) }
            table.orphans.append(
                CopyOrphans(key: key, parent: parent.source.name, references: references, expression: search.probe))
        }
    }

    private func check(_ table: inout CopyTable, _ longestRow: Int?) throws {
        let words = RowWords(table)
        let behind = table.columns.count + table.rowKey.count
        // What is reported does not fit the type that was planned, whatever that becomes.
        let planned = table.columns.map(\.reader)
        var columns = table.columns
        var fingerprint = TableChecksum()
        var expected = TableChecksum()
        let known = invalidValues.count
        let isPlain = target.traits.holdsPlainValues && !isSameEngine && !options.isResumable && longestRow == nil
        let plainReaders = planned.map { PlainReader($0) }
        var brokenKeys = [Int](repeating: 0, count: table.orphans.count)
        let areRefused = table.orphans.map { isRefused($0.key, table) }
        let isNullable = table.isNullable
        var nullKeys = 0
        var skipped = 0
        var rows = 0
        try source.session.forEachRow(source.statement(of: table)) { row in
            rows += 1
            if rows % 4_096 == 0 { try tick(table.source.name, rows) }
            var isInvalidValue = false
            var hash = RowHash()
            var meanings = RowHash()
            var long = LongRow()
            for index in columns.indices {
                if isPlain, let plain = plainReaders[index].meaning(row, index) {
                    if case .null = plain, !isNullable[index] {
                    } else {
                        meanings.add(plain: plain)
                        continue
                    }
                }
                let value = row.value(at: index)
                if longestRow != nil { long.sizes.append(value.size) }
                if options.isResumable { hash.add(stored: value) }
                if isSameEngine, !planned[index].refusesEmpty || value.isNull { continue }
                if value.isNull {
                    guard !isNullable[index] else {
                        meanings.add(.null as CopyMeaning)
                        continue
                    }
                    isInvalidValue = true
                    nullKeys += 1
                    let isRefused = options.invalidValues != .skip && options.invalidValues != .widen
                    try report(table, index, row, words, rows, value, "in a NOT NULL column", isRefused)
                    continue
                }
                guard let reason = unfit(value, planned[index], row, index, &meanings) else { continue }
                isInvalidValue = true
                let isRefused =
                    switch options.invalidValues {
                    case .refuse: true
                    case .null: !isNullable[index]
                    case .skip: false
                    case .widen: !widen(&columns[index], value, row, index)
                    }
                if options.invalidValues == .null, longestRow != nil { long.sizes[index] = 0 }
                try report(table, index, row, words, rows, value, reason, isRefused)
            }
            if let longestRow, !isSameEngine, long.size > longestRow,
                let position = long.sizes.indices.max(by: { long.sizes[$0] < long.sizes[$1] })
            {
                isInvalidValue = true
                table.longestRow = longestRow
                let isRefused =
                    switch options.invalidValues {
                    case .refuse, .widen: true
                    case .null: long.nulls(for: longestRow, isNullable) == nil
                    case .skip: false
                    }
                let reason =
                    "makes a row of \(long.size.grouped) bytes, the max_allowed_packet of the server has room for \(longestRow.grouped)"
                try report(table, position, row, words, rows, row.value(at: position), reason, isRefused)
            }
            for number in brokenKeys.indices {
                guard case .integer(0) = row.value(at: behind + number) else { continue }
                isInvalidValue = true
                brokenKeys[number] += 1
                try reportOrphan(table, table.orphans[number], row, words, rows, areRefused[number])
            }
            if isInvalidValue, options.invalidValues == .skip { skipped += 1 }
            if options.isResumable { fingerprint.add(hash) }
            expected.add(meanings)
        }
        if !isSameEngine, invalidValues.count == known {
            table.checked = CheckedRows(checksum: expected, kinds: table.columns.map(\.kind))
        }
        table.rows = rows
        table.skippedRows = skipped
        if options.isResumable { table.fingerprint = fingerprint }
        resolve(&table, columns.map(\.typing), brokenKeys, nullKeys)
        try tick(table.source.name, rows, isDone: true)
    }

    /// Why a value does not fit; nil where it does.
    private func unfit(
        _ value: SQLValue, _ reader: ColumnReader, _ row: Row, _ position: Int, _ hash: inout RowHash
    ) -> String? {
        do {
            let meaning = try reader.meaning(of: value)
            _ = try meaning.value(of: reader.kind, in: target)
            hash.add(meaning)
            return nil
        } catch {
            if case .blob = value, row.storage(at: position) == .text { return "is text that is not valid UTF-8" }
            return error.reason
        }
    }

    private func widen(_ column: inout CopyColumn, _ value: SQLValue, _ row: Row, _ position: Int) -> Bool {
        var hash = RowHash()
        if unfit(value, column.reader, row, position, &hash) == nil { return true }
        while let wider = column.typing.wider(in: target) {
            column.typing = wider
            // What was said of its dates does not hold for all of them.
            column.dates = nil
            if unfit(value, column.reader, row, position, &hash) == nil { return true }
        }
        return false
    }

    /// What the options make of a table whose rows do not fit.
    private func resolve(
        _ table: inout CopyTable, _ typings: [CopyTyping], _ brokenKeys: [Int], _ nullKeys: Int
    ) {
        for index in typings.indices where typings[index] != table.columns[index].typing {
            notes.add(
                "\(table.source.name).\(table.columns[index].source.name)",
                "becomes \(typings[index].name(in: target)), which can hold all its values")
            table.columns[index].typing = typings[index]
            table.columns[index].dates = nil
        }
        if options.invalidValues == .widen, nullKeys > 0 {
            let key = table.primaryKey
            for index in table.columns.indices where key.contains(table.columns[index].name) {
                table.columns[index].isNotNull = false
            }
            notes.add(table, "its primary key \(key.listed) becomes a unique key: it holds NULL")
            table.uniqueKeys.append(CopyKey(name: nil, columns: key))
            table.primaryKey = []
            table.identity = nil
        }
        for (number, orphans) in zip(brokenKeys, table.orphans) where number > 0 && options.invalidValues == .widen {
            table.remove(orphans.key)
            notes.add(
                table,
                "the foreign key \(orphans.key.text) is left out: \(number.counted("row")) violate\(number == 1 ? "s" : "") it"
            )
        }
        table.orphans = zip(brokenKeys, table.orphans).filter { $0.0 > 0 && options.invalidValues != .widen }.map(\.1)
    }

    private func report(
        _ table: CopyTable, _ position: Int, _ row: Row, _ words: RowWords, _ number: Int, _ value: SQLValue,
        _ reason: String, _ isRefused: Bool
    ) throws {
        try invalidValues.add(
            InvalidValue(
                table: table.source.name, column: table.columns[position].source.name,
                row: words.words(row, number: number),
                value: value.description, reason: reason), isRefused: isRefused)
    }

    private func reportOrphan(
        _ table: CopyTable, _ orphans: CopyOrphans, _ row: Row, _ words: RowWords, _ number: Int, _ isRefused: Bool
    ) throws {
        try invalidValues.add(
            InvalidValue(
                table, key: orphans.key.columns, of: row, words.words(row, number: number),
                reason: "references no row of \(orphans.parent) \(orphans.references.listed)"), isRefused: isRefused)
    }

    /// Whether the options do not resolve the rows that break a foreign key.
    private func isRefused(_ key: CopyForeignKey, _ table: CopyTable) -> Bool {
        switch options.invalidValues {
        case .refuse: true
        case .null:
            !key.columns.contains { name in
                !(table.column(name)?.isNotNull ?? true) && !table.primaryKey.contains(name)
            }
        case .skip, .widen: false
        }
    }

    private func tick(_ table: String, _ rows: Int, isDone: Bool = false) throws {
        try options.onProgress?(
            CopyProgress(phase: .checking, table: table, rows: rows, total: 0, isTableDone: isDone))
    }

    // MARK: Keys

    /// Rows that the source tells apart and the target does not: `7` and `'7'` as text, two spellings of one timestamp.
    private func checkKeys(_ table: CopyTable) throws {
        let keys = (table.primaryKey.isEmpty ? [] : [table.primaryKey]) + table.uniqueKeys.map(\.columns)
        for key in keys {
            let positions = key.compactMap { name in table.columns.firstIndex { $0.name == name } }
            guard positions.count == key.count,
                positions.contains(where: { table.columns[$0].canMerge(from: source.engine) })
            else {
                continue
            }
            try checkKey(key, positions, table)
        }
    }

    private func checkKey(_ key: [String], _ positions: [Int], _ table: CopyTable) throws {
        let words = RowWords(table)
        let converter = RowConverter(table, to: target, options.invalidValues)
        var met: Set<[UInt64]> = []
        var rows = 0
        try source.session.forEachRow(source.statement(of: table)) { row in
            rows += 1
            guard let meanings = try? converter.meanings(row) else { return }
            let own = positions.map { meanings[$0] }
            if own.contains(.null) { return }
            var (first, second) = (RowHash(), RowHash())
            second.add(.null)
            for meaning in own {
                first.add(meaning)
                second.add(meaning)
            }
            if met.insert([first.finished, second.finished]).inserted { return }
            // No type and no NULL makes them two again; leaving a row out would be a choice between them.
            try invalidValues.add(
                InvalidValue(
                    table: table.source.name, column: key.count == 1 ? key.first : nil,
                    row: words.words(row, number: rows),
                    value: positions.map { row.value(at: $0).abbreviatedPlain }.joined(separator: ", "),
                    reason: "equals the key \(key.listed) of another row after conversion"))
        }
    }
}

extension CopyColumn {
    /// Whether a value may not fit. A file may hold anything anywhere; a server's values are of their types, and only
    /// some of those have values that another engine does not hold.
    fileprivate func canFail(from source: CopyEngine, to target: CopyEngine) -> Bool {
        source.traits.holdsAnything || isChosen || target.traits.canLack(kind)
    }

    /// Whether two values that differ in the source can be one in the target.
    fileprivate func canMerge(from engine: CopyEngine) -> Bool {
        guard engine.traits.holdsAnything else { return false }
        switch kind {
        case .boolean, .date, .timestamp, .instant, .time, .span, .uuid, .anyBytes: return true
        // What is declared as text holds text only; other columns hold what they were given.
        case .text, .printed: return DeclaredType(source.type).family != .text
        case .integer, .unsigned, .real, .decimal, .number, .bytes, .json, .stored: return false
        }
    }
}
