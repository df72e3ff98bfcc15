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
final class CodedField: WrappingField {
    private let coding: ColumnCoding

    init(_ base: Field, _ coding: ColumnCoding) {
        self.coding = coding
        super.init(base)
    }

    override var valueType: Any.Type? { coding.type ?? base.valueType }
    override var form: ColumnForm? { coding.form?() }

    override func decode(_ value: SQLValue) throws -> SQLValue { try coding.decode(value) }
    override func value(of model: Model) throws -> SQLValue { try coding.encode(base.value(of: model)) }
    override func normalized(_ value: SQLValue) throws -> SQLValue {
        if value.isNull { return value }
        // What is given need not be in the one form that is read. A number is, where that has numbers: 2.5 seconds are no
        // Julian day.
        if coding.form != nil {
            if value.isNumber, let own = try? decode(value) { return try coding.encode(base.normalized(own)) }
            if let plain = try? base.normalized(value) { return try coding.encode(plain) }
        }
        return try coding.encode(base.normalized(decode(value)))
    }
}
