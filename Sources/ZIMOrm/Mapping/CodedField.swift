import ZIMDb

/// How a column holds the values of a property otherwise than its type says.
package struct ColumnCoding: Sendable {
    /// The column's value of the property's; throws ``ValueMismatch`` if it has none.
    let encode: @Sendable (SQLValue) throws -> SQLValue
    /// The property's value of the column's.
    let decode: @Sendable (SQLValue) throws -> SQLValue
    /// The one form that it reads and writes; nil if it reads several.
    let form: (@Sendable () -> ColumnForm)?
    /// Whose spellings a column may hold where it reads several; nil for those of the property's type.
    let type: Any.Type?

    package init(
        form: (@Sendable () -> ColumnForm)? = nil, type: Any.Type? = nil,
        encode: @escaping @Sendable (SQLValue) throws -> SQLValue,
        decode: @escaping @Sendable (SQLValue) throws -> SQLValue
    ) {
        self.form = form
        self.type = type
        self.encode = encode
        self.decode = decode
    }
}

/// A property whose column holds its values in another form: a UUID's text as 16 bytes.
final class CodedField: Field {
    private let base: Field
    private let coding: ColumnCoding

    init(_ base: Field, _ coding: ColumnCoding) {
        self.base = base
        self.coding = coding
    }

    override var typeName: String { base.typeName }
    override var acceptsNull: Bool { base.acceptsNull }
    override var propertyType: Any.Type? { base.propertyType }
    override func held(by model: Model) -> Any? { base.held(by: model) }
    override var valueType: Any.Type? { coding.type ?? base.valueType }
    override var form: ColumnForm? { coding.form?() }

    override func read(_ row: Row, _ index: Int, into model: Model) throws {
        row.noteSpelling(index)
        do { try base.assign(coding.decode(row.value(at: index)), to: model) } catch var mismatch as ValueMismatch {
            mismatch.index = index
            throw mismatch
        }
    }
    override func assign(_ value: SQLValue, to model: Model) throws { try base.assign(coding.decode(value), to: model) }
    override func value(of model: Model) throws -> SQLValue { try coding.encode(base.value(of: model)) }
    override func bind(_ model: Model, to statement: Statement, at index: Int) throws {
        try statement.bind(value(of: model), at: index)
    }
    override func normalized(_ value: SQLValue) throws -> SQLValue {
        if value.isNull { return value }
        // What is given need not be in the one form that is read.
        if coding.form != nil, let plain = try? base.normalized(value) { return try coding.encode(plain) }
        return try coding.encode(base.normalized(coding.decode(value)))
    }
    override func copy(from source: Model, to target: Model) { base.copy(from: source, to: target) }
}
