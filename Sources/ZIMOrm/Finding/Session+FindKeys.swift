import ZIMDb

extension Session {
    /// The models with the given keys, in the order of the keys; keys without a row are left out.
    ///
    /// ```swift
    /// let orders = try session.find(Order.self, keys: [[1, 2, 3001], [1, 2, 3002]])
    /// ```
    ///
    /// Sends one statement, however many keys there are; keys that hold bytes or real numbers may take several.
    ///
    /// - Throws: ``ModelError`` with code keyMismatch if a key has a different number of values than the primary key.
    public func find<M: Model>(_ type: M.Type, keys: [[any SQLValueConvertible]]) throws -> sending [M] {
        // Made here, and known to nobody else.
        nonisolated(unsafe) let found: [M] = try models(plan(for: type), keys: keys).cast()
        return found
    }

    private func models(_ plan: TablePlan, keys: [[any SQLValueConvertible]]) throws -> [Model] {
        let mapping = plan.mapping
        var list = try mapping.keyList(keys)
        guard !mapping.key.isEmpty else { return [] }
        let isExact = try plan.hasExactKey(in: self)
        let given = isExact ? [] : Set((0..<list.count).map { Array(list[$0]) })
        if !isExact {
            // A text without letters has one spelling only.
            var seen: Set<[SQLValue]> = []
            list = KeyList(
                width: list.width,
                try (0..<list.count).flatMap { try plan.spellings(ofKey: Array(list[$0]), in: self) }
                    .filter { seen.insert($0).inserted })
        }
        let request = RelationRequest(
            kind: .belongsTo, target: ObjectIdentifier(mapping.type), foreignKey: mapping.keyNames, references: nil)
        let relation = try plan.relation(request, mapping.type, nil, [], in: self)
        let found = try RelationLoader(session: self, plan: relation, source: mapping).many(list).allModels
        // SQL takes 7 and 7.0 for one, which a column without a type keeps as what two texts are read from.
        if isExact { return found }
        var listed: Set<[SQLValue]> = []
        return try found.filter { model in
            // Two spellings may lead to one row.
            guard try listed.insert(mapping.keyValues(of: model)).inserted else { return false }
            let own = try mapping.key.map { try mapping.columns[$0].value(of: model) }
            return try given.contains(own) || !plan.isTwin(own, of: given, in: self)
        }
    }
}

extension TablePlan {
    /// Whether SQL takes a row's key for one that was given, though a part of it is read as another text: 7, not 7.0.
    ///
    /// - Parameter own: the row's key as its properties are written, which is none of the given ones. That alone says
    ///   nothing: a column's collation may take two texts for one.
    fileprivate func isTwin(_ own: [SQLValue], of given: Set<[SQLValue]>, in session: Session) throws -> Bool {
        let isAmbiguous = try zip(mapping.key, own).map { place, value in
            guard case .spellings(let spellings) = try match(place, in: session) else { return false }
            return spellings.kinds(of: value) != nil
        }
        guard isAmbiguous.contains(true) else { return false }
        return !given.contains { key in
            isAmbiguous.indices.allSatisfy { part in
                isAmbiguous[part] ? key[part] == own[part] : key[part].isAlike(own[part])
            }
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
