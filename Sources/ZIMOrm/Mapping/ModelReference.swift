import ZIMDb

/// A property that refers to another model, as `var dog: Dog?` does: its foreign key is kept in columns of its own.
// Unchecked: `target` is set once, while the mappings are put together; the property's position never changes.
package final class ModelReference: @unchecked Sendable {
    package let property: String
    /// The class that the property is declared with.
    package let type: Model.Type
    private let access: PropertyAccess<Model?>
    /// The mapping of the class that is referred to; weak, since mappings may refer to each other.
    private weak var known: Mapping?

    init(property: String, type: Model.Type, access: PropertyAccess<Model?>) {
        self.property = property
        self.type = type
        self.access = access
    }

    /// Says which mapping the class that is referred to has: later than the columns, since classes may refer to each
    /// other.
    package func resolve(_ target: Mapping) { known = target }

    /// The model that the property refers to.
    package func model(of model: Model) -> Model? { access.get(model) }

    package func set(_ other: Model?, in model: Model) { access.set(model, other) }

    /// Checks that a model that the property holds is of the class that is referred to, and not of one below it: the key of
    /// a row of that class's table means another row here.
    ///
    /// - Throws: ``ModelError`` with code value.
    package func requireRow(_ other: Model, in owner: Model) throws {
        let target = try target()
        let found = Swift.type(of: other)
        guard found != target.type else { return }
        throw ModelError(
            .value,
            "\"\(property)\" of \(Swift.type(of: owner)) refers to rows of \"\(target.table)\", and holds an object of class \(found)",
            table: target.table, hint: "Set an object of class \(target.type)")
    }

    func target() throws -> Mapping {
        if let known { return known }
        throw ModelError(.mapping, "the property \"\(property)\" refers to class \(type), which has no mapping here")
    }
}

/// A column that holds a part of the key of the model that a property refers to.
///
/// Where the property refers to none, because none was loaded into it, the column holds what the row does: see
/// `LoadBatch.unloadedKeys`.
final class ReferenceField: Field {
    let reference: ModelReference
    /// The column over there.
    private let referred: String
    /// The field of the column over there as this column holds its values, where that is another.
    private let own: Field?

    init(_ reference: ModelReference, referred: String, own: Field? = nil) {
        self.reference = reference
        self.referred = referred
        self.own = own
    }

    /// Whether it is the same column of a class's, whatever engine holds it.
    func isSame(as other: ReferenceField) -> Bool { reference === other.reference && referred == other.referred }

    /// The field for a column that is not given what the property holds: a key that is a date, on a server.
    func fitted(_ fit: (Field) -> Field?) -> ReferenceField? {
        guard let field = try? field(), let own = fit(field) else { return nil }
        return ReferenceField(reference, referred: referred, own: own)
    }

    override var typeName: String { "\(reference.type)" }
    override var acceptsNull: Bool { true }

    private func field() throws -> Field {
        if let own { return own }
        let target = try reference.target()
        return target.columns[try target.index(of: referred)].field
    }

    override var keptType: Any.Type? { (try? field())?.keptType }

    override func onServer(_ type: String) -> Field? { fitted { $0.onServer(type) } }

    override func read(_ row: Row, _ index: Int, into model: Model) throws { reference.set(nil, in: model) }

    override func value(of model: Model) throws -> SQLValue {
        guard let other = reference.model(of: model) else { return model.record?.unloadedKey(self, of: model) ?? .null }
        other.restoreAfterRollback()
        let target = try reference.target()
        if type(of: other) != target.type { try reference.requireRow(other, in: model) }
        let position = try target.index(of: referred)
        let column = target.columns[position]
        // A key that the database is still to give, and that the property has no nil for.
        if !column.field.acceptsNull, target.givesKeys, !other.isLoaded, try column.value(of: other) == .integer(0) {
            return .null
        }
        return try keyValue(position, target, of: other)
    }

    /// A part of the key of the model over there, as this column holds it.
    private func keyValue(_ position: Int, _ target: Mapping, of other: Model) throws -> SQLValue {
        guard let own else { return try target.value(position, of: other) }
        if let mapping = other.record?.mapping, mapping.original === target,
            let stored = other.spelledValue(position, in: mapping)
        {
            return stored
        }
        return try own.value(of: other)
    }

    override func bind(_ model: Model, to statement: Statement, at index: Int) throws {
        try statement.bind(value(of: model), at: index)
    }

    override var encodesGiven: Bool { (try? field())?.encodesGiven ?? false }
    override func encoded(_ value: SQLValue) throws -> SQLValue { value.isNull ? value : try field().encoded(value) }

    override func normalized(_ value: SQLValue) throws -> SQLValue {
        value.isNull ? value : try field().normalized(value)
    }

    /// Sets the reference from a value: a model that has only its key stands for the other row.
    override func assign(_ value: SQLValue, to model: Model) throws {
        let field = try field()
        guard !value.isNull else {
            reference.set(nil, in: model)
            model.record?.forgetReference(reference, of: model)
            return
        }
        let previous = reference.model(of: model)
        if let previous, (try? field.value(of: previous)) == value { return }
        let target = try reference.target()
        let other: Model
        if let previous, !previous.isLoaded {
            other = previous
        } else {
            other = target.type.init()
            for index in target.key {
                if let previous { target.columns[index].field.copy(from: previous, to: other) }
            }
        }
        try field.assign(value, to: other)
        reference.set(other, in: model)
    }

    override func copy(from source: Model, to target: Model) { reference.set(reference.model(of: source), in: target) }
}

/// An optional model: what a property that refers to another model is declared as.
protocol OptionalModel {
    static var model: Model.Type { get }
    static func access(at offset: Int) -> PropertyAccess<Model?>
}

extension Optional: OptionalModel where Wrapped: Model {
    static var model: Model.Type { Wrapped.self }

    static func access(at offset: Int) -> PropertyAccess<Model?> {
        PropertyAccess(
            get: { $0.property(at: offset, as: Wrapped?.self).pointee },
            // Whoever sets it has compared the classes when the mapping was made.
            set: { $0.property(at: offset, as: Wrapped?.self).pointee = $1 as? Wrapped })
    }
}
