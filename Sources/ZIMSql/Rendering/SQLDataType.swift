/// The type of a column.
///
/// ```swift
/// CreateTableStatement("person").column("pk", type: .integer).column("name", type: .varchar(40))
/// // CREATE TABLE "person" ("pk" INTEGER, "name" VARCHAR(40))
/// ```
///
/// Each engine's own name of a type is written: `.blob` is `BYTEA` on PostgreSQL. Other types are written as they are:
/// `SQLDataType("CITEXT")`.
///
/// Source: <https://www.sqlite.org/datatype3.html>, <https://www.postgresql.org/docs/15/datatype.html>
public struct SQLDataType: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The type's name in SQLite and in the standard.
    public let name: String

    /// A type by its name. Rendering throws ``SQLBuildError`` if the text cannot be a type.
    public init(_ name: String) { self.name = name }
    public init(stringLiteral value: String) { name = value }

    /// `BIGINT`
    public static let bigInt = SQLDataType("BIGINT")
    /// `BLOB`
    public static let blob = SQLDataType("BLOB")
    /// `BOOLEAN`
    public static let boolean = SQLDataType("BOOLEAN")
    /// `CLOB`
    public static let clob = SQLDataType("CLOB")
    /// `DATE`
    public static let date = SQLDataType("DATE")
    /// `DATETIME`
    public static let dateTime = SQLDataType("DATETIME")
    /// `DOUBLE`
    public static let double = SQLDataType("DOUBLE")
    /// `DOUBLE PRECISION`
    public static let doublePrecision = SQLDataType("DOUBLE PRECISION")
    /// `FLOAT`
    public static let float = SQLDataType("FLOAT")
    /// `INT`
    public static let int = SQLDataType("INT")
    /// `INT2`
    public static let int2 = SQLDataType("INT2")
    /// `INT8`
    public static let int8 = SQLDataType("INT8")
    /// `INTEGER`
    public static let integer = SQLDataType("INTEGER")
    /// `MEDIUMINT`
    public static let mediumInt = SQLDataType("MEDIUMINT")
    /// `NUMERIC`
    public static let numeric = SQLDataType("NUMERIC")
    /// `REAL`
    public static let real = SQLDataType("REAL")
    /// `SMALLINT`
    public static let smallInt = SQLDataType("SMALLINT")
    /// `TEXT`
    public static let text = SQLDataType("TEXT")
    /// `TIME`
    public static let time = SQLDataType("TIME")
    /// `TIMESTAMP`
    public static let timestamp = SQLDataType("TIMESTAMP")
    /// `TINYINT`
    public static let tinyInt = SQLDataType("TINYINT")
    /// `UNSIGNED BIG INT`
    public static let unsignedBigInt = SQLDataType("UNSIGNED BIG INT")
    /// `VARIANT`
    public static let variant = SQLDataType("VARIANT")
    /// Any value, in a STRICT table of SQLite.
    public static let any = SQLDataType("ANY")
    /// `JSON`
    public static let json = SQLDataType("JSON")
    /// `UUID`
    public static let uuid = SQLDataType("UUID")

    /// `CHAR(length)`
    public static func char(_ length: Int) -> SQLDataType { SQLDataType("CHAR(\(length))") }
    /// `CHARACTER(length)`
    public static func character(_ length: Int) -> SQLDataType { SQLDataType("CHARACTER(\(length))") }
    /// `DECIMAL(precision, scale)`
    public static func decimal(_ precision: Int, _ scale: Int = 0) -> SQLDataType {
        SQLDataType("DECIMAL(\(precision), \(scale))")
    }
    /// `NATIVE CHARACTER(length)`
    public static func nativeCharacter(_ length: Int) -> SQLDataType { SQLDataType("NATIVE CHARACTER(\(length))") }
    /// `NCHAR(length)`
    public static func nchar(_ length: Int) -> SQLDataType { SQLDataType("NCHAR(\(length))") }
    /// `NUMERIC(precision, scale)`
    public static func numeric(_ precision: Int, _ scale: Int = 0) -> SQLDataType {
        SQLDataType("NUMERIC(\(precision), \(scale))")
    }
    /// `NVARCHAR(length)`
    public static func nvarchar(_ length: Int) -> SQLDataType { SQLDataType("NVARCHAR(\(length))") }
    /// `VARCHAR(length)`
    public static func varchar(_ length: Int) -> SQLDataType { SQLDataType("VARCHAR(\(length))") }
    /// `VARYING CHARACTER(length)`
    public static func varyingCharacter(_ length: Int) -> SQLDataType { SQLDataType("VARYING CHARACTER(\(length))") }
}

extension SQLDataType {
    /// Whether it is a type of whole numbers on each engine.
    var isWhole: Bool { Self.wholeNames.contains(name.uppercased()) }

