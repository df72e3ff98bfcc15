/// A connection with its compiled statements.
///
/// Compiling a SELECT of ten columns takes some 9 µs, finding it again 50 ns, so statements are kept by their text, and
/// those that the mapper makes by a number of their own.
package final class Connection {
    // Unchecked, here as in the session: one thread uses them at a time, and no access calls out while it lasts.

    package let engine: any EngineConnection
    package let traces: TraceHub
    /// What the mapper keeps with this connection.
    @inlinable
    package var attachment: AnyObject? {
        get { storedAttachment }
        set { storedAttachment = newValue }
    }
    @usableFromInline @exclusivity(unchecked) var storedAttachment: AnyObject?
    private var schemaRevisions: UInt64 = 0
    private let capacity: Int
    @exclusivity(unchecked) private var byText: [StatementText: Statement] = [:]
    private var recent: [StatementText] = []
    @exclusivity(unchecked) private var byNumber: [Statement?] = []

    init(engine: any EngineConnection, traces: TraceHub, capacity: Int) {
        self.engine = engine
        self.traces = traces
        self.capacity = max(1, capacity)
    }

    deinit { close() }

    func close() {
        for statement in byText.values { statement.finalize() }
        for statement in byNumber { statement?.finalize() }
        byText = [:]
        byNumber = []
        engine.close()
    }

    /// The statement of a text, compiled once. A statement in use is not given out twice.
    ///
    /// - Throws: ``DatabaseError`` with code misuse for a text without a statement, or with more than one.
    package func statement(_ sql: String) throws -> Statement {
        if let known = byText[StatementText(sql)], !known.isBusy { return known }
        let statement = try compile(sql)
        keep(statement, for: sql)
        return statement
    }

    /// A statement of a script and where the next one begins; nil if there is none.
    func statement(_ script: String, from start: Int) throws -> (statement: Statement, next: Int?)? {
        if start == 0, let known = byText[StatementText(script)], !known.isBusy { return (known, nil) }
        let found = try prepare(script, from: start)
        if let found, start == 0, found.next == nil { keep(found.statement, for: script) }
        return found
    }

    /// The statement of a shape that the mapper knows by number.
    package func statement(_ shape: CachedSQL) throws -> Statement {
        let number = shape.number
        if number < byNumber.count, let known = byNumber[number], !known.isBusy { return known }
        let statement = try compile(shape.sql)
        while byNumber.count <= number { byNumber.append(nil) }
        if byNumber[number] == nil, statement.isReusable, !engine.arePrivilegesSuspended {
            byNumber[number] = statement
        }
        return statement
    }

    /// Prepares a statement that is not kept here.
    ///
    /// - Parameter traces: who is told of it; by default those of the connection.
    package func prepare(
        _ sql: String, from start: Int, traces: TraceHub? = nil
    ) throws -> (statement: Statement, next: Int?)? {
        let traces = traces ?? self.traces
        do { return try engine.prepare(sql, from: start, traces: traces) } catch let error as DatabaseError
            where error.code == .full && !engine.isTransactionFailed
        {
            // The server holds as many statements as it may, of which those that are kept here are some.
            var kept: Int { byText.count + byNumber.count { $0 != nil } }
            let before = kept
            forgetStatements()
            for number in byNumber.indices where byNumber[number]?.isBusy == false { byNumber[number] = nil }
            guard kept < before else { throw error }
            return try engine.prepare(sql, from: start, traces: traces)
        }
    }

    private func compile(_ sql: String) throws -> Statement {
        guard let (statement, next) = try prepare(sql, from: 0) else {
            throw DatabaseError(.misuse, "the text holds no statement", sql: sql)
        }
        if let next {
            let second = SQLScript.text(of: sql, from: next, to: sql.utf8.count).prefix(30)
            throw DatabaseError(
                .misuse, "the text holds more than one statement; the second begins with \"\(second)\"", sql: sql,
                hint: "Run a script with execute")
        }
        return statement
    }

    private func keep(_ statement: Statement, for sql: String) {
        // What was compiled without privileges must not be found by those who have to have them.
        let key = StatementText(sql)
        guard byText[key] == nil, statement.isReusable, !engine.arePrivilegesSuspended else { return }
        if byText.count >= capacity {
            // The oldest half goes at once: moving each hit to the front would cost more than compiling anew.
            let old = recent.prefix(recent.count / 2 + 1)
            for text in old where byText[text]?.isBusy != true { byText[text] = nil }
            recent = recent.filter { byText[$0] != nil }
        }
        byText[key] = statement
        recent.append(key)
    }

    /// Compiles anew what is not in use: the columns of a statement that was compiled before a change may have other names.
    package func forgetStatements() {
        byText = byText.filter(\.value.isBusy)
        recent = recent.filter { byText[$0] != nil }
    }

    func nextSchemaRevision() -> UInt64 {
        schemaRevisions &+= 1
        return schemaRevisions
    }

    /// How many statements are kept by their text.
    package var keptCount: Int { byText.count }

    /// Rolls the open transaction back; a server that answers nothing is not waited for.
    func rollBack() throws { try engine.limitingSilence { try run("ROLLBACK") } }

    /// Runs a statement without parameters, as BEGIN and COMMIT are.
    package func run(_ sql: String) throws {
        let statement = try statement(sql)
        statement.begin()
        defer { statement.end() }
        while try statement.step() {}
    }
}
