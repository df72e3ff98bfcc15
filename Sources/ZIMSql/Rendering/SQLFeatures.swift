/// Features that not every engine has.
public struct SQLFeatures: OptionSet, Sendable, Hashable {
    public let rawValue: UInt128
    public init(rawValue: UInt128) { self.rawValue = rawValue }

    /// `ORDER BY a NULLS LAST`
    public static let nullsOrdering = SQLFeatures(rawValue: 1 << 0)
    /// `RETURNING *`
    public static let returning = SQLFeatures(rawValue: 1 << 1)
    /// `ON CONFLICT (a, b) DO UPDATE`
    public static let onConflict = SQLFeatures(rawValue: 1 << 2)
    /// `a IS b` with any operand on the right; else `IS NOT DISTINCT FROM` is written
    public static let isAnyValue = SQLFeatures(rawValue: 1 << 3)
    /// `LIMIT` must precede `OFFSET`
    public static let offsetNeedsLimit = SQLFeatures(rawValue: 1 << 4)
    /// `a GLOB b`
    public static let glob = SQLFeatures(rawValue: 1 << 5)
    /// `a ILIKE b`
    public static let caseInsensitiveLike = SQLFeatures(rawValue: 1 << 6)
    /// `RIGHT JOIN` and `FULL JOIN`; MariaDB and MySQL have the first only
    public static let rightAndFullJoin = SQLFeatures(rawValue: 1 << 7)
    /// `JOIN LATERAL (SELECT …)`
    public static let lateral = SQLFeatures(rawValue: 1 << 8)
    /// `SELECT DISTINCT ON (a)`
    public static let distinctOn = SQLFeatures(rawValue: 1 << 9)
    /// `SELECT … FOR UPDATE`
    public static let rowLocks = SQLFeatures(rawValue: 1 << 10)
    /// `(SELECT …) UNION (SELECT …)`; else a member with an order of its own is wrapped in a subquery
    public static let parenthesizedCompounds = SQLFeatures(rawValue: 1 << 11)
    /// INTERSECT binds more tightly than UNION and EXCEPT
    public static let intersectBindsTighter = SQLFeatures(rawValue: 1 << 12)
    /// `INSERT OR IGNORE`, `UPDATE OR FAIL`
    public static let conflictAction = SQLFeatures(rawValue: 1 << 13)
    /// `UPDATE … FROM`
    public static let updateFrom = SQLFeatures(rawValue: 1 << 14)
    /// `DELETE … USING`; else a subquery over the row's identity is written
    public static let deleteUsing = SQLFeatures(rawValue: 1 << 15)
    /// `TRUNCATE TABLE`; else `DELETE FROM`
    public static let truncate = SQLFeatures(rawValue: 1 << 16)
    /// `STRICT` and `WITHOUT ROWID` tables, `AUTOINCREMENT`
    public static let rowidTables = SQLFeatures(rawValue: 1 << 17)
    /// `GENERATED ALWAYS AS IDENTITY`
    public static let identityColumns = SQLFeatures(rawValue: 1 << 18)
    /// `GENERATED ALWAYS AS (…) VIRTUAL`
    public static let virtualColumns = SQLFeatures(rawValue: 1 << 19)
    /// Several changes in one `ALTER TABLE`, and changes of a column's type
    public static let alterColumn = SQLFeatures(rawValue: 1 << 20)
    /// A trigger's body as statements between BEGIN and END; else a function is created for it
    public static let triggerBody = SQLFeatures(rawValue: 1 << 21)
    /// `ATTACH DATABASE`
    public static let attach = SQLFeatures(rawValue: 1 << 22)
    /// `PRAGMA name`
    public static let pragma = SQLFeatures(rawValue: 1 << 23)
    /// `BEGIN IMMEDIATE`
    public static let beginMode = SQLFeatures(rawValue: 1 << 24)
    /// `BEGIN ISOLATION LEVEL SERIALIZABLE`
    public static let isolationLevels = SQLFeatures(rawValue: 1 << 25)
    /// `EXPLAIN QUERY PLAN`
    public static let explainQueryPlan = SQLFeatures(rawValue: 1 << 26)
    /// `EXPLAIN (ANALYZE)`
    public static let explainAnalyze = SQLFeatures(rawValue: 1 << 27)
    /// Privileges: `GRANT`, and a catalogue that lists them
    public static let grants = SQLFeatures(rawValue: 1 << 28)
    /// A NUL inside a text value
    public static let nulInText = SQLFeatures(rawValue: 1 << 29)
    /// A name of no characters
    public static let emptyIdentifier = SQLFeatures(rawValue: 1 << 30)
    /// `HAVING alias > 1`; else the column's expression is written in the alias's place
    public static let aliasInHaving = SQLFeatures(rawValue: 1 << 31)
    /// A subquery in FROM needs no alias
    public static let unnamedSubquery = SQLFeatures(rawValue: 1 << 32)
    /// `ADD COLUMN IF NOT EXISTS`, `DROP … CASCADE`
    public static let cascade = SQLFeatures(rawValue: 1 << 33)
    /// `CREATE INDEX … USING gin`, `INCLUDE (…)`, `CONCURRENTLY`
    public static let indexMethods = SQLFeatures(rawValue: 1 << 34)
    /// `CREATE TRIGGER IF NOT EXISTS`, `CREATE VIEW IF NOT EXISTS`
    public static let ifNotExistsEverywhere = SQLFeatures(rawValue: 1 << 35)
    /// `CREATE OR REPLACE VIEW`
    public static let orReplace = SQLFeatures(rawValue: 1 << 36)
    /// `TRUE` and `FALSE` are of a type of their own, not the integers 1 and 0
    public static let booleans = SQLFeatures(rawValue: 1 << 37)
    /// `(a, b) IN ((1, 2), (3, 4))`; else `IN (VALUES …)` is written
    public static let rowsInList = SQLFeatures(rawValue: 1 << 38)
    /// `CROSS JOIN t ON …`, which only fixes the order of the tables; else an inner join is written
    public static let crossJoinOn = SQLFeatures(rawValue: 1 << 39)
    /// `FROM t AS a(b, c)`
    public static let aliasColumns = SQLFeatures(rawValue: 1 << 40)
    /// `ON CONFLICT ON CONSTRAINT name`
    public static let namedConflictTarget = SQLFeatures(rawValue: 1 << 41)
    /// A column without a type
    public static let untypedColumns = SQLFeatures(rawValue: 1 << 42)
    /// `CREATE INDEX … (a NULLS FIRST)`
    public static let nullsInIndex = SQLFeatures(rawValue: 1 << 43)
    /// `LIKE` takes upper and lower case ASCII letters as the same
    public static let likeIgnoresCase = SQLFeatures(rawValue: 1 << 44)

