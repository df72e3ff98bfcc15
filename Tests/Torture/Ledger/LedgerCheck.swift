import ZIMOrm

/// Compares a ledger with what its transactions' numbers say, by plain SQL.
struct LedgerCheck {
    /// What breaks a promise.
    private(set) var problems: [String] = []
    /// The transactions that are there.
    private(set) var present: Set<Int> = []
    /// Which of them the core has written.
    private var entries: Set<Int> = []

    /// - Parameters:
    ///   - acknowledged: the transactions whose commit returned: they must be there.
    ///   - unknown: those whose commit threw, or of which nothing was heard: whole or not there.
    init(_ database: Database, acknowledged: Set<Int>, unknown: Set<Int>) throws {
        try database.read { session in
            if database.dialect.features.contains(.rowidTables) {
                for row in try session.rows("PRAGMA integrity_check") where row[0] != .text("ok") {
                    problems.append("integrity: \(row[0])")
                }
                for row in try session.rows("PRAGMA foreign_key_check") { problems.append("foreign key: \(row)") }
            }
            try checkEntries(session)
            try checkAccounts(session)
            try checkMarks(session)
            try checkStays(session)
        }
        let lost = acknowledged.subtracting(present).sorted()
        if !lost.isEmpty { problems.append("acknowledged and lost: \(lost)") }
        let strange = present.subtracting(acknowledged).subtracting(unknown).sorted()
        if !strange.isEmpty { problems.append("there and never begun: \(strange)") }
    }

    private mutating func compare(_ number: Int, _ found: [Int], _ expected: [Int], _ what: String) {
        present.insert(number)
        if found != expected { problems.append("transaction \(number) is partial: \(what) \(found), not \(expected)") }
    }

    private mutating func checkEntries(_ session: Session) throws {
        let rows = try session.rows(
            """
            SELECT e.number, e.giver, e.taker, e.amount, length(e.note), count(l.position), coalesce(max(l.position), 0),
            coalesce(sum(l.amount), 0), e.book FROM ledger_entry e
            LEFT JOIN ledger_line l ON l.book = e.book AND l.number = e.number
            GROUP BY e.book, e.number, e.giver, e.taker, e.amount, e.note ORDER BY e.number
            """)
        var lines = 0
        for row in rows {
            let found = try (0..<8).map { try row.get($0, as: Int.self) }
            let number = found[0]
            let count = LedgerFacts.lines(number)
            lines += count
            entries.insert(number)
            compare(
                number, found,
                [
                    number, LedgerFacts.giver(number), LedgerFacts.taker(number), LedgerFacts.amount(number),
                    LedgerFacts.note(number).unicodeScalars.count, count, count, number * count * (count + 1) / 2,
                ], "entry and lines")
            if row[8] != .text(LedgerFacts.book(number)) { problems.append("entry \(number) is in book \(row[8])") }
        }
        try expect(session, "SELECT count(*) FROM ledger_line", lines, "lines")
    }

    private mutating func checkAccounts(_ session: Session) throws {
        var balances = Array(repeating: LedgerFacts.opening, count: LedgerFacts.accounts)
        for number in entries {
            balances[LedgerFacts.giver(number)] -= LedgerFacts.amount(number)
            balances[LedgerFacts.taker(number)] += LedgerFacts.amount(number)
        }
        let found = try session.rows("SELECT balance FROM ledger_account ORDER BY bank, number").map {
            try $0.get(0, as: Int.self)
        }
        if found != balances { problems.append("the balances are \(found), not \(balances)") }
        let last = try session.rows("SELECT number FROM ledger_last").map { try $0.get(0, as: Int.self) }
        let expected = entries.max().map { [$0] } ?? []
        if last != expected { problems.append("the last entry is \(last), not \(expected)") }
    }

    private mutating func checkMarks(_ session: Session) throws {
        let rows = try session.rows(
            """
            SELECT m.grade, m.course_year, coalesce(c.year, -1), m.course_code, c.code, c.title, s.name FROM ledger_mark m
            LEFT JOIN ledger_course c ON c.year = m.course_year AND c.code = m.course_code
            LEFT JOIN ledger_student s ON s.id = m.student_id ORDER BY m.grade
            """)
        for row in rows {
            let number = try row.get(0, as: Int.self)
            compare(number, try (0..<3).map { try row.get($0, as: Int.self) }, [number, number, number], "mark")
            let texts = (3..<7).map { row[$0] }
            let expected = ["C'\(number)", "C'\(number)", "course \(number)", "student \(number)"].map {
                SQLValue.text($0)
            }
            if texts != expected { problems.append("mark \(number) holds \(texts), not \(expected)") }
        }
        for table in ["ledger_course", "ledger_student"] {
            try expect(session, "SELECT count(*) FROM \(identifier: table)", rows.count, table)
        }
    }

    private mutating func checkStays(_ session: Session) throws {
        guard LedgerStays.areWanted else { return }
        let rows = try session.rows(
            """
            SELECT s.number, s.nights, count(*), coalesce(min(b.amount), 0), coalesce(max(b.amount), 0) FROM "LedgerStay" s
            LEFT JOIN "LedgerBill" b ON b."LedgerStay_region" = s.region AND b."LedgerStay_number" = s.number
            GROUP BY s.region, s.number, s.nights ORDER BY s.number
            """)
        for row in rows {
            let found = try (0..<5).map { try row.get($0, as: Int.self) }
            let number = found[0]
            compare(number, found, [number, number % 7, 2, -number, number], "stay and bills")
        }
        try expect(session, "SELECT count(*) FROM \"LedgerBill\"", rows.count * 2, "bills")
    }

    private mutating func expect(_ session: Session, _ sql: SQL, _ count: Int, _ what: String) throws {
        let found = try session.value(sql, as: Int.self) ?? -1
        if found != count { problems.append("\(found) rows of \(what), not \(count)") }
    }
}
