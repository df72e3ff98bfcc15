import Foundation

/// The texts that columns of texts make of numbers.
package enum NumberText {
    /// What a column of SQLite holds of a number: a real one has 15 digits.
    ///
    /// Source: <https://www.sqlite.org/datatype3.html>, section 2
    package static func sqlite(of value: SQLValue) -> String? {
        guard case .real(let number) = value else { return try? String(column: value) }
        let text = String(format: "%.15g", number)
        guard number.isFinite, !text.contains(".") else { return text }
        let end = text.firstIndex(of: "e") ?? text.endIndex
        return text[..<end] + ".0" + text[end...]
    }

    /// Whether SQLite or a server makes such a text of a real number.
    package static func isText(_ text: String, of number: Double) -> Bool {
        isServer(text, of: .real(number)) || sqlite(of: .real(number)) == text
    }

    /// Whether a server's column holds a number so; the spellings of long ones differ.
    package static func isServer(_ text: String, of value: SQLValue) -> Bool {
        guard case .real(let number) = value else { return sqlite(of: value) == text }
        if Int64(exactly: number).map({ String($0) }) == text || String(number) == text { return true }
        guard let decimal = DecimalNumber(number) else { return false }
        return decimal.text == text || decimal.scientific { "e\($0)" } == text
    }
}
