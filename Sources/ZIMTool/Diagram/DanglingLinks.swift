import ZIMOrm

extension DatabaseSchema {
    /// The foreign keys of some tables to tables or columns that do not exist, as links to tables that have the columns.
    func danglingLinks(of tables: [TableSchema]) -> [LinkSchema] {
        let byChild = NameMap.grouping(links(), by: \.child.name)
        return tables.flatMap { table in
            let known = byChild[table.name] ?? []
            return table.foreignKeys.filter { key in
                !known.contains { $0.isOf(key, table) } && isWithin(key)
            }.compactMap { key in
                let references = key.references.count == key.columns.count ? key.references : key.columns
                let name = self.table(key.table)?.name ?? key.table
                return LinkSchema(
                    child: table, columns: key.columns, parent: TableSchema(name: name, columnNames: references),
                    references: references)
            }
        }
    }
}
