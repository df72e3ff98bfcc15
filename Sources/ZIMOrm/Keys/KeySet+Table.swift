import ZIMDb

/// Sets of keys as a table with columns of types: MySQL and MariaDB.
///
/// ```sql
/// FROM JSON_TABLE(?, '$[*]' COLUMNS (ordinal FOR ORDINALITY, k0 BIGINT PATH '$[0]',
///   k1 LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci PATH '$[1]')) AS zim_keys
/// STRAIGHT_JOIN `stock` ON `stock`.`w` = zim_keys.k0 AND `stock`.`item` = zim_keys.k1
/// ```
///
/// A server without JSON_TABLE gets `(SELECT 1 AS ordinal, CAST(? AS SIGNED) AS k0, … UNION ALL SELECT 2, …) AS zim_keys`.
///
/// Source: <https://mariadb.com/kb/en/json_table/>, <https://dev.mysql.com/doc/refman/8.0/en/json-table-functions.html>
extension KeySet {
    /// Puts keys into one set for each run of keys whose parts are of the same kinds.
    ///
    /// - Parameter rows: how many keys a set has at most that is no JSON.
    static func tables(
        of keys: KeyList, _ column: (Int, KeyValues) -> ListColumn?, rows: Int
    ) throws -> [KeySet] {
        var sets: [KeySet] = []
        var start = 0
        while start < keys.count {
            var kinds = try (0..<keys.width).map { try KeyValues(keys.part($0, of: start)) }
            let most = column(0, kinds[0])?.cast == nil ? Int.max : rows
            var end = start + 1
            while end < keys.count, end - start < most, try kinds.join(keys, end) { end += 1 }
            let piece = end - start == keys.count ? keys : keys[start..<end]
            sets.append(try table(of: piece, kinds, column))
            start = end
        }
        return sets
    }

    /// Keys whose parts are of the same kinds behind each other, so that they are one set.
    static func groupedByKinds(_ keys: [[SQLValue]]) throws -> [[SQLValue]] {
        var groups: [(kinds: [KeyValues], keys: [[SQLValue]])] = []
        for key in keys {
            let list = KeyList(width: key.count, [key])
            if let position = try groups.indices.first(where: { try groups[$0].kinds.join(list, 0) }) {
                groups[position].keys.append(key)
            } else {
                groups.append((try key.map { try KeyValues($0) }, [key]))
            }
        }
        return groups.flatMap(\.keys)
    }

    private static func table(
        of keys: KeyList, _ kinds: [KeyValues], _ column: (Int, KeyValues) -> ListColumn?
    ) throws -> KeySet {
        var constants = keys.constants
        // Something must differ from key to key, if only its position.
        if constants.count == keys.width { constants.removeLast() }
        let columns = kinds.enumerated().compactMap { column($0, $1) }
        guard columns.count == keys.width else {
            throw DatabaseError(.value, "keys of \(keys.width) parts have no form in this engine")
        }
        var parameters: [SQLValue]
        var rows: Int?
        if columns.first?.cast != nil {
            (parameters, rows) = try bound(keys, without: constants)
        } else {
            guard let json = KeyJSON.json(of: keys, without: constants, isTable: true) else {
                throw DatabaseError(.value, "keys of \(keys.width) parts have no form in JSON")
            }
            parameters = [.text(json)]
        }
        for index in 0..<keys.width where constants.contains(index) { parameters.append(keys.part(index, of: 0)) }
        return KeySet(
            form: .table(columns: columns, constants: constants, rows: rows), parameters: parameters, count: keys.count)
    }

    /// A parameter for each part that differs. The number of rows is rounded up to one of few, so that there are few
    /// statements to prepare; what is added is NULL, which equals nothing.
    private static func bound(_ keys: KeyList, without constants: KeyParts) throws -> ([SQLValue], rows: Int) {
        let parts = (0..<keys.width).filter { !constants.contains($0) }
        var rows = 1
        while rows < keys.count { rows = min(rows * 2, max(keys.count, valuesRows)) }
        guard rows * parts.count + constants.count <= 65_535 else {
            throw DatabaseError(
                .tooBig, "\(keys.count) keys of \(keys.width) parts are more parameters than a statement may have",
                hint: "Use a server with JSON_TABLE, MySQL 8.0.4 or MariaDB 10.6 and later, or fewer keys at once")
        }
        var values: [SQLValue] = []
        values.reserveCapacity(rows * parts.count)
        for index in 0..<keys.count {
            for part in parts {
                switch keys.part(part, of: index) {
                case .blob(let bytes): values.append(.text(SQLValue.hexadecimal(bytes)))
                // What is no number equals nothing.
                case .real(let number) where !number.isFinite: values.append(.null)
                case let value: values.append(value)
                }
            }
        }
        values += Array(repeating: .null, count: (rows - keys.count) * parts.count)
        return (values, rows)
    }

