import TestServer
import ZIMOrm

/// A child whose memory for SQLite is limited, since that holds for a whole process: what needs more is refused, while it
/// is compiled and while it runs, and the file can be read afterwards.
enum MemoryChild {
    private static let limit = 16 << 20
    private static let greedy = [
        // A text of 60 MB.
        "SELECT length(hex(zeroblob(30000000)))",
        // Views of views: a statement of 2 ^ 14 tables.
        "SELECT a FROM v14",
    ]

    /// A file whose views are joined with themselves, one on top of the other.
    static func make(at path: String) throws {
        let database = try Database(path: path)
        try database.execute(
            "CREATE TABLE t (a INTEGER, b INTEGER, c INTEGER, PRIMARY KEY (a, b, c)); INSERT INTO t VALUES (1, 2, 3)")
        for number in 1...14 {
            let below = number == 1 ? "t" : "v\(number - 1)"
            try database.execute(
                "CREATE VIEW \(identifier: "v\(number)") AS SELECT x.a, y.b, x.c FROM \(identifier: below) AS x JOIN \(identifier: below) AS y ON x.a = y.a"
            )
        }
        database.close()
    }

    /// `child memory PATH`
    static func run(_ words: [String]) throws {
        guard words.count == 1 else { throw ProgramArgument.Failure("child memory PATH") }
        var options = DatabaseOptions.untrusted
        options.limits.statementTimeout = nil
        let database = try Database(path: words[0], options: options)
        SQLiteLimits.limitMemoryOfProcess(to: limit)
        for sql in greedy {
            do {
                _ = try database.read { try $0.rows(SQL(unsafe: sql)) }
                ChildProcess.say("\(sql) got all the memory that it asked for")
            } catch let error as DatabaseError where error.code == .outOfMemory { ChildProcess.say("refused") }
        }
        let rows = try database.read { try $0.rows("SELECT a, b, c FROM t").map(\.values) }
        ChildProcess.say(rows == [[1, 2, 3]] ? "read" : "afterwards the rows are \(rows)")
    }
}
