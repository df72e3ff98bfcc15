import TestServer
import ZIMOrm

/// A child that commits one transaction after another and says so, until it is killed.
enum CommitChild {
    /// `child commits PATH JOURNAL FIRST`
    static func run(_ words: [String]) throws {
        guard words.count == 3, let journal = DatabaseOptions.JournalMode(rawValue: words[1]), let first = Int(words[2])
        else { throw ProgramArgument.Failure("child commits PATH JOURNAL FIRST") }
        let ledger = try Ledger(try open(words[0], journal))
        var number = first
        while true {
            try ledger.commit(number)
            ChildProcess.say("\(number)")
            number += 1
        }
    }

    static func open(_ path: String, _ journal: DatabaseOptions.JournalMode) throws -> Database {
        var options = DatabaseOptions()
        options.journalMode = journal
        return try Database(path: path, options: options)
    }
}
