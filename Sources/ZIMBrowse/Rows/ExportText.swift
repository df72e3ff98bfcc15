import ZIMOrm
import ZIMTool

/// Rows as CSV or JSON, with their values in full.
struct ExportText {
    private let isCSV: Bool
    private var rows: RowText
    private var text: String

    init(csv: Bool, names: [String]) {
        isCSV = csv
        rows = RowText(csv ? .csv : .json, names: names)
        text = rows.head
    }

    /// More would not fit the memory of many a browser; the program writes row by row.
    private static let mostRows = 100_000
    private static let mostBytes = 64 << 20

    /// - Throws: ``PageProblem`` where the rows are too many, so that nobody takes a part for all of them.
    mutating func add(_ values: [SQLValue]) throws {
        text += rows.next(values)
        if rows.count > Self.mostRows || text.utf8.count > Self.mostBytes {
            throw PageProblem(
                "these are more than \(Self.mostRows.counted("row")) or \((Self.mostBytes >> 20).grouped) MiB",
                .badRequest,
                "zim query --csv or --json writes any number of rows")
        }
    }

    func response(named name: String) -> WebResponse {
        var response = WebResponse(
            text + rows.end,
            type: isCSV ? "text/csv; charset=utf-8" : "application/json; charset=utf-8")
        response.fileName = String(name.prefix(80)) + (isCSV ? ".csv" : ".json")
        return response
    }
}
