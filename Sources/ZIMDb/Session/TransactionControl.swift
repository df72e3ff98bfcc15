import ZIMSql

/// What the caller's own SQL does to the transaction.
enum TransactionControl: Equatable {
    case begin
    /// COMMIT, END
    case commit(chains: Bool)
    /// ROLLBACK, ABORT
    case rollback(chains: Bool)
    case savepoint(String)
    case release(String)
    case rollbackTo(String)

    /// - Parameters:
    ///   - sql: one statement.
    ///   - words: those of its engine.
    /// - Returns: nil for every other statement.
    init?(_ sql: String, words: TransactionWords) {
        let firstWords = ["BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT", "SAVEPOINT", "RELEASE"]
        var tokens = SQLTokenizer(sql, rules: words.rules).tokens.filter {
            !$0.isSpace && $0.kind != .terminal
        }[...]
        guard let first = tokens.popFirst()?.text.uppercased(), firstWords.contains(first) else { return nil }
        func isWord(_ token: SQLToken?, _ words: String...) -> Bool {
            token.map { words.contains($0.text.uppercased()) } ?? false
        }
        // MariaDB's block of statements.
        if first == "BEGIN", isWord(tokens.first, "NOT"), isWord(tokens.dropFirst().first, "ATOMIC") { return nil }
        /// The name behind a word that may be left out.
        func name() -> String {
            if tokens.count > 1, isWord(tokens.first, "SAVEPOINT") { tokens.removeFirst() }
            guard let token = tokens.first else { return "" }
            return words.quotedNamesKeepCase && token.text.hasPrefix("\"") ? token.name : token.name.lowercased()
        }
        let chains = isWord(tokens.last, "CHAIN") && !isWord(tokens.dropLast().last, "NO")
        switch first {
        case "BEGIN", "START": self = .begin
        case "COMMIT", "END": self = .commit(chains: chains)
        case "SAVEPOINT": self = .savepoint(name())
        case "RELEASE": self = .release(name())
        default:
            if isWord(tokens.first, "WORK", "TRANSACTION") { tokens.removeFirst() }
            if isWord(tokens.first, "TO") {
                tokens.removeFirst()
                self = .rollbackTo(name())
            } else {
                self = .rollback(chains: chains)
            }
        }
    }
}

/// The savepoints that the caller's own statements have made, and the changes since.
struct OwnSavepoints {
    private var savepoints: [(name: String, first: UInt64)] = []
    /// The generation with which a transaction of the caller's own began.
    private var begun: UInt64?

    var count: Int { savepoints.count }

    /// Notes a statement that has run.
    ///
    /// - Parameters:
    ///   - first: the generation that came behind the statement.
    ///   - start: that with which the session's transaction began; nil where it stands for none.
    /// - Returns: the first generation that the statement has undone.
    mutating func note(_ control: TransactionControl, next first: UInt64, start: UInt64?) -> UInt64? {
        switch control {
        case .begin: (savepoints, begun) = ([], first)
        case .commit: (savepoints, begun) = ([], nil)
        case .rollback:
            defer { (savepoints, begun) = ([], nil) }
            return start ?? begun ?? savepoints.first?.first
        case .savepoint(let name): savepoints.append((name, first))
        case .release(let name):
            if let index = savepoints.lastIndex(where: { $0.name == name }) {
                savepoints.removeSubrange(index...)
            }
        case .rollbackTo(let name):
            guard let index = savepoints.lastIndex(where: { $0.name == name }) else { return start ?? begun ?? 0 }
            savepoints.removeSubrange((index + 1)...)
            return savepoints[index].first
        }
        return nil
    }
}

extension Session {
    /// What a statement of the caller's own is about to do to the transaction; nil for those that do nothing to it.
    ///
    /// - Throws: ``DatabaseError`` with code misuse for a savepoint with a name of the session's own, and for a statement
    ///   that would end the transaction and begin another in its place.
    func control(of statement: Statement) throws -> TransactionControl? {
        guard statement.isReadOnly, statement.columnCount == 0 else { return nil }
        let control = TransactionControl(statement.sql, words: connection.engine.transactionWords)
        switch control {
        case .savepoint(let name), .rollbackTo(let name):
            guard name.lowercased().wholeMatch(of: /zim_[0-9]+/) != nil else { break }
            throw DatabaseError(
                .misuse, "the savepoint \"\(name)\" is the session's own", sql: statement.sql,
                hint: "Use session.transaction { }, or another name")
        case .commit(chains: true), .rollback(chains: true):
            guard expectsTransaction else { break }
            throw DatabaseError(
                .misuse, "the statement would end the transaction that this closure runs in, and begin another",
                sql: statement.sql,
                hint: "A write commits by itself; throw an error to roll back, or use withoutTransaction")
        default: break
        }
        return control
    }

    /// Notes what a statement of the caller's own has done: what was saved since a savepoint may be undone.
    func note(_ control: TransactionControl) {
        let start = expectsTransaction ? transactionStart : nil
        if case .begin = control, start == nil { transactionStart = generation + 1 }
        guard let first = ownSavepoints.note(control, next: generation + 1, start: start) else { return }
        noteRollback(from: first)
        noteUndone()
    }
}
