import ZIMOrm

/// The numbers of rows, counted when they are first asked for.
package final class RowCounts {
    private let file: InspectedFile
    private var known: [String: Int] = [:]

    package init(file: InspectedFile) { self.file = file }

    /// 0 where the table cannot be counted.
    package func count(of table: String) -> Int {
        if let count = known[table] { return count }
        let count = (try? file.database.read { try $0.count(of: table) }) ?? 0
        known[table] = count
        return count
    }
}
