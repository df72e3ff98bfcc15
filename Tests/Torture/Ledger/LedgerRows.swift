import ZIMOrm

/// One numbered transaction of the core's: keys of two columns.
final class LedgerEntry: Model {
    var book = ""
    var number = 0
    var giver = 0
    var taker = 0
    var amount = 0
    var note = ""
    override class var table: String { "ledger_entry" }
    override class var primaryKey: [String] { ["book", "number"] }

    func lines() throws -> [LedgerLine] { try hasMany(LedgerLine.self, foreignKey: ["book", "number"]) }
}

/// The rows that belong to an entry: keys of three columns.
final class LedgerLine: Model {
    var book = ""
    var number = 0
    var position = 0
    var amount = 0
    override class var table: String { "ledger_line" }
    override class var primaryKey: [String] { ["book", "number", "position"] }
}

/// What all transactions change: the sum of all balances is always the same.
final class LedgerAccount: Model {
    var bank = ""
    var number = 0
    var balance = 0
    override class var table: String { "ledger_account" }
    override class var primaryKey: [String] { ["bank", "number"] }
}

/// The one row that says which entry was the last.
final class LedgerLast: Model {
    var book = ""
    var number = 0
    override class var table: String { "ledger_last" }
    override class var primaryKey: [String] { ["book", "number"] }
}

/// What a transaction's number says about it, so that it can be told later whether it is there as a whole.
enum LedgerFacts {
    static let accounts = 8
    static let opening = 1000

    /// Which facade commits it.
    enum Way { case core, amigo, reflect }
    static func way(_ number: Int) -> Way {
        switch number % 4 {
        case 2: .amigo
        case 3 where LedgerStays.areWanted: .reflect
        default: .core
        }
    }

    static func book(_ number: Int) -> String { ["north", "south", "O'Brien"][number % 3] }
    static func giver(_ number: Int) -> Int { number % accounts }
    static func taker(_ number: Int) -> Int { (number + 1 + number % (accounts - 1)) % accounts }
    static func amount(_ number: Int) -> Int { number % 50 + 1 }
    static func lines(_ number: Int) -> Int { 1 + number % 40 }
    /// Some texts need pages of their own.
    static func note(_ number: Int) -> String { String(repeating: "é\(number) ", count: number % 10 == 0 ? 2000 : 3) }
    static func account(_ place: Int) -> (bank: String, number: Int) { (place < 4 ? "A" : "B", place % 4) }

    static let definitions = [
        "CREATE TABLE ledger_entry (book TEXT NOT NULL, number INTEGER NOT NULL, giver INTEGER NOT NULL, taker INTEGER "
            + "NOT NULL, amount INTEGER NOT NULL, note TEXT NOT NULL, PRIMARY KEY (book, number))",
        "CREATE TABLE ledger_line (book TEXT NOT NULL, number INTEGER NOT NULL, position INTEGER NOT NULL, amount INTEGER "
            + "NOT NULL, PRIMARY KEY (book, number, position), FOREIGN KEY (book, number) REFERENCES ledger_entry)",
        "CREATE TABLE ledger_account (bank TEXT NOT NULL, number INTEGER NOT NULL, balance INTEGER NOT NULL, "
            + "PRIMARY KEY (bank, number))",
        "CREATE TABLE ledger_last (book TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (book, number))",
    ]
}
