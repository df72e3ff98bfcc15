import ZIMDb

/// A property whose column holds its values in a form that is declared.
final class FormedField: Field {
    private let base: Field
    private let declared: ColumnForm

    init(_ base: Field, _ form: ColumnForm) {
        self.base = base
        declared = form
    }

    override var typeName: String { base.typeName }
    override var acceptsNull: Bool { base.acceptsNull }
    override var propertyType: Any.Type? { base.propertyType }
    override func held(by model: Model) -> Any? { base.held(by: model) }
    override var valueType: Any.Type? { base.valueType }
    override var form: ColumnForm? { declared }

    private func decode(_ value: SQLValue) throws -> SQLValue { try declared.decode(value) { try base.normalized($0) } }

    override func read(_ row: Row, _ index: Int, into model: Model) throws {
        row.noteSpelling(index)
        do { try base.assign(decode(row.value(at: index)), to: model) } catch var mismatch as ValueMismatch {
            mismatch.index = index
            throw mismatch
        }
    }
    override func assign(_ value: SQLValue, to model: Model) throws { try base.assign(decode(value), to: model) }
    override func value(of model: Model) throws -> SQLValue { try declared.encode(base.value(of: model)) }
    override func bind(_ model: Model, to statement: Statement, at index: Int) throws {
        try statement.bind(value(of: model), at: index)
    }
    override func normalized(_ value: SQLValue) throws -> SQLValue {
        if value.isNull { return value }
        // What is given need not be in the column's form.
        return try declared.encode((try? base.normalized(value)) ?? decode(value))
    }
    override func copy(from source: Model, to target: Model) { base.copy(from: source, to: target) }
}
