import ZIMOrm
import ZIMTool

/// Rows as CSV or JSON, with their values in full.
struct ExportText {
    private let isCSV: Bool
    private let names: [String]
    private let keys: [String]
    private var text: String
    private var count = 0

    init(csv: Bool, names: [String]) {
        isCSV = csv
        self.names = names
        keys = ResultPrinter.distinct(names).map { JSONValue.text($0) }
        text = csv ? names.map { CSVText.field($0) }.joined(separator: ",") + "\r\n" : "["
    }

    /// More would not fit the memory of many a browser; the program writes row by row.
    private static let mostRows = 100_000
    private static let mostBytes = 64 << 20

    /// - Throws: ``PageProblem`` where the rows are too many, so that nobody takes a part for all of them.
    mutating func add(_ values: [SQLValue]) throws {
        if isCSV {
            text += values.map { CSVText.field($0.plainText) }.joined(separator: ",") + "\r\n"
        } else {
            text += (count == 0 ? "\n" : ",\n") + "  {"
            text += zip(keys, values).map { $0 + ": " + JSONValue.text(of: $1) }.joined(separator: ", ") + "}"
        }
        count += 1
        if count > Self.mostRows || text.utf8.count > Self.mostBytes {
            throw PageProblem(
                "these are more than \(Self.mostRows.counted("row")) or \((Self.mostBytes >> 20).grouped) MiB",
                .badRequest,
                "zim query --csv or --json writes any number of rows")
        }
    }

    func response(named name: String) -> WebResponse {
        var response = WebResponse(
            isCSV ? text : text + (count == 0 ? "]\n" : "\n]\n"),
            type: isCSV ? "text/csv; charset=utf-8" : "application/json; charset=utf-8")
        response.fileName = String(name.prefix(80)) + (isCSV ? ".csv" : ".json")
        return response
    }
}
