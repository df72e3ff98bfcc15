// The code of Documentation/Sessions.md.
import Foundation
import Logging
import ZIMOrm

final class Account: Model {
    var bank = "", number = 0
    var balance = 0
    override class var primaryKey: [String] { ["bank", "number"] }
}

struct NotEnough: Error {}

let database = try Database.inMemory()
try database.execute(
    """
    CREATE TABLE Account (bank TEXT, number INT, balance INT NOT NULL, PRIMARY KEY (bank, number));
    INSERT INTO Account VALUES ('A', 1, 100), ('A', 2, 5), ('B', 1, 70);
    """)

func readAndWrite() throws {
    // snippet.read
    let total = try database.read { session in
        try session.query(Account.self).sum(\.balance) ?? 0
    }
    // snippet.end
    print(total)

    // snippet.write
    do {
        try database.write { session in
            guard let from = try session.find(Account.self, "A", 1), let to = try session.find(Account.self, "A", 2)
            else { return }
            from.balance -= 500
            to.balance += 500
            try session.save([from, to])
            if from.balance < 0 { throw NotEnough() }  // ROLLBACK: neither account has changed
        }
    } catch is NotEnough {
        print("not enough")
    }
    // snippet.end
}

func nest() throws {
    // snippet.nest
    try database.write { session in
        try session.execute("UPDATE Account SET balance = balance + \(1)")
        do {
            try session.transaction { session in  // SAVEPOINT
                try session.query(Account.self).filter(\.bank == "B").delete()
                throw NotEnough()  // ROLLBACK TO: the update above stays
            }
        } catch is NotEnough {}
        let count = try database.read { try $0.query(Account.self).count() }  // the same session: it sees the update
        print(count)
    }
    // snippet.end
}

func wait() async throws {
    // snippet.async
    let accounts = try await database.read { session in
        try session.query(Account.self).orderByKey().all()
    }
    print(accounts.map(\.balance))  // the models are yours now

    let task = Task {
        try await database.read { session in
            try session.value(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n", as: Int.self)
        }
    }
    try await Task.sleep(for: .milliseconds(50))
    task.cancel()  // interrupts the statement, which would never end
    do { _ = try await task.value } catch is CancellationError { print("cancelled") }
    // snippet.end
}

func change() async throws {
    // snippet.change
    guard let account = try await database.find(Account.self, "A", 1) else { return }
    account.balance += 10
    try await account.save()  // the model stays yours
    account.balance += 10
    try await database.write { try $0.save(account) }  // the closure takes it along
    // snippet.end
}

func openEnded() throws {
    // snippet.open
    let open = try database.openSession()  // BEGIN IMMEDIATE
    try open.run { try $0.query(Account.self).filter(\.bank == "A").update(.set(\.balance, 10)) }
    try open.commit()  // COMMIT; BEGIN IMMEDIATE

    let inner = try open.nested()  // SAVEPOINT zim_1
    try inner.run { try $0.query(Account.self).delete() }
    try inner.rollback()  // ROLLBACK TO zim_1: the accounts are there
    open.close()  // ROLLBACK
    // snippet.end
}

func withoutSession() throws {
    // snippet.sessionless
    DataSource.register(database, as: "live")

    let account = Account()
    account.bank = "C"
    account.number = 1
    try account.save()  // BEGIN IMMEDIATE; INSERT …; COMMIT
    account.balance = 20
    try account.save()  // BEGIN IMMEDIATE; UPDATE "Account" SET "balance" = ? WHERE …; COMMIT

    try database.write { _ in
        try account.delete()  // inside a session of its database a model uses that session
    }
    // snippet.end
}

func dataSources() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Database(path: folder.appendingPathComponent("archive.sqlite").path).execute("CREATE TABLE t (a)")
    let list = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">
        <dict>
            <key>archive</key>
            <dict>
                <key>type</key><string>SQLite</string>
                <key>database</key><string>archive.sqlite</string>
                <key>readonly</key><false/>
                <key>privileges</key><array><string>SELECT</string><string>INSERT</string></array>
            </dict>
        </dict>
        </plist>
        """
    let path = folder.appendingPathComponent("db.plist").path
    try Data(list.utf8).write(to: URL(fileURLWithPath: path))
    // snippet.plist
    try DataSource.load(propertyList: path)
    do {
        try DataSource.named("archive").execute("DELETE FROM t")
    } catch let error as DatabaseError where error.code == .privilege {
        print(error.message)
    }
    // snippet.end
    DataSource.unregister("archive")
}

func watch() throws {
    // snippet.watch
    var options = DatabaseOptions()
    options.echo = false  // true prints every statement and its values
    options.logger = Logger(label: "database")  // debug for every statement, error for one that fails
    options.busyTimeout = .seconds(2)
    let watched = try Database.inMemory(options: options)

    let subscription = watched.trace { print($0.sql, $0.parameters, $0.rows) }
    _ = try watched.read { try $0.value("SELECT 1 + \(1)", as: Int.self) }
    subscription.cancel()
    // snippet.end
}

func alone() throws {
    // snippet.alone
    _ = try database.withoutTransaction { try $0.execute("VACUUM") }
    // snippet.end
}

try readAndWrite()
try nest()
try await wait()
try await change()
try openEnded()
try withoutSession()
try dataSources()
try watch()
try alone()
