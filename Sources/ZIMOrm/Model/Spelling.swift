import ZIMDb

/// A column's value as its row holds it, where the property would be written otherwise: a UUID in upper case, a date without
/// its time, `'12.50'`.
struct Spelling {
    let position: Int
    let value: SQLValue
}

/// The spellings of a batch's rows, one row after the other. Most rows have none.
struct SpellingList {
    /// What is noted of a column of a row.
    struct Entry {
        let slot: UInt32
        let position: Int32
        /// Nil for a row that is written as its type is, though its siblings have a style.
        let value: SQLValue?
    }

    /// In the order of the slots.
    private var entries: ContiguousArray<Entry> = []

    var isEmpty: Bool { entries.isEmpty }

    /// Adds a spelling of the latest row.
    mutating func append(_ value: SQLValue?, at position: Int, of slot: UInt32) {
        entries.append(Entry(slot: slot, position: Int32(truncatingIfNeeded: position), value: value))
    }

    func entry(_ position: Int, of slot: UInt32) -> Entry? {
        for index in range(of: slot) where entries[index].position == position { return entries[index] }
        return nil
    }

    func all(of slot: UInt32) -> [Entry] { Array(entries[range(of: slot)]) }

    mutating func replace(_ spellings: [Entry], of slot: UInt32) {
        entries.replaceSubrange(range(of: slot), with: spellings)
    }

    private func range(of slot: UInt32) -> Range<Int> {
        var (first, end) = (0, entries.count)
        while first < end {
            let middle = (first + end) / 2
            if entries[middle].slot < slot { first = middle + 1 } else { end = middle }
        }
        while end < entries.count, entries[end].slot == slot { end += 1 }
        return first..<end
    }
}

extension SQLValue {
    /// Whether a column holds the same for both, so that nothing has to be noted.
    fileprivate func isSameSpelling(as written: SQLValue) -> Bool {
        switch (self, written) {
        case (.typed(let stored), .text(let text)): return stored.text.hasSameBytes(as: text) || isSameTime(text)
        case (.typed(let stored), .typed(let other)):
            return stored.text.hasSameBytes(as: other.text) || isSameTime(other.text)
        case (.typed(let stored), .integer(let number)): return stored.text == String(number)
        default: return isIdentical(to: written)
        }
    }

    /// Whether a date or a time of a server is, to the microsecond, what a text of ours says: there it has no spelling.
    private func isSameTime(_ text: String) -> Bool {
        guard case .typed(let stored) = self,
            ["date", "datetime"].contains(stored.type) || stored.type.hasPrefix("timestamp"),
            let date = DateFormat.iso8601.date(from: self), date == DateFormat.iso8601.date(from: .text(text))
        else { return false }
        return DateText.keptMicroseconds.contains(date.timeIntervalSince1970)
    }
}

extension Mapping {
    /// Whether a column holds dates whose form nobody declared.
    fileprivate func hasStyle(_ position: Int) -> Bool {
        let field = columns[position].field
        return field.form == nil && field.swiftType == Date.self
    }

    /// The date that a property holds now, in the way in which its row writes another one.
    fileprivate func respelled(_ stored: SQLValue, _ position: Int, of model: Model) -> SQLValue? {
        guard hasStyle(position), let style = DateStyle(of: stored) else { return nil }
        return date(position, of: model, in: style)
    }

    fileprivate func date(_ position: Int, of model: Model, in style: DateStyle) -> SQLValue? {
        guard let value = try? columns[position].value(of: model), !value.isNull, let date = try? Date(column: value)
        else { return nil }
        return style.value(of: date)
    }

    /// What has to be noted of a value that a property has just been read from; nil if it would be written the same.
    func spelling(_ stored: SQLValue, at position: Int, of model: Model) -> Spelling? {
        guard !(columns[position].field is ReferenceField) else { return nil }
        let written = try? columns[position].value(of: model)
        return written.map { stored.isSameSpelling(as: $0) } == true ? nil : Spelling(position: position, value: stored)
    }
}

extension LoadBatch {
    /// Notes the columns of a row that a model was just read from whose values are spelled in a way of their own.
    @inline(never)
    func noteSpellings(of model: Model, from row: Row, at first: Int, sources: [Int]?) {
        if sources == nil {
            // The rows of a query mostly write as those of the one before.
            let expected = model.slot == 0 && styles == nil ? latestStyles?.styles : styles
            if let expected, expected.sayAll(of: row, at: first, slot: model.slot) {
                if styles == nil { styles = expected }
                row.isSpelled = false
                return
            }
        }
        let own = model.ownRecord(self)
        // It was made for a row that writes as those that were found before it.
        if own.sharing == .alone { own.styles = nil }
        own.keepSpellings(of: model, row, first, sources)
        // A row may be read into several models, whose columns are found by name.
        if sources == nil { row.isSpelled = false }
    }

