/// PostgreSQL, 15 or later.
///
/// Source: <https://www.postgresql.org/docs/15/sql.html>
public struct PostgreSQLDialect: SQLDialect {
    /// The dialect of PostgreSQL 15 and later.
    public init() {}
    public var name: String { "PostgreSQL" }
    public var placeholder: SQLPlaceholder { .numbered(prefix: "$") }
    /// 63 bytes, `NAMEDATALEN` less the closing zero; the server truncates longer names.
    public var longestIdentifier: Int? { 63 }
    public var rowIdentity: String? { "ctid" }
    /// Each partition, and each table that inherits from another, counts the places of its rows on its own.
    public var rowIdentities: [String] { ["tableoid", "ctid"] }

    public var features: SQLFeatures { Self.features }

    /// Put together once: every query asks.
    private static let features: SQLFeatures = [
        .nullsOrdering, .returning, .onConflict, .caseInsensitiveLike, .rightAndFullJoin, .lateral, .distinctOn,
        .rowLocks, .rowLocksOfTables, .keyRowLocks, .parenthesizedCompounds, .intersectBindsTighter, .updateFrom,
        .deleteUsing, .truncate, .identityColumns, .alterColumn, .isolationLevels, .explainAnalyze, .grants, .cascade,
        .indexMethods, .orReplace, .booleans, .rowsInList, .aliasColumns, .namedConflictTarget, .nullsInIndex, .unnest,
        .failureEndsTransaction,
        .nullsAreLargest, .advisoryLocks, .columnForeignKeys, .commonTablesInChanges, .maintenance,
        .conditionalIndexes, .typedParameters,
    ]
}

extension SQLDialect where Self == PostgreSQLDialect {
    /// PostgreSQL.
    public static var postgreSQL: PostgreSQLDialect { PostgreSQLDialect() }
}
