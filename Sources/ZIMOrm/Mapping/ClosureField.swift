import ZIMDb

/// How a column is read from and written to a model whose property is no value, such as an object that it points to.
package struct ColumnClosures {
    /// The type as messages name it.
    package var typeName: String
    /// The type whose values the column has in JSON, without its optional; nil if it is none.
    package var typeInJSON: () -> Any.Type?
    /// Whether the column may be NULL.
    package var acceptsNull: Bool
    /// Takes the column's value in; throws ``ValueMismatch`` if it does not fit.
    package var assign: (SQLValue, Model) throws -> Void
    /// The column's value.
    package var value: (Model) throws -> SQLValue
    /// A value as the column would hold it: "10" becomes 10.
    package var normalized: (SQLValue) throws -> SQLValue
    /// Copies the property from the first model to the second.
    package var copy: (Model, Model) -> Void

    package init(
        typeName: String, typeInJSON: @escaping () -> Any.Type?, acceptsNull: Bool,
        assign: @escaping (SQLValue, Model) throws -> Void,
        value: @escaping (Model) throws -> SQLValue, normalized: @escaping (SQLValue) throws -> SQLValue,
        copy: @escaping (Model, Model) -> Void
    ) {
        self.typeName = typeName
        self.typeInJSON = typeInJSON
        self.acceptsNull = acceptsNull
        self.assign = assign
        self.value = value
        self.normalized = normalized
        self.copy = copy
    }
}

/// A column that a facade reads and writes itself.
final class ClosureField: Field {
    private let closures: ColumnClosures

    init(_ closures: ColumnClosures) { self.closures = closures }

    override var typeName: String { closures.typeName }
    override var acceptsNull: Bool { closures.acceptsNull }
    override var typeInJSON: Any.Type? { closures.typeInJSON() }

    override func read(_ row: Row, _ index: Int, into model: Model) throws {
        row.noteSpelling(index)
        do { try closures.assign(row.value(at: index), model) } catch var mismatch as ValueMismatch {
            mismatch.index = index
            throw mismatch
        }
    }
    override func assign(_ value: SQLValue, to model: Model) throws { try closures.assign(value.asRead, model) }
    override func value(of model: Model) throws -> SQLValue { try closures.value(model) }
    override func bind(_ model: Model, to statement: Statement, at index: Int) throws {
        try statement.bind(try closures.value(model), at: index)
    }
    override func normalized(_ value: SQLValue) throws -> SQLValue {
        value.isNull ? value : try closures.normalized(value.asRead)
    }
    override func copy(from source: Model, to target: Model) { closures.copy(source, target) }
}
