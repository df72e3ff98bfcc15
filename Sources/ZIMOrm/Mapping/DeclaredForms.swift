import Foundation
import ZIMDb

/// The forms that a class declares of its columns by name, and that of its dates.
package struct DeclaredForms {
    private let type: Model.Type
    private let forms: [String: ColumnForm]
    private let dates: ColumnForm?

    package init(_ type: Model.Type) {
        self.type = type
        forms = type.forms
        dates = type.dateFormat.map { .date($0) }
    }

    var isEmpty: Bool { forms.isEmpty && dates == nil }

    /// - Throws: ``ModelError`` with code mapping for a name that is none of a column.
    func check(_ columns: [MappedColumn]) throws {
        let unknown = forms.keys.sorted().first { name in !columns.contains { $0.isNamed(name) } }
        guard let unknown else { return }
        throw ModelError.misnamed(unknown, in: "forms", of: type, table: type.table, columns)
    }

    /// The column in the form that the class declares for it; nil if it declares none.
    func formed(_ column: MappedColumn) throws -> MappedColumn? {
        // A field whose column says its form itself is of another class.
        let isPlainDate = column.field is any DateField
        guard let form = form(of: column.name, column.property) ?? (isPlainDate ? dates : nil) else { return nil }
        // A facade makes the fields of dates with it.
        if column.field.form == form { return column }
        return column.with(try form.field(of: column.field, column: column.name, in: type))
    }

    private func form(of column: String, _ property: String?) -> ColumnForm? {
        forms[column] ?? property.flatMap { forms[$0] }
    }

    /// What columns hold in a form.
    package enum Held { case text, real }

    /// What a column holds by the form that is declared for it; nil without one, or where the property's type says it.
    package func held(by column: String, property: String) -> Held? {
        if isEmpty { return nil }
        let type = StoredProperties.of(type).first { $0.name == property }?.type
        let isDate = type is any DateProperty.Type
        switch (form(of: column, property) ?? (isDate ? dates : nil))?.kind {
        case .date(let format): return format.isNumeric ? .real : .text
        case .uuid(.lowerText), .uuid(.upperText), .bool(.words), .decimal(.text): return .text
        case .uuid(.bytes), .bool(.integer), .decimal(.number), nil: return nil
        }
    }
}
