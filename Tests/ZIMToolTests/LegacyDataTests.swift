import Foundation
import Testing
import ZIMOrm
import ZIMTool

/// The databases of others that lie beside the package, where they do.
@Suite(.enabled(if: LegacyData.isPresent, LegacyData.absence))
struct LegacyDataTests {
    private func open(_ name: String) throws -> InspectedDatabase {
        try InspectedDatabase(path: LegacyData.folder + "/\(name).sqlite")
    }

    @Test func tpcc() throws {
        let file = try open("tpcc")
        let inspection = try Inspection(of: file)
        #expect(inspection.text().hasPrefix("tpcc.sqlite: 9 tables, 3,857 rows\n"))
        // Each foreign key lists its columns in another order than the key that it points to.
        #expect(
            inspection.relationships["ORDER_LINE"]?.map(\.description) == [
                "ORDER_LINE belongs to ORDERS by (OL_W_ID, OL_D_ID, OL_O_ID)",
                "ORDER_LINE belongs to STOCK by (OL_SUPPLY_W_ID, OL_I_ID)",
            ])
        #expect(
            inspection.relationships["ORDERS"]?.map(\.kind) == [.belongsTo, .hasOne, .hasMany])
        #expect(
            try Examination(of: file).findings.map(\.kind) == [.noKey]
                + [.foreignKeyWithoutIndex, .foreignKeyWithoutIndex, .foreignKeyWithoutIndex, .foreignKeyWithoutIndex])
    }

    @Test func chinook() throws {
        let file = try open("chinook")
        let inspection = try Inspection(of: file)
        #expect(inspection.counts["PlaylistTrack"] == 8715)
        #expect(
            inspection.relationships["Playlist"]?.last?.description
                == "Playlist has many Track through PlaylistTrack by (PlaylistId) and (TrackId)")
        #expect(try Examination(of: file).findings == [])
    }

    @Test func northwind() throws {
        let file = try open("northwind")
        let inspection = try Inspection(of: file)
        #expect(inspection.text().hasPrefix("northwind.sqlite: 13 tables, 16 views, 3,308 rows\n"))
        let out = try ToolScratch()
        let report = try Generation(of: file).write(to: out.folder)
        #expect(report.created.count == 31)
        #expect(
            out.text("Order.swift")?.contains("Column(\"OrderDate\", \\Order.orderDate, as: .date(.dateTime))") == true)
        #expect(try FolderCheck(of: file, folder: out.folder).differences == [])
    }

    @Test(arguments: ["tpcc", "chinook", "northwind"])
    func drawing(_ name: String) throws {
        let file = try open(name)
        for format in Diagram.Format.allCases { #expect(try Diagram(of: file).text(format).count > 1000) }
    }
}

enum LegacyData {
    static var folder: String {
        var package = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { package.deleteLastPathComponent() }
        return package.deletingLastPathComponent().appendingPathComponent("shared/data").path
    }
    static var isPresent: Bool { FileManager.default.fileExists(atPath: folder) }
    static let absence: Comment = "../shared/data is not there: the legacy databases are not in the repository"
}
