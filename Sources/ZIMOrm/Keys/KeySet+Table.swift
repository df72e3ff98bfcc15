import ZIMDb

/// Sets of keys as a table that the engine makes of JSON: MySQL and MariaDB.
///
/// ```sql
/// FROM JSON_TABLE(?, '$[*]' COLUMNS (place FOR ORDINALITY, k0 BIGINT PATH '$[0]',
///   k1 LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci PATH '$[1]')) AS zim_keys
/// STRAIGHT_JOIN `stock` ON `stock`.`w` = zim_keys.k0 AND `stock`.`item` = zim_keys.k1
/// ```
///
/// Source: <https://mariadb.com/kb/en/json_table/>, <https://dev.mysql.com/doc/refman/8.0/en/json-table-functions.html>
extension KeySet {
    /// Puts keys into one set for each run of keys whose parts are of the same kinds.
    static func tables(of keys: KeyList, _ column: (Int, KeyValues) -> ListColumn?) throws -> [KeySet] {
        var sets: [KeySet] = []
        var start = 0
        while start < keys.count {
            var kinds = try (0..<keys.width).map { try KeyValues(keys.part($0, of: start)) }
            var end = start + 1
            while end < keys.count,
                let more = try (0..<keys.width).map({ try kinds[$0].joined(KeyValues(keys.part($0, of: end))) }).whole
            {
                kinds = more
                end += 1
            }
            let piece = end - start == keys.count ? keys : keys[start..<end]
            sets.append(try table(of: piece, kinds, column))
            start = end
        }
        return sets
    }

    private static func table(
        of keys: KeyList, _ kinds: [KeyValues], _ column: (Int, KeyValues) -> ListColumn?
    ) throws -> KeySet {
        var constants = keys.constants
        // Something must differ from key to key, if only its place.
        if constants.count == keys.width { constants.removeLast() }
        let columns = kinds.enumerated().compactMap { column($0, $1) }
        guard columns.count == keys.width, let json = KeyText.json(of: keys, without: constants, isTable: true) else {
            throw DatabaseError(.value, "keys of \(keys.width) parts have no form in JSON")
        }
        var parameters: [SQLValue] = [.text(json)]
        for index in 0..<keys.width where constants.contains(index) { parameters.append(keys.part(index, of: 0)) }
        return KeySet(
            form: .table(columns: columns, constants: constants), parameters: parameters, count: keys.count)
    }
}

extension KeySet.Form {
    /// `JSON_TABLE(?, '$[*]' COLUMNS (place FOR ORDINALITY, k0 BIGINT PATH '$[0]'))`
    func writeTable(
        _ columns: [ListColumn], _ constants: KeyParts, _ writer: inout SQLWriter,
        bind: (inout SQLWriter) throws -> Void
    ) throws {
        writer.raw("JSON_TABLE(")
        try bind(&writer)
        writer.raw(", '$[*]' COLUMNS (place FOR ORDINALITY")
        let differing = columns.indices.filter { !constants.contains($0) }
        for (place, index) in differing.enumerated() {
            writer.raw(", k\(index) \(columns[index].type) PATH '$\(differing.count == 1 ? "" : "[\(place)]")'")
        }
        writer.raw("))")
    }

    /// The same without keys that are one to the columns that they are compared with.
    func writeDistinct(
        _ columns: [ListColumn], _ constants: KeyParts, _ writer: inout SQLWriter,
        bind: (inout SQLWriter) throws -> Void
    ) throws {
        let differing = columns.indices.filter { !constants.contains($0) }
        writer.raw("(SELECT DISTINCT ")
        for (place, index) in differing.enumerated() {
            if place > 0 { writer.raw(", ") }
            // Bytes are made of their digits outside: MariaDB 10.11 gives empty ones for SELECT DISTINCT UNHEX(…).
            if columns[index].isLossy {
                writeCompared(columns[index], "set.k\(index)", &writer)
            } else {
                writer.madeUp("set.k\(index)")
            }
            writer.raw(" AS k\(index)")
        }
        writer.raw(" FROM ")
        try writeTable(columns, constants, &writer, bind: bind)
        writer.raw(" AS ")
        writer.madeUp("set")
        for (place, index) in differing.filter({ columns[$0].isLossy }).enumerated() {
            writer.raw(place == 0 ? " WHERE " : " AND ")
            writeWhole(columns[index], "set.k\(index)", &writer)
        }
        writer.raw(") AS ")
        writer.madeUp("keys")
    }

    /// A part in the form that is compared.
    func writeCompared(_ column: ListColumn, _ name: String, _ writer: inout SQLWriter) {
        writer.raw(column.before)
        writer.madeUp(name)
        writer.raw(column.after)
    }

    /// `CONVERT(CONVERT(k0 USING latin1) USING utf8mb4) = k0`: what the column's character set lacks would become a question
    /// mark, which a row may hold.
    func writeWhole(_ column: ListColumn, _ name: String, _ writer: inout SQLWriter) {
        writer.raw("CONVERT(")
        writeCompared(column, name, &writer)
        writer.raw(" USING utf8mb4) COLLATE utf8mb4_bin = ")
        writer.madeUp(name)
    }
}

extension KeyValues {
    /// What a part of a key is.
    ///
    /// - Throws: `DatabaseError` with code value for a decimal number of more digits than the engine has.
    init(_ value: SQLValue) throws {
        switch value {
        case .integer: self = .integer
        case .real: self = .real
        case .text, .null: self = .text
        case .blob: self = .bytes
        case .typed(let typed):
            switch typed.type {
            case "bigint unsigned", "bit": self = .unsigned
            case "decimal", "numeric":
                let digits = typed.text.drop { $0 == "-" || $0 == "+" }.split(
                    separator: ".", omittingEmptySubsequences: false)
                self = .decimal(whole: digits.first?.count ?? 0, scale: digits.count > 1 ? digits[1].count : 0)
            case "date": self = .day
            case "datetime", "timestamp", "timestamptz": self = .moment
            case "time": self = .time
            default: self = .text
            }
        }
    }

    /// What both are; nil where they are compared in different ways.
    func joined(_ other: KeyValues) -> KeyValues? {
        if self == other { return self }
        switch (self, other) {
        case (.day, .moment), (.moment, .day): return .moment
        case (.real, _), (_, .real): return nil
        default:
            guard let own = digits, let others = other.digits else { return nil }
            return .decimal(whole: max(own.whole, others.whole), scale: max(own.scale, others.scale))
        }
    }

    private var digits: (whole: Int, scale: Int)? {
        switch self {
        case .integer: (19, 0)
        case .unsigned: (20, 0)
        case .decimal(let whole, let scale): (whole, scale)
        case .real, .text, .bytes, .day, .moment, .time: nil
        }
    }
}

extension [KeyValues?] {
    /// All of them; nil where one is missing.
    fileprivate var whole: [KeyValues]? {
        let all = compactMap { $0 }
        return all.count == count ? all : nil
    }
}
