import Foundation
import ZIMOrm
import ZIMTool

/// One value, all of it: as text, as bytes, as JSON, as a picture.
struct CellPage {
    let world: World

    /// More of a value is not written into a page.
    private static let longest = 200_000

    private struct Found {
        let table: TableSchema
        let column: ColumnSchema
        let address: RowAddress
        let value: ExactValue
    }

    private func found(in session: Session) throws -> Found {
        let request = world.request
        let table = try world.catalog.table(request)
        guard let column = request.name(.column).flatMap({ table.column($0) }),
            let address = request[.row].flatMap({ RowAddress(text: $0) }),
            let condition = world.catalog.key(of: table).condition(address, alias: Selection.alias)
        else { throw PageProblem("the address names no value of \(table.name.printable)", .badRequest) }
        let statement = SelectStatement().column(.column(column.name, of: Selection.alias))
            .from(table.identifier, alias: Selection.alias).where(condition).limit(1)
        var value: ExactValue?
        try session.inBox(world.time(for: table)) { try $0.forEachRow(statement) { value = ExactValue($0, at: 0) } }
        guard let value else {
            throw PageProblem("\(table.name.printable) has no row \(address.words)", .notFound)
        }
        return Found(table: table, column: column, address: address, value: value)
    }

    func response(in session: Session) throws -> WebResponse {
        let found = try found(in: session)
        let row = Address.row(found.table.name, found.address)
        var layout = Layout(world: world, title: "\(found.column.name) of \(found.table.name)")
        layout.crumbs = [
            (found.table.name, Address.table(found.table.name)), ("\(found.table.name) \(found.address.words)", row),
        ]
        return layout.response { html in
            html.element("h1", text: found.column.name)
            html.element("p", .class("lead")) { html in
                html.text("\(words(for: found.value)) · ")
                html.link(
                    Address.cell(found.table.name, found.address, found.column.name).on(.bytes), "Save",
                    .flag("download"))
            }
            content(found, &html)
        }
    }

    private func words(for value: ExactValue) -> String {
        switch value.value {
        case .null: "NULL"
        case .integer: "an integer"
        case .real: "a real number"
        case .text(let text): "text of \(text.count.counted("character")), \(text.utf8.count.counted("byte"))"
        case .typed(let typed): typed.type
        case .blob(let bytes):
            (value.isBrokenText ? "text that is not UTF-8, " : "") + bytes.count.counted("byte")
        }
    }

    private func content(_ found: Found, _ html: inout HTML) {
        switch found.value.value {
        case .null: html.element("p") { $0.element("span", .class("null"), text: "NULL") }
        case .integer, .real: html.element("pre", text: found.value.value.description)
        case .text(let text): self.text(text, &html)
        case .typed(let typed): self.text(typed.text, &html)
        case .blob(let bytes):
            if !found.value.isBrokenText, Cell.picture(bytes) != nil {
                html.element("p") { html in
                    html.void(
                        "img", .class("picture"), .alt("the picture in \(found.column.name)"),
                        .src(Address.cell(found.table.name, found.address, found.column.name).on(.bytes)))
                }
            } else if !found.value.isBrokenText, let text = String(validating: bytes, as: UTF8.self), !text.isEmpty {
                html.element("h2", text: "As text")
                self.text(text, &html)
            }
            html.element("h2", text: "As bytes")
            html.element("pre", .class("hex")) { $0.lines(Self.dump(bytes)) }
        }
    }

    private func text(_ text: String, _ html: inout HTML) {
        if let json = Self.json(text) {
            html.element("h2", text: "As JSON")
            html.element("pre") { $0.lines(String(json.prefix(Self.longest))) }
            html.element("h2", text: "As it is")
        }
        html.element("pre", .class("whole")) { $0.lines(String(text.prefix(Self.longest))) }
        if text.count > Self.longest {
            html.element("p", .class("note"), text: "The rest is not shown; save it to see all.")
        }
    }

    /// The text set out in lines, where it is an object or a list of JSON; its numbers and their digits stay as they are.
    static func json(_ text: String) -> String? {
        guard let first = text.first(where: { !$0.isWhitespace }), first == "{" || first == "[",
            text.utf8.count <= longest,
            (try? JSONSerialization.jsonObject(with: Data(text.utf8))) != nil
        else { return nil }
        var (result, depth, isInText, isEscaped) = ("", 0, false, false)
        func line(_ depth: Int) -> String { "\n" + String(repeating: "  ", count: max(0, min(depth, 60))) }
        for character in text.unicodeScalars {
            if isInText {
                result.unicodeScalars.append(character)
                (isInText, isEscaped) = (isEscaped || character != "\"", !isEscaped && character == "\\")
                continue
            }
            switch character {
            case "\"":
                isInText = true
                result += "\""
            case "{", "[":
                depth += 1
                result.unicodeScalars.append(character)
                result += line(depth)
            case "}", "]":
                depth -= 1
                result += line(depth)
                result.unicodeScalars.append(character)
            case ",": result += "," + line(depth)
            case ":": result += ": "
            case " ", "\n", "\r", "\t": break
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }

    /// Sixteen bytes a line, with their places and letters.
    static func dump(_ bytes: [UInt8]) -> String {
        let most = 16_384
        var lines: [String] = []
        for start in stride(from: 0, to: min(bytes.count, most), by: 16) {
            let part = bytes[start..<min(start + 16, bytes.count)]
            let place = String(start, radix: 16)
            let hex = part.map { SQLValue.hexadecimal([$0]) }.joined(separator: " ")
            let letters = part.map { (0x20..<0x7F).contains($0) ? String(UnicodeScalar($0)) : "." }.joined()
            lines.append(
                String(repeating: "0", count: max(0, 6 - place.count)) + place + "  " + hex
                    + String(repeating: " ", count: max(0, 49 - hex.count)) + letters)
        }
        if bytes.count > most { lines.append("… \((bytes.count - most).grouped) more bytes") }
        return lines.joined(separator: "\n")
    }

    /// The value itself. Only pictures are shown by the browser; anything else is saved.
    func bytes(in session: Session) throws -> WebResponse {
        let found = try found(in: session)
        let bytes: [UInt8]
        switch found.value.value {
        case .blob(let own): bytes = own
        default: bytes = Array(found.value.value.plainText.utf8)
        }
        if case .blob = found.value.value, !found.value.isBrokenText, let picture = Cell.picture(bytes) {
            return WebResponse(bytes, type: picture.rawValue)
        }
        var response = WebResponse(bytes, type: "application/octet-stream")
        response.fileName = "\(found.table.name)-\(found.column.name)"
        return response
    }
}
