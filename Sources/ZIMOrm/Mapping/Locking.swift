/// What an update or a deletion of a model compares with its row, so that it does not overwrite another program's change.
///
/// ```swift
/// final class Stock: Model {
///     var warehouse = 0, item = 0, quantity = 0, version = 0
///     override class var primaryKey: [String] { ["warehouse", "item"] }
///     override class var locking: Locking { .version("version") }
/// }
/// try stock.save()
/// // UPDATE "Stock" SET "quantity" = ?, "version" = "version" + 1
/// //   WHERE "warehouse" = ? AND "item" = ? AND "version" = ?
/// ```
///
/// The comparison is part of the UPDATE or DELETE, for one model and for a list. If it fails, nothing is written and a
/// ``ModelError`` with code `staleRow` is thrown; only then is another statement sent, to find out what differs.
public enum Locking: Sendable, Hashable {
    /// Nothing is compared: the last save wins.
    case none
    /// An integer column, or its property, that each update increments. The row must have the version that the property
    /// holds. NULL counts as 0.
    case version(String)
    /// The columns that an update writes must still have the values that were read; for a deletion, all columns.
    case changedColumns
    /// All columns must still have the values that were read.
    case allColumns

    /// Whether old values are compared.
    var comparesRow: Bool { self == .changedColumns || self == .allColumns }
}

extension Mapping {
    /// The position of the column that counts a row's versions.
    ///
    /// - Throws: ``ModelError`` with code mapping if there is none of that name, or none that can count.
    func versionPosition(_ name: String) throws -> Int {
        guard let position = firstIndex(of: name) else {
            throw ModelError.misnamed(name, in: "locking", of: type, table: table, columns)
        }
        guard columns[position].field.valueType is any FixedWidthInteger.Type, !key.contains(position) else {
            throw ModelError(
                .mapping,
                "class \(type): the version \"\(name)\" "
                    + (key.contains(position) ? "is a part of the primary key" : "is no whole number"),
                table: table, column: name, hint: "Name a column of type Int outside the key")
        }
        return position
    }

    /// The last number that the property of a version can hold.
    func lastVersion(_ position: Int) -> Int64 {
        func last<Number: FixedWidthInteger>(_ type: Number.Type) -> Int64 { Int64(clamping: type.max) }
        return (columns[position].field.valueType as? any FixedWidthInteger.Type).map { last($0) } ?? .max
    }
}
