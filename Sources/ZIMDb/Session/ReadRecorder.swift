/// Notes what a session reads: the statements, by which the engine finds the tables, and all rows that come.
final class ReadRecorder {
    private var statements: Set<StatementText> = []
    private let rows = ReadBytes()
    /// Whether the schema itself was asked for.
    var readsSchema = false

    /// What was read, once the closure has ended and its transaction has not.
    struct Reading: Sendable {
        let tables: TableSet
        let bytes: [UInt8]
    }

    /// Called when a statement begins. The library's own questions to the schema are no part of what was read.
    func note(_ statement: Statement) {
        guard statement.traces !== TraceHub.silent else { return }
        statements.insert(StatementText(statement.sql))
        rows.begin(statement.sql)
        statement.rowBytes = rows
    }

    func finish(_ connection: Connection) throws -> Reading {
        // What the schema was is not told by rows: much of it is kept from one reading to the next.
        if readsSchema { rows.add(try connection.engine.schemaVersion()) }
        return Reading(tables: try connection.engine.tablesRead(by: statements.map(\.text)), bytes: rows.bytes)
    }
}
