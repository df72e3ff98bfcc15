import ZIMOrm
import ZIMSql

/// Checks, indexes and their conditions in the words of the target.
extension CopyPlanner {
    /// - Parameters:
    ///   - isUnique: whether an index keeps apart what is computed.
    ///   - isHint: whether nothing but speed depends on it.
    func portable(
        _ tokens: [SQLToken], _ table: CopyTable, isUnique: Bool = false, isHint: Bool = false
    ) throws(PortableExpression.Failure) -> SQL {
        func expression(_ comparisons: PortableComparisons?) throws(PortableExpression.Failure) -> SQL {
            try PortableExpression(
                tokens, from: source.engine, to: target, columns: table.columns.map(\.name), booleans: table.booleans,
                comparisons: comparisons, isHint: isHint
            ).sql
        }
        // What is not known at all is named first.
        let plain = try expression(nil)
        if isHint { return plain }
        let collations = TextCollations(
            of: table, from: source.engine, to: target,
            SQLiteTableText(source.schema.definitions[table.source.name] ?? ""), details)
        return try expression(
            PortableComparisons(tokens, of: table, from: source.engine, to: target, collations, isUnique: isUnique))
    }

    func portable(text: String, _ table: CopyTable, isUnique: Bool = false, isHint: Bool = false) throws -> SQL {
        let tokens = SQLTokenizer(text, rules: source.engine.traits.rules).tokens.filter { !$0.isSpace }
        return try portable(tokens, table, isUnique: isUnique, isHint: isHint)
    }
}
