import ZIMOrm
import ZIMSql

/// One ALTER TABLE that adds keys.
///
/// Source: <https://mariadb.com/kb/en/alter-table/>
struct MySQLAlteration {
    enum Addition {
        case unique(CopyKey)
        case foreign(CopyForeignKey)
    }

    private let table: CopyTable
    private let ddl: CopyDDL

    init(of table: CopyTable, _ ddl: CopyDDL) {
        self.table = table
        self.ddl = ddl
    }

    func adding(_ additions: [Addition]) -> SQL {
        var sql: SQL = "ALTER TABLE \(ddl.identifier(table.name))"
        for (number, addition) in additions.enumerated() {
            sql += number > 0 ? ", ADD " : " ADD "
            switch addition {
            case .unique(let key):
                sql += name(key.name) + "UNIQUE " + list(key.columns)
            case .foreign(let key):
                let own = MySQLConstraintName.isLong(table.name) ? MySQLConstraintName.of(key, of: table.name) : nil
                sql += name(key.name ?? own) + "FOREIGN KEY " + list(key.columns)
                sql += " REFERENCES \(ddl.identifier(key.parent)) " + list(key.references)
                if let action = key.onDelete { sql += " ON DELETE \(unsafe: action.rawValue)" }
                if let action = key.onUpdate { sql += " ON UPDATE \(unsafe: action.rawValue)" }
            }
        }
        return sql
    }

    private func name(_ name: String?) -> SQL { name.map { "CONSTRAINT \(identifier: $0) " } ?? "" }

    private func list(_ columns: [String]) -> SQL {
        var sql: SQL = "("
        for (number, column) in columns.enumerated() {
            if number > 0 { sql += ", " }
            sql += "\(identifier: column)"
        }
        return sql + ")"
    }
}
