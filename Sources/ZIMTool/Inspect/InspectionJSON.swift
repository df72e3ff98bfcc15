import Foundation
import ZIMOrm

/// The inspection as other programs read it; the names of the keys stay.
package struct InspectionReport: Codable, Sendable {
    package let database: String
    package let engine: String
    package let tables: [Table]

    package struct Table: Codable, Sendable {
        package let name: String
        package let kind: String
        package let rows: Int?
        package let isWithoutRowID: Bool
        package let isStrict: Bool
        package let columns: [Column]
        package let primaryKey: [String]
        package let indexes: [IndexSchema]
        package let foreignKeys: [TableSchema.ForeignKey]
        package let relationships: [RelationshipSchema]
        package let definition: String?
        package let failure: String?
        /// How many rows the columns' profiles were made of.
        package let rowsLookedAt: Int?
    }

    package struct Column: Codable, Sendable {
        package let name: String
        package let type: String
        package let isNotNull: Bool
        package let keyPlace: Int
        package let defaultValue: String?
        package let isGenerated: Bool
        package let holds: ColumnProfile?
    }
}

extension Inspection {
    package var report: InspectionReport {
        InspectionReport(
            database: name, engine: schema.engine,
            tables: tables.map { table in
                let profile = profiles[table.name]
                return InspectionReport.Table(
                    name: table.name, kind: table.kind.rawValue, rows: counts[table.name],
                    isWithoutRowID: table.isWithoutRowID, isStrict: table.isStrict,
                    columns: table.columns.map { column in
                        InspectionReport.Column(
                            name: column.name, type: column.type, isNotNull: column.isNotNull,
                            keyPlace: column.keyPlace, defaultValue: column.defaultValue,
                            isGenerated: column.isGenerated, holds: profile?.columns[column.name])
                    }, primaryKey: table.primaryKey, indexes: schema.indexes(of: table.name),
                    foreignKeys: table.foreignKeys, relationships: relationships[table.name] ?? [],
                    definition: schema.definitions[table.name], failure: failures[table.name],
                    rowsLookedAt: profile?.rows)
            })
    }

    /// The inspection as JSON.
    package func json() throws -> String { try JSONDocument.encode(report) }
}

/// JSON that is the same from run to run.
enum JSONDocument {
    static func encode(_ value: some Encodable, pretty: Bool = true) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if pretty { encoder.outputFormatting.insert(.prettyPrinted) }
        return String(decoding: try encoder.encode(value), as: UTF8.self) + (pretty ? "\n" : "")
    }
}
