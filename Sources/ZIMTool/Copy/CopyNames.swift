import ZIMOrm
import ZIMSql

/// Names that the other engine cannot have.
struct CopyNames {
    let tables: [CopyTable]
    let add: (InvalidValue) throws -> Void

    /// Names that the engine objects to, and names of columns that are equal in upper and lower case where it ignores that.
    func check(in engine: CopyEngine, isCaseless: Bool) throws {
        for table in tables {
            try check(table.ownName, "the table's name", table, nil, engine)
            var columns: [String: String] = [:]
            for column in table.columns {
                try check(column.name, "the column's name", table, column.source.name, engine)
                guard isCaseless,
                    let other = columns.updateValue(column.name, forKey: column.name.lowercased())
                else { continue }
                try refuse(
                    "the column's name equals \(other) in \(engine.rawValue), which ignores case", table,
                    column.source.name)
            }
            for index in table.indexes { try check(index.name, "the name of an index", table, nil, engine) }
        }
    }

    private func check(
        _ name: String, _ what: String, _ table: CopyTable, _ column: String?, _ engine: CopyEngine
    ) throws {
        guard let reason = engine.traits.objection(toName: name) else { return }
        try refuse("\(what) \(name.isEmpty ? "" : name + " ")\(reason)", table, column)
    }

    private func refuse(_ reason: String, _ table: CopyTable, _ column: String?) throws {
        try add(InvalidValue(table: table.source.name, column: column, row: "", value: "", reason: reason))
    }

    /// To SQLite the letters A to Z are a to z, in the names of tables and indexes together.
    func checkSQLite() throws {
        var taken: [String: String] = [:]
        for table in tables {
            if table.name.lowercased().hasPrefix("sqlite_") {
                try refuse("the table's name begins with sqlite_, which SQLite reserves", table, nil)
            }
            if let other = taken.updateValue(table.name, forKey: table.name.lowercased()) {
                try refuse("the table's name equals \(other) in SQLite, which ignores case", table, nil)
            }
            var columns: [String: String] = [:]
            for column in table.columns {
                guard let other = columns.updateValue(column.name, forKey: column.name.lowercased()) else { continue }
                try refuse(
                    "the column's name equals \(other) in SQLite, which ignores case", table, column.source.name)
            }
        }
        for table in tables {
            for index in table.indexes {
                guard let other = taken.updateValue(index.name, forKey: index.name.lowercased()) else { continue }
                try refuse("the name of the index \(index.name) equals \(other) in SQLite", table, nil)
            }
        }
    }
}