    /// A set without a key.
    static func none(of columns: [ListColumn]) -> KeySet {
        let isJSON = columns.first?.cast == nil
        return KeySet(
            form: .table(columns: columns, constants: KeyParts(), rows: isJSON ? nil : 1),
            parameters: isJSON ? [.text("[]")] : columns.map { _ in .null }, count: 0)
    }
}

extension KeySet.Form {
    /// `JSON_TABLE(?, '$[*]' COLUMNS (ordinal FOR ORDINALITY, k0 BIGINT PATH '$[0]'))`
    ///
    /// - Parameter bind: writes the parameter with a number.
    func writeTable(
        _ columns: [ListColumn], _ constants: KeyParts, _ rows: Int?, _ writer: inout SQLWriter,
        bind: (inout SQLWriter, Int) throws -> Void
    ) throws {
        let differing = columns.indices.filter { !constants.contains($0) }
        if let rows { return try writeRows(rows, differing.map { ($0, columns[$0]) }, &writer, bind: bind) }
        writer.raw("JSON_TABLE(")
        try bind(&writer, 0)
        writer.raw(", '$[*]' COLUMNS (ordinal FOR ORDINALITY")
        for (position, index) in differing.enumerated() {
            writer.raw(", k\(index) \(columns[index].type) PATH '$\(differing.count == 1 ? "" : "[\(position)]")'")
        }
        writer.raw("))")
    }

    /// `(SELECT 1 AS ordinal, CAST(? AS SIGNED) AS k0 UNION ALL SELECT 2, CAST(? AS SIGNED))`
    private func writeRows(
        _ rows: Int, _ columns: [(index: Int, column: ListColumn)], _ writer: inout SQLWriter,
        bind: (inout SQLWriter, Int) throws -> Void
    ) throws {
        var number = 0
        for row in 0..<rows {
            writer.raw(row == 0 ? "(SELECT 1 AS ordinal" : " UNION ALL SELECT \(row + 1)")
            for (index, column) in columns {
                writer.raw(", \(column.cast?.before ?? "")")
                try bind(&writer, number)
                writer.raw(column.cast?.after ?? "")
                if row == 0 { writer.raw(" AS k\(index)") }
                number += 1
            }
        }
        writer.raw(")")
    }

    /// The same without keys that are one to the columns that they are compared with.
    func writeDistinct(
        _ columns: [ListColumn], _ constants: KeyParts, _ rows: Int?, _ writer: inout SQLWriter,
        bind: (inout SQLWriter, Int) throws -> Void
    ) throws {
        let differing = columns.indices.filter { !constants.contains($0) }
        writer.raw("(SELECT DISTINCT ")
        for (position, index) in differing.enumerated() {
            if position > 0 { writer.raw(", ") }
            // Bytes are made of their digits outside: MariaDB 10.11 gives empty ones for SELECT DISTINCT UNHEX(…).
            if columns[index].isLossy {
                writeCompared(columns[index], "set.k\(index)", &writer)
            } else {
                writer.madeUp("set.k\(index)")
            }
            writer.raw(" AS k\(index)")
        }
        writer.raw(" FROM ")
        try writeTable(columns, constants, rows, &writer, bind: bind)
        writer.raw(" AS ")
        writer.madeUp("set")
        for (position, index) in differing.filter({ columns[$0].isLossy }).enumerated() {
            writer.raw(position == 0 ? " WHERE " : " AND ")
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
            case "datetime", "timestamp", "timestamptz": self = .timestamp
            case "time": self = .time
            default: self = .text
            }
        }
    }

    /// What both are; nil where they are compared in different ways.
    func joined(_ other: KeyValues) -> KeyValues? {
        if self == other { return self }
        switch (self, other) {
        case (.day, .timestamp), (.timestamp, .day): return .timestamp
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
        case .real, .text, .bytes, .day, .timestamp, .time: nil
        }
    }
}

extension [KeyValues] {
    /// Takes in what the parts of one more key are; false, and as before, where one is compared in another way.
    fileprivate mutating func join(_ keys: KeyList, _ position: Int) throws -> Bool {
        // Of most lists all keys are of the same kinds, and nothing is copied.
        var more: Self?
        for part in indices {
            let values = try KeyValues(keys.part(part, of: position))
            if self[part] == values { continue }
            guard let joined = self[part].joined(values) else { return false }
            if joined == self[part] { continue }
            if more == nil { more = self }
            more?[part] = joined
        }
        if let more { self = more }
        return true
    }
}
