import ZIMOrm
import ZIMSql

/// By what the texts of a table's columns are compared, where that is not character by character. Each reason goes on
/// from "it".
struct TextCollations {
    /// Columns that take other characters for the same.
    private(set) var equality: [String: String] = [:]
    /// Columns whose texts may have another order than that of their characters.
    private(set) var order: [String: String] = [:]
    /// Columns that ignore spaces at the end.
    private(set) var padding: [String: String] = [:]

    /// - Parameters:
    ///   - text: what SQLite's definition says.
    ///   - details: what PostgreSQL says besides.
    init(
        of table: CopyTable, from source: CopyEngine, to target: CopyEngine, _ text: @autoclosure () -> SQLiteTableText,
        _ details: PostgresDetails
    ) {
        for column in table.columns {
            guard CopyColumn.Family(column.kind) == .text || column.kind == .json else { continue }
            // A type that somebody chose has the collation of the database, or one of its own.
            let type = column.isChosen ? column.typing.name(in: target).lowercased() : ""
            if column.isChosen, target == .mySQL || type.contains("citext") || type.contains("collate") {
                equality[column.name] = "compares texts by the collation of the type \(column.typing.name(in: target))"
            }
        }
        switch source {
        case .sqlite:
            let collations = text().collations.filter { $0.value.uppercased() != "BINARY" }
            for column in table.columns {
                guard let name = collations.first(where: { $0.key.lowercased() == column.name.lowercased() })?.value
                else { continue }
                equality[column.name] = "compares texts by the collation \(name)"
            }
        case .mySQL: for column in table.columns { add(mySQL: column) }
        case .postgreSQL:
            for column in table.columns { add(postgres: column, details[table.source.name].collations, details) }
        }
    }

    private mutating func add(mySQL column: CopyColumn) {
        guard let name = column.source.collationName else {
            // Addresses are ordered by their bytes.
            if case .text = column.origin { order[column.name] = "orders values of the type \(column.source.type)" }
            return
        }
        if !name.hasSuffix("_bin") { equality[column.name] = "compares texts by the collation \(name)" }
        // All older collations ignore spaces at the end.
        if !name.contains("_nopad_"), !name.contains("_0900_") {
            padding[column.name] = "compares spaces at the end, which \(name) ignores"
            order[column.name] = "orders texts by the collation \(name)"
        }
    }

    private mutating func add(postgres column: CopyColumn, _ own: [String: String], _ details: PostgresDetails) {
        let type = (column.source.baseType ?? column.source.type).lowercased()
        if type.hasSuffix("citext") { equality[column.name] = "compares texts of the type citext" }
        if let name = own[column.name] {
            if name.hasSuffix("-x-icu\"") {
                // Each server has these: they take texts for the same that are.
                order[column.name] = "orders texts by the collation \(name)"
            } else if !["\"C\"", "\"POSIX\"", "ucs_basic"].contains(name) {
                equality[column.name] = "compares texts by the collation \(name)"
            }
        } else if let name = details.order {
            order[column.name] = "orders texts by the collation \(name)"
        }
    }
}
