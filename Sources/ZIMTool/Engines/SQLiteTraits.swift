import ZIMOrm

/// SQLite: any column holds any value, and all of them compare.
struct SQLiteTraits: EngineTraits {
    let dialect: any SQLDialect = SQLiteDialect()
    let enforcesTypes = false
    let keyAdvice = "Add a key column such as id INTEGER PRIMARY KEY"

    func words(for table: TableSchema) -> [String] {
        (table.isWithoutRowID ? ["without rowid"] : []) + (table.isStrict ? ["strict"] : [])
    }

    func compares(_ left: ColumnSchema, _ right: ColumnSchema) -> Bool { true }

    func isComparable(_ column: ColumnSchema) -> Bool { true }

    /// A comparison of two columns makes numbers of both where one of them holds numbers. SQLite's own check gives the
    /// child's value the type of the parent's column and leaves that as it is: so does a comparison with the child's
    /// value behind a sign, which has no type. The comparison of both columns stays beside it for the child's index.
    ///
    /// Source: <https://www.sqlite.org/foreignkeys.html>, <https://www.sqlite.org/datatype3.html>
    func isParent(_ link: LinkSchema, parent: String, child: String) -> SQLExpression {
        var conditions: [SQLExpression] = []
        for (part, own) in childParts(link, child: child).enumerated() {
            let column = SQLExpression.column(link.references[part], of: parent)
            conditions.append(column == own)
            let (wanted, given) = affinities(link, part)
            // A real number that becomes a text may lose digits, and what has no type may be a number. A column of whole
            // numbers has an index worth more than its real numbers of more than 15 digits.
            guard isUntyped(link, part), wanted == .blob || given == .integer || given == .numeric else { continue }
            conditions.append(column == .column(link.columns[part], of: child))
        }
        return .all(conditions)
    }

    func childParts(_ link: LinkSchema, child: String) -> [SQLExpression] {
        link.columns.enumerated().map { part, name in
            let column = SQLExpression.column(name, of: child)
            return isUntyped(link, part) ? .operand("+\(column)") : column
        }
    }

    /// Whether a comparison of both columns would not be that of the check, which a relationship that is only likely lacks.
    private func isUntyped(_ link: LinkSchema, _ part: Int) -> Bool {
        let (wanted, given) = affinities(link, part)
        return link.isDeclared && !wanted.isNumeric && (given.isNumeric || wanted == .text && given == .blob)
    }

    private func affinities(_ link: LinkSchema, _ part: Int) -> (parent: ColumnAffinity, child: ColumnAffinity) {
        func affinity(_ name: String, _ table: TableSchema) -> ColumnAffinity {
            ColumnAffinity(table.column(name)?.type ?? "", isStrict: table.isStrict)
        }
        return (affinity(link.references[part], link.parent), affinity(link.columns[part], link.child))
    }

    func sql(declaring link: LinkSchema) -> String {
        "-- " + "\(name(link.child)): \(foreignKey(link)); SQLite takes it in a new CREATE TABLE only".printable
    }

    /// The row's identifier; a default is not read back.
    func gives(_ column: ColumnSchema, of table: TableSchema) -> Bool { table.rowIDColumn == column.name }
}

extension ColumnAffinity {
    /// ANY of a STRICT table takes every value as it is, as BLOB does elsewhere.
    init(_ type: String, isStrict: Bool) {
        self = isStrict && type.uppercased() == "ANY" ? .blob : ColumnAffinity(type)
    }
}
