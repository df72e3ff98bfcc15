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

    mutating func add(_ values: [SQLValue]) {
        if isCSV {
            text += values.map { CSVText.field($0.plainText) }.joined(separator: ",") + "\r\n"
        } else {
            text += (count == 0 ? "\n" : ",\n") + "  {"
            text += zip(keys, values).map { $0 + ": " + JSONValue.text(of: $1) }.joined(separator: ", ") + "}"
        }
        count += 1
    }

    func response(named name: String) -> WebResponse {
        var response = WebResponse(
            isCSV ? text : text + (count == 0 ? "]\n" : "\n]\n"),
            type: isCSV ? "text/csv; charset=utf-8" : "application/json; charset=utf-8")
        response.fileName = String(name.prefix(80)) + (isCSV ? ".csv" : ".json")
        return response
    }
}