    /// `unnest($1::integer[], $2::text[])`: lists of values as one parameter each
    public static let unnest = SQLFeatures(rawValue: 1 << 45)
    /// Orders take NULL for the largest value; else for the smallest
    public static let nullsAreLargest = SQLFeatures(rawValue: 1 << 46)
    /// `total(a)`: the sum as a real number, 0.0 where there is no row
    public static let total = SQLFeatures(rawValue: 1 << 47)

    /// `REFERENCES t`, where t is made later
    public static let forwardReferences = SQLFeatures(rawValue: 1 << 48)

    /// `a STRAIGHT_JOIN b`: the tables are read in this order
    public static let straightJoin = SQLFeatures(rawValue: 1 << 49)
    /// LIKE compares letters by the collation of the column, and a collation can be named
    public static let collatedLike = SQLFeatures(rawValue: 1 << 50)

    /// Rows in the order of an index are sorted once more if the order names a column that equals a text
    package static let sortsEqualTexts = SQLFeatures(rawValue: 1 << 51)
    /// `pg_advisory_xact_lock`: locks by name that end with the transaction
    public static let advisoryLocks = SQLFeatures(rawValue: 1 << 52)

    /// `ON DUPLICATE KEY UPDATE`, which is written for an upsert
    public static let onDuplicateKey = SQLFeatures(rawValue: 1 << 53)
    /// `UPDATE … ORDER BY … LIMIT`, and `DELETE`; else a subquery over the row's identity is written
    public static let limitedChanges = SQLFeatures(rawValue: 1 << 54)
    /// `JSON_TABLE(…)`: a list of values as one parameter
    public static let jsonTable = SQLFeatures(rawValue: 1 << 55)
    /// `a <=> b`, for `IS NOT DISTINCT FROM`
    public static let nullSafeEquals = SQLFeatures(rawValue: 1 << 56)
    /// `CONCAT(a, b)`, since `a || b` is a condition
    public static let concatFunction = SQLFeatures(rawValue: 1 << 57)
    /// `INSERT … RETURNING` and `DELETE … RETURNING`, but not of an `UPDATE`
    public static let insertReturning = SQLFeatures(rawValue: 1 << 58)
    /// A column counts by itself that is `AUTO_INCREMENT`
    public static let autoIncrement = SQLFeatures(rawValue: 1 << 59)
    /// `DELETE t FROM t, s` and `UPDATE t, s SET …`: a change names all its tables at once
    public static let multipleTableChanges = SQLFeatures(rawValue: 1 << 60)
    /// `REFERENCES` behind a column is taken for a foreign key; else it is written behind the columns
    public static let columnForeignKeys = SQLFeatures(rawValue: 1 << 61)
    /// `WITH` before INSERT, UPDATE and DELETE
    public static let commonTablesInChanges = SQLFeatures(rawValue: 1 << 62)
    /// `ANALYZE`, `REINDEX` and `VACUUM`; else there is only `ANALYZE TABLE`
    public static let maintenance = SQLFeatures(rawValue: 1 << 63)

