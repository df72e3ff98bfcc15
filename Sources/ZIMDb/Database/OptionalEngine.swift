/// An engine of this package that a program has only with a trait.
///
/// This target cannot import those that hold them. Each registers itself by an extension of ``LinkedEngines``, which the
/// runtime finds where the target is linked: no call is needed before the first `Database(url:)`.
struct OptionalEngine {
    let schemes: [String]
    /// What a data source calls it.
    let types: [String]
    /// The C library that it needs.
    let library: String
    let module: String
    let trait: String
    /// nil where its target is not linked.
    let provider: @Sendable () -> (any EngineProvider.Type)?

    static let all = [
        OptionalEngine(
            schemes: ["postgres", "postgresql"], types: ["PostgreSQL"], library: "PostgreSQL", module: "ZIMPostgres",
            trait: "PostgreSQL"
        ) { (LinkedEngines.self as? any HasPostgreSQL.Type)?.postgreSQL },
        OptionalEngine(
            schemes: ["mysql", "mariadb"], types: ["MySQL", "MariaDB"], library: "libmariadb", module: "ZIMMySQL",
            trait: "MySQL"
        ) { (LinkedEngines.self as? any HasMySQL.Type)?.mySQL },
    ]
}

/// What the targets with an optional engine extend.
package enum LinkedEngines {}

/// ``LinkedEngines`` is one where ZIMPostgres is linked.
package protocol HasPostgreSQL {
    static var postgreSQL: any EngineProvider.Type { get }
}

/// ``LinkedEngines`` is one where ZIMMySQL is linked.
package protocol HasMySQL {
    static var mySQL: any EngineProvider.Type { get }
}
