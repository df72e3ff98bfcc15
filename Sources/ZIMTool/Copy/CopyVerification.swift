import ZIMOrm
import ZIMSql

/// Compares both ends when all rows are there: the target is read again, counted, and summed up by the meaning of its
/// values; so is the source, unless that was done when its values were checked, in the same snapshot.
struct CopyVerification {
    let source: CopySource
    let target: CopyEngine
    let options: CopyOptions
    let meter: CopyMeter

    /// - Returns: the checksum of each table, by its name.
    /// - Throws: ``ToolError`` where a table differs.
    func run(_ plan: CopyPlan, on session: Session, _ home: CopyHome) throws -> [String: TableChecksum] {
        meter.begin(.comparing, total: plan.rows)
        var sums: [String: TableChecksum] = [:]
        for table in plan.tables {
            let converter = RowConverter(table, to: target, options.invalidValues)
            let checked = table.checked.flatMap { $0.kinds == table.columns.map(\.kind) ? $0.checksum : nil }
            var expected = TableChecksum()
            if let checked {
                expected = checked
            } else {
                try source.session.forEachRow(source.statement(of: table)) { row in
                    try meter.count(table.name)
                    if let hash = try converter.hash(source: row) { expected.add(hash) }
                }
            }
            var found = TableChecksum()
            try session.forEachRow(statement(of: table, home)) { row in
                if checked != nil { try meter.count(table.name) }
                found.add(try converter.hash(target: row))
            }
            guard found == expected else { throw difference(table, expected, found) }
            sums[table.name] = found
            try meter.say(table.name, isDone: true)
        }
        return sums
    }

    private func statement(of table: CopyTable, _ home: CopyHome) -> SelectStatement {
        var statement = SelectStatement()
        for column in table.columns { statement = statement.column(.column(column.name)) }
        return statement.from(home.identifier(table.name))
    }

    private func difference(_ table: CopyTable, _ expected: TableChecksum, _ found: TableChecksum) -> ToolError {
        if expected.rows != found.rows {
            return ToolError(
                "\(table.name): the source has \(expected.rows.counted("row")) to copy, the target \(found.rows.grouped)"
            )
        }
        return ToolError(
            "\(table.name): both sides have \(found.rows.counted("row")), but their checksums differ: "
                + "\(expected.text) and \(found.text)")
    }
}
