import ZIMDb

/// The keys of a set as a table that the rows of another are looked up in: where no index finds these rows, each of them is
/// read once and not once for each key.
///
/// ```sql
/// WITH zim_list(ordinal, k0) AS MATERIALIZED (SELECT … FROM json_each(?) …),
///     zim_keys(ordinal, k0) AS MATERIALIZED (SELECT ordinal, CAST(k0 AS TEXT) FROM zim_list)
/// SELECT … FROM "phone" CROSS JOIN zim_keys ON +"phone"."person" = zim_keys.k0
/// ```
///
/// SQLite gives such a table an automatic index. That index holds the keys as a comparison would make them.
///
/// Source: <https://www.sqlite.org/optoverview.html#automatic_query_time_indexes>
struct KeyTable {
    let form: KeySet.Form
    /// The columns that the keys are compared with.
    let matched: [ComparedColumn]
    let comparisons: [KeyComparison]

    /// The parts that differ from key to key.
    private var parts: [Int] { matched.indices.filter { !form.constants.contains($0) } }

    func writeWith(_ writer: inout SQLWriter) throws {
        let names = parts.map { ", k\($0)" }.joined()
        if case .json = form {
            writer.raw("WITH ")
            writer.madeUp("list(ordinal\(names)) AS MATERIALIZED (SELECT ")
            writer.madeUp("set.key")
            for index in parts.indices {
                writer.raw(", ")
                writer.madeUp(parts.count == 1 ? "set.value" : "set.value ->> \(index)")
            }
            writer.raw(" FROM json_each(")
            try writer.bind(.null)
            // SQLite takes each of the two for 25 rows; of as few keys as that it makes no index.
            writer.raw(") AS ")
            writer.madeUp("set CROSS JOIN json_each('[0]')), ")
        } else {
            try form.writeWith(&writer, name: "list")
            writer.raw(", ")
        }
        writer.madeUp("keys(ordinal\(names)) AS MATERIALIZED (SELECT ordinal")
        for part in parts {
            writer.raw(", ")
            writeConverted(part, &writer)
        }
        writer.raw(" FROM ")
        writer.madeUp("list) ")
    }

    /// Writes a part as the comparison makes it: no column of the table has an affinity that says so.
    private func writeConverted(_ part: Int, _ writer: inout SQLWriter) {
        let name = "k\(part)"
        if comparisons[part].cast != nil || comparisons[part].isBare {
            return comparisons[part].writeCast(&writer) { $0.raw(name) }
        }
        switch matched[part].affinity {
        case .integer, .numeric, .real:
            // Text that is a number throughout.
            writer.raw("CASE WHEN CAST(\(name) AS NUMERIC) = \(name) THEN CAST(\(name) AS NUMERIC) ELSE \(name) END")
        case .text: writer.raw("CASE typeof(\(name)) WHEN 'blob' THEN \(name) ELSE CAST(\(name) AS TEXT) END")
        case .blob, nil: writer.raw(name)
        }
    }

    func writeCondition(_ part: Int, _ column: SQLExpression, _ writer: inout SQLWriter) throws {
        var comparison = comparisons[part]
        guard !form.constants.contains(part) else {
            return try comparison.write(column, &writer) { try $0.bind(.null) }
        }
        // What is converted already is compared as it is; a cast says how the column's values are converted.
        comparison.isBare = comparison.cast == nil
        comparison.cast = nil
        try comparison.write(column, &writer) { $0.madeUp("keys.k\(part)") }
    }
}
