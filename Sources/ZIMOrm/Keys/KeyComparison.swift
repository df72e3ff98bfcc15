import ZIMDb

/// What decides how an engine compares a column's values.
struct ComparedColumn: Hashable {
    /// nil for an engine without affinities, and for an expression of a view.
    var affinity: ColumnAffinity?
    /// nil if it is not known.
    var collation: String?
    /// The type to which values are cast to be compared as this column's; nil for SQLite, and where values say so themselves.
    var type: String?
    /// What a server's column holds.
    var held: HeldKind?
    /// Its collation, as SQL writes it, if texts that differ may be one to it, and the server's others take none for one.
    var mergingCollation: String?
    /// The same of a server that compares a bound value otherwise than the column that it comes from; nil for the others.
    var server: ServerColumn?

    /// Whether texts of the other column are compared with this one's values as numbers.
    func makesNumbers(of other: ComparedColumn) -> Bool {
        affinity?.isNumeric == true && (other.affinity == .text || other.affinity == .blob)
    }

    /// Whether several values of the other column may be one where they are compared with this one's: '1' and '01' as
    /// numbers, 'abc' and 'abc ' beside CHAR(8), 0.1 with many digits beside a number of 64 bits.
    func takesForOne(_ other: ComparedColumn) -> Bool {
        guard let type, let otherType = other.type else {
            guard let held, let otherHeld = other.held else { return makesNumbers(of: other) }
            if differsInCollation(from: other) || held != otherHeld && (held == .double || otherHeld == .double) {
                return true
            }
            // Beside a number or a date a text is what it can be read as.
            return held != .text && otherHeld == .text
        }
        if mergingCollation != nil, other.mergingCollation == nil { return true }
        if Self.isPadded(type) { return !Self.isPadded(otherType) }
        return ["real", "double precision"].contains(type)
            && ["numeric", "bigint", "double precision"].contains {
                otherType.hasPrefix($0) && otherType != type
            }
    }

    private static func isPadded(_ type: String) -> Bool {
        type == "character" || ["character(", "char(", "bpchar"].contains { type.hasPrefix($0) }
    }

    /// Whether a server compares its values as what they mean, however they are written.
    var comparesByMeaning: Bool { held.map { $0 != .text && $0 != .bytes } ?? false }

    /// Whether texts that differ may be one to its collation or type.
    var mergesSpellings: Bool {
        if let type { return mergingCollation != nil || Self.isPadded(type) || type.hasSuffix("citext") }
        return collation.map { !$0.isSameName(as: "BINARY") && !$0.hasSuffix("_bin") } ?? false
    }

    /// Whether texts of the two are compared otherwise where this one comes first.
    func differsInCollation(from other: ComparedColumn) -> Bool {
        guard let collation, let other = other.collation else { return false }
        return !collation.isSameName(as: other)
    }
}

/// How a part of a key is compared with the column that it is looked up in.
struct KeyComparison: Hashable {
    /// What the part is cast to, so that it is compared as the column that it comes from would be: a bound value has no
    /// type of its own. A value is not changed by it.
    var cast: String?
    /// The same on a server whose casts are not all written as such.
    var serverCast: ListColumn.Cast?
    /// Whether the column's affinity is taken away.
    var isBare = false
    /// The collation where it is not that of the column.
    var collation: String?
    /// The same as SQL writes it: that of the column that the part comes from, which texts that differ may be equal to.
    var mergingCollation: String?

    /// The condition that a column holds a part of the key.
    func condition(_ column: SQLExpression, _ part: SQLExpression) -> SQLExpression {
        var value = SQLExpression.operand(cast("\(part)"))
        if let collation { value = value.collate(collation) }
        if let mergingCollation { value = .operand("\(value) COLLATE \(unsafe: mergingCollation)") }
        let equal: SQL = "\(column) = \(value)"
        return .operand(isBare ? "+" + equal : equal)
    }

    /// The part as the column's values are compared with it.
    func cast(_ part: SQL) -> SQL {
        let part = serverCast.around(part)
        guard let cast else { return part }
        return "CAST(\(part) AS \(unsafe: cast))"
    }
}

/// How the parts of a relationship's key are compared, so that whatever way its rows are loaded, they are those that SQL's
/// join of both columns finds.
///
/// A comparison applies the affinities of both columns. Where these are the same, or the column that is searched has the
/// stronger one, the bound value needs nothing. Texts are compared by the collation of the columns that are pointed to,
/// as SQLite does when it enforces a foreign key, and on MariaDB and MySQL by a binary one of the two.
///
/// Source: <https://www.sqlite.org/datatype3.html>, sections 3.2, 4.2 and 7.1; <https://www.sqlite.org/foreignkeys.html>
struct KeyComparisons {
    private let parts: [(text: KeyComparison, number: KeyComparison)]
    /// The columns that are searched.
    let matched: [ComparedColumn]
    /// The parts where a number is compared in another way than a text.
    private let divided: KeyParts
    /// Whether real numbers count as numbers there.
    private let dividesReals: Bool
    /// Whether all parts are compared as they are.
    let arePlain: Bool
    /// What the columns keep of numbers, where a server would alter others before it compares them.
    private let limits: [ValueLimit?]
    /// Whether some numbers equal nothing in a column.
    let hasLimits: Bool
    /// The types of the lists of texts that are compared as the columns that they come from.
    let textTypes: [String?]
    /// Whether different keys may be found by one: '1' and '01' where texts are searched for numbers, and both are 1.
    let mayFindSeveral: Bool

