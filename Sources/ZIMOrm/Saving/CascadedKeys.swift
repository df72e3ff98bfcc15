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
        guard !followers.isEmpty, try session.cascades() else { return try write() }
        let before = models.map { former[ObjectIdentifier($0)] ?? $0.rowKey }
        try write()
        for follower in followers {
            var moves: [[SQLValue]: [SQLValue]] = [:]
            for (old, model) in zip(before, models) {
                guard let old, let new = model.rowKey, new != old else { continue }
                moves[follower.parent.map { old[$0] }] = follower.parent.map { new[$0] }
            }
            if moves.isEmpty { continue }
            for model in follower.models {
                guard let key = model.rowKey, let record = model.record.map({ model.ownRecord($0) }) else { continue }
                // By what it was: a cascade from another table may have moved it before.
                let origin = former[ObjectIdentifier(model)] ?? key
                guard let values = moves[follower.child.map { origin[$0] }] else { continue }
                record.moveKey(of: model, follower.child, to: values, in: session)
                former[ObjectIdentifier(model)] = origin
            }
        }
    }

    /// A foreign key within the key of a class, which changes with the key that it refers to.
    private struct Follower {
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
            (self.models, self.child, self.parent) = (models, own, other)
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
        return try silentRows(setting).first?.get(0, as: Bool.self) != false
    }
}
