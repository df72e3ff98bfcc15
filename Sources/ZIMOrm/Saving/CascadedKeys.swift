import ZIMDb

/// The keys that ON UPDATE CASCADE gives rows of a list's models with the keys of others of the list.
struct CascadedKeys {
    /// The keys that their rows had before.
    private var former: [ObjectIdentifier: [SQLValue]] = [:]

    /// Writes models of one class, and notes the keys that the rows of the other classes have from then on.
    mutating func follow(
        _ models: [Model], _ plan: TablePlan, _ classes: [(plan: TablePlan, models: [Model])],
        in session: Session, _ write: () throws -> Void
    ) throws {
        let followers = try classes.lazy.filter { $0.plan !== plan }.flatMap { child in
            try session.foreignKeys(of: child.plan, to: plan).compactMap { key in
                Follower(key, of: child.plan, child.models, to: plan)
            }
        }
        guard !followers.isEmpty else { return try write() }
        let before = models.map { former[ObjectIdentifier($0)] ?? $0.rowKey }
        let isMoving = models.contains { model in
            UniqueMoves.changes(of: model, in: session).contains(where: plan.mapping.key.contains)
        }
        // A question of its own, so only where a key changes.
        if isMoving, try !session.cascades() { return try write() }
        let spelled = isMoving ? try followers.map { try spelledKeys($0, models, before, plan, in: session) } : []
        try write()
        let hasMoved = zip(before, models).contains { old, model in
            old != nil && model.rowKey != nil && old != model.rowKey
        }
        // A hook may have changed a key.
        guard hasMoved, try isMoving || session.cascades() else { return }
        for (index, follower) in followers.enumerated() {
            var moves: [[SQLValue]: [SQLValue]] = [:]
            for (old, model) in zip(before, models) {
                guard let old, let new = model.rowKey, new != old else { continue }
                moves[follower.parent.map { old[$0] }] = follower.parent.map { new[$0] }
            }
            // A hook changed the key: what the rows referred to cannot be asked any more.
            if !isMoving, let child = unclear(follower, before).first { throw follower.unknownParent(of: child, plan) }
            for model in follower.models {
                guard let key = model.rowKey, let record = model.record.map({ model.ownRecord($0) }) else { continue }
                // By what it was: a cascade from another table may have moved it before.
                let origin = former[ObjectIdentifier(model)] ?? key
                let known = isMoving ? spelled[index][ObjectIdentifier(model)] : nil
                guard let values = moves[known ?? follower.child.map { origin[$0] }] else { continue }
                record.moveKey(of: model, follower.child, to: values, in: session)
                former[ObjectIdentifier(model)] = origin
            }
        }
    }

    /// The children that none of the parents' keys is spelled as, though the database may take one for theirs.
    private func unclear(_ follower: Follower, _ before: [[SQLValue]?]) -> [Model] {
        let keys = Set(before.compactMap { old in old.map { old in follower.parent.map { old[$0] } } })
        let folded = Set(keys.map { $0.map(\.folded) })
        return follower.models.filter { model in
            guard let origin = former[ObjectIdentifier(model)] ?? model.rowKey else { return false }
            let values = follower.child.map { origin[$0] }
            return !keys.contains(values) && folded.contains(values.map(\.folded))
        }
    }

    /// What the keys were of the parents of these children, as the database compares them.
    private func spelledKeys(
        _ follower: Follower, _ models: [Model], _ before: [[SQLValue]?], _ plan: TablePlan, in session: Session
    ) throws -> [ObjectIdentifier: [SQLValue]] {
        let children = unclear(follower, before)
        if children.isEmpty { return [:] }
        let keys = children.map { model in follower.child.map { model.rowKey?[$0] ?? .null } }
        let found = try session.rows(plan, with: follower.parent.map { plan.mapping.key[$0] }, keys)
        let olds = Dictionary(zip(models.map(\.rowKey), before)) { first, _ in first }
        var spelled: [ObjectIdentifier: [SQLValue]] = [:]
        for (model, row) in zip(children, found) {
            guard let key = row?.rowKey, let old = olds[key] ?? nil else { continue }
            spelled[ObjectIdentifier(model)] = follower.parent.map { old[$0] }
        }
        return spelled
    }

    /// A foreign key within the key of a class, which changes with the key that it refers to.
    private struct Follower {
        let plan: TablePlan
        let models: [Model]
        /// The parts of the classes' keys, in the same order.
        let child: [Int]
        let parent: [Int]

        init?(
            _ foreignKey: TableSchema.ForeignKey, of child: TablePlan, _ models: [Model], to parent: TablePlan
        ) {
            func parts(_ columns: [String], _ names: [String]) -> [Int]? {
                let parts = columns.compactMap { column in names.firstIndex { $0.isSameName(as: column) } }
                return parts.count == columns.count ? parts : nil
            }
            guard foreignKey.onUpdate == "CASCADE", let own = parts(foreignKey.columns, child.mapping.keyNames),
                let other = parts(foreignKey.references, parent.mapping.keyNames)
            else { return nil }
            (self.plan, self.models, self.child, self.parent) = (child, models, own, other)
        }

        func unknownParent(of model: Model, _ parent: TablePlan) -> ModelError {
            let (mapping, key) = (plan.mapping, model.rowKey ?? [])
            return ModelError(
                .conflict,
                "the row \(mapping.describe(key)) of \"\(mapping.table)\" may be of a row of \"\(parent.mapping.table)\" whose "
                    + "key changes, in another spelling, and cannot be followed",
                table: mapping.table, key: key,
                hint: "Save the rows whose keys change by a call of its own, and reload these")
        }
    }
}

extension Session {
    /// Whether the connection enforces foreign keys: else ON UPDATE CASCADE does nothing, whatever the catalogue says.
    fileprivate func cascades() throws -> Bool {
        let setting: SQL
        if dialect.features.contains(.rowidTables) {
            setting = "PRAGMA foreign_keys"
        } else if dialect.features.contains(.onDuplicateKey) {
            setting = "SELECT @@SESSION.foreign_key_checks"
        } else {
            return true
        }
        return try schemaRows(setting).first?.get(0, as: Bool.self) != false
    }
}