    private static let wholeNames: Set = [
        "BIGINT", "INT", "INT2", "INT4", "INT8", "INTEGER", "MEDIUMINT", "SMALLINT", "TINYINT",
    ]

    /// Whether it is the type of days, however it is written.
    var isDay: Bool { name.uppercased() == Self.date.name }
}

extension PostgreSQLDialect {
    public func typeName(_ type: SQLDataType) -> String {
        switch type {
        case .blob: return "BYTEA"
        case .clob, .variant, .any: return "TEXT"
        case .dateTime: return "TIMESTAMP"
        case .double: return "DOUBLE PRECISION"
        case .mediumInt: return "INTEGER"
        case .tinyInt: return "SMALLINT"
        case .unsignedBigInt: return "NUMERIC(20, 0)"
        default: break
        }
        for (prefix, own) in [
            ("NVARCHAR(", "VARCHAR("), ("NATIVE CHARACTER(", "CHARACTER("), ("VARYING CHARACTER(", "VARCHAR("),
        ] where type.name.hasPrefix(prefix) {
            return own + type.name.dropFirst(prefix.count)
        }
        return type.name
    }
}

extension MySQLDialect {
    /// The server's name of a column type: those that hold any length or any digits elsewhere do so here.
    ///
    /// Source: <https://mariadb.com/kb/en/data-types/>
    public func typeName(_ type: SQLDataType) -> String {
        switch type {
        case .blob: "LONGBLOB"
        case .text, .clob, .variant, .any: "LONGTEXT"
        case .float, .real: "DOUBLE"
        case .dateTime: "DATETIME(6)"
        case .timestamp: "TIMESTAMP(6)"
        case .time: "TIME(6)"
        // Without digits it would round to whole numbers.
        case .numeric: "DECIMAL(65, 30)"
        case .unsignedBigInt: "BIGINT UNSIGNED"
        case .uuid: "CHAR(36)"
        default: own(type.name)
        }
    }

    private func own(_ name: String) -> String {
        for (prefix, own) in [
            ("NATIVE CHARACTER(", "CHARACTER("), ("VARYING CHARACTER(", "VARCHAR("),
        ] where name.hasPrefix(prefix) {
            return own + name.dropFirst(prefix.count)
        }
        return name
    }

    /// Source: <https://mariadb.com/kb/en/cast/>
    public func castName(_ type: SQLDataType) -> String {
        switch type {
        case .bigInt, .int, .int2, .int8, .integer, .mediumInt, .smallInt, .tinyInt, .boolean: "SIGNED"
        case .unsignedBigInt: "UNSIGNED"
        case .text, .clob, .variant, .any, .uuid, .json: "CHAR"
        case .blob: "BINARY"
        case .double, .doublePrecision, .float, .real: "DOUBLE"
        case .timestamp: "DATETIME(6)"
        default: castName(ofText: typeName(type))
        }
    }

    private func castName(ofText name: String) -> String {
        for prefix in ["VARCHAR(", "NVARCHAR(", "CHARACTER(", "NCHAR("] where name.hasPrefix(prefix) {
            return "CHAR(" + name.dropFirst(prefix.count)
        }
        return name.hasPrefix("NUMERIC(") ? "DECIMAL(" + name.dropFirst("NUMERIC(".count) : name
    }
}

extension SQLWriter {
    /// Appends the type of a CAST.
    mutating func castType(_ type: SQLDataType) throws {
        try self.type(SQLDataType(dialect.castName(type)), isOwn: true)
    }

    /// Writes a type's name.
    ///
    /// - Throws: ``SQLBuildError`` if the text could be more than a type's name.
    mutating func type(_ type: SQLDataType, isOwn: Bool = false) throws {
        let name = isOwn ? type.name : dialect.typeName(type)
        var isQuoted = false
        var depth = 0
        for scalar in name.unicodeScalars {
            if scalar == "\"" { isQuoted.toggle() }
            // MySQL takes the quote behind a backslash for a character.
            if isQuoted, scalar != "\0", scalar != "\\" { continue }
            if scalar == "(" { depth += 1 }
            if scalar == ")" { depth -= 1 }
            let isFit =
                scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                || "_ ().[]%\"-+".unicodeScalars.contains(scalar) || scalar == "," && depth > 0
            guard isFit, depth >= 0 else { throw SQLBuildError.unfit(name) }
        }
        guard !isQuoted, depth == 0, !name.isEmpty, !name.contains("--") else { throw SQLBuildError.unfit(name) }
        raw(name)
    }
}

extension SQLBuildError {
    fileprivate static func unfit(_ name: String) -> SQLBuildError {
        SQLBuildError(.invalid, "'\(name)' is not the name of a type")
    }
}
