import ZIMOrm
import ZIMTool

extension HTML {
    /// A value in a table or a list: NULL, empty and blank told apart, long ones with a way to the whole.
    ///
    /// - Parameters:
    ///   - whole: the page of the whole value; nil where there is none.
    ///   - link: where the value leads to.
    mutating func cell(_ cell: Cell, whole: Address?, link: Address? = nil, linkTitle: String? = nil) {
        switch cell.kind {
        case .null: element("span", .class("null"), text: "NULL")
        case .text where cell.text.isEmpty && cell.hidden == 0:
            element("span", .class("empty"), .title("empty text"), text: "''")
        case .text where cell.isBlank:
            element("span", .class("empty"), .title("blank text of \(cell.length.counted("byte"))")) { html in
                html.text(String(repeating: "␣", count: min(cell.text.count, 12)))
            }
        default:
            if cell.isBroken { badge("not UTF-8", "serious") }
            if let link {
                self.link(link, shown(cell), .title(linkTitle ?? ""))
            } else if cell.kind == .bytes {
                element("span", .class("bytes"), text: shown(cell))
            } else {
                text(shown(cell))
            }
            if cell.hidden > 0 || cell.kind == .bytes {
                text(" ")
                let size = cell.length.counted("byte")
                if let whole {
                    self.link(whole, cell.picture == nil ? size : "picture, \(size)", .class("more"))
                } else {
                    element("small", text: size)
                }
            }
        }
        if cell.isInvalid {
            text(" ")
            badge("invalid value", "serious", title: "The value is not one of the column's declared type")
        }
    }

    private func shown(_ cell: Cell) -> String {
        let text = cell.kind == .bytes ? "x'" + cell.text : cell.text
        return cell.hidden > 0 ? text + "…" : cell.kind == .bytes ? text + "'" : text
    }
}

extension Cell {
    /// The classes of its table cell.
    var style: StaticString {
        switch kind {
        case .number: "number"
        case .bytes: "mono"
        default: "text"
        }
    }
}
