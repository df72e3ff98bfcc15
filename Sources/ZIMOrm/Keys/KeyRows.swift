import ZIMDb

/// The keys of a set as the rows of a subquery: what IN and NOT IN compare with.
///
/// ```sql
/// ("orders"."year", "orders"."number") IN (SELECT zim_keys.value ->> 0, zim_keys.value ->> 1 FROM json_each(?) AS zim_keys)
/// ```
///
/// No row is found twice by it, and it can be turned into its contrary.
struct KeyRows: SQLRenderable, Hashable {
    let set: KeySet
    /// The parts that differ from key to key.
    let parts: [Int]
    /// The columns that are compared with them, where the rows are those of EXISTS.
    var matched: [SQLExpression]?
    /// The parts that are not compared where the column is NULL.
    var open: [Int] = []

    func write(to writer: inout SQLWriter) throws {
        let names = MadeUpNames(in: writer)
        let source = set.source(names)
        guard let matched else {
            return try parts.reduce(SelectStatement().from(source)) { $0.column(set.part($1, names)) }.write(
                to: &writer)
        }
        let equal = parts.map { part in
            let condition = SQLExpression.operand("\(matched[part]) = \(set.part(part, names))")
            return open.contains(part) ? SQLExpression.operand("(\(matched[part]) IS NULL OR \(condition))") : condition
        }
        try SelectStatement().column(.operand("1")).from(source).where(.all(equal)).write(to: &writer)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(set.parameters) }

    static func == (left: KeyRows, right: KeyRows) -> Bool {
        left.parts == right.parts && left.matched == right.matched && left.open == right.open
            && left.set.form == right.set.form
            && left.set.parameters == right.set.parameters
            && left.set.packed == right.set.packed
    }
}

extension KeySet {
    /// The parts that differ from key to key.
    var parts: [Int] { (0..<form.columns).filter { !form.constants.contains($0) } }

    /// What columns must hold beside the parts that differ: `"year" = ?`.
    func constants(_ columns: [SQLExpression]) -> [SQLExpression] {
        let constants = columns.indices.filter { form.constants.contains($0) }
        // Behind the lists of the parts that differ, in order.
        return zip(constants, parameters.suffix(constants.count)).map {
            .binary(columns[$0], .equalTo, .value($1))
        }
    }

    /// `"number" IN (SELECT …)`, by the parts that differ.
    func isIn(_ columns: [SQLExpression]) -> SQLExpression {
        let rows = SQLExpression.sql("\(KeyRows(set: self, parts: parts))")
        let differing = parts.map { columns[$0] }
        if let only = differing.first, differing.count == 1 { return .binary(only, .in, rows) }
        return .binary(.row(differing), .in, rows)
    }

    /// Whether IN would lose rows: MariaDB 10.11 finds none where it keeps the rows of the subquery in a table of its own, and
    /// one of several columns is made of a long text, as bytes of their digits are.
    var losesRowsInside: Bool {
        guard case .table(let columns, _, _) = form, parts.count > 1 else { return false }
        return parts.contains { !columns[$0].before.isEmpty }
    }

    /// `EXISTS (SELECT 1 … WHERE "number" = zim_keys.k1)`, which is false where IN is unknown.
    ///
    /// - Parameter open: the parts that are not compared where the column is NULL.
    func exists(_ columns: [SQLExpression], open: [Int] = []) -> SQLExpression {
        .sql("EXISTS (\(KeyRows(set: self, parts: parts, matched: columns, open: open)))")
    }
}
