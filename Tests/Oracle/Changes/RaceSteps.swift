import Foundation
@_spi(Generated) import ZIMOrm

extension CaseRun {
    /// Two models of one row, of which the second is saved or deleted behind the first: it must be refused where the row
    /// holds other values than it was read with, in the columns that its class's lock compares, and nowhere else.
    func race(
        _ table: Int, _ number: Int, _ first: [Step.Assigned], _ second: [Step.Assigned], isDeletion: Bool
    ) throws {
        let read = try cells(table, number)
        guard let one = try model(table, number), let other = try model(table, number), let read else { return }
        for assigned in first { assign(assigned, to: one, table) }
        let spec = subject.tables[table]
        let lock = subject.lock(spec)
        // Another program counts the versions as well.
        do {
            try session.transaction { try $0.save(one, locking: spec.version == nil ? .none : lock) }
        } catch is DatabaseError {
            return
        } catch let error as ModelError where error.code == .value && isRounded(first, table, one) { return }
        guard let now = try cells(table, number) else { return }
        for assigned in second { assign(assigned, to: other, table) }
        let changed = Set(try other.changedColumns())
        let names = ["number"] + spec.columns.map(\.name)
        let compared = names.indices.filter { index in
            if let version = spec.version { return index == version + 1 && (isDeletion || !changed.isEmpty) }
            return isDeletion || (lock == .allColumns ? !changed.isEmpty : changed.contains(names[index]))
        }
        let lost = compared.filter { !read[$0].isExactly(now[$0]) && !isSameNumber(read[$0], now[$0]) }
        // To SQL they may be the same all the same: 1 and 1.0.
        if try lost.contains(where: { try plain("SELECT 1 WHERE \(read[$0]) = \(now[$0])").isEmpty == false }) {
            return
        }
        let text =
            "\(isDeletion ? "delete" : "save") of the row \(number) of \"\(subject.tables[table].name)\", changed "
            + "\(changed.sorted()), after another program made \(now) of \(read)"
        var error: ModelError?
        do {
            try session.transaction { session in
                if isDeletion { try session.delete(other) } else { try session.save(other) }
            }
        } catch let thrown as ModelError {
            if thrown.code == .value, isRounded(second, table, other) { return }
            error = thrown
        } catch is DatabaseError { return }
        let found = error.map { "\($0.code) \($0.conflicts.map(\.column).sorted())" } ?? "it is done"
        let expected =
            lost.isEmpty ? "it is done" : "\(ModelError.Code.staleRow) \(lost.map { names[$0] }.sorted())"
        try expect(found, expected, text)
        let after = try cells(table, number)
        if isDeletion, error == nil { return try expect(after == nil, true, text + ": the row is gone") }
        if let version = spec.version, error == nil {
            let counted = try Int64(column: now[version + 1]) + (changed.isEmpty ? 0 : 1)
            try expect(after?[version + 1].description, SQLValue.integer(counted).description, text + ": its version")
        }
        let kept = names.indices.filter { index in
            error != nil || !changed.contains(names[index]) && index != spec.version.map { $0 + 1 }
        }
        try expect(kept.map { after?[$0].description }, kept.map { now[$0].description }, text + ": what stays")
    }

    /// Whether both are one decimal number: 0.10 and 0.1.
    private func isSameNumber(_ value: SQLValue, _ other: SQLValue) -> Bool {
        guard case .typed(let one) = value, case .typed(let another) = other, one.type == another.type,
            ["numeric", "decimal"].contains(one.type), let number = Decimal(string: one.text)
        else { return false }
        return number == Decimal(string: another.text)
    }

    /// Whether a column would hold another number than a property that was assigned.
    private func isRounded(_ assigned: [Step.Assigned], _ table: Int, _ model: OracleRow) -> Bool {
        assigned.contains {
            let value = subject.tables[table].property($0.column).value(model)
            return (try? requireExact(value, $0.column, table)) == nil
        }
    }

    private func cells(_ table: Int, _ number: Int) throws -> [SQLValue]? {
        try session.rows(
            SQL(unsafe: "SELECT * FROM \(subject.tables[table].quotedName) WHERE number = \(number)")
        ).first?.values
    }

    /// nil for a row that is gone, or that a property cannot read.
    private func model(_ table: Int, _ number: Int) throws -> OracleRow? {
        do { return try query(table).filter("number = \(number)").first() } catch is ModelError { throw Unjudged() }
    }

    private func assign(_ assigned: Step.Assigned, to model: OracleRow, _ table: Int) {
        let property = subject.tables[table].property(assigned.column)
        let old = property.value(model)
        guard (try? property.set(model, assigned.value)) != nil, !property.value(model).isExactly(old) else { return }
        if subject.form == .generated { model.columnChanges?.insert(assigned.column + 1) }
    }
}
