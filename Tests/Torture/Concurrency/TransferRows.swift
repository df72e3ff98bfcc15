import TestServer
import ZIMOrm

/// What transfers go between: the sum of all balances is always the same.
final class TransferAccount: Model {
    var bank = ""
    var number = 0
    var balance = 0
    override class var table: String { "transfer_account" }
    override class var primaryKey: [String] { ["bank", "number"] }

    static let count = 64
    static let opening = 1000
    static var total: Int { count * opening }
    static func key(_ position: Int) -> (bank: String, number: Int) {
        (["A", "B", "C", "D"][position % 4], position / 4)
    }
}

/// How many transfers each task of each process has committed.
final class TransferCount: Model {
    var process = 0
    var task = 0
    var done = 0
    override class var table: String { "transfer_count" }
    override class var primaryKey: [String] { ["process", "task"] }
}

/// A database of accounts, and what must hold in it.
enum Transfers {
    static let tasks = 16
    static let processes = 4

    static func make(in database: Database) throws {
        try database.write { session in
            try session.execute(
                "CREATE TABLE transfer_account (bank TEXT, number INTEGER, balance INTEGER NOT NULL, PRIMARY KEY (bank, number))"
            )
            try session.execute(
                "CREATE TABLE transfer_count (process INTEGER, task INTEGER, done INTEGER NOT NULL, PRIMARY KEY (process, task))"
            )
            try session.save(
                (0..<TransferAccount.count).map { index in
                    let account = TransferAccount()
                    (account.bank, account.number) = TransferAccount.key(index)
                    account.balance = TransferAccount.opening
                    return account
                })
            try session.save(
                (0..<processes * tasks).map { index in
                    let count = TransferCount()
                    (count.process, count.task) = (index / tasks, index % tasks)
                    return count
                })
        }
    }

    /// Reads two accounts, changes both and the task's count: what another has changed meanwhile must not be lost.
    static func transfer(_ amount: Int, from: Int, to: Int, process: Int, task: Int, _ session: Session) throws {
        guard let giver = try account(from, session), let taker = try account(to, session),
            let count = try session.find(TransferCount.self, process, task)
        else { throw ProgramArgument.Failure("an account is not found") }
        giver.balance -= amount
        taker.balance += amount
        count.done += 1
        try session.save([giver, taker])
        try session.save(count)
    }

    private static func account(_ position: Int, _ session: Session) throws -> TransferAccount? {
        let (bank, number) = TransferAccount.key(position)
        return try session.find(TransferAccount.self, bank, number)
    }

    /// The sum as the mapper and as SQL find it, in one snapshot.
    static func sums(_ session: Session) throws -> [Int] {
        [
            try session.query(TransferAccount.self).all().reduce(0) { $0 + $1.balance },
            try session.query(TransferAccount.self).sum(\.balance) ?? 0,
        ]
    }
}
