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

    func write(to writer: inout SQLWriter) throws {
        writer.raw("SELECT ")
        if matched != nil { writer.raw("1") }
        for (place, part) in parts.enumerated() where matched == nil {
            if place > 0 { writer.raw(", ") }
            try set.writePart(part, &writer)
        }
        writer.raw(" FROM ")
        try set.writeSource(&writer)
        for (place, part) in parts.enumerated() {
            guard let matched else { return }
            writer.raw(place == 0 ? " WHERE " : " AND ")
            try matched[part].write(to: &writer)
            writer.raw(" = ")
            try set.writePart(part, &writer)
        }
    }

    func hash(into hasher: inout Hasher) { hasher.combine(set.parameters) }

    static func == (left: KeyRows, right: KeyRows) -> Bool {
        left.parts == right.parts && left.matched == right.matched && left.set.form == right.set.form
            && left.set.parameters == right.set.parameters
            && left.set.packed == right.set.packed
    }
}

extension KeySet {
    /// The parts that differ from key to key.
    var parts: [Int] { (0..<form.columns).filter { !form.constants.contains($0) } }

    /// Whether columns hold one of the keys: `"year" = ? AND "number" IN (SELECT …)`.
    ///
    /// - Parameter isExists: whether it is written as EXISTS, which is not true where IN is unknown.
    func holds(_ columns: [SQLExpression], asExists isExists: Bool = false) -> SQLExpression {
        let constants = columns.indices.filter { form.constants.contains($0) }
        let differing = parts.map { columns[$0] }
        let rows = KeyRows(set: self, parts: parts, matched: isExists ? columns : nil)
        let found: SQLExpression =
            if isExists {
                .sql("EXISTS (\(rows))")
            } else if let only = differing.first, differing.count == 1 {
                .binary(only, .in, .sql("\(rows)"))
            } else {
                .binary(.row(differing), .in, .sql("\(rows)"))
            }
        // Behind the lists of the parts that differ, in order.
        let values = parameters.suffix(constants.count)
        return .all(zip(constants, values).map { .binary(columns[$0], .equalTo, .value($1)) } + [found])
    }
}
