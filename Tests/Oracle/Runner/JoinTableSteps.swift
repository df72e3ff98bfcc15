import ZIMOrm

extension CaseRun {
    private struct Undone: Error {}

    /// Takes a row at the other end of a relationship away by the foreign keys of the join table: plain SQL says
    /// which rows of that table are left.
    func removeOne(_ model: OracleRow, _ link: LinkSpec, _ options: Step.Options) throws {
        guard link.kind == .hasManyThrough, let join = link.join, !subject.hidesRows, options.filter == nil,
            let relationship = subject.relationship(link).join
        else { return }
        let table = subject.tables[join].quotedName
        func links(_ condition: String) throws -> [Int] {
            try numbers(
                SQL(
                    unsafe:
                        "SELECT DISTINCT j.number \(joinText(link)) WHERE s.number = \(model.number) AND \(condition)"))
        }
        guard let target = try followed(model, link, [], isDirect: true).first else { return }
        let (all, gone) = (
            try numbers(SQL(unsafe: "SELECT number FROM \(table)")), try links("t.number = \(target.number)")
        )
        let foreignKey = subject.relationship(link).foreignKey
        let call = "Table\(link.source) \(model.number), Table\(link.target) \(target.number), through: Table\(join)"
        do {
            try session.transaction { _ in
                let removed = try model.remove(
                    target, through: subject.type(join), foreignKey: foreignKey,
                    targetForeignKey: relationship.targetForeignKey, references: subject.relationship(link).references,
                    targetReferences: relationship.targetReferences)
                try expect(removed, gone.count, "remove: \(call)")
                let left = try session.rows(SQL(unsafe: "SELECT number FROM \(table)")).map {
                    try $0.get(0, as: Int.self)
                }
                try expect(
                    left.sorted(), all.filter { !gone.contains($0) }.sorted(), "rows left behind remove: \(call)")
                throw Undone()
            }
        } catch is Undone {
        } catch let error as ModelError
            where [.restricted, .notSaveable, .keyMissing, .conflict, .formMissing].contains(error.code)
        {
            // A row of the join table that leads to others, or that nothing tells apart.
        }
    }
}
