/// A registered class: its declaration, the mapping that it became, and what points where.
// Unchecked: nothing changes once the catalogue is made.
final class ModelEntry: @unchecked Sendable {
    let model: Amigo.ORMModel
    let mapping: Mapping
    let links: [ModelLink]
    /// The columns that get a value of their own where a new model has none.
    let defaults: [(position: Int, value: DefaultValue)]
    /// The position in the order in which rows can be inserted: what is pointed to comes first.
    let rank: Int
    /// The types of the columns, for the statements that make the table.
    let types: [AttributeType]
    fileprivate(set) var relationships: [String: ModelRelationship] = [:]
    /// The relationships that this class is the through model of.
    fileprivate(set) var joins: [JoinPlan] = []

    init(
        model: Amigo.ORMModel, mapping: Mapping, links: [ModelLink], defaults: [(position: Int, value: DefaultValue)],
        rank: Int, types: [AttributeType]
    ) {
        self.model = model
        self.mapping = mapping
        self.links = links
        self.defaults = defaults
        self.rank = rank
        self.types = types
    }

    var type: Model.Type { model.type }
    var table: String { mapping.table }

    /// The relationship of a name.
    ///
    /// - Throws: `ModelError` with code unknownRelationship and the nearest names.
    func relationship(_ name: String) throws -> ModelRelationship {
        if let found = relationships[name] { return found }
        throw ModelError(
            .unknownRelationship, "\"\(table)\" (class \(type)) has no relationship \"\(name)\"", table: table,
            hint: NearestNames.hint(for: name, among: relationships.keys.sorted())
                ?? "Add OneToMany, ManyToMany or a ForeignKey to its ORMModel")
    }

    /// What a model holds in columns that another table points to.
    ///
    /// - Throws: `ModelError` with code keyMissing if one is NULL.
    func values(
        _ columns: [String], of object: Model, for purpose: String, in session: Session
    ) throws -> [SQLValue] {
        let values = try storedValues(mapping.indexes(of: columns), of: object, in: session)
        if let missing = values.firstIndex(where: \.isNull) {
            throw ModelError(
                .keyMissing, "a model of \"\(table)\" has no \"\(columns[missing])\" yet, so \(purpose)", table: table,
                column: columns[missing], key: values, hint: "Add it to the session first")
        }
        return values
    }

    /// What a model holds in some columns, as those of the session's database hold it: a server may have texts where the
    /// property is a number.
    func storedValues(_ positions: [Int], of object: Model, in session: Session) throws -> [SQLValue] {
        let mapping = try session.mapping(of: type)
        return try positions.map { try mapping.storedValue($0, of: object) }
    }

    /// What a model holds in a column, as a column of its property's type would.
    func value(_ position: Int, of object: Model) throws -> SQLValue {
        try mapping.storedValue(position, of: object)
    }

    func store(_ value: SQLValue, _ position: Int, in object: Model) throws {
        do { try mapping.columns[position].store(value, in: object) } catch let mismatch as ValueMismatch {
            throw mapping.refusal(mismatch, of: position)
        }
    }

    /// Whether a part of the key has no value, so that the row cannot exist yet.
    func lacksKey(_ object: Model) throws -> Bool {
        try mapping.key.contains { index in
            let value = try value(index, of: object)
            if value.isNull { return true }
            return isKeyGiven && value == .integer(0) && !mapping.columns[index].acceptsNull
        }
    }

    /// - Throws: `ModelError` with code keyMissing for a model without a key, which has no row to delete.
    func requireKey(of object: Model) throws {
        guard try lacksKey(object) else { return }
        throw ModelError(
            .keyMissing, "a model of \"\(table)\" cannot be deleted: it has no key", table: table,
            column: mapping.keyNames.first, key: object.keyValues, hint: "It was not added yet, or its row is gone")
    }

    /// Whether the database gives new rows their key.
    var isKeyGiven: Bool { mapping.givesKeys }
}

extension ModelEntry {
    /// Called while the catalogue is made.
    func add(_ relationship: ModelRelationship, as name: String) throws {
        guard relationships.updateValue(relationship, forKey: name) == nil else {
            throw ModelError(
                .mapping, "\"\(table)\" (class \(type)) has the relationship \"\(name)\" twice", table: table,
                hint: "Give one of them another name")
        }
    }

    func add(_ join: JoinPlan) { joins.append(join) }
}