    /// - Parameters:
    ///   - servers: how a server compares them, part by part; nil for the others.
    ///   - isParent: whether the matched columns are those that are pointed to.
    init(source: [ComparedColumn], matched: [ComparedColumn], servers: [ServerComparison?], isParent: Bool) {
        self.matched = matched
        parts = zip(zip(source, matched), servers).map { pair, server in
            let (source, matched) = pair
            let collation = Self.collation(source, matched, server?.texts, isParent: isParent)
            return (
                Self.comparison(source, matched, server, isNumber: false, collation: collation),
                // Numbers have no collation, and another than the column's would keep the engine from its index.
                Self.comparison(source, matched, server, isNumber: true, collation: nil)
            )
        }
        limits = servers.map { $0?.limit }
        hasLimits = limits.contains { $0 != nil }
        textTypes = zip(source, servers).map { $1?.texts == .source ? $0.server?.listType : nil }
        var divided = KeyParts()
        for (part, forms) in parts.enumerated() where forms.text != forms.number { divided.insert(part) }
        self.divided = divided
        mayFindSeveral = zip(source, matched).contains { $0.takesForOne($1) }
        dividesReals = matched.allSatisfy { $0.type == nil }
        arePlain = divided.count == 0 && parts.allSatisfy { $0.text == KeyComparison() }
    }

    /// The collation by which the join of both columns compares them; nil if it is that of the matched one.
    private static func collation(
        _ source: ComparedColumn, _ matched: ComparedColumn, _ texts: ServerComparison.Texts?, isParent: Bool
    ) -> String? {
        if let texts { return texts == .source ? source.collation : nil }
        guard let own = source.collation, let other = matched.collation, source.differsInCollation(from: matched) else {
            return nil
        }
        // Of two collations of a character set MariaDB and MySQL take the binary one, whichever column is pointed to.
        func characters(_ collation: String) -> Substring { collation.prefix { $0 != "_" } }
        if source.held != nil, characters(own) == characters(other), own.hasSuffix("_bin") != other.hasSuffix("_bin") {
            return own.hasSuffix("_bin") ? own : nil
        }
        return isParent ? nil : own
    }

    private static func comparison(
        _ source: ComparedColumn, _ matched: ComparedColumn, _ server: ServerComparison?, isNumber: Bool,
        collation: String?
    ) -> KeyComparison {
        var comparison = KeyComparison(serverCast: server?.cast, collation: collation)
        if let type = source.type, let other = matched.type {
            // PostgreSQL compares two columns by the one collation that is not the default, whichever side has it.
            if matched.mergingCollation == nil, !isNumber { comparison.mergingCollation = source.mergingCollation }
            if type != other {
                // A whole number is the same in every type of numbers, and is found by the index as bigint.
                let isWhole = isNumber && type == "numeric" && ColumnAffinity.wholeNumbers.contains(other)
                comparison.cast = isWhole ? "bigint" : type
            }
            return comparison
        }
        switch source.affinity {
        case .integer, .numeric, .real:
            if isNumber, matched.affinity?.isNumeric != true { comparison.cast = "NUMERIC" }
        case .text:
            if isNumber, matched.affinity == .blob { comparison.cast = "TEXT" }
        case .blob:
            if isNumber, matched.affinity == .text { comparison.isBare = true }
        case nil: break
        }
        return comparison
    }

    /// Whether a part of a key can equal a value of its column.
    func canBeFound(_ value: SQLValue, _ part: Int) -> Bool { limits[part]?.canHold(numberOf: value) ?? true }

    /// The parts of a key that hold a number where that matters.
    @inline(__always)
    func numbers(in keys: KeyList, at position: Int) -> KeyParts {
        if divided.count == 0 { return KeyParts() }
        var numbers = KeyParts()
        for part in 0..<keys.width where divided.contains(part) {
            switch keys.part(part, of: position) {
            case .integer: numbers.insert(part)
            case .real where dividesReals: numbers.insert(part)
            default: break
            }
        }
        return numbers
    }

    /// How the parts of a key are compared.
    func parts(_ numbers: KeyParts) -> [KeyComparison] {
        parts.indices.map { numbers.contains($0) ? parts[$0].number : parts[$0].text }
    }

    /// The types of the lists that the parts of many keys are: those of the columns that they come from.
    func listTypes(_ types: [String]?, _ numbers: KeyParts) -> [String]? {
        guard let types, !arePlain else { return types }
        return zip(types, parts(numbers)).map { $1.cast ?? $0 }
    }

    /// The keys in pieces that are compared in one way each, and where each of them stood before; nil if all are.
    func divide(_ keys: KeyList) -> (keys: KeyList, pieces: [Range<Int>], positions: ContiguousArray<Int32>)? {
        guard divided.count > 0 else { return nil }
        let kinds = (0..<keys.count).map { numbers(in: keys, at: $0) }
        guard let first = kinds.first, kinds.contains(where: { $0 != first }) else { return nil }
        var seen: [KeyParts] = []
        var rows: [KeyParts: [Int]] = [:]
        for (index, kind) in kinds.enumerated() {
            if rows[kind] == nil { seen.append(kind) }
            rows[kind, default: []].append(index)
        }
        var sorted = KeyList(width: keys.width, capacity: keys.count)
        var pieces: [Range<Int>] = []
        var positions = ContiguousArray<Int32>(repeating: 0, count: keys.count)
        for kind in seen {
            let start = sorted.count
            for index in rows[kind] ?? [] {
                positions[index] = Int32(truncatingIfNeeded: sorted.count)
                sorted.append(keys[index])
            }
            pieces.append(start..<sorted.count)
        }
        return (sorted, pieces, positions)
    }
}
