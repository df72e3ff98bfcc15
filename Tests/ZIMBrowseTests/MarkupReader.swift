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

    init(_ page: String) {
        var rest = Substring(page)
        var open: [Int] = []
        guard rest.hasPrefix("<!doctype html>") else {
            problems.append("no doctype")
            return
        }
        rest = rest.dropFirst("<!doctype html>".count)
        while let start = rest.firstIndex(of: "<") {
            let text = Self.unescaped(rest[..<start])
            for place in open { elements[place].text += text }
            if rest[..<start].contains(">") { problems.append("a bare > in \(rest[..<start].suffix(40))") }
            rest = rest[rest.index(after: start)...]
            if rest.first == "/" {
                let end = rest.firstIndex(of: ">") ?? rest.endIndex
                let name = String(rest.dropFirst()[..<end])
                if let last = open.last, elements[last].name == name {
                    open.removeLast()
                } else {
                    problems.append("</\(name)> closes nothing")
                }
                rest = end < rest.endIndex ? rest[rest.index(after: end)...] : ""
                continue
            }
            let element = tag(&rest)
            if !Self.names.contains(element.element.name) { problems.append("the element <\(element.element.name)>") }
            for (name, value) in element.element.attributes {
                if !Self.attributes.contains(name), !name.hasPrefix("aria-"), !name.hasPrefix("data-") {
                    problems.append("the attribute \(name)")
                }
                if ["href", "src", "action"].contains(name) { check(address: value) }
            }
            if element.element.name == "script", element.element.attributes["src"] != "script.js" {
                problems.append("a script of somebody else's")
            }
            elements.append(element.element)
            if !element.isClosed, !Self.empty.contains(element.element.name) { open.append(elements.count - 1) }
        }
        if !open.isEmpty { problems.append("not closed: \(open.map { elements[$0].name })") }
    }

    /// Only our own pages and files, beside this one.
    private mutating func check(address: String) {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        let isOurs =
            path.isEmpty || path == "./" || path.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2E }
            || path == "table.csv"
        if !isOurs { problems.append("the address \(address)") }
    }

    private mutating func tag(_ rest: inout Substring) -> (element: Element, isClosed: Bool) {
        let name = rest.prefix { $0 != " " && $0 != ">" && $0 != "/" }
        rest = rest.dropFirst(name.count)
        var attributes: [String: String] = [:]
        while let next = rest.first, next != ">" {
            if next == " " {
                rest = rest.dropFirst()
                continue
            }
            if next == "/" {
                rest = rest.dropFirst()
                if rest.first == ">" {
                    rest = rest.dropFirst()
                    return (Element(name: String(name), attributes: attributes), true)
                }
                continue
            }
            let key = rest.prefix { $0 != "=" && $0 != " " && $0 != ">" }
            rest = rest.dropFirst(key.count)
            var value = ""
            if rest.hasPrefix("=\"") {
                rest = rest.dropFirst(2)
                let end = rest.firstIndex(of: "\"") ?? rest.endIndex
                if rest[..<end].contains("<") { problems.append("< within an attribute") }
                value = Self.unescaped(rest[..<end])
                rest = end < rest.endIndex ? rest[rest.index(after: end)...] : ""
            } else if rest.first == "=" {
                problems.append("the attribute \(key) without quotes")
                rest = rest.dropFirst()
            }
            attributes[String(key)] = value
        }
        rest = rest.dropFirst()
        return (Element(name: String(name), attributes: attributes), false)
    }

    private static func unescaped(_ text: Substring) -> String {
        String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'")
            .replacing("&#10;", with: "\n").replacing("&#13;", with: "\r").replacing("&amp;", with: "&")
    }

    /// The addresses that the page leads to.
    var links: [String] {
        elements.filter { $0.name == "a" }.compactMap { $0.attributes["href"] }.filter { !$0.hasPrefix("#") }
    }

    /// The texts of the cells of the largest table, row by row.
    var title: String { elements.first { $0.name == "h1" }?.text ?? "" }
}
