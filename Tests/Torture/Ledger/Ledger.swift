import ZIMOrm

/// Commits numbered transactions through the mapper, Amigo and Reflect: each is whole or it is not there.
final class Ledger {
    let database: Database
    private let marks: LedgerMarks

    init(_ database: Database) throws {
        self.database = database
        marks = try LedgerMarks(database)
        LedgerStays.use(database)
    }

    /// Makes the tables.
    static func make(in database: Database) throws {
        try database.write { session in
            for definition in LedgerFacts.definitions { try session.execute(SQL(unsafe: definition)) }
            let accounts = (0..<LedgerFacts.accounts).map { index in
                let account = LedgerAccount()
                (account.bank, account.number) = LedgerFacts.account(index)
                account.balance = LedgerFacts.opening
                return account
            }
            try session.save(accounts)
        }
        try LedgerMarks(database).amigo.createAll()
        try LedgerStays.make(database)
    }

    func commit(_ number: Int) throws {
        switch LedgerFacts.way(number) {
        case .core: try enter(number)
        case .amigo: try marks.commit(number)
        case .reflect: try LedgerStays.commit(number)
        }
    }

    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    private func enter(_ number: Int) throws {
        try database.write { session in
            let entry = LedgerEntry()
            (entry.book, entry.number) = (LedgerFacts.book(number), number)
            (entry.giver, entry.taker) = (LedgerFacts.giver(number), LedgerFacts.taker(number))
            (entry.amount, entry.note) = (LedgerFacts.amount(number), LedgerFacts.note(number))
            try session.insert(entry)
            let lines = (1...LedgerFacts.lines(number)).map { position in
                let line = LedgerLine()
                (line.book, line.number, line.position) = (entry.book, number, position)
                return line
            }
            try session.save(lines)
            for line in lines { line.amount = number * line.position }
            try session.save(lines)
            let (giver, taker) = (
                try account(entry.giver, session), try account(entry.taker, session)
            )
            giver.balance -= entry.amount
            taker.balance += entry.amount
            try session.save([giver, taker])
            try session.query(LedgerLast.self).delete()
            let last = LedgerLast()
            (last.book, last.number) = (entry.book, number)
            try session.save(last)
            // What was written is read in the same transaction, through the relationship.
            let found = try entry.lines()
            guard found.count == lines.count, found.reduce(0, { $0 + $1.amount }) == lines.reduce(0, { $0 + $1.amount })
            else { throw Missing(description: "entry \(number) does not find its own lines") }
        }
    }

    private func account(_ place: Int, _ session: Session) throws -> LedgerAccount {
        let (bank, number) = LedgerFacts.account(place)
        guard let account = try session.find(LedgerAccount.self, bank, number) else {
            throw Missing(description: "account (\(bank), \(number)) is not found")
        }
        return account
    }
}
