import ZIMOrm
import ZIMSql

/// Names that the other engine cannot have.
struct CopyNames {
    let tables: [CopyTable]
    let add: (InvalidValue) throws -> Void

    init(_ tables: [CopyTable], _ add: @escaping (InvalidValue) throws -> Void) {
        self.tables = tables
        self.add = add
    }

    func checkPostgres() throws {
        for table in tables {
            try check(table.name, "the table's name", table, nil)
            for column in table.columns { try check(column.name, "the column's name", table, column.name) }
            for index in table.indexes { try check(index.name, "the name of an index", table, nil) }
        }
    }

    /// Names have 64 characters at most, all of the first plane, and those of columns are the same in upper and lower case.
    ///
    /// Source: <https://mariadb.com/kb/en/identifier-names/>
    func checkMySQL() throws {
        for table in tables {
            try checkMySQL(table.name, "the table's name", table, nil)
            var columns: [String: String] = [:]
            for column in table.columns {
                try checkMySQL(column.name, "the column's name", table, column.name)
                guard let other = columns.updateValue(column.name, forKey: column.name.lowercased()) else { continue }
                try refuse("the column's name equals \(other) in MySQL, which ignores case", table, column.name)
            }
            for index in table.indexes { try checkMySQL(index.name, "the name of an index", table, nil) }
        }
    }

    private func checkMySQL(_ name: String, _ what: String, _ table: CopyTable, _ column: String?) throws {
        if name.isEmpty {
            try refuse("\(what) is empty, which MySQL does not allow", table, column)
        } else if name.unicodeScalars.count > 64 {
            try refuse(
                "\(what) \(name) has \(name.unicodeScalars.count) characters, MySQL allows 64", table, column)
        } else if name.hasSuffix(" ") {
            try refuse("\(what) \(name) ends with a space, which MySQL does not allow", table, column)
        } else if let scalar = name.unicodeScalars.first(where: { $0.value > 0xFFFF || $0.value == 0 }) {
            try refuse(
                "\(what) \(name) contains U+\(String(scalar.value, radix: 16, uppercase: true)), which MySQL does not allow in names",
                table, column)
        }
    }

    private func refuse(_ reason: String, _ table: CopyTable, _ column: String?) throws {
        try add(InvalidValue(table: table.name, column: column, row: "", value: "", reason: reason))
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
        try add(InvalidValue(table: table.name, column: column, row: "", value: "", reason: reason))
    }

    /// To SQLite the letters A to Z are a to z, in the names of tables and indexes together.
    func checkSQLite() throws {
        var taken: [String: String] = [:]
        for table in tables {
            if table.name.lowercased().hasPrefix("sqlite_") {
                try add(
                    InvalidValue(
                        table: table.name, column: nil, row: "", value: "",
                        reason: "the table's name begins with sqlite_, which SQLite reserves"))
            }
            if let other = taken.updateValue(table.name, forKey: table.name.lowercased()) {
                try add(
                    InvalidValue(
                        table: table.name, column: nil, row: "", value: "",
                        reason: "the table's name equals \(other) in SQLite, which ignores case"))
            }
            var columns: [String: String] = [:]
            for column in table.columns {
                guard let other = columns.updateValue(column.name, forKey: column.name.lowercased()) else { continue }
                try add(
                    InvalidValue(
                        table: table.name, column: column.name, row: "", value: "",
                        reason: "the column's name equals \(other) in SQLite, which ignores case"))
            }
        }
        for table in tables {
            for index in table.indexes {
                if let other = taken.updateValue(index.name, forKey: index.name.lowercased()) {
                    try add(
                        InvalidValue(
                            table: table.name, column: nil, row: "", value: "",
                            reason: "the name of the index \(index.name) equals \(other) in SQLite"))
                }
            }
        }
    }
}
