import ZIMOrm
import ZIMSql

/// A check in the words of another engine may refuse rows that are valid at the source. Where it is made with its table,
/// the copy begins anew without it.
extension CopyRun {
    /// The same copy without the check that an error names.
    ///
    /// - Throws: the error, where it is another one; ``ToolError`` where what was copied is kept for another run.
    func withoutCheck(violatedIn error: DatabaseError) throws -> CopyRun {
        guard plan.source != plan.target, let violation = error.constraint, violation.kind == .check,
            let name = violation.name,
            let position = plan.tables.firstIndex(where: { $0.name == violation.table }),
            let index = plan.tables[position].position(ofCheck: name, in: plan)
        else { throw error }
        let check = plan.tables[position].checks[index]
        let reason = "rows that \(plan.source.rawValue) takes violate it in \(plan.target.rawValue)"
        if options.isResumable {
            throw ToolError(
                "\(plan.tables[position].name): the check (\(check.condition)) fails: \(reason): \(error.message)",
                "Without --resumable, the copy leaves it out")
        }
        var rest = self
        rest.plan.tables[position].checks.remove(at: index)
        rest.plan.notes.add(plan.tables[position], "\(check.loss): \(reason)")
        return rest
    }
}

extension CopyTable {
    /// Which check a server or a file means by a name; nil where that is none of them.
    fileprivate func position(ofCheck name: String, in plan: CopyPlan) -> Int? {
        guard plan.target == .mySQL else { return checks.firstIndex { $0.name == name } }
        let names = MySQLConstraintName.checks(of: self, in: plan).map(\.name)
        // Behind its own are those of JSON.
        func own(_ position: Int?) -> Int? { position.flatMap { checks.indices.contains($0) ? $0 : nil } }
        if let position = names.firstIndex(of: name) { return own(position) }
        guard let number = name.split(separator: "_").last.flatMap({ Int($0) }) else { return nil }
        if name.hasPrefix("CONSTRAINT_") {
            // MariaDB names what has no name by its place.
            if names.contains(where: { $0?.hasPrefix("CONSTRAINT_") ?? false }) { return nil }
        } else {
            // MySQL by its table and its place.
            guard name.hasSuffix("_chk_\(number)") else { return nil }
        }
        let nameless = names.indices.filter { names[$0] == nil }
        return nameless.indices.contains(number - 1) ? own(nameless[number - 1]) : nil
    }
}

extension CopyPlan {
    /// A column that was widened compares in another way than the checks and indexes were translated for.
    mutating func leaveOutChecks(ofColumnsWidenedSince planned: CopyPlan) {
        guard source != target else { return }
        for (index, before) in planned.tables.enumerated() {
            let table = tables[index]
            let changed = zip(before.columns, table.columns).filter {
                CopyColumn.Family($0.kind) != CopyColumn.Family($1.kind)
            }.map(\.1.name)
            guard !changed.isEmpty else { continue }
            func isKept(_ what: String, _ parts: [SQL]) -> Bool {
                let names = parts.flatMap(\.segments).compactMap { segment -> String? in
                    if case .identifier(let name) = segment { return name }
                    return nil
                }
                guard let name = names.first(where: changed.contains) else { return true }
                notes.add(table, "\(what): it uses \(name), which becomes another type")
                return false
            }
            tables[index].checks = table.checks.filter { isKept($0.loss, [$0.condition]) }
            tables[index].indexes = table.indexes.filter { index in
                isKept(
                    "the index \(index.name) is left out",
                    index.parts.compactMap(\.sql) + [index.condition].compactMap(\.self))
            }
        }
    }
}