    private func keepSpellings(of model: Model, _ row: Row, _ first: Int, _ sources: [Int]?) {
        for index in mapping.columns.indices {
            let source = sources?[index] ?? first + index
            let style = styles?.style(index, of: model.slot)
            if let style, style.wrote(row, source) { continue }
            guard row.isSpelled(source),
                let spelling = mapping.spelling(
                    row.value(at: source, for: mapping.columns[index].field), at: index, of: model)
            else {
                if style != nil { notes.spellings.append(nil, at: index, of: model.slot) }
                continue
            }
            if style == nil, mapping.hasStyle(index),
                let style = latestStyles?.style(index, of: row, at: source) ?? DateStyle(of: row, at: source)
            {
                let new = ColumnStyles.Style(position: index, style: style, first: model.slot)
                styles = ColumnStyles((styles?.styles ?? []) + [new])
                latestStyles?.styles = styles
            } else {
                notes.spellings.append(spelling.value, at: index, of: model.slot)
            }
        }
    }

    /// What a row holds in a column that was read as a value, where it is spelled in a way of its own.
    func spelling(_ position: Int, of slot: UInt32, holding value: @autoclosure () -> SQLValue?) -> SQLValue? {
        if let entry = knownNotes?.spellings.entry(position, of: slot) { return entry.value }
        guard let style = styles?.style(position, of: slot), let value = value(), let date = try? Date(column: value)
        else {
            return nil
        }
        return style.value(of: date)
    }

    /// The value of a model's row in a column, where it was spelled in a way of its own and is known.
    @inline(__always)
    func spelling(_ position: Int, of model: Model) -> SQLValue? {
        mayBeSpelled(position) ? spelling(position, of: model.slot, holding: previousValue(position, of: model)) : nil
    }

    /// Whether it is worth asking how a column is spelled.
    @inline(__always)
    func mayBeSpelled(_ position: Int) -> Bool {
        if let styles, styles.mayHold(position) { return true }
        return knownNotes.map { !$0.spellings.isEmpty } ?? false
    }

    /// What a property held when its row was read or written; nil where that is not known.
    private func previousValue(_ position: Int, of model: Model) -> SQLValue? {
        guard let changes = model.columnChanges else { return originals.value(position, of: model, mapping) }
        return changes.contains(position) ? nil : try? mapping.columns[position].value(of: model)
    }

    /// Whether a row's column is spelled so; nil for the way that its property is written.
    fileprivate func isSpelled(_ value: SQLValue?, _ position: Int, of model: Model) -> Bool {
        guard let stored = spelling(position, of: model) else { return value == nil }
        guard let value else { return false }
        return value.isIdentical(to: stored)
    }

    /// The same as long as the property holds what was read from it. Another date is written as the row wrote the previous one,
    /// where the column's form is not declared.
    func currentSpelling(_ position: Int, of model: Model) -> SQLValue? {
        guard let entry = knownNotes?.spellings.entry(position, of: model.slot) else {
            return styles?.style(position, of: model.slot).flatMap { mapping.date(position, of: model, in: $0) }
        }
        guard let stored = entry.value else { return nil }
        if let changes = model.columnChanges {
            if !changes.contains(position) { return stored }
            // From the 64th column on they share one bit, and after a rollback all count as changed.
            guard position >= ColumnChanges.sharedPosition || changes.isAll,
                let written = try? mapping.columns[position].field.normalized(stored),
                let value = try? mapping.columns[position].value(of: model)
            else { return mapping.respelled(stored, position, of: model) }
            // Not by `?:`, whose nil would be NULL.
            guard written.isIdentical(to: value) else { return mapping.respelled(stored, position, of: model) }
            return stored
        }
        guard originals.isUnchanged(position, of: model, mapping) else {
            return mapping.respelled(stored, position, of: model)
        }
        return stored
    }

    /// Some columns are about to count as what their properties hold now: what was written as it was spelled stays so.
    func refreshSpellings(of model: Model, _ positions: [Int]) {
        let isAssigned = model.state.contains(.hasAssignedSpelling)
        guard isAssigned || positions.contains(where: { mayBeSpelled($0) }) else { return }
        replaceSpellings(
            positions.compactMap { index in
                model.spelledValue(index, in: mapping).map { Spelling(position: index, value: $0) }
            }, at: positions, of: model)
    }

