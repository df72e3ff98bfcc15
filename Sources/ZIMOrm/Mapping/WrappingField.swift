import ZIMDb

/// A property whose column holds other values than its own field would write.
class WrappingField: Field {
    let base: Field

    init(_ base: Field) { self.base = base }

    /// The property's value of the column's.
    func decode(_ value: SQLValue) throws -> SQLValue { value }

    override var typeName: String { base.typeName }
    override var acceptsNull: Bool { base.acceptsNull }
    override var conversion: FormConversion? { base.conversion }
    override var propertyType: Any.Type? { base.propertyType }
    override var typeInJSON: Any.Type? { base.typeInJSON }
    override var keptType: Any.Type? { base.keptType }
    override var valueType: Any.Type? { base.valueType }
    override func held(by model: Model) -> Any? { base.held(by: model) }

    override func read(_ row: Row, _ index: Int, into model: Model) throws {
        row.noteSpelling(index)
        do { try base.assign(decode(row.unpadded(index)), to: model) } catch var mismatch as ValueMismatch {
            mismatch.index = index
            throw mismatch
        }
    }
    override func assign(_ value: SQLValue, to model: Model) throws { try base.assign(decode(value.asRead), to: model) }
    override func bind(_ model: Model, to statement: Statement, at index: Int) throws {
        try statement.bind(value(of: model), at: index)
    }
    override var encodesGiven: Bool { base.encodesGiven }
    override func encoded(_ value: SQLValue) throws -> SQLValue { try base.encoded(value) }
    override func encoded(json: JSONText) throws -> SQLValue? { try base.encoded(json: json) }
    override func copy(from source: Model, to target: Model) { base.copy(from: source, to: target) }
}
