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
        var constants = try keys.constants(in: column)
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

extension KeyList {
    /// The parts that all keys have in common, without a time that the column would alter: the server would find what it makes of
    /// it. What stands in the table of keys is compared as it is.
    func constants(in column: (Int, KeyValues) -> ListColumn?) throws -> KeyParts {
        var constants = constants
        for index in 0..<width where constants.contains(index) {
            let value = part(index, of: 0)
            if try column(index, KeyValues(value))?.limit?.canHold(numberOf: value) == false { constants.remove(index) }
        }
        return constants
    }
}

extension KeySet {
    /// `JSON_TABLE(?, '$[*]' COLUMNS (ordinal FOR ORDINALITY, k0 BIGINT PATH '$[0]'))`, or
    /// `(SELECT 1 AS ordinal, CAST(? AS SIGNED) AS k0 UNION ALL SELECT 2, CAST(? AS SIGNED))`
    ///
    /// - Parameter parameter: the one with a number.
    static func table(
        _ columns: [ListColumn], _ constants: KeyParts, _ rows: Int?, parameter: (Int) -> SQLExpression
    ) -> SQL {
        let differing = columns.indices.filter { !constants.contains($0) }
        guard let rows else {
            let parts = differing.enumerated().map { position, index in
                ", k\(index) \(columns[index].type) PATH '$\(differing.count == 1 ? "" : "[\(position)]")'"
            }
            let list = SQL(unsafe: parts.joined())
            return "JSON_TABLE(\(parameter(0)), '$[*]' COLUMNS (ordinal FOR ORDINALITY\(list)))"
        }
        let keys = (0..<rows).map { row in
            var key: [SQL] = [SQL(unsafe: row == 0 ? "SELECT 1 AS ordinal" : "SELECT \(row + 1)")]
            for (position, index) in differing.enumerated() {
                let value = columns[index].cast.around("\(parameter(row * differing.count + position))")
                key.append(row == 0 ? "\(value) AS \(unsafe: "k\(index)")" : value)
            }
            return key.commaSeparated
        }
        return "(\(keys.joined(separator: " UNION ALL ")))"
    }

    /// The same without keys that are one to the columns that they are compared with.
    ///
    /// - Parameter isCounted: whether each key is kept, with its position. MariaDB gives such a table an index for a join,
    ///   which takes no LONGTEXT.
    ///
    /// Source: <https://mariadb.com/kb/en/derived-table-with-key-optimization/>
    static func distinct(
        _ columns: [ListColumn], _ constants: KeyParts, _ rows: Int?, _ names: MadeUpNames, isCounted: Bool = false,
        parameter: (Int) -> SQLExpression
    ) -> SQL {
        let differing = columns.indices.filter { !constants.contains($0) }
        // Bytes are made of their digits outside: MariaDB 10.11 gives empty ones for SELECT DISTINCT UNHEX(…).
        let counter: [SQL] = isCounted ? ["ordinal"] : []
        let list: [SQL] =
            counter
            + differing.map { index in
                let name = names.sql("set.k\(index)")
                return "\(columns[index].isLossy ? columns[index].compared(name) : name) AS \(unsafe: "k\(index)")"
            }
        var sql: SQL = "(SELECT DISTINCT \(list.commaSeparated) FROM "
        sql += "\(table(columns, constants, rows, parameter: parameter)) AS \(names.sql("set"))"
        let whole = differing.filter { columns[$0].isLossy }.map { columns[$0].isWhole(names.sql("set.k\($0)")) }
        if !whole.isEmpty { sql += " WHERE \(SQLExpression.all(whole))" }
        return "\(sql)) AS \(names.sql("keys"))"
    }
}

extension KeySet.Form {
    /// The same form with an index over the keys: the rows of the other table are read one by one and looked up among them.
    ///
    /// - Parameter keys: those of the set.
    func indexed(for keys: KeyList) -> KeySet.Form {
        guard case .table(var columns, let constants, nil) = self else { return self }
        var texts = 0
        for index in columns.indices where !constants.contains(index) {
            guard let type = columns[index].indexedType else { continue }
            // Texts have another type in an index.
            if type != columns[index].type {
                guard texts < ListColumn.indexedTexts,
                    (0..<keys.count).allSatisfy({ keys.part(index, of: $0).isIndexedText })
                else { continue }
                texts += 1
            }
            (columns[index].type, columns[index].isIndexed) = (type, true)
        }
        return .table(columns: columns, constants: constants, rows: nil)
    }

    var isIndexed: Bool {
        guard case .table(let columns, _, _) = self else { return false }
        return columns.contains(where: \.isIndexed)
    }
}

extension SQLValue {
    /// Whether a column of an index over keys holds it.
    fileprivate var isIndexedText: Bool {
        let text: String
        switch self {
        case .text(let own): text = own
        case .typed(let typed): text = typed.plainText
        case .null, .integer, .real, .blob: return true
        }
        let most = ListColumn.indexedLength
        return text.utf8.count <= most || text.unicodeScalars.count <= most
    }
}

extension ListColumn {
    /// A part in the form that is compared.
    func compared(_ part: SQL) -> SQL { "\(unsafe: before)\(part)\(unsafe: after)" }

    /// `CONVERT(CONVERT(k0 USING latin1) USING utf8mb4) = k0`: what the column's character set lacks would become a question
    /// mark, which a row may hold.
    func isWhole(_ part: SQL) -> SQLExpression {
        .operand("CONVERT(\(compared(part)) USING utf8mb4) COLLATE utf8mb4_bin = \(part)")
    }
}

extension ListColumn.Cast? {
    /// `CAST(k0 AS SIGNED)`
    func around(_ part: SQL) -> SQL { map { "\(unsafe: $0.before)\(part)\(unsafe: $0.after)" } ?? part }
}

extension KeyValues {
    /// What a part of a key is.
    ///
    /// - Throws: `DatabaseError` with code value for a decimal number of more digits than the engine has.
    init(_ value: SQLValue) throws {
        switch value {
        case .integer(let number): self = number < 0 ? .integer : .natural
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

    /// Whether a value of most lists is of this kind, which is told without making one of it.
    @inline(__always)
    fileprivate func isPlainly(of value: SQLValue) -> Bool {
        switch (self, value) {
        case (.natural, .integer(let number)): number >= 0
        case (.text, .text): true
        default: false
        }
    }

    /// What both are; nil where they are compared in different ways.
    func joined(_ other: KeyValues) -> KeyValues? {
        if self == other { return self }
        switch (self, other) {
        case (.natural, .integer), (.integer, .natural): return .integer
        case (.natural, .unsigned), (.unsigned, .natural): return .unsigned
        // Of decimal numbers MySQL 5.7 finds none beyond 2⁶³ by the index of a BIGINT UNSIGNED.
        case (.integer, .unsigned), (.unsigned, .integer): return nil
        case (.day, .timestamp), (.timestamp, .day): return .timestamp
        case (.real, _), (_, .real): return nil
        default:
            guard let own = digits, let others = other.digits else { return nil }
            return .decimal(whole: max(own.whole, others.whole), scale: max(own.scale, others.scale))
        }
    }

    private var digits: (whole: Int, scale: Int)? {
        switch self {
        case .integer, .natural: (19, 0)
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
            let value = keys.part(part, of: position)
            if self[part].isPlainly(of: value) { continue }
            let values = try KeyValues(value)
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
