import Testing
import ZIMOrm
import ZIMTool

@testable import ZIMBrowse

/// Goes from rows to their relatives and compares each list with the rows that a plain SELECT gives.
struct Follower {
    struct Count {
        var rows = 0
        var parents = 0
        var children = 0
        var through = 0
    }

    let bench: Bench
    private let catalog: Catalog
    private let dialect: any SQLDialect

    init(_ bench: Bench) throws {
        self.bench = bench
        catalog = Catalog(try bench.file.schema())
        dialect = bench.file.database.dialect
    }

    func follow(rowsPerTable: Int) async throws -> Count {
        var count = Count()
        for table in catalog.tables where table.kind == .table {
            for row in try rows(of: table, rowsPerTable) {
                count.rows += 1
                let address = Address.row(table.name, row.address)
                let page = await bench.page(address)
                let own = try await bench.rows(Address.table(table.name).with(.equals, all: row.equals))
                #expect(own.contains(row.json), "\(address.text)")
                for link in catalog.links(from: table.name) {
                    count.parents += 1
                    let relation = Selection.Relation(kind: .parent(link), from: row.address)
                    let parents = try select(
                        link.parent, zip(link.references, link.columns).map { ($0, row.values[$1] ?? .null) })
                    #expect(try await bench.rows(relation.address) == parents, "\(relation.words)")
                    // The cell of the foreign key leads to the parent's page.
                    if parents.count == 1 {
                        let followed = await bench.page(relation.address.on(.follow))
                        #expect(followed.markup.title.hasPrefix(link.parent.name), "\(relation.words)")
                    }
                }
                for link in catalog.links(to: table.name) {
                    count.children += 1
                    let relation = Selection.Relation(kind: .children(link), from: row.address)
                    let children = try select(
                        link.child, zip(link.columns, link.references).map { ($0, row.values[$1] ?? .null) })
                    #expect(try await bench.rows(relation.address) == children, "\(relation.words)")
                    #expect(
                        page.markup.links.contains { $0.hasPrefix("table?relation=c" + LinkName.text(of: link)) },
                        "\(relation.words)")
                }
                for join in catalog.manyToMany(of: table.name) {
                    count.through += 1
                    let relation = Selection.Relation(kind: .through(join), from: row.address)
                    let joined = try joinedRows(join, row.values)
                    #expect(Set(try await bench.rows(relation.address)) == Set(joined), "\(relation.words)")
                }
            }
        }
        return count
    }

    private struct Subject {
        let address: RowAddress
        let values: [String: SQLValue]
        let json: String
        let equals: [String]
    }

    /// Some rows, from the beginning of the table and from its end.
    private func rows(of table: TableSchema, _ most: Int) throws -> [Subject] {
        let key = catalog.key(of: table)
        let place = key.place.map { ", \($0) AS zim_place" } ?? ""
        let name = try text(table.identifier)
        let found = try bench.file.database.read { try $0.rows(SQL(unsafe: "SELECT *\(place) FROM \(name)")) }
        let some = found.count <= most ? found : Array(found.prefix(most / 2) + found.suffix(most / 2))
        return some.map { row in
            var values = Dictionary(zip(row.columns, row.values)) { first, _ in first }
            let place = values.removeValue(forKey: "zim_place")
            let parts = key.columns.map { ExactValue(values[$0] ?? .null) }
            let address = key.address(key: parts, place: place.map { ExactValue($0) }) ?? .key(parts)
            let shown = table.shownColumns.filter { catalog.isComparable($0) }
            return Subject(
                address: address, values: values,
                json: JSONLines.line(
                    Array(row.columns.prefix(table.shownColumns.count)),
                    Array(row.values.prefix(table.shownColumns.count))),
                equals: shown.filter { if case .blob = values[$0.name] ?? .null { false } else { true } }
                    .filter { (values[$0.name]?.description.utf8.count ?? 0) < 200 }
                    .map { Selection.Equal(column: $0.name, value: ExactValue(values[$0.name] ?? .null)).text })
        }
    }

    /// `SELECT * FROM t WHERE a = 1 AND b = 2`, values written out, in the order of the pages.
    private func select(_ table: TableSchema, _ conditions: [(String, SQLValue)]) throws -> [String] {
        var statement = SelectStatement().from(table.identifier)
        for column in table.shownColumns { statement = statement.column(.column(column.name)) }
        for (column, value) in conditions { statement = statement.where(SQLExpression.column(column) == .value(value)) }
        let key = catalog.key(of: table)
        for column in key.columns + (key.columns.isEmpty ? key.place.map { [$0] } ?? [] : []) {
            statement = statement.orderBy(SQLExpression.column(column))
        }
        return try bench.rows(sql: text(statement.limit(50)))
    }

    private func joinedRows(_ join: Catalog.ManyToMany, _ values: [String: SQLValue]) throws -> [String] {
        var inner = SelectStatement().column(1).from(join.near.child.identifier, alias: "j")
        for (column, reference) in zip(join.near.columns, join.near.references) {
            inner = inner.where(SQLExpression.column(column, of: "j") == .value(values[reference] ?? .null))
        }
        for (column, reference) in zip(join.far.columns, join.far.references) {
            inner = inner.where(SQLExpression.column(column, of: "j") == .column(reference, of: "t"))
        }
        var statement = SelectStatement().from(join.far.parent.identifier, alias: "t").where(.exists(inner))
        for column in join.far.parent.shownColumns { statement = statement.column(.column(column.name, of: "t")) }
        let key = catalog.key(of: join.far.parent)
        for column in key.columns { statement = statement.orderBy(SQLExpression.column(column, of: "t")) }
        return try bench.rows(sql: text(statement.limit(50)))
    }

    private func text(_ part: some SQLRenderable) throws -> String { try part.text(for: dialect) }
}
