import ZIMSql

/// Names of constraints where MySQL cannot choose them: it names them after their table, `sale_chk_1`, and renames them
/// with it, which fails where that is taken, and for a table whose own name has nearly 64 characters.
///
/// Source: <https://dev.mysql.com/doc/refman/8.0/en/create-table-check-constraints.html>
enum MySQLConstraintName {
    /// Whether there is no room for what the server puts behind the name of a table.
    static func isLong(_ table: String) -> Bool { table.unicodeScalars.count + "_ibfk_9999".count > most }

    /// - Parameter mark: what tells it from the table's others.
    static func ofCheck(_ mark: String, of table: String) -> String { name("_chk_" + mark, of: table) }

    /// The checks that stand behind a table's columns, with their names: its own and, on MySQL, those of its JSON. MariaDB has
    /// these at the columns, by names that no other table has to mind.
    static func checks(of table: CopyTable, in plan: CopyPlan) -> [(check: CopyCheck, name: String?)] {
        let json = plan.isMariaDB ? [] : table.columns.filter { $0.kind == .json }
        let checks = table.checks + json.map { CopyCheck(name: nil, condition: "json_valid(\(identifier: $0.name))") }
        return Array(zip(checks, names(of: checks, of: table.name, besides: plan.tables)))
    }

    /// The names of a table's checks, nil where the server chooses one: it does so for a table that is renamed when all is
    /// there, and then knows nothing of those that others have been given by the name that the table gets.
    private static func names(of checks: [CopyCheck], of table: String, besides tables: [CopyTable]) -> [String?] {
        var taken = Set((tables.flatMap(\.checks) + checks).compactMap { $0.name?.lowercased() })
        guard isLong(table) || taken.contains(where: { $0.hasPrefix(table.lowercased() + "_chk_") }) else {
            return checks.map(\.name)
        }
        return checks.enumerated().map { index, check in
            if let name = check.name { return name }
            var number = index + 1
            func own() -> String { ofCheck("\(number)", of: table) }
            while !taken.insert(own().lowercased()).inserted { number += 1 }
            return own()
        }
    }

    static func of(_ key: CopyForeignKey, of table: String, _ end: String = "") -> String {
        let mark = CopyState.digest([key.parent] + key.columns + key.references).prefix(8)
        return name("_fk_\(mark)\(end)", of: table)
    }

    /// Where the first one is taken: by tables of an interrupted copy.
    static func other(for check: CopyCheck, of table: CopyTable) -> String {
        ofCheck(String(CopyState.digest([table.name, "\(check.condition)"]).prefix(8)), of: table.name)
    }

    static func other(for key: CopyForeignKey, of table: String) -> String { of(key, of: table, "_2") }

    private static let most = 64

    private static func name(_ end: String, of table: String) -> String {
        guard table.unicodeScalars.count + end.count > most else { return table + end }
        let end = "_" + CopyState.digest([table]).prefix(8) + end
        var name = String.UnicodeScalarView()
        name.append(contentsOf: table.unicodeScalars.prefix(most - end.count))
        return String(name) + end
    }
}
