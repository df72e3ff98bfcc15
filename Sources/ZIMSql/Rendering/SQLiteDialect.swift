/// SQLite, 3.39 or later.
///
/// Source: <https://www.sqlite.org/lang.html>
public struct SQLiteDialect: SQLDialect {
    /// The dialect of SQLite 3.39 and later.
    public init() {}
    public var name: String { "SQLite" }
    /// 200: to SQLite a row of conditions is a nested expression, which may be at most 1,000 deep.
    public var longestChain: Int? { 200 }
    public var rowIdentity: String? { "_rowid_" }

    public var features: SQLFeatures { Self.features }

    /// Put together once: every query asks.
    private static let features: SQLFeatures = [
        .nullsOrdering, .returning, .onConflict, .isAnyValue, .offsetNeedsLimit, .glob, .rightAndFullJoin,
        .conflictAction, .updateFrom, .rowidTables, .virtualColumns, .triggerBody, .attach, .pragma, .beginMode,
        .explainQueryPlan, .crossJoinOn, .nulInText, .emptyIdentifier, .aliasInHaving, .unnamedSubquery,
        .ifNotExistsEverywhere, .untypedColumns, .likeIgnoresCase, .total,
        .forwardReferences, .columnForeignKeys, .commonTablesInChanges, .maintenance, .conditionalIndexes,
        .uncountedViews, .returningAsWritten, .wideningSums, .jsonEach, .liveRows,
    ]
}

extension SQLDialect where Self == SQLiteDialect {
    /// SQLite.
    public static var sqlite: SQLiteDialect { SQLiteDialect() }
}
