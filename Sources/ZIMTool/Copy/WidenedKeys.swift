import ZIMOrm
import ZIMSql

extension CopyPlan {
    /// Gives a column at one end of a foreign key the wider type that the other end has got, where their values would be
    /// written in two ways, or could not be compared.
    ///
    /// - Returns: what became what, in words.
    mutating func widenForeignKeys() -> [CopyNote] {
        let positions = NameMap(tables.enumerated().map { ($1.name, $0) })
        var notes: [CopyNote] = []
        var isChanged = true
        // A type only becomes a wider one, so there is an end.
        while isChanged {
            isChanged = false
            for child in tables.indices {
                for key in tables[child].foreignKeys {
                    guard let parent = positions[key.parent] else { continue }
                    for (own, other) in zip(key.columns, key.references) {
                        guard let note = widen(Place(child, own, self), Place(parent, other, self)) else { continue }
                        notes.append(note)
                        isChanged = true
                    }
                }
            }
        }
        return notes
    }

    private struct Place {
        let table: Int
        let column: Int

        init?(_ table: Int, _ name: String, _ plan: CopyPlan) {
            guard let column = plan.tables[table].columns.firstIndex(where: { $0.name == name }) else { return nil }
            (self.table, self.column) = (table, column)
        }
    }

    private mutating func widen(_ child: Place?, _ parent: Place?) -> CopyNote? {
        guard let child, let parent else { return nil }
        let (own, other) = (typing(child), typing(parent))
        let fits = other.kind.isComparable(to: own.kind) && target.traits.canReference(other.kind, from: own.kind)
        if fits { return nil }
        // What a server numbers stays a number: the foreign key is left out then.
        if own.canWiden(to: other, in: target), !isNumbered(child) {
            return take(other, child, "of \(name(parent)), which it references")
        }
        if other.canWiden(to: own, in: target), !isNumbered(parent) {
            return take(own, parent, "of \(name(child)), which references it")
        }
        return nil
    }

    private func isNumbered(_ place: Place) -> Bool {
        tables[place.table].identity?.column == tables[place.table].columns[place.column].name
    }

    private mutating func take(_ typing: CopyTyping, _ place: Place, _ words: String) -> CopyNote? {
        tables[place.table].columns[place.column].typing = typing
        tables[place.table].columns[place.column].dates = nil
        return CopyNote(name(place), "gets the type " + words)
    }

    private func typing(_ place: Place) -> CopyTyping { tables[place.table].columns[place.column].typing }

    private func name(_ place: Place) -> String {
        "\(tables[place.table].source.name).\(tables[place.table].columns[place.column].source.name)"
    }
}

extension ValueCheck {
    /// Leaves out foreign keys whose columns became text or bytes, where a row and its parent are equal only before that:
    /// `1.5` and `1.50` as numbers.
    ///
    /// - Parameter planned: the types that the columns of each table had.
    /// - Returns: what is left out, in words.
    func leaveOutLooseKeys(of plan: inout CopyPlan, where planned: [[CopyTyping]]) throws -> [CopyNote] {
        let tables = CopyTableNames(plan.tables)
        var notes: [CopyNote] = []
        for (index, table) in plan.tables.enumerated() {
            let widened = zip(table.columns, planned[index]).filter { column, before in
                let families = (CopyColumn.Family(before.kind), CopyColumn.Family(column.kind))
                return families.0 != families.1 && families.0 != .text
            }.map(\.0.name)
            for key in table.foreignKeys where key.columns.contains(where: widened.contains) {
                guard let parent = tables.target[key.parent], let link = link(key, table, parent) else { continue }
                let equal = zip(link.references, link.columns).map { reference, column in
                    SQLExpression.column(reference, of: "zim_parent").cast(as: .text)
                        == SQLExpression.column(column, of: "zim_child").cast(as: .text)
                }
                let search = OrphanSearch(link: link, traits: source.engine.traits, exactness: equal)
                guard try search.hasOrphans(source.session) else { continue }
                plan.tables[index].remove(key)
                notes.add(table, "the foreign key \(key.text) is left out: as text, a row and its parent differ")
            }
        }
        return notes
    }

    /// A foreign key as the source calls its columns.
    func link(_ key: CopyForeignKey, _ table: CopyTable, _ parent: CopyTable) -> LinkSchema? {
        LinkSchema(
            child: table.source, columns: key.columns.map { table.sourceName(of: $0) }, parent: parent.source,
            references: key.references.map { parent.sourceName(of: $0) })
    }
}

extension CopyTyping {
    fileprivate func canWiden(to other: CopyTyping, in engine: CopyEngine) -> Bool {
        var next = wider(in: engine)
        while let typing = next, typing.kind != other.kind { next = typing.wider(in: engine) }
        return next != nil
    }
}