    /// Each change of the schema commits the transaction, before it and behind it
    public static let schemaCommits = SQLFeatures(rawValue: 1 << 64)
    /// `CREATE INDEX IF NOT EXISTS`, `DROP INDEX IF EXISTS`
    public static let conditionalIndexes = SQLFeatures(rawValue: 1 << 65)
    /// `DROP INDEX a ON t`: the indexes of two tables may have one name
    public static let indexesByTable = SQLFeatures(rawValue: 1 << 66)
    /// Columns of keys have types with a length; of longer ones an index has the beginning: `CREATE INDEX a ON t (b(10))`
    public static let keyLengths = SQLFeatures(rawValue: 1 << 67)
    /// A foreign key references the columns of a key in their order
    public static let orderedReferences = SQLFeatures(rawValue: 1 << 68)
    /// `avg(a)` has four more digits behind the point than a whole or decimal number has
    public static let roundedMeans = SQLFeatures(rawValue: 1 << 69)
    /// Expressions over BIT columns are sent as bits or as digits, and do not say which
    public static let ambiguousBits = SQLFeatures(rawValue: 1 << 70)

    /// A change of a view counts none of the rows that its triggers change
    public static let uncountedViews = SQLFeatures(rawValue: 1 << 71)
    /// A transaction reads rows as they were at its first SELECT, and changes them as they are
    public static let snapshotReads = SQLFeatures(rawValue: 1 << 72)
    /// `FOR UPDATE OF t`: the rows of one of several tables are locked; and `FOR SHARE`
    public static let rowLocksOfTables = SQLFeatures(rawValue: 1 << 73)

    /// `DECIMAL(65, 30)`: a decimal number has a fixed number of digits, none behind the point unless it is told
    public static let fixedDecimals = SQLFeatures(rawValue: 1 << 74)
    /// `DATETIME(6)` holds points in time of any year, since TIMESTAMP ends in 2038
    public static let dateTimes = SQLFeatures(rawValue: 1 << 75)
    /// `FOR NO KEY UPDATE`, `FOR KEY SHARE`
    public static let keyRowLocks = SQLFeatures(rawValue: 1 << 76)

    /// A parameter that no column stands beside is read as text, or as a real number: `max($1)` is written `max($1::bigint)`
    package static let typedParameters = SQLFeatures(rawValue: 1 << 77)
    /// `VALUES (…), (…)` is no query: `SELECT … UNION ALL SELECT …` is written
    package static let noValuesQuery = SQLFeatures(rawValue: 1 << 78)
    /// MySQL before 8.0: no WITH, no window functions, no lock that does not wait; `? COLLATE utf8mb4_bin` is written
    /// `CONVERT(? USING utf8mb4) COLLATE utf8mb4_bin`, since a parameter is bytes
    package static let olderMySQL = SQLFeatures(rawValue: 1 << 79)

    /// RETURNING gives rows as they are written: before triggers change them, 7.0 as the whole number by which it is kept, and
    /// those of a list in their order
    package static let returningAsWritten = SQLFeatures(rawValue: 1 << 80)
    /// Sums of whole numbers go on as real numbers behind the last whole one; else they fail
    package static let wideningSums = SQLFeatures(rawValue: 1 << 81)
    /// `json_each(?)`: the elements of a list in JSON as rows
    package static let jsonEach = SQLFeatures(rawValue: 1 << 82)
    /// A statement that is gone through sees what its connection writes meanwhile
    package static let liveRows = SQLFeatures(rawValue: 1 << 83)
    /// Decimal numbers and points in time are bound as such, since as texts they are compared as texts or as real numbers where
    /// no column of their kind stands beside them
    package static let typedOperands = SQLFeatures(rawValue: 1 << 84)
    /// `SELECT … UNION (WITH … SELECT …)` is no query: `UNION SELECT * FROM (WITH … SELECT …) AS name` is written
    package static let noCommonTablesInMember = SQLFeatures(rawValue: 1 << 85)
    /// A statement that fails ends the transaction that it is in, but for a savepoint.
    package static let failureEndsTransaction = SQLFeatures(rawValue: 1 << 86)
    /// A query in a condition of UPDATE or DELETE cannot read the table that is changed, unless as a table of its own.
    package static let changedTableIsHidden = SQLFeatures(rawValue: 1 << 87)

    /// The default of a dialect: the features of the SQL standard.
    public static let standard: SQLFeatures = [
        .nullsOrdering, .returning, .onConflict, .rightAndFullJoin, .parenthesizedCompounds, .intersectBindsTighter,
        .truncate, .identityColumns, .booleans, .isolationLevels, .cascade, .rowsInList, .aliasColumns,
        .columnForeignKeys, .commonTablesInChanges, .maintenance, .conditionalIndexes,
    ]
}
