import ZIMOrm
import ZIMSql

/// The server of MySQL or MariaDB that a copy goes to, as far as definitions of another depend on it.
struct MySQLTargetServer {
    let isMariaDB: Bool
    let collations: MySQLCollations
    /// Whether checks hold: MySQL has them since 8.0.16.
    var hasChecks = true
    /// Whether `TIMESTAMP NOT NULL` has no default and no ON UPDATE that it does not say.
    let hasPlainTimestamps: Bool
    /// The storage engines that it has, in lower case.
    let engines: Set<String>

    var name: String { isMariaDB ? "MariaDB" : "MySQL" }

    init(isMariaDB: Bool, collations: MySQLCollations, hasPlainTimestamps: Bool = true, engines: Set<String>) {
        (self.isMariaDB, self.collations, self.engines) = (isMariaDB, collations, engines)
        self.hasPlainTimestamps = hasPlainTimestamps
    }

    /// - Throws: `DatabaseError`.
    init(of session: Session) throws {
        let engines = try session.rows(
            "SELECT LOWER(ENGINE) FROM information_schema.ENGINES WHERE SUPPORT IN ('YES', 'DEFAULT')")
        self.init(
            isMariaDB: try session.value("SELECT VERSION()", as: String.self)?.contains("MariaDB") ?? false,
            collations: try MySQLCollations(of: session),
            hasPlainTimestamps: try session.value("SELECT @@explicit_defaults_for_timestamp", as: Bool.self) ?? true,
            engines: Set(try engines.map { try $0.get(0) }))
        let view: SQL = """
            SELECT COUNT(*) FROM information_schema.TABLES \
            WHERE TABLE_SCHEMA = 'information_schema' AND TABLE_NAME = 'CHECK_CONSTRAINTS'
            """
        hasChecks = try session.value(view, as: Int.self) == 1
    }

    /// Whether an option of a table is one of the other product's.
    ///
    /// Source: <https://mariadb.com/kb/en/create-table/#table-options>,
    /// <https://dev.mysql.com/doc/refman/8.0/en/create-table.html>
    func lacks(option word: SQLToken) -> Bool {
        (isMariaDB ? Self.ofMySQL : Self.ofMariaDB).contains(word.name.uppercased())
    }

    private static let ofMariaDB: Set<String> = [
        "PAGE_CHECKSUM", "TRANSACTIONAL", "PAGE_COMPRESSED", "PAGE_COMPRESSION_LEVEL", "ENCRYPTED", "ENCRYPTION_KEY_ID",
        "IETF_QUOTES", "SEQUENCE",
    ]
    private static let ofMySQL: Set<String> = [
        "AUTOEXTEND_SIZE", "COMPRESSION", "ENCRYPTION", "ENGINE_ATTRIBUTE", "SECONDARY_ENGINE",
        "SECONDARY_ENGINE_ATTRIBUTE", "TABLESPACE", "STORAGE",
    ]
}
