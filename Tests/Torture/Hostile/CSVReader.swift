/// Reads CSV with one column as RFC 4180 has it.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc4180>
enum CSVReader {
    static func fields(_ text: String) -> [String] {
        var fields: [String] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            var field: [UInt8] = []
            if rest.first == UInt8(ascii: "\"") {
                rest.removeFirst()
                while let byte = rest.popFirst() {
                    if byte == UInt8(ascii: "\"") {
                        guard rest.first == byte else { break }
                        rest.removeFirst()
                    }
                    field.append(byte)
                }
            } else {
                while let byte = rest.first, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
                    field.append(byte)
                    rest.removeFirst()
                }
            }
            if rest.first == UInt8(ascii: "\r") { rest.removeFirst() }
            if rest.first == UInt8(ascii: "\n") { rest.removeFirst() }
            fields.append(String(decoding: field, as: UTF8.self))
        }
        return fields
    }
}
