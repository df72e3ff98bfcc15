import ZIMOrm

/// Writes a diagram for Graphviz.
///
/// Source: <https://graphviz.org/doc/info/shapes.html#html>
struct DotDiagram {
    let diagram: Diagram

    var text: String {
        var lines = [
            "digraph \(quoted(diagram.title)) {", "    rankdir=RL; nodesep=0.4; ranksep=1.2;",
            "    node [shape=plain, fontname=\"Helvetica\", fontsize=11];",
            "    edge [dir=both, arrowhead=tee, color=\"#555555\"];",
        ]
        let boxes = Dictionary(diagram.boxes.map { ($0.table.name, $0) }) { first, _ in first }
        for box in diagram.boxes {
            var rows = [
                "<TR><TD COLSPAN=\"2\" BGCOLOR=\"#2f4b6e\"><FONT COLOR=\"white\"><B>\(box.table.name.xml)</B></FONT></TD></TR>"
            ]
            if box.isMissing { rows.append("<TR><TD COLSPAN=\"2\">does not exist</TD></TR>") }
            for (place, column) in box.rows.enumerated() {
                let name = column.keyPlace > 0 ? "<B>\(column.name.xml)</B>" : column.name.xml
                let type = column.type.isEmpty ? " " : column.type.xml
                rows.append(
                    "<TR><TD PORT=\"c\(place)\" ALIGN=\"LEFT\">\(name)</TD><TD ALIGN=\"LEFT\">\(type)</TD></TR>")
            }
            lines.append(
                "    \(quoted(box.table.name)) [label=<<TABLE BORDER=\"0\" CELLBORDER=\"1\" CELLSPACING=\"0\">\(rows.joined())</TABLE>>];"
            )
        }
        for (number, link) in diagram.links.enumerated() {
            var attributes = ["arrowtail=\(link.isUnique ? "tee" : "crow")", "tooltip=\(quoted(link.words))"]
            if diagram.dangling.contains(number) {
                attributes += ["arrowhead=none", "color=\"#b3262e\""]
            } else if !link.referencesKey {
                attributes.append("arrowhead=none")
            }
            if link.isNullable { attributes.append("style=dashed") }
            if !link.isDeclared { attributes.append("style=dotted") }
            lines.append(
                "    \(place(link.columns.first, of: link.child.name, boxes)) -> \(place(link.references.first, of: link.parent.name, boxes)) "
                    + "[\(attributes.joined(separator: ", "))];")
        }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }

    private func place(_ column: String?, of table: String, _ boxes: [String: Diagram.Box]) -> String {
        let row = boxes[table]?.rows.firstIndex { $0.name == column }
        return quoted(table) + (row.map { ":c\($0)" } ?? "")
    }

    private func quoted(_ text: String) -> String {
        "\"" + text.printable.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}

extension String {
    /// The text with the characters that XML reads as its own written out, and without those that it does not allow.
    var xml: String {
        printable.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
            // The last two code points of the first plane are no characters, and XML holds none of them.
            .replacing("\u{FFFE}", with: "\u{FFFD}").replacing("\u{FFFF}", with: "\u{FFFD}")
    }
}
