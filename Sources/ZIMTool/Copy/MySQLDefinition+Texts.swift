import ZIMOrm
import ZIMSql

/// Texts in expressions of MySQL, of which `SHOW CREATE TABLE` prints question marks for what its own character set has no
/// letters for: `CHECK (c <> _utf8mb4'????')`. The catalogue has them.
extension MySQLDefinition {
    /// - Returns: what is left out, since neither has its text exactly, in words.
    /// - Throws: ``ToolError`` for a computed column.
    mutating func restoreTexts(of table: TableSchema, _ indexes: [IndexSchema]) throws -> [String] {
        var notes: [String] = []
        var kept: [MySQLDefinitionItem] = []
        for item in items {
            var item = item
            let name = item.name ?? ""
            switch item.kind {
            case .column:
                let column = table.column(name)
                if let value = item.defaultValue, item.tokens[value.lowerBound].text == "(",
                    !item.restoreTexts(in: value, from: column?.defaultValue ?? "")
                {
                    notes.append("the default of \(name) is left out: \(Self.inexact)")
                    item = item.withoutDefault ?? item
                }
                if let value = item.group(behind: "AS"), !item.restoreTexts(in: value, from: column?.expression ?? "") {
                    throw ToolError(
                        "nothing was copied: the computed column \(name) of \(table.name): \(Self.inexact)",
                        "--except TABLE copies the others without it")
                }
            case .check:
                let condition = table.checks.first { $0.name == name }?.condition ?? ""
                if let value = item.group(behind: "CHECK"), !item.restoreTexts(in: value, from: condition) {
                    let reason = item.has("ENFORCED") ? "it is NOT ENFORCED, and its texts are not read" : Self.inexact
                    notes.append("the check \(name) is left out: \(reason)")
                    continue
                }
            case .key:
                let parts = indexes.first { QualifiedName.table(of: $0.name, schema: table.schema) == name }?.parts
                let texts = (parts ?? []).compactMap { $0.column == nil ? $0.expression : nil }.joined(separator: " ")
                if let value = item.group(behind: "KEY"), !item.restoreTexts(in: value, from: texts) {
                    notes.append("the index \(name) is left out: \(Self.inexact)")
                    continue
                }
            case .primaryKey, .period, .other: break
            }
            kept.append(item)
        }
        try take(kept, options: options)
        return notes
    }

    /// Texts that the server prints with a question mark, and tells in no other way.
    ///
    /// - Parameter known: columns whose labels are what they are.
    func doubts(besides known: Set<String>) -> [String] {
        let labels = items.compactMap { item -> String? in
            guard item.kind == .column, ["enum", "set"].contains(item.type), !known.contains(item.name ?? ""),
                let list = item.group(behind: item.type?.uppercased() ?? ""),
                item.tokens[list].contains(where: \.isDoubtful)
            else { return nil }
            return "a label of \(item.name ?? "")"
        }
        let partition = options.firstIndex { $0.isWord("PARTITION") } ?? options.endIndex
        return labels + (options[partition...].contains(where: \.isDoubtful) ? ["a value of the partitions"] : [])
    }

    static func doubt(_ what: String) -> String {
        "\(what) may be another: the server prints a question mark for a character beyond U+FFFF"
    }

    static let inexact = "the server does not print a text in it as it is"
}

extension MySQLDefinitionItem {
    /// Puts the catalogue's texts where those of the statement stand.
    ///
    /// - Returns: whether all of them are what they are.
    fileprivate mutating func restoreTexts(in range: Range<Int>, from expression: String) -> Bool {
        let places = range.filter { tokens[$0].kind == .string }
        let exact = SQLTokenizer(expression, rules: .mySQL).tokens.filter { $0.kind == .string }.map(\.text)
        let isSure = places.allSatisfy { tokens[$0].isASCII && !tokens[$0].text.contains("?") }
        if isSure { return true }
        guard places.count == exact.count else { return false }
        for (place, text) in zip(places, exact) {
            let introducer = place > range.lowerBound ? tokens[place - 1].text : ""
            // In another character set the bytes are what is printed, or what they would be in UTF-8.
            guard
                introducer.hasPrefix("_utf8") || !introducer.hasPrefix("_")
                    || (tokens[place].isASCII && tokens[place].text == text)
            else { return false }
        }
        for (place, text) in zip(places, exact).reversed() where tokens[place].text != text {
            replace(place..<place + 1, with: text)
        }
        return true
    }
}

extension SQLToken {
    fileprivate var isDoubtful: Bool { kind == .string && text.contains("?") }
    fileprivate var isASCII: Bool { text.utf8.allSatisfy { $0 < 0x80 } }
}
