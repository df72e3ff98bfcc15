import ZIMDb

/// Compares the declared form of a column with what its rows hold.
package struct FormCheck {
    /// A value that is not in the form, and how many there are.
    package struct Finding {
        package let value: SQLValue
        package let count: Int
    }

    /// The rows of a column whose values a form does not read; nil if there are none. All of them are looked at.
    ///
    /// - Parameter accepts: whether a value is in the form.
    package static func finding(
        _ column: String, of table: SQLIdentifier, in session: Session, accepts: (SQLValue) -> Bool
    ) throws -> Finding? {
        var (first, count) = (SQLValue?.none, 0)
        try session.forEachRow("SELECT \(identifier: column) FROM \(table) WHERE \(identifier: column) IS NOT NULL") {
            row in
            let value = row.value(at: 0)
            guard !accepts(value) else { return }
            if first == nil { first = value }
            count += 1
        }
        return first.map { Finding(value: $0, count: count) }
    }
}

extension DateFormat {
    /// Whether a stored value is a date in this very form.
    package func accepts(_ value: SQLValue) -> Bool { date(from: value).map { isForm(of: value, $0) } ?? false }
}

extension Mapping {
    /// The columns with declared forms whose rows hold others.
    func formDifferences(in session: Session) throws -> [SchemaDifference] {
        let model = type.init()
        return try columns.compactMap { column in
            guard let form = column.field.form,
                let found = try FormCheck.finding(
                    column.name, of: SQLIdentifier(parts: (schema.map { [$0] } ?? []) + [table]), in: session,
                    accepts: { (try? column.field.assign($0, to: model)) != nil })
            else { return nil }
            return SchemaDifference(.form, table: table, column: column.name, found.message(form.description))
        }
    }
}

extension FormCheck.Finding {
    package func message(_ form: String) -> String {
        "the form is \(form), \(count) row\(count == 1 ? " holds" : "s hold") another, the first \(value.shownAbbreviated)"
    }
}
