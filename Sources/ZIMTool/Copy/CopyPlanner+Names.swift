import ZIMOrm
import ZIMSql

/// Names that the other engine cannot have.
extension CopyPlanner {
    func checkNames(_ tables: [CopyTable]) throws {
        guard !isSameEngine else { return }
        switch target {
        case .postgreSQL: try checkLengths(tables)
        case .sqlite: try checkLetters(tables)
        }
    }

    private func checkLengths(_ tables: [CopyTable]) throws {
        for table in tables {
            try check(table.name, "the table's name", table, nil)
            for column in table.columns { try check(column.name, "the column's name", table, column.name) }
            for index in table.indexes { try check(index.name, "the name of an index", table, nil) }
        }
    }

    private func check(_ name: String, _ what: String, _ table: CopyTable, _ column: String?) throws {
        let reason: String
        let longest = PostgreSQLDialect().longestIdentifier ?? .max
        if name.isEmpty {
            reason = "\(what) is empty, which PostgreSQL does not allow"
        } else if name.utf8.count > longest {
            reason = "\(what) \(name) has \(name.utf8.count) bytes, PostgreSQL keeps \(longest)"
        } else {
            return
        }
        try invalidValues.add(InvalidValue(table: table.name, column: column, row: "", value: "", reason: reason))
    }

    /// To SQLite the letters A to Z are a to z, in the names of tables and indexes together.
    private func checkLetters(_ tables: [CopyTable]) throws {
        var taken: [String: String] = [:]
        for table in tables {
            if table.name.lowercased().hasPrefix("sqlite_") {
                try invalidValues.add(
                    InvalidValue(
                        table: table.name, column: nil, row: "", value: "",
                        reason: "the table's name begins with sqlite_, which SQLite reserves"))
            }
            if let other = taken.updateValue(table.name, forKey: table.name.lowercased()) {
                try invalidValues.add(
                    InvalidValue(
                        table: table.name, column: nil, row: "", value: "",
                        reason: "the table's name equals \(other) in SQLite, which ignores case"))
            }
            var columns: [String: String] = [:]
            for column in table.columns {
                guard let other = columns.updateValue(column.name, forKey: column.name.lowercased()) else { continue }
                try invalidValues.add(
                    InvalidValue(
                        table: table.name, column: column.name, row: "", value: "",
                        reason: "the column's name equals \(other) in SQLite, which ignores case"))
            }
        }
        for table in tables {
            for index in table.indexes {
                if let other = taken.updateValue(index.name, forKey: index.name.lowercased()) {
                    try invalidValues.add(
                        InvalidValue(
                            table: table.name, column: nil, row: "", value: "",
                            reason: "the name of the index \(index.name) equals \(other) in SQLite"))
                }
            }
        }
    }
}
