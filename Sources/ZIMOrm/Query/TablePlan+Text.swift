import Foundation
import ZIMDb

extension TablePlan {
    /// What of a column is compared with patterns: the column, or the text of a type that the server compares with none.
    ///
    /// - Throws: ``ModelError`` with code formMissing for bytes: SQLite finds no text in them, and PostgreSQL refuses it.
    func text(of column: SQLExpression, at position: Int, in session: Session) throws -> SQLExpression {
        let (name, field) = (mapping.columns[position].name, mapping.columns[position].field)
        let types = session.connection.engine.types
        let declared = types == nil ? nil : try schema(in: session)?.column(name)
        if declared?.family == .uuid { return column.cast(as: .text) }
        // MySQL looks for the bytes of the text, which a property of texts may be about.
        let isText = declared?.family == .text
        guard field.holdsBytes && !isText || declared?.family == .blob && types?.fitsValues == false else {
            return column
        }
        throw ModelError(
            .formMissing, "\"\(mapping.table)\".\"\(name)\" holds bytes, so rows cannot be found by a part of a text",
            table: mapping.table, column: name,
            hint: "Compare with whole values, or look for text in an expression of the column")
    }
}

extension Field {
    /// Whether the column has the bytes of a property that is no text.
    fileprivate var holdsBytes: Bool {
        guard let type = valueType else { return false }
        let bytes: [Any.Type] = [Data.self, NSData.self, [UInt8].self]
        if bytes.contains(where: { $0 == type }) { return true }
        guard type == UUID.self, case .blob? = try? normalized(UUID().sqlValue) else { return false }
        return true
    }
}

extension Session {
    /// What of a column is compared with patterns.
    ///
    /// - Throws: ``ModelError`` with code formMissing for bytes in which no text can be looked for.
    package func text(of column: SQLExpression, at position: Int, of type: Model.Type) throws -> SQLExpression {
        try plan(for: type).text(of: column, at: position, in: self)
    }
}

extension FilterResolver {
    /// The same of a property's column.
    func text<Owner: Model, Value: ColumnValue>(of path: KeyPath<Owner, Value>) throws -> SQLExpression {
        let position = try mapping.index(of: path)
        return try plan.text(of: column(position), at: position, in: session)
    }
}
