import Foundation
import ZIMOrm
import ZIMSql

/// The database that is copied, within the one snapshot that all of the copy is read from.
struct CopySource {
    let session: Session
    let engine: CopyEngine
    let schemas: CopySchemas
    var location: String { session.database.location }
    var schema: DatabaseSchema { schemas.schema }
    /// The schema whose tables their bare names find; nil for a file.
    var home: String? { schemas.home }

    /// A table by its name, which may stand behind its schema even where nothing else has that name.
    func table(named name: String) -> TableSchema? {
        if let table = schema.table(name) { return table }
        let own = QualifiedName.table(of: name, schema: home)
        return own == name ? nil : schema.table(own).flatMap { $0.schema == nil ? $0 : nil }
    }

    /// The statement that reads the rows of a table: its columns in order, then what tells the row, then the orphans.
    ///
    /// - Throws: ``ToolError`` for a key with a label that its column does not have.
    func statement(
        of table: CopyTable, after key: [SQLValue]? = nil, isOrdered: Bool = false
    ) throws -> SelectStatement {
        var statement = SelectStatement()
        for column in table.columns { statement = statement.column(.column(column.source.name, of: "zim_child")) }
        for name in table.rowKey { statement = statement.column(.column(name, of: "zim_child")) }
        for orphans in table.orphans { statement = statement.column(orphans.expression) }
        statement = statement.from(engine.traits.ownRows(of: table.source), alias: "zim_child")
        if let key, !key.isEmpty, key.count == table.rowKey.count {
            statement = statement.where(try rows(of: table, behind: key))
        }
        if isOrdered {
            for name in table.rowKey { statement = statement.orderBy(.column(name, of: "zim_child")) }
        }
        return statement
    }

    private func rows(of table: CopyTable, behind key: [SQLValue]) throws -> SQLExpression {
        let parts = table.rowKey.map { SQLExpression.column($0, of: "zim_child") }
        let labels = table.rowKey.map { LabelOrder(table.source.column($0), engine: schema.engine) }
        guard labels.contains(where: { $0 != nil }) else {
            if let part = parts.first, let value = key.first, parts.count == 1 { return part > .value(value) }
            return SQLExpression.row(parts) > .row(key.map { .value($0) })
        }
        return .any(
            try parts.indices.map { index in
                var behind = parts[index] > .value(key[index])
                if let order = labels[index] {
                    guard let rows = order.rows(parts[index], behind: key[index], isAscending: true) else {
                        throw ToolError(
                            "the copy of \(table.name.printable) cannot go on: \(table.rowKey[index].printable) has no label "
                                + key[index].shown, "Copy the table from its beginning")
                    }
                    behind = rows
                }
                return .all(zip(parts, key).prefix(index).map { $0 == .value($1) } + [behind])
            })
    }
}

extension CopySource {
    /// - Parameter schemas: the only schemas to look at.
    init(_ session: Session, schemas: [String] = []) throws {
        self.session = session
        engine = try CopyEngine(of: session.database)
        try engine.traits.prepare(session)
        self.schemas = try CopySchemas(session, engine, only: schemas)
    }
}

extension Session {
    /// A server may end transactions that wait for long, and this one does while the other side makes its indexes.
    func staysOpenWhileIdle() throws {
        _ = try rows("SELECT set_config('idle_in_transaction_session_timeout', '0', true)")
    }
}

/// Which row it is, for messages.
struct RowWords {
    private let positions: [Int]
    private let names: [String]

    /// The primary key where there is one, or else what stands behind the columns.
    init(_ table: CopyTable) {
        let own = table.source.primaryKey.compactMap { name in table.columns.firstIndex { $0.source.name == name } }
        if own.isEmpty || own.count < table.source.primaryKey.count {
            positions = Array(table.columns.count..<(table.columns.count + table.rowKey.count))
            names = table.rowKey
        } else {
            positions = own
            names = table.source.primaryKey
        }
    }

    func words(_ row: Row, number: Int) -> String {
        if positions.isEmpty { return "row \(number.grouped) of the table" }
        return zip(names, positions).map { "\($0.printable) = \(row.value(at: $1).abbreviatedPlain)" }
            .joined(separator: ", ")
    }
}
