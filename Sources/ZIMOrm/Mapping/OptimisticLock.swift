/// What a row must still hold when a model's changes are written to it, so that no change of another program is lost.
///
/// ```swift
/// final class Stock: Model {
///     var warehouse = 0, item = 0, quantity = 0, version = 0
///     override class var primaryKey: [String] { ["warehouse", "item"] }
///     override class var optimisticLock: OptimisticLock { .version("version") }
/// }
/// try stock.save()
/// // UPDATE "Stock" SET "quantity" = ?, "version" = "version" + 1
/// //   WHERE "warehouse" = ? AND "item" = ? AND "version" = ?
/// ```
///
/// It holds for updates and deletions, one by one and in lists, and costs no statement as long as the row holds what is
/// expected. Where it does not, nothing is written, and a ``ModelError`` with code `optimisticLock` is thrown.
public enum OptimisticLock: Sendable, Hashable {
    /// The last one who saves wins.
    case none
    /// An integer column, or its property, that each update counts up: the row must have the version that the property
    /// holds. NULL counts as 0.
    case version(String)
    /// For tables without such a column: the columns that are written must hold what was read; for a deletion, all of them.
    case changedColumns
    /// All columns that were read must hold what was read.
    case allColumns

    /// Whether old values are compared.
    var comparesRow: Bool { self == .changedColumns || self == .allColumns }
}

extension Mapping {
    /// The place of the column that counts a row's versions.
    ///
    /// - Throws: ``ModelError`` with code mapping if there is none of that name, or none that can count.
    func versionPlace(_ name: String) throws -> Int {
        guard let place = firstIndex(of: name) else {
            throw ModelError(
                .mapping, "class \(type): optimisticLock names \"\(name)\", which is no column or property of it",
                table: table, column: name, hint: NearestNames.hint(for: name, among: columns.map(\.names)))
        }
        guard columns[place].field.valueType is any FixedWidthInteger.Type, !key.contains(place) else {
            throw ModelError(
                .mapping,
                "class \(type): the version \"\(name)\" "
                    + (key.contains(place) ? "is a part of the primary key" : "is no whole number"),
                table: table, column: name, hint: "Name a column of type Int outside the key")
        }
        return place
    }
}
