import Foundation
import TestServer
import ZIMOrm

/// What the engine of the case that runs puts around names.
enum NameQuote {
    @TaskLocal static var current = "\""

    static func `for`(_ engine: ServedEngine) -> String { engine == .mariaDB ? "`" : "\"" }
}

extension String {
    /// The name between quotes, as the engine reads it.
    var quotedName: String {
        let quote = NameQuote.current
        return quote + replacingOccurrences(of: quote, with: quote + quote) + quote
    }
}

extension TableSpec {
    var quotedName: String { name.quotedName }
    /// `"kind"` of a column by its position; the row's number for nil.
    func quoted(_ column: Int) -> String { columns[column].name.quotedName }

    func property(_ column: Int) -> OracleProperty {
        TableLayout.Part(column: "", property: columns[column].property, form: columns[column].form).accessor
            ?? .missing
    }
}

extension OracleCase {
    /// `CREATE TABLE …; CREATE INDEX …`
    var definitions: [String] {
        tables.enumerated().flatMap { position, table -> [String] in
            var parts = ["\("number".quotedName) \(engine == .sqlite ? "INTEGER" : "BIGINT") NOT NULL"]
            parts += table.columns.map { column in
                [
                    column.name.quotedName, column.type, column.isNotNull ? "NOT NULL" : "",
                    column.defaultValue.map { "DEFAULT \($0)" } ?? "",
                ].filter { !$0.isEmpty }.joined(separator: " ")
            }
            let key = table.key.map { table.quoted($0) }.joined(separator: ", ")
            switch table.constraint {
            case .primaryKey where !table.key.isEmpty: parts.append("PRIMARY KEY (\(key))")
            case .unique where !table.key.isEmpty: parts.append("UNIQUE (\(key))")
            default: break
            }
            // Only to tables that are there already.
            parts += table.foreignKeys.filter { links.indices.contains($0.link) && links[$0.link].target <= position }
                .map {
                    let link = links[$0.link]
                    let target = tables[link.target]
                    return
                        "FOREIGN KEY (\(link.foreignKey.map { table.quoted($0) }.joined(separator: ", "))) REFERENCES "
                        + "\(target.quotedName) (\(target.key.map { target.quoted($0) }.joined(separator: ", ")))\($0.actions)"
                }
            let create =
                "CREATE TABLE \(table.quotedName) (\(parts.joined(separator: ", ")))"
                + (table.isWithoutRowID ? " WITHOUT ROWID" : "")
            return [create]
                + table.uniques.enumerated().map { number, columns in
                    "CREATE UNIQUE INDEX oracle_\(position)_u\(number) ON \(table.quotedName) "
                        + "(\(columns.map { table.quoted($0) }.joined(separator: ", ")))"
                }
                + table.indexes.enumerated().map { number, columns in
                    "CREATE INDEX oracle_\(position)_\(number) ON \(table.quotedName) "
                        + "(\(columns.map { table.quoted($0) }.joined(separator: ", ")))"
                }
        }
    }

    /// `INSERT INTO "t" VALUES (?, …)`, bound.
    func insertion(of row: RowSpec, into table: Int, as verb: String = "INSERT") -> SQL {
        var sql = SQL(unsafe: "\(verb) INTO \(tables[table].quotedName) VALUES (\(row.number)")
        for (value, column) in zip(row.values, tables[table].columns) {
            sql += ", \(column.written(value, on: engine))"
        }
        return sql + ")"
    }

    /// The classes' layouts, in the order of the tables.
    var layouts: [TableLayout] {
        tables.enumerated().map { index, table in
            TableLayout(
                table: table.name, form: form,
                parts: [TableLayout.Part(column: "number", property: "number")]
                    + table.columns.map { TableLayout.Part(column: $0.name, property: $0.property, form: $0.form) },
                key: table.key.map { table.columns[$0].name },
                relationships: links.filter { $0.source == index }.map { relationship($0) },
                hidesRows: hidesRows, lock: lock(table))
        }
    }

    /// Whether the classes have default filters, and plain SQL a database without the rows that they hide.
    var hidesRows: Bool { rows.contains { $0.contains(where: \.isHidden) } }

    /// What the updates and deletions of a table's class compare.
    func lock(_ table: TableSpec) -> Locking {
        if kind != .locks { return .none }
        if let version = table.version { return .version(table.columns[version].name) }
        return seed % 2 == 0 ? .allColumns : .changedColumns
    }

    func type(_ table: Int) -> OracleRow.Type { OracleRow.type(at: table, form: form) }

    func names(_ table: Int, _ columns: [Int]) -> [String] { columns.map { tables[table].columns[$0].name } }

    func relationship(_ link: LinkSpec) -> Relationship {
        let target = type(link.target)
        switch link.kind {
        case .belongsTo:
            return .belongsTo(
                link.name, target, foreignKey: names(link.source, link.foreignKey),
                references: link.references.map { names(link.target, $0) })
        case .hasOne:
            return .hasOne(
                link.name, target, foreignKey: names(link.target, link.foreignKey),
                references: link.references.map { names(link.source, $0) })
        case .hasMany:
            return .hasMany(
                link.name, target, foreignKey: names(link.target, link.foreignKey),
                references: link.references.map { names(link.source, $0) })
        case .hasManyThrough:
            let join = link.join ?? 0
            return .hasMany(
                link.name, target, through: type(join), foreignKey: names(join, link.foreignKey),
                targetForeignKey: names(join, link.targetForeignKey),
                references: link.references.map { names(link.source, $0) },
                targetReferences: link.targetReferences.map { names(link.target, $0) })
        }
    }
}
