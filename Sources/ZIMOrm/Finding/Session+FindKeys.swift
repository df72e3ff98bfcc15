import ZIMDb

extension Session {
    /// The models with the given keys, in the order of the keys; keys without a row are left out. Give each key once: how
    /// many models one that is given twice has depends on the types of its columns.
    ///
    /// ```swift
    /// let orders = try session.find(Order.self, keys: [[1, 2, 3001], [1, 2, 3002]])
    /// ```
    ///
    /// Sends one statement, however many keys there are; keys that hold bytes or real numbers may take several.
    ///
    /// - Throws: ``ModelError`` with code keyMismatch if a key has a different number of values than the primary key, conflict if
    ///   several rows have one of the keys, which nothing keeps unique.
    public func find<M: Model>(_ type: M.Type, keys: [[any SQLValueConvertible]]) throws -> sending [M] {
        sent(try models(plan(for: type), keys: keys).cast())
    }

    /// The models with the given keys, each under its key; a key without a row has no entry.
    ///
    /// ```swift
    /// let orders = try session.find(Order.self, keys: [[1, 2, 3001], [1, 2, 3002]], as: .dictionary)
    /// print(orders[[1, 2, 3001]]?.day as Any)
    /// ```
    ///
    /// The entries have the keys as you gave them, whatever their rows hold: "10" where you gave "10", though it finds integer 10. A
    /// key that is given twice is one entry. A key with nil is none that a row has. It sends the statements of
    /// ``find(_:keys:)``.
    ///
    /// - Throws: ``ModelError`` with code keyMismatch if a key has a different number of values than the primary key, conflict if
    ///   two rows hold one key, be it in two forms.
    public func find<M: Model>(
        _ type: M.Type, keys: [[any SQLValueConvertible]], as form: KeyedModels
    ) throws -> sending [ModelKey: M] {
        sent(try entries(plan(for: type), keys: keys).mapValues { unsafeDowncast($0, to: M.self) })
    }

    private func entries(_ plan: TablePlan, keys: [[any SQLValueConvertible]]) throws -> [ModelKey: Model] {
        let mapping = plan.mapping
        var wanted: [(given: [SQLValue], key: [SQLValue])] = []
        var seen: Set<[SQLValue]> = []
        for key in keys {
            let given = key.map(\.sqlValue)
            let key = try plan.givenKey(given, in: self)
            guard !given.contains(where: \.isNull), seen.insert(given).inserted else { continue }
            wanted.append((given, key))
        }
        guard !mapping.key.isEmpty else { return [:] }
        var found: [ModelKey: Model] = [:]
        for ((given, _), models) in zip(wanted, try spelledRows(plan, wanted.map(\.key))) {
            var row: [SQLValue]?
            for model in models {
                let own = try mapping.keyValues(of: model)
                guard row == nil || row == own else { throw Self.severalRows(mapping, given) }
                row = own
                found[ModelKey(given)] = model
            }
        }
        return found
    }

    private static func severalRows(_ mapping: Mapping, _ key: [SQLValue]) -> ModelError {
        ModelError(
            .conflict, "two rows of \"\(mapping.table)\" hold the key \(mapping.describe(key)) in two forms",
            table: mapping.table, key: key, hint: "find(_:raw:) takes stored values as they are")
    }

    /// The row of each key. The way to it is the same as that of a foreign key.
    private func rows(_ plan: TablePlan, _ keys: KeyList) throws -> FoundRows {
        let mapping = plan.mapping
        let request = RelationRequest(
            kind: .belongsTo, target: ObjectIdentifier(mapping.type), foreignKey: mapping.keyNames, references: nil)
        let relation = try plan.relation(request, mapping.type, nil, [], in: self)
        let found = try RelationLoader(session: self, plan: relation, source: mapping).many(keys, mayRepeat: false)
        if let position = found.surplus { throw plan.severalRows(Array(keys[position]), done: "read") }
        return found
    }

