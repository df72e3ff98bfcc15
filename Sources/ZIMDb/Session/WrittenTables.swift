/// Notes which tables a session's transaction writes.
final class WrittenTables {
    /// Between two rollbacks, and as deep in savepoints: a later rollback undoes all of it or at least not the first.
    private struct Stretch: Hashable {
        let table: String
        let depth: Int
        let rollbacks: Int
    }

    /// The generation of a table's first change in a stretch.
    private var firsts: [Stretch: UInt64] = [:]
    /// The generations of the statements of which it is not known what they change.
    private var unknown: [UInt64] = []
    /// What statements write that have run already; what they set off may become different by another statement.
    private var known: [StatementText: TableSet] = [:]
    private var changesBefore: Int

    init(_ connection: Connection) { changesBefore = connection.engine.totalChanges }

    /// Called when a statement begins, before it has changed anything.
    func note(_ statement: Statement, in session: Session) {
        if statement.isReadOnly {
            // PRAGMA foreign_keys and the like.
            if statement.columnCount == 0 { known = [:] }
            return
        }
        let tables: TableSet
        let text = StatementText(statement.sql)
        if let found = known[text] {
            tables = found
        } else {
            // What is wrong with a statement says itself, when it runs.
            tables = (try? session.connection.engine.tablesWritten(by: statement.sql)) ?? .any
            known[text] = tables
        }
        if statement.isDefinition || tables.isAny {
            known = [:]
            unknown.append(session.generation)
            return
        }
        for table in tables.names {
            let stretch = Stretch(table: table, depth: session.savepointDepth, rollbacks: session.rollbackCount)
            if firsts[stretch] == nil { firsts[stretch] = session.generation }
        }
    }

    /// What was changed and not rolled back since the last call.
    func take(in session: Session) -> TableSet {
        defer {
            firsts = [:]
            unknown = []
            known = [:]
            changesBefore = session.connection.engine.totalChanges
        }
        if unknown.contains(where: { !session.handle.wasRolledBack($0) }) { return .any }
        guard session.connection.engine.totalChanges != changesBefore else { return TableSet() }
        return TableSet(Set(firsts.filter { !session.handle.wasRolledBack($0.value) }.map(\.key.table)))
    }
}

extension Session {
    /// From here on, what is written is noted where somebody watches.
    func noteWrites() {
        written = !isReadOnly && database.changeHub.needsWrites ? WrittenTables(connection) : nil
        writesBegin = generation
    }

    /// A transaction has begun. Where it writes, nobody else commits until it ends, so what others did is looked at now.
    func beginWatched() {
        guard !isReadOnly, database.changeHub.isActive else { return noteWrites() }
        // Statements before it have committed by themselves.
        publishWrites()
        database.changeHub.look(over: connection.engine)
        noteWrites()
    }

    /// Tells those who watch what was committed just now.
    func publishWrites() {
        guard !isReadOnly, database.changeHub.isActive else { return }
        guard let written else {
            // Somebody began to watch in the middle of it.
            if generation > writesBegin, database.changeHub.needsWrites { database.changeHub.publish(.any) }
            return writesBegin = generation
        }
        let tables = written.take(in: self)
        if !tables.isEmpty { database.changeHub.publish(tables) }
    }

    /// Outside a transaction each statement commits by itself: tells of the one before, and looks for those of others.
    func publishOwnStatements() {
        guard database.changeHub.isActive, !isReadOnly, !connection.engine.isInTransaction else { return }
        publishWrites()
        database.changeHub.look(over: connection.engine)
    }
}
