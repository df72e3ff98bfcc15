import Foundation
import Testing

/// Reads a page as a browser does, as far as it takes to see that everything in it is ours: each element and attribute
/// is one that the pages write, every element is closed, and no text has become markup.
struct MarkupReader {
    struct Element {
        let name: String
        let attributes: [String: String]
        var text = ""
    }

    private(set) var elements: [Element] = []
    private(set) var problems: [String] = []

    private static let names: Set<String> = [
        "html", "head", "meta", "title", "link", "script", "body", "a", "header", "nav", "form", "label", "input",
        "main",
        "footer", "kbd", "ol", "li", "ul", "h1", "h2", "h3", "h4", "p", "div", "span", "section", "table", "thead",
        "tbody", "tr",
        "th", "td", "small", "details", "summary", "pre", "code", "dl", "dt", "dd", "article", "figure", "figcaption",
        "svg",
        "rect", "path", "text", "g", "button", "fieldset", "legend", "select", "option", "textarea", "img",
    ]
    private static let attributes: Set<String> = [
        "lang", "charset", "name", "content", "rel", "href", "src", "defer", "class", "id", "role", "type", "value",
        "for",
        "placeholder", "action", "title", "alt", "scope", "tabindex", "loading", "download", "rows", "spellcheck",
        "hidden",
        "autocomplete", "autocapitalize", "width", "height", "viewBox", "x", "y", "d", "fill", "stroke", "rx",
        "text-anchor",
        "font-style", "preserveAspectRatio",
    ]
    private static let empty: Set<String> = ["meta", "link", "input", "img"]

    /// A browser reads code points: an accent behind a `>` does not hide it.
    init(_ page: String) {
        var reader = Scanner(bytes: Array(page.utf8) + [0])
        var open: [Int] = []
        guard page.hasPrefix("<!doctype html>\n") else {
            problems.append("no doctype")
            return
        }
        reader.position = "<!doctype html>\n".utf8.count
        while !reader.isAtEnd {
            let raw = reader.text(before: "<")
            if raw.utf8.contains(UInt8(ascii: ">")) { problems.append("a bare > in \(raw.suffix(40))") }
            let text = Self.unescaped(raw)
            if !text.isEmpty { for index in open { elements[index].text += text } }
            guard !reader.isAtEnd else { break }
            reader.position += 1
            if reader.byte == UInt8(ascii: "/") {
                reader.position += 1
                let name = reader.text(before: ">")
                reader.position += 1
                if let last = open.last, elements[last].name == name {
                    open.removeLast()
                } else {
                    problems.append("</\(name)> closes nothing")
                }
                continue
            }
            let (element, isClosed) = tag(&reader)
            if !Self.names.contains(element.name) { problems.append("the element <\(element.name)>") }
            for (name, value) in element.attributes {
                if !Self.attributes.contains(name), !name.hasPrefix("aria-"), !name.hasPrefix("data-") {
                    problems.append("the attribute \(name)")
                }
                if ["href", "src", "action"].contains(name) { check(address: value) }
            }
            if element.name == "script", element.attributes["src"] != "script.js" {
                problems.append("a script of somebody else's")
            }
            elements.append(element)
            if !isClosed, !Self.empty.contains(element.name) { open.append(elements.count - 1) }
        }
        if !open.isEmpty { problems.append("not closed: \(open.map { elements[$0].name })") }
    }

    private struct Scanner {
        let bytes: [UInt8]
        var position = 0

        /// A NUL ends the bytes, for `strcspn`; no page holds one.
        var isAtEnd: Bool { position >= bytes.count - 1 }
        var byte: UInt8 { isAtEnd ? 0 : bytes[position] }

        /// What stands before the next of some bytes. The C library looks for them: pages are long, and tests are built
        /// without optimisation.
        mutating func text(before ends: String) -> String {
            let start = position
            let length = bytes.withUnsafeBytes { bytes -> Int in
                guard let base = bytes.baseAddress, start < bytes.count else { return 0 }
                let rest = bytes.count - 1 - start
                if let only = ends.utf8.first, ends.utf8.count == 1 {
                    return memchr(base + start, Int32(only), rest).map { UnsafeRawPointer($0) - (base + start) } ?? rest
                }
                return min(rest, strcspn((base + start).assumingMemoryBound(to: CChar.self), ends))
            }
            position = start + length
            return String(decoding: bytes[start..<position], as: UTF8.self)
        }
    }

    /// Only our own pages and files, beside this one.
    private mutating func check(address: String) {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        let isOurs =
            path.isEmpty || path == "./" || path.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2E }
        if !isOurs { problems.append("the address \(address)") }
    }

    private mutating func tag(_ reader: inout Scanner) -> (Element, isClosed: Bool) {
        let (space, end, slash, equal) = (UInt8(ascii: " "), UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "="))
        let name = reader.text(before: " >/")
        var attributes: [String: String] = [:]
        var isClosed = false
        while !reader.isAtEnd, reader.byte != end {
            isClosed = reader.byte == slash
            if reader.byte == space || reader.byte == slash {
                reader.position += 1
                continue
            }
            let key = reader.text(before: "= >")
            var value = ""
            if reader.byte == equal {
                reader.position += 1
                if reader.byte != UInt8(ascii: "\"") { problems.append("the attribute \(key) without quotes") }
                reader.position += 1
                let raw = reader.text(before: "\"")
                if raw.utf8.contains(UInt8(ascii: "<")) { problems.append("< within an attribute") }
                value = Self.unescaped(raw)
                reader.position += 1
            }
            attributes[key] = value
        }
        reader.position += 1
        return (Element(name: name, attributes: attributes), isClosed)
    }

    private static let references = [
        "lt": "<", "gt": ">", "quot": "\"", "#39": "'", "#10": "\n", "#13": "\r", "amp": "&",
    ]

    private static func unescaped(_ text: String) -> String {
        var reader = Scanner(bytes: Array(text.utf8) + [0])
        var plain = reader.text(before: "&")
        while !reader.isAtEnd {
            reader.position += 1
            let name = reader.text(before: ";")
            reader.position += 1
            plain += references[name] ?? "&\(name);"
            plain += reader.text(before: "&")
        }
        return plain
    }

    /// The addresses that the page leads to.
    var links: [String] {
        elements.filter { $0.name == "a" }.compactMap { $0.attributes["href"] }.filter { !$0.hasPrefix("#") }
    }

    /// The texts of the cells of the largest table, row by row.
    var title: String { elements.first { $0.name == "h1" }?.text ?? "" }
}
