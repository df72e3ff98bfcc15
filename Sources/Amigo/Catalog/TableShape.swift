/// A class's table once it is known what its foreign keys point to.
struct TableShape {
    /// A column of the table, and where its values come from.
    struct Part {
        let name: String
        let column: Column
        let declaration: AmigoColumnDeclaration?
        let type: AttributeType
        /// The column that a part of a foreign key points to.
        var referred: String?
    }

    /// A foreign key.
    struct Link {
        let property: String
        let target: Model.Type
        let columns: [String]
        let referred: [String]
        let options: Column.Options
    }

    let model: Amigo.ORMModel
    var parts: [Part] = []
    var links: [Link] = []

    var table: String { model.table.label }
    var key: [String] { parts.filter { $0.column.options.isPrimaryKey }.map(\.name) }

    /// The columns that a name stands for: a column's own, a property's, or all of a foreign key's.
    func columns(named name: String) -> [String]? {
        if let part = parts.first(where: { $0.name == name }) { return [part.name] }
        if let link = links.first(where: { $0.property == name }) { return link.columns }
        if let part = parts.first(where: { $0.declaration?.property == name && $0.referred == nil }) {
            return [part.name]
        }
        return parts.first { $0.name.lowercased() == name.lowercased() }.map { [$0.name] }
    }

    func type(of column: String) -> AttributeType {
        parts.first { $0.name == column }?.type ?? .undefinedAttributeType
    }

    /// The names that somebody who misspelt one may have meant.
    var names: [String] {
        parts.map(\.name) + links.map(\.property).filter { name in !parts.contains { $0.name == name } }
    }

    /// Makes the mapping.
    func entry(rank: Int, relationships: [Relationship], forms: StoredForms) throws -> ModelEntry {
        guard !(model.type is any RowDecodable.Type) else {
            throw ModelError(
                .mapping, "class \(model.type) reads its rows itself, by columns of its own", table: table,
                hint: "Leave RowDecodable out, or use the class with the core's sessions")
        }
        let draft = MappingDraft(model.type)
        let references = try links.map { link -> ModelReference in
            let reference = try explained { try draft.reference(link.property) }
            guard isSubclass(link.target, of: reference.type) else {
                throw ModelError(
                    .mapping,
                    "class \(model.type): the property \"\(link.property)\" refers to class \(reference.type), its ForeignKey to class \(link.target)",
                    table: table, column: link.property, hint: "Let both name the same class")
            }
            return reference
        }
        let columns = try parts.map { part -> MappedColumn in
            guard let referred = part.referred,
                let position = links.firstIndex(where: {
                    $0.columns.contains(part.name) && $0.property == part.column.name
                })
            else { return try explained { try draft.column(part.column, coding: coding(of: part, draft, forms)) } }
            var options = part.column.options
            options.isIndexed = false
            return draft.column(
                part.name, of: references[position], referred: referred, isOnly: links[position].columns.count == 1,
                options: options)
        }
        let key = key.compactMap { name in parts.firstIndex { $0.name == name } }
        let isKeyGiven =
            key.count == 1 && parts[key[0]].type.isInteger && parts[key[0]].referred == nil
            && parts[key[0]].declaration?.defaultValue == nil && !model.type.countsNoKeys
        let mapping = try draft.mapping(
            table: table, columns: columns, key: key, isAutoIncremented: isKeyGiven, relationships: relationships)
        let made = zip(links, references).map { link, reference in
            ModelLink(
                reference: reference, target: link.target, columns: link.columns, referred: link.referred,
                isRequired: !link.options.isOptional,
                shared: link.columns.indices.filter { index in
                    parts.contains { $0.name == link.columns[index] && $0.column.name != link.property }
                })
        }
        let defaults = parts.enumerated().compactMap { index, part in
            part.referred == nil ? part.declaration?.defaultValue.map { (index, $0) } : nil
        }
        return ModelEntry(
            model: model, mapping: mapping, links: made, defaults: defaults, rank: rank,
            types: try parts.map { try type(of: $0, draft) })
    }

    /// The column's type. Text that looks like a number would become one in a numeric column, so a property that holds
    /// text has a column that does.
    private func type(of part: Part, _ draft: MappingDraft) throws -> AttributeType {
        guard part.referred == nil, let property = part.declaration?.property, part.type.isNumeric else {
            return part.type
        }
        let type = try draft.type(of: property)
        let texts: [any Any.Type] = [String.self, String?.self, NSString.self, NSString?.self]
        let isText = texts.contains { $0 == type }
        return isText ? .stringAttributeType : part.type
    }

    private func coding(of part: Part, _ draft: MappingDraft, _ forms: StoredForms) throws -> ColumnCoding? {
        switch part.type {
        case .uuidAttributeType:
            // Whatever the property, the column holds bytes.
            return .uuid
        case .decimalAttributeType: return forms.decimal
        case .dateAttributeType:
            let types: [any Any.Type] = [Date.self, Date?.self, NSDate.self, NSDate?.self]
            guard let property = part.declaration?.property else { return forms.date }
            let type = try draft.type(of: property)
            // Text that a program writes itself is its own.
            return types.contains { $0 == type } ? forms.date : nil
        default: return nil
        }
    }

    private func explained<T>(_ body: () throws -> T) throws -> T {
        do { return try body() } catch var error as ModelError {
            if error.table == nil { error.table = table }
            throw error
        }
    }

    private func isSubclass(_ type: Model.Type, of other: Model.Type) -> Bool {
        var candidate: AnyClass? = type
        while let current = candidate {
            if current == other { return true }
            candidate = _getSuperclass(current)
        }
        return false
    }
}

extension Model {
    /// Whether the class says that the database gives its new rows no keys; one with a key of several columns says nothing.
    static var countsNoKeys: Bool { primaryKey.count == 1 && !isAutoIncremented }
}
