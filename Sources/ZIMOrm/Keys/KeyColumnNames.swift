import ZIMDb

/// The names that columns of a key set have in a statement: where a condition names a column of its table so, without the
/// table, an engine could not tell which of the two is meant.
extension SQLDialect {
    /// Whether expressions name a column without a table before it, as columns of a key set are called.
    func nameKeyColumns(_ expressions: [SQLExpression]) throws -> Bool {
        try expressions.contains { try nameKeyColumns(in: render($0, .usual).sql) }
    }

    /// Words of texts and of quoted names are taken for names, too: that costs a subquery and nothing else.
    private func nameKeyColumns(in text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var start = 0
            while start < bytes.count {
                guard bytes[start].isOfName else {
                    start += 1
                    continue
                }
                let end = bytes[start...].firstIndex { !$0.isOfName } ?? bytes.count
                if end - start <= Self.longestKeyColumn, !Self.isBehindTable(start, bytes),
                    isKeyColumn(String(decoding: bytes[start..<end], as: UTF8.self).lowercased())
                {
                    return true
                }
                start = end
            }
            return false
        }
    }

    /// Whether a dot stands before a name, with its quotation mark and blanks.
    private static func isBehindTable(_ start: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes[..<start].last { !" \t\n\"`[".utf8.contains($0) } == UInt8(ascii: ".")
    }

    /// - Parameter name: in lower case.
    private func isKeyColumn(_ name: String) -> Bool {
        if features.contains(.jsonEach), jsonEachColumns.contains(name) { return true }
        return ["ordinal", "low", "high"].contains(name)
            || ["k", "low", "high"].contains { name.hasPrefix($0) && Int(name.dropFirst($0.count)) != nil }
    }

    /// That of `fullkey` and of `high` with three digits.
    private static var longestKeyColumn: Int { 7 }
}

/// Those that are hidden can be named, too.
///
/// Source: <https://www.sqlite.org/json1.html#jeach>
private let jsonEachColumns: Set = [
    "key", "value", "type", "atom", "id", "parent", "fullkey", "path", "json", "root",
]

extension UInt8 {
    fileprivate var isOfName: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
            true
        default: false
        }
    }
}
