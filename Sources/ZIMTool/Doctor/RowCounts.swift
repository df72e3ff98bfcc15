import ZIMOrm

/// The numbers of rows, counted when they are first asked for.
package final class RowCounts {
    private let file: InspectedDatabase
    private var known: [String: Int] = [:]

    package init(file: InspectedDatabase) { self.file = file }

    /// 0 where the table cannot be counted.
    package func count(of table: TableSchema) -> Int {
        if let count = known[table.name] { return count }
        let count = (try? file.database.read { try $0.count(of: table) }) ?? 0
        known[table.name] = count
        return count
    }
}
