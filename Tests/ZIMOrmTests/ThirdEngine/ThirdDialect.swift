import ZIMOrm

/// A dialect that no product knows: names in backquotes, parameters as `:p1`, and few features, so that the long way is
/// written where SQLite has a short one.
struct ThirdDialect: SQLDialect {
    let name = "Third"
    let identifierQuote = UInt8(ascii: "`")
    let placeholder = SQLPlaceholder.numbered(prefix: ":p")
    let features: SQLFeatures = [
        .nullsOrdering, .onConflict, .offsetNeedsLimit, .unnamedSubquery, .forwardReferences, .columnForeignKeys,
        .commonTablesInChanges,
    ]
}
