import Foundation
import ZIMDb

/// A property whose column holds its values in a form that is declared.
final class FormedField: WrappingField {
    private let declared: ColumnForm

    init(_ base: Field, _ form: ColumnForm) {
        declared = form
        super.init(base)
    }

    override var form: ColumnForm? { declared }
    override var mayDifferOnTable: Bool { declared.mayBeConverted }
    /// A server's own type has one form.
    override func onServer(_ type: String) -> Field? {
        guard case .uuid = declared.kind, type == "uuid" else { return nil }
        return base
    }

    override func decode(_ value: SQLValue) throws -> SQLValue {
        try declared.decode(value) { try base.normalized($0) }
    }
    override func value(of model: Model) throws -> SQLValue { try encode(base.value(of: model)) }
    override func normalized(_ value: SQLValue) throws -> SQLValue {
        if value.isNull { return value }
        // What is given need not be in the column's form.
        return try encode((try? base.normalized(value)) ?? decode(value))
    }

    /// An `NSNumber` of 7.0 equals that of 7, so a column of texts holds `'7'` for both.
    private func encode(_ value: SQLValue) throws -> SQLValue {
        let stored = try declared.encode(value)
        guard case .real(let number) = stored, base.propertyType is NSNumber.Type else { return stored }
        return Int64(exactly: number).map { .integer($0) } ?? stored
    }
}
