import ZIMOrm

/// Writes a diagram for Mermaid.
///
/// Source: <https://mermaid.js.org/syntax/entityRelationshipDiagram.html>
struct MermaidDiagram {
    let diagram: Diagram

    var text: String {
        var lines = ["erDiagram"]
        for link in diagram.links {
            let parent = link.isNullable ? "|o" : "||"
            let child = link.isUnique ? "o|" : "o{"
            let line = link.isDeclared ? "--" : ".."
            lines.append(
                "    \(entity(link.parent.name)) \(parent)\(line)\(child) \(entity(link.child.name)) : "
                    + quoted(link.columns.joined(separator: ", ")))
        }
        for box in diagram.boxes {
            lines.append("    \(entity(box.table.name)) {")
            for column in box.rows { lines.append("        " + attribute(column, of: box.table)) }
            lines.append("    }")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func attribute(_ column: TableSchema.Column, of table: TableSchema) -> String {
        var marks: [String] = []
        if column.keyPlace > 0 { marks.append("PK") }
        if diagram.links.contains(where: { $0.child.name == table.name && $0.columns.contains(column.name) }) {
            marks.append("FK")
        }
        if table.uniqueKeys.contains(where: { !$0.isPrimaryKey && $0.columns == [column.name] }) { marks.append("UK") }
        let type = word(column.type, otherwise: "ANY")
        let name = word(column.name, otherwise: "column")
        var text = type + " " + name
        if !marks.isEmpty { text += " " + marks.joined(separator: ", ") }
        if name != column.name { text += " " + quoted(column.name) }
        return text
    }

    /// Names of letters, digits and underscores stand as they are.
    private func entity(_ name: String) -> String { word(name, otherwise: "") == name ? name : quoted(name) }

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

    /// No quotation mark can stand in Mermaid's quotes.
    private func quoted(_ text: String) -> String { "\"" + text.printable.replacing("\"", with: "'") + "\"" }
}
