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
        begin(plan)
        var sums: [String: TableChecksum] = [:]
        for table in plan.tables { sums[table.name] = try compare(table, expected(table), on: session, home) }
        return sums
    }

    /// The same of tables that are committed, several of them at once. What is expected is read in this thread.
    func run(_ run: CopyRun, on database: Database, _ home: CopyHome) throws -> [String: TableChecksum] {
        begin(run.plan)
        let tables = try run.plan.tables.map { (table: $0, expected: try expected($0)) }
        let (target, options, meter) = (target, options, meter)
        let sums = try run.readers.map(tables, source, meter) { pair, source in
            let check = CopyVerification(source: source, target: target, options: options, meter: meter)
            return try database.read { try check.compare(pair.table, pair.expected, on: $0, home) }
        }
        return Dictionary(zip(tables.map(\.table.name), sums)) { first, _ in first }
    }

    private func begin(_ plan: CopyPlan) {
        let read = plan.tables.reduce(0) { $0 + (known($1) == nil ? $1.rows : 0) }
        meter.begin(.comparing, total: plan.rows + read)
    }

    /// What was read when the values were checked.
    private func known(_ table: CopyTable) -> TableChecksum? {
        table.checked.flatMap { $0.kinds == table.columns.map(\.kind) ? $0.checksum : nil }
    }

    private func expected(_ table: CopyTable) throws -> TableChecksum {
        if let known = known(table) { return known }
        let converter = RowConverter(table, to: target, options.invalidValues)
        let meter = meter.table(table.name)
        var expected = TableChecksum()
        try source.session.forEachRow(source.statement(of: table)) { row in
            try meter.count()
            if let hash = try converter.hash(source: row) { expected.add(hash) }
        }
        try meter.tell()
        return expected
    }

    private func compare(
        _ table: CopyTable, _ expected: TableChecksum, on session: Session, _ home: CopyHome
    ) throws -> TableChecksum {
        let converter = RowConverter(table, to: target, options.invalidValues)
        let meter = meter.table(table.name)
        var found = TableChecksum()
        var statement = SelectStatement().from(home.identifier(table.name))
        for column in table.columns { statement = statement.column(.column(column.name)) }
        try session.forEachRow(statement) { row in
            try meter.count()
            found.add(try converter.hash(target: row))
        }
        guard found == expected else { throw difference(table, expected, found) }
        try meter.done()
        return found
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
