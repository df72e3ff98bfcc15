import ZIMTool

/// A piece of a page. Whatever text is put into it is escaped: markup is only what this type writes itself.
struct HTML: Sendable {
    /// The page's text, for a response.
    private(set) var markup = ""

    init() {}

    init(_ body: (inout HTML) -> Void) { body(&self) }

    /// Text on one line, control characters made visible.
    mutating func text(_ text: String) { Self.escape(text.printable, into: &markup) }

    /// Text whose lines and tabs stay, for `pre`; all other control characters are made visible.
    mutating func lines(_ text: String) {
        for (place, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if place > 0 { markup += "\n" }
            for (index, part) in line.split(separator: "\t", omittingEmptySubsequences: false).enumerated() {
                if index > 0 { markup += "\t" }
                Self.escape(String(part).printable, into: &markup)
            }
        }
    }

    /// Text that a form gives back as it is, between the tags of a `textarea`.
    mutating func exact(_ text: String) {
        // The first line break behind the tag is not a part of the text.
        markup += "\n"
        Self.escape(text, into: &markup)
    }

    mutating func append(_ other: HTML) { markup += other.markup }

    /// An element with what a closure puts into it.
    mutating func element(_ name: StaticString, _ attributes: Attribute?..., content: (inout HTML) -> Void) {
        open(name, attributes.compactMap { $0 })
        content(&self)
        close(name)
    }

    /// An element with a text.
    mutating func element(_ name: StaticString, _ attributes: Attribute?..., text: String) {
        open(name, attributes.compactMap { $0 })
        self.text(text)
        close(name)
    }

    /// An element that has no content, such as `input`.
    mutating func void(_ name: StaticString, _ attributes: Attribute?...) { open(name, attributes.compactMap { $0 }) }

    /// A link with a text.
    mutating func link(_ address: Address, _ text: String, _ attributes: Attribute?...) {
        open("a", [.href(address)] + attributes.compactMap { $0 })
        self.text(text)
        close("a")
    }

    /// A drawing that ZIMTool has made, which escapes what it holds itself.
    mutating func drawing(_ svg: DrawnDiagram) { markup += svg.markup }

    private mutating func open(_ name: StaticString, _ attributes: [Attribute]) {
        markup += "<"
        markup += name.description
        for attribute in attributes { attribute.write(into: &markup) }
        markup += ">"
    }

    private mutating func close(_ name: StaticString) {
        markup += "</"
        markup += name.description
        markup += ">"
    }

    fileprivate static func escape(_ text: String, into result: inout String) {
        // Most text holds nothing to escape.
        if !text.utf8.contains(where: {
            $0 == 0x26 || $0 == 0x3C || $0 == 0x3E || $0 == 0x22 || $0 == 0x27 || $0 < 0x20
        }) {
            result += text
            return
        }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            // No page can hold it; browsers read it as this.
            case "\0": result += "\u{FFFD}"
            case "\n": result += "&#10;"
            case "\r": result += "&#13;"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    /// An attribute of an element. Its name is one of ours, its value is escaped, and an address is only what
    /// ``Address`` makes.
    struct Attribute: Sendable {
        private let name: StaticString
        private let value: String?

        private init(_ name: StaticString, _ value: String?) {
            self.name = name
            self.value = value
        }

        static func `class`(_ value: StaticString) -> Attribute { Attribute("class", value.description) }
        static func classes(_ values: [StaticString]) -> Attribute {
            Attribute("class", values.map(\.description).joined(separator: " "))
        }
        static func id(_ value: String) -> Attribute { Attribute("id", value) }
        static func href(_ address: Address) -> Attribute { Attribute("href", address.text) }
        static func anchor(_ id: String) -> Attribute { Attribute("href", "#" + AddressText.encode(id)) }
        static func src(_ address: Address) -> Attribute { Attribute("src", address.text) }
        static func action(_ address: Address) -> Attribute { Attribute("action", address.text) }
        static func title(_ value: String) -> Attribute { Attribute("title", value.printable) }
        static func label(_ value: String) -> Attribute { Attribute("aria-label", value.printable) }
        static func value(_ value: String) -> Attribute { Attribute("value", value) }
        static func placeholder(_ value: String) -> Attribute { Attribute("placeholder", value) }
        static func alt(_ value: String) -> Attribute { Attribute("alt", value.printable) }
        /// Attributes whose values are ours.
        static func own(_ name: StaticString, _ value: StaticString) -> Attribute { Attribute(name, value.description) }
        static func number(_ name: StaticString, _ value: Int) -> Attribute { Attribute(name, String(value)) }
        static func decimal(_ name: StaticString, _ value: Double) -> Attribute {
            Attribute(name, String((value * 100).rounded() / 100))
        }
        static func flag(_ name: StaticString) -> Attribute { Attribute(name, nil) }
        /// Data for our script.
        static func data(_ name: StaticString, _ value: String) -> Attribute { Attribute(name, value) }

        fileprivate func write(into markup: inout String) {
            markup += " "
            markup += name.description
            guard let value else { return }
            markup += "=\""
            HTML.escape(value, into: &markup)
            markup += "\""
        }
    }
}
