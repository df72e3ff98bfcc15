/// How words stand out on a terminal; plain where the output goes elsewhere.
package struct TextStyle: Sendable {
    package let isColored: Bool

    package init(isColored: Bool) { self.isColored = isColored }

    package static let plain = TextStyle(isColored: false)

    /// All that ``wrap(_:_:)`` ever writes.
    static let codes = ["0", "1", "2", "31", "32", "33"].map { "\u{1B}[\($0)m" }

    func heading(_ text: String) -> String { wrap(text, "1") }
    func faint(_ text: String) -> String { wrap(text, "2") }
    func key(_ text: String) -> String { wrap(text, "33") }
    func warning(_ text: String) -> String { wrap(text, "31") }
    func good(_ text: String) -> String { wrap(text, "32") }

    private func wrap(_ text: String, _ code: String) -> String {
        isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

extension Int {
    /// The number with commas between the thousands.
    package var grouped: String {
        let digits = String(magnitude)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return self < 0 ? "-" + text : text
    }

    /// "1 row", "1,200 rows"
    package func counted(_ one: String, _ many: String? = nil) -> String {
        grouped + " " + (self == 1 ? one : many ?? one + "s")
    }
}

extension Array where Element == String {
    /// `(a, b)`
    package var listed: String { "(" + map(\.printable).joined(separator: ", ") + ")" }
}
