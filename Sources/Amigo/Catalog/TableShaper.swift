/// Works out the tables of models: a foreign key has a column for each column of the key that it points to, which may in
/// turn be a foreign key's.
struct TableShaper {
    private let models: [ObjectIdentifier: Amigo.ORMModel]
    private var known: [ObjectIdentifier: TableShape] = [:]
    private var underway: [Model.Type] = []

    init(_ models: [ObjectIdentifier: Amigo.ORMModel]) { self.models = models }

    mutating func shape(of model: Amigo.ORMModel) throws -> TableShape {
        if let shape = known[ObjectIdentifier(model.type)] { return shape }
        underway.append(model.type)
        defer { underway.removeLast() }
        var shape = TableShape(model: model)
        let plain = Set(model.columns.filter { $0.reference == nil }.map { $0.name.lowercased() })
        for column in model.columns {
            if let key = column.reference {
                try add(key, column, to: &shape, besides: plain)
            } else {
                try add(column, to: &shape)
            }
        }
        guard !shape.parts.isEmpty else {
            throw ModelError(.mapping, "the model of class \(model.type) has no columns", table: shape.table)
        }
        guard !shape.key.isEmpty else {
            throw ModelError(
                .mapping, "the model of class \(model.type) has no primary key", table: shape.table,
                hint: "Say primaryKey: true of one or more columns")
        }
        for index in model.indexes {
            for name in index.columns where shape.columns(named: name) == nil {
                throw ModelError(
                    .unknownColumn,
                    "the index \"\(index.label)\" of \"\(shape.table)\" names \"\(name)\", which is no column",
                    table: shape.table, column: name, hint: NearestNames.hint(for: name, among: shape.names))
            }
        }
        known[ObjectIdentifier(model.type)] = shape
        return shape
    }

    private func add(_ column: Column, to shape: inout TableShape) throws {
        let declaration = column.declaration as? AmigoColumnDeclaration
        var type = AttributeType.undefinedAttributeType
        switch declaration?.kind {
        case .attribute(let declared): type = self.type(declared, of: column, in: shape)
        case .unknown(let name):
            throw ModelError(
                .mapping,
                "the column \"\(column.name)\" of class \(shape.model.type) is of type \(name), which no column can hold",
                table: shape.table, column: column.name,
                hint: "Use a type of Column's list, or ForeignKey for another model")
        case .reference: break
        case nil:
            // How its values are stored is the column's own secret, so its type must not change them; the row's identifier
            // has to be an integer.
            let own = column.valueType.flatMap { AttributeType($0) }
            if column.options.isPrimaryKey, own?.isInteger == true { type = .integer64AttributeType }
        }
        try add(
            TableShape.Part(name: column.name, column: column, declaration: declaration, type: type), to: &shape)
    }

    /// A form that the class declares needs a column that keeps what it writes.
    private func type(_ declared: AttributeType, of column: Column, in shape: TableShape) -> AttributeType {
        let property = (column.declaration as? AmigoColumnDeclaration)?.property ?? column.name
        switch DeclaredForms(shape.model.type).held(by: column.name, property: property) {
        case .text: return .stringAttributeType
        case .real: return .doubleAttributeType
        case nil: return declared
        }
    }

    private func add(_ part: TableShape.Part, to shape: inout TableShape) throws {
        if let other = shape.parts.first(where: { $0.name.lowercased() == part.name.lowercased() }) {
            throw ModelError(
                .mapping, "the model of class \(shape.model.type) has the column \"\(other.name)\" twice",
                table: shape.table, column: part.name)
        }
        shape.parts.append(part)
    }

    private mutating func add(
        _ key: Amigo.ForeignKey, _ column: Column, to shape: inout TableShape, besides plain: Set<String>
    ) throws {
        let target = try target(of: key, column, shape)
        let referred = try referred(by: key, column, in: target, of: shape)
        let columns = key.columns ?? referred.map { "\(column.name)_\($0)" }
        guard columns.count == referred.count else {
            throw ModelError(
                .keyMismatch,
                "the foreign key \"\(column.name)\" of \"\(shape.table)\" has the columns (\(columns.joined(separator: ", "))), "
                    + "and points to (\(referred.joined(separator: ", "))) of \"\(target.table)\"",
                table: shape.table, column: column.name, hint: "Name as many columns on both sides")
        }
        for (name, referredName) in zip(columns, referred) where !plain.contains(name.lowercased()) {
            // Two foreign keys may share a column; the first has it.
            if shape.links.contains(where: { $0.columns.contains(name) }) { continue }
            try add(
                TableShape.Part(
                    name: name, column: column, declaration: nil, type: target.type(of: referredName),
                    referred: referredName),
                to: &shape)
        }
        shape.links.append(
            TableShape.Link(
                property: column.name, target: key.target, columns: columns, referred: referred,
                options: column.options))
    }

    private mutating func target(
        of key: Amigo.ForeignKey, _ column: Column, _ shape: TableShape
    ) throws -> TableShape {
        guard let model = models[ObjectIdentifier(key.target)] else {
            throw ModelError.notRegistered(key.target, by: "the foreign key \"\(column.name)\" of \"\(shape.table)\"")
        }
        guard let start = underway.firstIndex(where: { $0 == key.target }) else { return try self.shape(of: model) }
        // Its own key is all that is needed of a class that points back here; where that is not known yet, it never is.
        let simple = simpleShape(model)
        let isEnough =
            (key.references?.map(\.name) ?? []).allSatisfy { simple.columns(named: $0) != nil }
            && (key.references != nil || model.columns.allSatisfy { !$0.options.isPrimaryKey || $0.reference == nil })
        guard isEnough else {
            let path = (underway[start...] + [key.target]).map { "\($0)" }.joined(separator: " → ")
            throw ModelError(
                .cycle, "the primary keys of classes are foreign keys of each other: \(path)", table: shape.table,
                column: column.name, hint: "Give one of them a key of its own")
        }
        return simple
    }

    /// The shape without foreign keys.
    private func simpleShape(_ model: Amigo.ORMModel) -> TableShape {
        var shape = TableShape(model: model)
        for column in model.columns where column.reference == nil { try? add(column, to: &shape) }
        return shape
    }

    private func referred(
        by key: Amigo.ForeignKey, _ column: Column, in target: TableShape, of shape: TableShape
    ) throws -> [String] {
        guard let references = key.references else {
            guard !target.key.isEmpty else {
                throw ModelError(
                    .mapping,
                    "the foreign key \"\(column.name)\" of \"\(shape.table)\" points to \"\(target.table)\", which has no primary key",
                    table: shape.table, column: column.name)
            }
            return target.key
        }
        return try references.flatMap { reference -> [String] in
            guard reference.type == target.model.type, let names = target.columns(named: reference.name) else {
                throw ModelError(
                    .unknownColumn,
                    "the foreign key \"\(column.name)\" of \"\(shape.table)\" points to \"\(reference.name)\", which is no column of \"\(target.table)\"",
                    table: shape.table, column: column.name,
                    hint: NearestNames.hint(for: reference.name, among: target.names))
            }
            return names
        }
    }
}

extension Column {
    /// The foreign key that the column was declared with.
    var reference: Amigo.ForeignKey? {
        if case .reference(let key)? = (declaration as? AmigoColumnDeclaration)?.kind { return key }
        return nil
    }
}
