import ZIMOrm

/// Relationships of models that a program has changed in memory or whose rows it has changed.
extension CaseRun {
    private func links(of tracked: TrackedModel) -> [LinkSpec] {
        subject.links.filter { $0.source == tracked.table && hasEqualTypes($0) }
    }

    /// What the relationship's own columns hold: as stored where they were not changed; nil where one cannot be told.
    private func sources(_ tracked: TrackedModel, _ columns: [Int]) -> [SQLValue]? {
        let (values, pending) = (values(tracked), pending(tracked))
        var result: [SQLValue] = []
        for column in columns {
            if tracked.memory.known != nil, !pending.contains(column) {
                guard tracked.memory.stored.indices.contains(column) else { return nil }
                result.append(tracked.memory.stored[column])
            } else if subject.tables[tracked.table].property(column).type == .any {
                result.append(values[column])
            } else if let spelled = tracked.memory.spelled[column], isHeld(spelled, column, tracked) {
                result.append(spelled)
            } else {
                return nil
            }
        }
        return result
    }

    func follow(_ tracked: TrackedModel, _ position: Int, _ state: ChangeState) throws {
        let links = links(of: tracked)
        // What was saved as another value than the column holds, nobody but the database knows.
        guard !links.isEmpty, tracked.memory.known != nil, !tracked.memory.isUnsure, !tracked.memory.isDeleted else {
            return
        }
        let link = links[position % links.count]
        let source = subject.tables[link.source]
        let columns = link.kind == .belongsTo ? link.foreignKey : link.references ?? source.key
        guard let given = sources(tracked, columns) else { return }
        var expected: [Int] = []
        if !given.contains(where: \.isNull) { expected = try numbers(naive(link, given)) }
        let found = try tracked.model.related(link.name, as: OracleRow.self).map(\.number)
        let call =
            "related(\"\(link.name)\") of the row \(tracked.model.number) of \"\(source.name)\", which holds \(given)"
        comparisons += 1
        let isOne = link.kind == .belongsTo || link.kind == .hasOne
        let isRight =
            isOne
            ? found.count == Swift.min(1, expected.count) && found.allSatisfy(expected.contains)
            : found.sorted() == expected.sorted()
        if !isRight {
            throw Disagreement(call: call, expected: isOne ? "one of \(expected)" : "\(expected)", found: "\(found)")
        }
    }

    /// `SELECT t.number FROM … WHERE t."a" = ? AND …`
    private func naive(_ link: LinkSpec, _ given: [SQLValue]) -> SQL {
        let target = subject.tables[link.target]
        var sql = SQL(unsafe: "SELECT t.number FROM \(target.quotedName) AS t")
        var (alias, names) = ("t", [String]())
        switch link.kind {
        case .belongsTo: names = subject.names(link.target, link.references ?? target.key)
        case .hasOne, .hasMany: names = subject.names(link.target, link.foreignKey)
        case .hasManyThrough:
            let join = link.join ?? 0
            let pairs = zip(link.targetForeignKey, link.targetReferences ?? target.key).map {
                "t.\(target.quoted($1)) = j.\(subject.tables[join].quoted($0))"
            }
            sql += SQL(unsafe: " JOIN \(subject.tables[join].quotedName) AS j ON \(pairs.joined(separator: " AND "))")
            (alias, names) = ("j", subject.names(join, link.foreignKey))
        }
        for (index, name) in names.enumerated() {
            sql +=
                SQL(unsafe: (index == 0 ? " WHERE " : " AND ") + "\(alias).\(name.quotedName) = ") + "\(given[index])"
        }
        return sql
    }

    /// Makes a model belong to another: the foreign key holds the other's key afterwards, or nothing has changed.
    func join(_ tracked: TrackedModel, _ position: Int, _ other: Int, _ state: ChangeState) throws {
        let links = links(of: tracked).filter { $0.kind == .belongsTo }
        guard !links.isEmpty, tracked.memory.known != nil, !tracked.memory.isUnsure else { return }
        let link = links[position % links.count]
        let parents = state.models.filter {
            $0.table == link.target && $0.memory.known != nil && !$0.memory.isUnsure && $0 !== tracked
        }
        guard !parents.isEmpty else { return }
        let parent = parents[other % parents.count]
        let spec = subject.tables[tracked.table]
        let references = link.references ?? subject.tables[link.target].key
        let before = values(tracked)
        let given = zip(link.foreignKey, references).map { (column: $0, old: held($0, tracked), new: held($1, parent)) }
        let error = try attempted {
            try tracked.model.set(
                parent.model, foreignKey: subject.names(link.source, link.foreignKey),
                references: link.references.map { subject.names(link.target, $0) })
        }
        let after = values(tracked)
        for column in after.indices where !after[column].isExactly(before[column]) {
            note(column, was: before[column], tracked)
        }
        let call =
            "set(the parent \(parent.model.number), foreignKey: that of \(link.name)) of the row \(tracked.model.number)"
        comparisons += 1
        if let error {
            // A column of the key, or of another foreign key, is never changed.
            guard let error = error as? ModelError, [.sharedColumn, .keyMissing, .value].contains(error.code),
                after.isExactly(before)
            else { throw Disagreement(call: call, expected: "done, or refused as a whole", found: "\(error)") }
            return
        }
        for (column, old, new) in given
        where spec.property(column).type != .any && spec.columns[column].form == nil && !new.isExactly(old) {
            tracked.memory.spelled[column] = new
            tracked.everSpelled[column] = new
            tracked.memory.touched.insert(column)
        }
        let changed = Set(
            given.filter {
                !after[$0.column].isExactly(before[$0.column]) || tracked.memory.touched.contains($0.column)
            }
            .map(\.column))
        if !changed.isEmpty {
            // What another relationship or the key has a part in is written where it changes.
            let others = subject.links.filter {
                $0.source == tracked.table && $0.kind == .belongsTo && Set($0.foreignKey) != Set(link.foreignKey)
            }
            let shared = others.reduce(Set(spec.key)) { $0.union($1.foreignKey) }
            let written = changed.union(Set(link.foreignKey).subtracting(shared))
            tracked.memory.setKeys.insert(written)
            tracked.everSetKeys.insert(written)
        }
        let key = values(parent)
        for (column, reference) in zip(link.foreignKey, references)
        where spec.property(column).type == .any && subject.tables[link.target].property(reference).type == .any {
            // MariaDB's decimal may have been set as text.
            func text(_ value: SQLValue) -> SQLValue {
                if case .typed(let typed) = value, subject.engine == .mariaDB { .text(typed.text) } else { value }
            }
            try expect(text(after[column]), text(key[reference]), call)
        }
    }
}
