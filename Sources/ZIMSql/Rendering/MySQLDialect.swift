/// MySQL, 5.7 or later, and MariaDB, 10.5 or later.
///
/// Its statements rely on a `sql_mode` without `ANSI_QUOTES` and `NO_BACKSLASH_ESCAPES`, as the connections of this
/// library set it.
///
/// Source: <https://mariadb.com/kb/en/sql-statements/>, <https://dev.mysql.com/doc/refman/8.0/en/sql-statements.html>
public struct MySQLDialect: SQLDialect {
    /// The two servers, whose dialects differ in some statements.
    public enum Server: Sendable, Hashable {
        /// MySQL, 8.0 where a feature came with it.
        case mySQL
        /// MariaDB, which has `RETURNING`.
        case mariaDB
    }

    /// The server that the statements are for.
    public let server: Server
    public let features: SQLFeatures

    /// The dialect of one of the two servers.
    public init(_ server: Server = .mySQL) { self.init(server, makesTables: true) }

    /// The dialect of a server that may be too old for `JSON_TABLE`.
    ///
    /// - Parameters:
    ///   - makesTables: whether the server makes tables of JSON: MySQL from 8.0 on, MariaDB from 10.6 on.
    ///   - isOlder: whether it is MySQL before 8.0.
    package init(_ server: Server, makesTables: Bool, isOlder: Bool = false) {
        self.server = server
        features = Self.features(server, makesTables, isOlder)
    }

    public var name: String { server == .mySQL ? "MySQL" : "MariaDB" }
    public var identifierQuote: UInt8 { UInt8(ascii: "`") }

    private static func features(_ server: Server, _ makesTables: Bool, _ isOlder: Bool) -> SQLFeatures {
        var both: SQLFeatures = [
            .onDuplicateKey, .offsetNeedsLimit, .rowLocks, .parenthesizedCompounds, .intersectBindsTighter, .truncate,
            .grants, .orReplace, .nulInText, .aliasInHaving, .rowsInList, .limitedChanges, .virtualColumns,
            .triggerBody, .jsonTable, .nullSafeEquals, .concatFunction, .autoIncrement, .multipleTableChanges,
            .straightJoin, .collatedLike, .sortsEqualTexts, .schemaCommits, .indexesByTable, .keyLengths,
            .orderedReferences, .roundedMeans, .ambiguousBits, .snapshotReads, .fixedDecimals, .dateTimes,
            .noValuesQuery, .typedOperands,
        ]
        if !makesTables { both.remove(.jsonTable) }
        if isOlder { both.insert(.olderMySQL) }
        if server == .mariaDB { return both.union([.insertReturning, .conditionalIndexes, .noCommonTablesInMember]) }
        both.insert(.changedTableIsHidden)
        return makesTables ? both.union([.lateral, .aliasColumns, .rowLocksOfTables, .typedParameters]) : both
    }
}

extension SQLDialect where Self == MySQLDialect {
    /// MySQL.
    public static var mySQL: MySQLDialect { MySQLDialect() }
    /// MariaDB.
    public static var mariaDB: MySQLDialect { MySQLDialect(.mariaDB) }
}
