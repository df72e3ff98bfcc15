import ZIMOrm

/// Rows as the text of a CSV or JSON file, with their values in full.
package struct RowText {
    private let format: ResultFormat
    let names: [String]
    private let keys: [String]
    /// How many rows there were.
    package private(set) var count = 0

    package init(_ format: ResultFormat, names: [String]) {
        self.format = format
        self.names = names
        // Two columns of one name would be one in JSON.
        var taken = Set(names)
        var seen: Set<String> = []
        keys = names.map { name in
            var key = name
            var number = 2
            while !seen.insert(key).inserted {
                repeat {
                    key = "\(name)_\(number)"
                    number += 1
                } while !taken.insert(key).inserted
            }
            return JSONValue.text(key) + ": "
        }
    }

    /// What stands before the first row.
    package var head: String { format == .json ? "[" : line(names.map { field($0) }) }

    package mutating func next(_ values: [SQLValue]) -> String {
        count += 1
        guard format == .json else {
            return line(values.map { $0.isNumber ? CSVText.field($0.plainText) : field($0.plainText) })
        }
        let pairs = zip(keys, values).map { $0 + JSONValue.text(of: $1) }
        return (count == 1 ? "\n" : ",\n") + "  {" + pairs.joined(separator: ", ") + "}"
    }

    /// What stands behind the last row.
    package var end: String { format != .json ? "" : count == 0 ? "]\n" : "\n]\n" }

    /// An empty line would be none to many that read it.
    private func line(_ fields: [String]) -> String {
        (fields == [""] ? "\"\"" : fields.joined(separator: ",")) + "\r\n"
    }

    private func field(_ text: String) -> String { CSVText.field(format == .csvSafe ? CSVText.harmless(text) : text) }
}
