// The code of Documentation/Concurrency.md.
import Foundation
import ZIMOrm

final class Account: Model {
    var bank = "", number = 0
    var balance = 0
    override class var primaryKey: [String] { ["bank", "number"] }
}

let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let path = folder.appendingPathComponent("bank.sqlite").path

// snippet.share
func open() throws -> Database {
    var options = DatabaseOptions()
    options.journalMode = .wal  // readers and the writer do not wait for each other
    options.maximumReaders = 8  // 4 unless you say otherwise
    options.busyTimeout = .seconds(10)  // how long to wait for another process
    options.poolTimeout = .seconds(30)  // how long to wait for a connection of this one
    return try Database(path: path, options: options)
}
// snippet.end

let database = try open()
try database.execute(
    """
    CREATE TABLE Account (bank TEXT, number INT, balance INT NOT NULL, PRIMARY KEY (bank, number));
    INSERT INTO Account VALUES ('A', 1, 100), ('A', 2, 5), ('B', 1, 70);
    """)

// snippet.transfer
func transfer(_ amount: Int, from: Int, to: Int) async throws {
    try await database.write { session in
        guard let source = try session.find(Account.self, "A", from), source.balance >= amount,
            let target = try session.find(Account.self, "A", to)
        else { return }
        source.balance -= amount
        target.balance += amount
        try session.save([source, target])
    }
}
// snippet.end

// snippet.group
func balances() async throws -> [Int] {
    try await withThrowingTaskGroup(of: Int?.self) { group in
        for bank in ["A", "B"] {
            group.addTask {
                try await database.read { try $0.query(Account.self).filter(\.bank == bank).sum(\.balance) }
            }
        }
        return try await group.reduce(into: []) { $0.append($1 ?? 0) }.sorted()
    }
}
// snippet.end

// snippet.actor
actor Till {
    private var account: Account?

    func open(_ number: Int) async throws { account = try await database.find(Account.self, "A", number) }

    func pay(_ amount: Int) async throws {
        guard let account else { return }
        account.balance -= amount
        try await account.save()
    }
}
// snippet.end

try await transfer(60, from: 1, to: 2)
print(try await balances())
let till = Till()
try await till.open(2)
try await till.pay(15)

// snippet.busy
func reset() async throws {
    do {
        try await database.write { _ = try $0.query(Account.self).update(.set(\.balance, 0)) }
    } catch let error as DatabaseError where [.busy, .timedOut].contains(error.code) {
        print("later:", error.message)
    }
}
// snippet.end
try await reset()
