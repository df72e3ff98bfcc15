import ZIMDb

/// Many keys at once, as a table that a statement can join: never a list of ORs or an IN, which scan or break.
///
/// Where the engine has lists, each column of the keys is one, of the type of the column that it is compared with.
/// Elsewhere they are one parameter as JSON. Bytes, real numbers and text with NUL have no exact form in JSON: a set that
/// holds such a part is written as `VALUES`, in pieces.
struct KeySet {
    /// The name of the column that tells which key a row belongs to.
    static let place = "zim_key"

    /// How a set of keys stands in a statement.
    enum Form: Hashable {
        case json(columns: Int)
        case values(columns: Int, rows: Int)
        case lists(types: [String])

        var isValues: Bool {
            if case .values = self { return true }
            return false
        }

        /// The expression of a key's part.
        func column(_ index: Int) -> String {
            switch self {
            // The sign takes the column's affinity away: else 7 would not be found in a column of text that holds '7'.
            case .json(columns: 1): "+zim_keys.value"
            case .json: "zim_keys.value ->> \(index)"
            case .values, .lists: "zim_keys.k\(index)"
            }
        }

        var placeColumn: String {
            switch self {
            case .json: "zim_keys.key"
            case .values: "zim_keys.place"
            // Counted from 1.
            case .lists: "(zim_keys.place - 1)"
            }
        }

        /// `k0, k1`
        static func names(_ count: Int) -> String { (0..<count).map { "k\($0)" }.joined(separator: ", ") }

        /// `WITH zim_keys(place, k0, k1) AS (VALUES (0, ?, ?), …) `
        func writeWith(_ writer: inout SQLWriter) throws {
            guard case .values(let columns, let rows) = self else { return }
            writer.raw("WITH zim_keys(place, \((0..<columns).map { "k\($0)" }.joined(separator: ", "))) AS (VALUES ")
            for row in 0..<rows {
                writer.raw(row == 0 ? "(" : ", (")
                writer.raw(String(row))
                for _ in 0..<columns {
                    writer.raw(", ")
                    try writer.bind(.null)
                }
                writer.raw(")")
            }
            writer.raw(") ")
        }

        /// How many parameters it has; they come before all others of the statement.
        var parameterCount: Int {
            switch self {
            case .json: 1
            case .values(let columns, let rows): columns * rows
            case .lists(let types): types.count
            }
        }

        func writeSource(_ writer: inout SQLWriter) throws {
            switch self {
            case .json:
                writer.raw("json_each(")
                try writer.bind(.null)
                writer.raw(") AS zim_keys")
            case .values: writer.raw("zim_keys")
            case .lists(let types):
                writer.raw("unnest(")
                for (index, type) in types.enumerated() {
                    if index > 0 { writer.raw(", ") }
                    try writer.bind(.null)
                    writer.raw("::\(type)[]")
                }
                writer.raw(") WITH ORDINALITY AS zim_keys(\(Form.names(types.count)), place)")
            }
        }
    }

    /// Writes the set where a table stands in FROM, with its own parameters.
    func writeSource(_ writer: inout SQLWriter) throws {
        switch form {
        case .json:
            writer.raw("json_each(")
            try writer.bind(parameters.first ?? .text("[]"))
            writer.raw(") AS zim_keys")
        case .values(let columns, _):
            writer.raw(
                "(SELECT \((0..<columns).map { "column\($0 + 1) AS k\($0)" }.joined(separator: ", ")) FROM (VALUES ")
            for (index, value) in parameters.enumerated() {
                writer.raw(index % columns == 0 ? (index == 0 ? "(" : "), (") : ", ")
                try writer.bind(value)
            }
            writer.raw("))) AS zim_keys")
        case .lists(let types):
            // Keys that differ here may be one to the column's own type.
            writer.raw("(SELECT DISTINCT * FROM unnest(")
            for (index, type) in types.enumerated() {
                if index > 0 { writer.raw(", ") }
                try writer.bind(index < parameters.count ? parameters[index] : .text("{}"))
                writer.raw("::\(type)[]")
            }
            writer.raw(")) AS zim_keys(\(Form.names(types.count)))")
        }
    }

    let form: Form
    let parameters: [SQLValue]
    /// How many keys are in it.
    let count: Int

    /// The rows of a `VALUES` at most: its text grows with each.
    static let valuesRows = 200

    /// Puts keys into as few sets as can be; all keys have the same number of parts.
    ///
    /// - Parameter types: the types that lists of the parts have; nil where the engine has no lists.
    static func sets(
        of keys: ArraySlice<[SQLValue]>, types: [String]? = nil, valuesRows: Int = valuesRows
    ) -> [KeySet] {
        guard let columns = keys.first?.count else { return [] }
        if let types, types.count == columns {
            let lists = types.indices.map { place in ListText.value(keys.map { $0[place] }, type: types[place]) }
            return [KeySet(form: .lists(types: types), parameters: lists, count: keys.count)]
        }
        if let json = json(of: keys) {
            return [KeySet(form: .json(columns: columns), parameters: [.text(json)], count: keys.count)]
        }
        var sets: [KeySet] = []
        var rest = keys
        while !rest.isEmpty {
            let chunk = rest.prefix(valuesRows)
            rest = rest.dropFirst(chunk.count)
            sets.append(
                KeySet(
                    form: .values(columns: columns, rows: chunk.count), parameters: chunk.flatMap { $0 },
                    count: chunk.count))
        }
        return sets
    }

    /// `[[1,"a"],[2,"b"]]`, or `[1,2]` for keys of one part; nil where a part has no exact form.
    private static func json(of keys: ArraySlice<[SQLValue]>) -> String? {
        var text: [UInt8] = []
        text.reserveCapacity(keys.count * 16)
        text.append(UInt8(ascii: "["))
        var isFirstKey = true
        for key in keys {
            if !isFirstKey { text.append(UInt8(ascii: ",")) }
            isFirstKey = false
            if key.count != 1 { text.append(UInt8(ascii: "[")) }
            var isFirstPart = true
            for part in key {
                if !isFirstPart { text.append(UInt8(ascii: ",")) }
                isFirstPart = false
                switch part {
                case .integer(let number): text.append(contentsOf: String(number).utf8)
                case .text(let string): guard append(string, to: &text) else { return nil }
                case .null, .real, .blob, .typed: return nil
                }
            }
            if key.count != 1 { text.append(UInt8(ascii: "]")) }
        }
        text.append(UInt8(ascii: "]"))
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends a string of JSON; false for one with NUL, where SQLite would end the text.
    private static func append(_ string: String, to text: inout [UInt8]) -> Bool {
        text.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case 0: return false
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                text.append(UInt8(ascii: "\\"))
                text.append(byte)
            case 1..<0x20:
                text.append(contentsOf: "\\u00".utf8)
                text.append(contentsOf: SQLValue.hexadecimal([byte]).utf8)
            default: text.append(byte)
            }
        }
        text.append(UInt8(ascii: "\""))
        return true
    }
}