    private func models(_ plan: TablePlan, keys: [[any SQLValueConvertible]]) throws -> [Model] {
        let mapping = plan.mapping
        let list = try mapping.keyList(keys)
        try plan.requireDays((0..<list.count).lazy.map { Array(list[$0]) }, at: mapping.key, in: self)
        guard !mapping.key.isEmpty else { return [] }
        if try plan.hasExactKey(in: self) { return try rows(plan, list).allModels }
        // Two spellings may lead to one row.
        var listed: Set<[SQLValue]> = []
        return try spelledRows(plan, (0..<list.count).map { Array(list[$0]) }).joined()
            .filter { try listed.insert(mapping.keyValues(of: $0)).inserted }
    }

    /// The rows of each key, in whatever form they hold it.
    private func spelledRows(_ plan: TablePlan, _ keys: [[SQLValue]]) throws -> [[Model]] {
        let mapping = plan.mapping
        let isExact = try plan.hasExactKey(in: self)
        var list = KeyList(width: mapping.key.count, capacity: keys.count)
        var positions: [Range<Int>] = []
        for key in keys {
            let start = list.count
            for stored in try isExact ? [key] : plan.spellings(of: key, at: mapping.key, in: self) {
                list.append(stored)
            }
            positions.append(start..<list.count)
        }
        guard list.count > 0 else { return keys.map { _ in [] } }
        let rows = try rows(plan, list)
        return try zip(keys, positions).map { key, positions in
            let models = positions.flatMap { rows.rows($0).models }
            // SQL takes 7 and 7.0 for one, which a column without a type keeps as what two texts are read from.
            return try isExact ? models : models.filter { try !plan.isTwin($0, of: key, in: self) }
        }
    }
}

extension TablePlan {
    /// Whether SQL takes a row's key for the one that was given, though a part of it is read as another text: 7, not 7.0.
    ///
    /// - Parameter key: as the properties are written. That a row's is another says nothing: a column's collation may
    ///   take two texts for one.
    fileprivate func isTwin(_ model: Model, of key: [SQLValue], in session: Session) throws -> Bool {
        let own = try mapping.key.map { try mapping.columns[$0].value(of: model) }
        guard own != key else { return false }
        let isAmbiguous = try zip(mapping.key, own).map { index, value in
            guard case .spellings(let spellings) = try match(index, in: session) else { return false }
            return spellings.kinds(of: value) != nil
        }
        guard isAmbiguous.contains(true) else { return false }
        return !isAmbiguous.indices.allSatisfy { part in
            isAmbiguous[part] ? key[part] == own[part] : key[part].isAlike(own[part])
        }
    }
}

extension SQLValue {
    /// Whether a collation of the engine may take both for one: letters of both cases, blanks at the end.
    fileprivate func isAlike(_ other: SQLValue) -> Bool {
        guard case .text(let text) = self, case .text(let another) = other else { return self == other }
        func folded(_ text: String) -> Substring.UTF8View {
            var rest = Substring(text)
            while rest.utf8.last == 0x20 { rest.removeLast() }
            return rest.utf8
        }
        return folded(text).elementsEqual(folded(another)) { left, right in
            left == right || left | 0x20 == right | 0x20 && (0x61...0x7A).contains(left | 0x20)
        }
    }
}

extension Mapping {
    /// The keys that were given, each part converted by its column's type; those with a NULL, which no row has, are left
    /// out.
    fileprivate func keyList(_ keys: [[any SQLValueConvertible]]) throws -> KeyList {
        let reader = KeyReader(columns, key)
        var list = KeyList(width: key.count, capacity: keys.count)
        for values in keys {
            guard values.count == key.count else {
                _ = try normalizedKey(values.map(\.sqlValue))
                continue
            }
            _ = try list.append { part in
                let value = values[part].sqlValue
                if reader.isPlain(value, for: part) { return value }
                // An error names the whole key.
                return try normalizedKey(values.map(\.sqlValue))[part]
            }
        }
        return list
    }
}
