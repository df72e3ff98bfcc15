import ZIMOrm

/// Writes a diagram for Mermaid.
///
/// Source: <https://mermaid.js.org/syntax/entityRelationshipDiagram.html>
struct MermaidDiagram {
    let diagram: Diagram

    var text: String {
        var keys: [String: Set<String>] = [:]
        for link in diagram.links { keys[link.child.name, default: []].formUnion(link.columns) }
        var lines = ["erDiagram"]
        for (number, link) in diagram.links.enumerated() {
            // Columns that are not unique may find several rows.
            let parent = link.referencesKey ? link.isNullable ? "|o" : "||" : link.isNullable ? "}o" : "}|"
            let child = link.isUnique ? "o|" : "o{"
            let line = link.isDeclared ? "--" : ".."
            lines.append(
                "    \(entity(link.parent.name)) \(parent)\(line)\(child) \(entity(link.child.name)) : "
                    + quoted(
                        link.columns.joined(separator: ", ") + (diagram.dangling.contains(number) ? ", dangling" : "")))
        }
        for box in diagram.boxes {
            lines.append("    \(entity(box.table.name)) {")
            for column in box.rows {
                let isForeign = keys[box.table.name]?.contains(column.name) == true
                lines.append("        " + attribute(column, of: box.table, isForeign: isForeign))
            }
            lines.append("    }")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func attribute(_ column: ColumnSchema, of table: TableSchema, isForeign: Bool) -> String {
        var marks: [String] = []
        if column.keyPlace > 0 { marks.append("PK") }
        if isForeign { marks.append("FK") }
        if table.uniqueKeys.contains(where: { !$0.isPrimaryKey && $0.columns == [column.name] }) { marks.append("UK") }
        let type = word(column.type, otherwise: "ANY")
        let name = word(column.name, otherwise: "column")
        var text = type + " " + name
        if !marks.isEmpty { text += " " + marks.joined(separator: ", ") }
        if name != column.name { text += " " + quoted(column.name) }
        return text
    }

    /// Names of letters, digits and underscores stand as they are, but for Mermaid's own words.
    private func entity(_ name: String) -> String {
        let isPlain = word(name, otherwise: "") == name && !Self.words.contains(name.lowercased())
        return isPlain ? name : quoted(name)
    }

    private static let words: Set<String> = [
        "erdiagram", "title", "acctitle", "accdescr", "direction", "style", "class", "classdef", "only", "one", "zero",
        "many", "to", "optionally", "u",
    ]

    private func word(_ text: String, otherwise: String) -> String {
        var word = ""
        for scalar in text.unicodeScalars {
            let isPlain =
                scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_")
            if isPlain { word.unicodeScalars.append(scalar) } else if !word.hasSuffix("_") { word += "_" }
        }
        while word.hasSuffix("_"), word != text { word.removeLast() }
        if word.isEmpty { return otherwise }
        return word.first?.isNumber == true ? "_" + word : word
    }

    /// What ends a text, begins a comment or becomes HTML stands as its number.
    ///
    /// Source: <https://mermaid.js.org/syntax/flowchart.html#entity-codes-to-escape-characters>
    private func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.printable.unicodeScalars {
            if "\"#;%\\<>&`{}".unicodeScalars.contains(scalar) {
                result += "#\(scalar.value);"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
