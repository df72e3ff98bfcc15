import ZIMDb

/// The order of an ENUM or SET column of MySQL and MariaDB: `ORDER BY` goes by the numbers of its labels, while `>` compares
/// their texts. So what stands behind a value is asked for by the labels that have larger numbers.
///
/// Source: <https://mariadb.com/kb/en/enum/>, <https://mariadb.com/kb/en/set-data-type/>
package struct LabelOrder: Sendable, Hashable {
    private let labels: [String]
    private let isSet: Bool

    /// - Parameter engine: as the catalogue calls it.
    /// - Returns: nil for a column that is ordered as it is compared.
    package init?(_ column: ColumnSchema?, engine: String?) {
        guard let type = column?.type, engine == "mysql" else { return nil }
        switch type.prefix(while: { $0 != "(" }).lowercased() {
        case "enum": self.init(.labels(MySQLLiteral.labels(of: type)))
        case "set": self.init(.members(MySQLLiteral.labels(of: type)))
        default: return nil
        }
    }

    /// - Parameter limit: what a column keeps of values.
    init?(_ limit: ValueLimit?) {
        switch limit {
        case .labels(let list): (labels, isSet) = (list, false)
        case .members(let list): (labels, isSet) = (list, true)
        default: return nil
        }
    }

    /// The condition that a column's value stands behind another one, or before it; NULL does neither.
    ///
    /// ```sql
    /// `kind` IN ('offer', 'zzz')                                  -- the labels behind 'credit', by an index
    /// CAST(`days` AS UNSIGNED) > CAST('5' AS UNSIGNED)            -- a SET, by the sum of its members' bits
    /// ```
    ///
    /// - Returns: nil if the other value is none of the column's.
    package func rows(_ column: SQLExpression, behind value: SQLValue, isAscending: Bool) -> SQLExpression? {
        guard case .text(let text) = value else { return nil }
        if isSet {
            guard let bits = bits(of: text) else { return nil }
            // As a number of 64 bits; beside a text it would be a real number.
            let (own, other): (SQL, SQL) = ("CAST(\(column) AS UNSIGNED)", "CAST(\(String(bits)) AS UNSIGNED)")
            return .binary(.operand(own), isAscending ? .greaterThan : .lessThan, .operand(other))
        }
        // What was none of the labels when it was written has the number 0, and is read as an empty text.
        let ranked = labels.contains("") ? labels : [""] + labels
        guard let place = ranked.firstIndex(where: { $0.hasSameBytes(as: text) }) else { return nil }
        let beyond = isAscending ? ranked[(place + 1)...] : ranked[..<place]
        return column.isIn(beyond.map { .value($0) })
    }

    private func bits(of members: String) -> UInt64? {
        var bits: UInt64 = 0
        for member in members.split(separator: ",") {
            guard let place = labels.firstIndex(where: { $0.hasSameBytes(as: String(member)) }) else { return nil }
            bits |= 1 << UInt64(place)
        }
        return bits
    }
}

extension TablePlan {
    /// How columns are ordered, where that is by the numbers of labels; empty if none is.
    ///
    /// The labels are asked for with each page: another program may have put them into another order, and nobody tells.
    func labelOrders(of positions: [Int], in session: Session) throws -> [Int: LabelOrder] {
        guard session.connection.engine.types?.fitsValues == true else { return [:] }
        func orders() throws -> [Int: LabelOrder] {
            try valueLimits(in: session).reduce(into: [:]) { orders, column in
                if positions.contains(column.position) { orders[column.position] = LabelOrder(column.limit) }
            }
        }
        guard try !orders().isEmpty else { return [:] }
        try refreshSchema(in: session)
        return try orders()
    }
}
