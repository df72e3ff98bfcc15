import ZIMDb
import ZIMOrm
import ZIMSql

/// A row of the source, and the rows that its foreign keys point to.
struct NeededRow {
    let table: TableSchema
    let columns: [String]
    let values: [SQLValue]
    /// The parts of the name of the table that it goes into, and whether the server numbers a column of it.
    var path: [String] = []
    var isNumbered = false
    /// Positions in the list of all rows.
    var parents: [Int] = []

    /// The primary key's columns and values; empty for a table without one.
    var key: KeyValues { table.primaryKey.map { ($0, value(of: $0)) } }

    /// The values of the first key that tells the row apart: no part of it is NULL.
    var identifyingKey: KeyValues? {
        let others = table.uniqueKeys.filter { !$0.isPartial && !$0.hasExpression }.map(\.columns)
        return ([table.primaryKey] + others).lazy.map { $0.map { name in (name, value(of: name)) } }
            .first { (key: KeyValues) in !key.isEmpty && !key.contains { $0.value == .null } }
    }

    func value(of column: String) -> SQLValue { columns.firstIndex(of: column).map { values[$0] } ?? .null }
}

/// Collects rows and whatever they need, each once.
struct NeededRows {
    /// What tells a row from the others of the source.
    private struct Identity: Hashable {
        let table: String
        let values: [SQLValue]
    }

    /// A key that foreign keys point to.
    private struct Reference: Hashable {
        let table: String
        let columns: [String]
        let values: [SQLValue]
    }

    private let session: Session
    private var schema: DatabaseSchema
    /// Whether the tables outside the search path are in it.
    private var isWhole = false
    private let showsValues: Bool
    /// Whether rows without their parents are taken as they are.
    var acceptsOrphans = false
    private var rows: [NeededRow] = []
    private var positions: [Identity: Int] = [:]
    private var references: [Reference: Int?] = [:]
    /// How many of the rows have their parents.
    private var done = 0

    init(_ session: Session, schema: DatabaseSchema, showsValues: Bool) {
        self.session = session
        self.schema = schema
        self.showsValues = showsValues
    }

    /// Adds some rows of a table, and all that they need.
    mutating func add(of name: String, where condition: SQL?) throws {
        guard let table = try table(name) else {
            throw TestSupportError(
                "there is no table \"\(name)\" in \(session.database.location); there are "
                    + schema.tables.map { "\"\($0.name)\"" }.joined(separator: ", "))
        }
        try find(table, condition.map { " WHERE (" + $0 + ")" } ?? "")
        while done < rows.count {
            for key in rows[done].table.foreignKeys {
                if let parent = try parent(of: rows[done], by: key), parent != done {
                    rows[done].parents.append(parent)
                }
            }
            done += 1
        }
    }

    private mutating func table(_ name: String) throws -> TableSchema? {
        if !isWhole, schema.table(name) == nil, !session.dialect.features.contains(.pragma) {
            schema = try session.schema(.all)
            isWhole = true
        }
        return schema.table(name)
    }

    /// The rows in an order in which each comes behind its parents, as far as they do not go in a circle.
    var parentsFirst: [NeededRow] {
        var order: [NeededRow] = []
        var isVisited = [Bool](repeating: false, count: rows.count)
        for start in rows.indices where !isVisited[start] {
            isVisited[start] = true
            // A chain of parents may be long, so it is no recursion.
            var path = [(row: start, next: 0)]
            while let (row, next) = path.last {
                if next == rows[row].parents.count {
                    order.append(rows[row])
                    path.removeLast()
                } else {
                    path[path.count - 1].next += 1
                    let parent = rows[row].parents[next]
                    guard !isVisited[parent] else { continue }
                    isVisited[parent] = true
                    path.append((parent, 0))
                }
            }
        }
        return order
    }

    /// The position of the row that a foreign key points to; nil if a part is NULL, so that it points to none.
    private mutating func parent(of row: NeededRow, by key: TableSchema.ForeignKey) throws -> Int? {
        let values = key.columns.map { name in row.value(of: row.table.column(name)?.name ?? name) }
        guard !values.contains(.null) else { return nil }
        let reference = Reference(table: key.table, columns: key.references, values: values)
        if let known = references[reference] { return known }
        guard let table = try self.table(key.table) else {
            throw TestSupportError("\"\(row.table.name)\" points to the table \"\(key.table)\", which is not there")
        }
        let wanted: KeyValues = Array(zip(key.references, values))
        let found = try find(table, " WHERE " + .equal(wanted)).first
        if found == nil, !acceptsOrphans {
            throw TestSupportError(
                "the row \(row.key.described(showsValues)) of \"\(row.table.name)\" points by "
                    + "(\(key.columns.joined(separator: ", "))) to no row of \"\(table.name)\": "
                    + "\(wanted.described(showsValues)). Leave it out by the condition, or copy into a database that does "
                    + "not enforce foreign keys")
        }
        references[reference] = .some(found)
        return found
    }

    /// Adds the rows of a table that a clause finds, and says where they are.
    @discardableResult
    private mutating func find(_ table: TableSchema, _ clause: SQL) throws -> [Int] {
        let columns = table.columns.filter { !$0.isGenerated }.map(\.name)
        let identity = try identity(of: table, columns)
        let found = try session.rows(
            "SELECT " + .list(identity + columns.map { .name([$0]) }, ", ") + " FROM " + .name(table.path) + clause)
        let isByColumns = identity == columns.map { .name([$0]) }
        var equals: [[SQLValue]: Int64] = [:]
        return found.map { row in
            var values = Array(row.values.prefix(identity.count))
            if isByColumns {
                // Of rows that are the same in all columns, one is as good as another, but each is one.
                equals[values, default: 0] += 1
                values.append(.integer(equals[values] ?? 0))
            }
            let identity = Identity(table: table.name, values: values)
            if let position = positions[identity] { return position }
            positions[identity] = rows.count
            rows.append(
                NeededRow(table: table, columns: columns, values: Array(row.values.suffix(columns.count))))
            return rows.count - 1
        }
    }

    /// What the engine itself tells a table's rows by.
    private func identity(of table: TableSchema, _ columns: [String]) throws -> [SQL] {
        guard table.kind == .table else {
            throw TestSupportError(
                "\"\(table.name)\" is no table but a \(table.kind.rawValue), whose rows are not copied")
        }
        let features = session.dialect.features
        if features.contains(.rowidTables), !table.isWithoutRowID,
            let name = ["rowid", "_rowid_", "oid"].first(where: { table.column($0) == nil })
        {
            return [.name([name])]
        }
        // Of a partition it is the identifier of a row in the partition.
        if !features.contains(.rowidTables), let identity = session.dialect.rowIdentity {
            return ["tableoid::text", SQL(unsafe: identity) + "::text"]
        }
        return (table.primaryKey.isEmpty ? columns : table.primaryKey).map { .name([$0]) }
    }
}
