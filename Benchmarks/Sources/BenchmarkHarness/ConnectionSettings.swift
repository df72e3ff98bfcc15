/// The settings that every contender runs with.
public enum ConnectionSettings {
    /// Statements that bring a new connection to these settings, for contenders that have no API of their own for it.
    public static let pragmas = [
        "PRAGMA journal_mode = WAL",
        "PRAGMA synchronous = NORMAL",
        "PRAGMA foreign_keys = ON",
        "PRAGMA cache_size = -262144",
    ]

    private static let expectations: [(query: String, value: Int)] = [
        ("SELECT journal_mode = 'wal' FROM pragma_journal_mode", 1),
        ("SELECT synchronous FROM pragma_synchronous", 1),
        ("SELECT foreign_keys FROM pragma_foreign_keys", 1),
        ("SELECT cache_size FROM pragma_cache_size", -262_144),
        ("SELECT cache_spill > 0 FROM pragma_cache_spill", 1),
    ]

    /// Throws when the connection of a contender is set differently, which would make the comparison unfair.
    static func check(_ contender: any Contender) throws {
        for (query, value) in expectations {
            let found = try contender.scalar(query)
            guard found == value else {
                throw BenchmarkError("\(type(of: contender).name): \(query) gives \(found), not \(value)")
            }
        }
    }

    /// Fills the connection's cache with the pages that these queries read.
    static func warmCache(_ contender: any Contender, _ queries: [String]) throws {
        for query in queries { _ = try contender.scalar(query) }
    }
}