    /// From here on some columns are spelled like this, or as their properties are written.
    func replaceSpellings(_ spellings: [Spelling], at positions: [Int], of model: Model) {
        let known = knownNotes?.spellings.all(of: model.slot) ?? []
        let styled = (styles?.styles ?? []).filter { model.slot >= $0.first && positions.contains($0.position) }
        if known.isEmpty && spellings.isEmpty && styled.isEmpty { return }
        let record = model.ownRecord(self)
        var entries = known.filter { !positions.contains(Int($0.position)) }
        for spelling in spellings {
            let isStyled = styled.contains { column in
                column.position == spelling.position
                    && mapping.date(column.position, of: model, in: column.style)?.isIdentical(to: spelling.value)
                        == true
            }
            if !isStyled { entries.append(model.entry(spelling.value, at: spelling.position)) }
        }
        for column in styled where !spellings.contains(where: { $0.position == column.position }) {
            entries.append(model.entry(nil, at: column.position))
        }
        if entries.isEmpty && known.isEmpty { return }
        record.notes.spellings.replace(entries, of: model.slot)
    }

    /// What a model's row would be spelled like if it were written now, for the batch that it is about to join.
    ///
    /// - Parameter stored: what the database filled in.
    static func spellings(of model: Model, _ mapping: Mapping, with stored: [Spelling]) -> [Spelling] {
        guard model.mayBeSpelled else { return stored }
        return stored
            + mapping.columns.indices.compactMap { index in
                guard !stored.contains(where: { $0.position == index }) else { return nil }
                return model.spelledValue(index, in: mapping).map { Spelling(position: index, value: $0) }
            }
    }
}

extension Model {
    fileprivate final func entry(_ value: SQLValue?, at position: Int) -> SpellingList.Entry {
        SpellingList.Entry(slot: slot, position: Int32(truncatingIfNeeded: position), value: value)
    }

    /// Whether its row holds a value otherwise than its property is written.
    package final var isSpelled: Bool {
        guard mayBeSpelled, let record else { return false }
        return record.mapping.columns.indices.contains(where: { spelledValue($0, in: record.mapping) != nil })
    }

    /// Whether it is worth asking how a column is spelled.
    @inline(__always)
    final var mayBeSpelled: Bool {
        guard let record else { return state.contains(.hasAssignedSpelling) }
        return record.knownNotes != nil || record.styles != nil || state.contains(.hasAssignedSpelling)
    }

    /// The value of a column in its row's own spelling; nil where it would be written as its type is.
    @inline(__always)
    final func spelledValue(_ position: Int, in mapping: Mapping) -> SQLValue? {
        guard state.contains(.hasAssignedSpelling) || record?.mayBeSpelled(position) == true else { return nil }
        return knownSpelling(position, in: mapping)
    }

    @inline(never)
    private final func knownSpelling(_ position: Int, in mapping: Mapping) -> SQLValue? {
        if state.contains(.hasAssignedSpelling), let assigned = AssignedSpellings.value(position, of: self, mapping) {
            return assigned
        }
        guard let record, record.mapping === mapping else { return nil }
        return record.currentSpelling(position, of: self)
    }

    /// Gives a property the value of another row's column, to be written as it is spelled there.
    final func assign(_ value: SQLValue, spelledAt position: Int, in mapping: Mapping) throws {
        try mapping.assign(value, to: position, of: self)
        let spelling = mapping.spelling(value, at: position, of: self)
        AssignedSpellings.note(spelling, at: position, of: self, mapping)
        guard let shared = record, isLoaded else { return }
        if columnChanges == nil, shared.mapping === mapping {
            // A property that holds something else now tells so itself, for as long as it does.
            guard shared.originals.isUnchanged(position, of: self, mapping) else { return }
            if shared.isSpelled(spelling?.value, position, of: self) {
                shared.knownNotes?.unknown[slot]?.remove(position)
                return
            }
        }
        let record = ownRecord(shared)
        // How the row spells it now counts no more, though the property may hold the same.
        if spelling == nil, !mapping.key.contains(position) {
            record.keepRowValue(position, of: self)
            record.replaceSpellings([], at: [position], of: self)
        }
        // The property may hold the same as before, and the row another spelling of it.
        if columnChanges != nil {
            noteChange(position)
        } else if record.mapping === mapping {
            record.notes.unknown[slot, default: []].insert(position)
        }
    }
}
