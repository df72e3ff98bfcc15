import ZIMDb

/// Many keys at once, as a table that a statement can join: never a list of ORs or an IN, which scan or break.
///
/// Where the engine has lists, each part of the keys is one, of the type of the column that it is compared with.
/// Elsewhere they are one parameter as JSON. What all keys have in common is bound beside it, so that the engine takes
/// apart only what differs. Numbers that follow each other are given as their first and last. Bytes, real numbers and text
/// with NUL have no exact form in JSON: a set in which such parts differ is written as `VALUES`, in pieces.
struct KeySet {
    /// The name of the column that tells which key a row belongs to.
    static let position = "key"

    /// How a set of keys stands in a statement, with placeholders for its parameters.
    enum Form: Hashable, SQLRenderable {
        case json(columns: Int, constants: KeyParts)
        /// Runs of numbers in one part; the others are constants.
        case runs(part: Int, constants: KeyParts, KeyRuns.Form)
        case values(columns: Int, rows: Int)
        case lists(types: [String], constants: KeyParts = KeyParts())
        /// A table whose columns have types, which the engine makes of JSON, or so many rows of parameters.
        case table(columns: [ListColumn], constants: KeyParts, rows: Int?)

        /// How many parameters the set has.
        var parameterCount: Int {
            switch self {
            case .json(_, let constants): 1 + constants.count
            case .runs(_, let constants, let runs): runs.parameterCount + constants.count
            case .values(let columns, let rows): columns * rows
            // A list for each part that differs, and a value for each that does not.
            case .lists(let types, _): types.count
            case .table(let columns, let constants, let rows):
                (rows.map { $0 * (columns.count - constants.count) } ?? 1) + constants.count
            }
        }

        /// How many parts each key has.
        var columns: Int {
            switch self {
            case .json(let columns, _), .values(let columns, _): columns
            case .runs(_, let constants, _): constants.count + 1
            case .lists(let types, _): types.count
            case .table(let columns, _, _): columns.count
            }
        }

        /// The parts that all keys have in common.
        var constants: KeyParts {
            switch self {
            case .json(_, let constants), .runs(_, let constants, _), .lists(_, let constants),
                .table(_, let constants, _):
                constants
            case .values: KeyParts()
            }
        }

        /// Writes a part of the key where it is compared with a column; a common one with its parameter.
        func writePart(_ index: Int, _ writer: inout SQLWriter, value: SQLValue = .null) throws {
            if constants.contains(index) { return try writer.bind(value) }
            switch self {
            case .runs: break
            case .json(let columns, let constants):
                // The sign takes the column's affinity away: else 7 would not be found in a column of text that holds '7'.
                if columns - constants.count == 1 {
                    writer.raw("+")
                    return writer.madeUp("keys.value")
                }
                writer.madeUp("keys.value ->> \((0..<index).count { !constants.contains($0) })")
            case .values: writer.madeUp("keys.k\(index)")
            case .table(let columns, _, _): writeCompared(columns[index], "keys.k\(index)", &writer)
            case .lists(let types, _):
                writer.madeUp(
                    "keys.k\(index)" + (types.indices.contains(index) ? ArrayLiteral.cast(to: types[index]) : ""))
            }
        }

        /// Writes the condition for a column that is compared with a part of the key.
        func writeCondition(
            _ index: Int, _ column: SQLExpression, _ comparison: KeyComparison = KeyComparison(),
            _ writer: inout SQLWriter
        ) throws {
            if case .runs(index, _, let runs) = self {
                try runs.writeCondition(column, &writer)
            } else {
                var comparison = comparison
                // A list has the type itself.
                if case .lists = self, !constants.contains(index) { comparison.cast = nil }
                try comparison.write(column, &writer) { try writePart(index, &$0) }
                if case .table(let columns, _, _) = self, !constants.contains(index), columns[index].isLossy {
                    writer.raw(" AND ")
                    writeWhole(columns[index], "keys.k\(index)", &writer)
                }
            }
        }

        /// Writes what tells which key a row belongs to: the position of the key, or the number in a run.
        ///
        /// - Parameter columns: those that the parts are compared with.
        func writePosition(_ columns: [SQLExpression], _ writer: inout SQLWriter) throws {
            switch self {
            case .json: writer.madeUp("keys.key")
            case .runs(let part, _, _): try columns[part].write(to: &writer)
            case .values: writer.madeUp("keys.ordinal")
            // Counted from 1.
            case .lists, .table:
                writer.raw("(")
                writer.madeUp("keys.ordinal - 1)")
            }
        }

        /// `k0, k1`
        static func names(_ count: Int) -> String { (0..<count).map { "k\($0)" }.joined(separator: ", ") }

        /// `WITH zim_keys(ordinal, k0, k1) AS (VALUES (0, ?, ?), …)`, where the set is one of values.
        func writeWith(_ writer: inout SQLWriter, name: String = "keys") throws {
            guard case .values(let columns, let rows) = self else { return }
            writer.raw("WITH ")
            writer.madeUp("\(name)(ordinal, \((0..<columns).map { "k\($0)" }.joined(separator: ", "))) AS (VALUES ")
            for row in 0..<rows {
                writer.raw(row == 0 ? "(" : ", (")
                writer.raw(String(row))
                for _ in 0..<columns {
                    writer.raw(", ")
                    try writer.bind(.null)
                }
                writer.raw(")")
            }
            writer.raw(")")
        }

        /// Writes it where a table stands.
        func write(to writer: inout SQLWriter) throws {
            switch self {
            case .runs(_, _, let runs): try runs.writeSource(&writer)
            case .json:
                writer.raw("json_each(")
                try writer.bind(.null)
                writer.raw(") AS ")
                writer.madeUp("keys")
            case .values: writer.madeUp("keys")
            case .table(let columns, let constants, let rows):
                try writeTable(columns, constants, rows, &writer) { writer, _ in try writer.bind(.null) }
                writer.raw(" AS ")
                writer.madeUp("keys")
            case .lists(let types, let constants):
                let differing = types.indices.filter { !constants.contains($0) }
                writer.raw("unnest(")
                for (position, index) in differing.enumerated() {
                    if position > 0 { writer.raw(", ") }
                    try writer.bind(.null)
                    writer.raw("::\(ArrayLiteral.element(of: types[index]))[]")
                }
                let names = differing.map { "k\($0)" }.joined(separator: ", ")
                writer.raw(") WITH ORDINALITY AS ")
                writer.madeUp("keys(\(names), ordinal)")
            }
        }
    }

    let form: Form
    /// In the order in which the statement has them: the set itself, then what is common to all keys.
    let parameters: [SQLValue]
    /// How many keys are in it.
    let count: Int
    /// Which number stands for which key.
    var runs: KeyRuns?

    /// The keys of a set of values, where they are too many for a parameter each.
    var packed: PackedKeys?

    /// The rows of a `VALUES` at most: its text grows with each.
    static let valuesRows = 200

    /// Writes the set where a table stands in FROM, with its own parameters.
    func writeSource(_ writer: inout SQLWriter) throws {
        switch form {
        case .json, .runs:
            writer.raw("json_each(")
            try writer.bind(parameters.first ?? .text("[]"))
            writer.raw(") AS ")
            writer.madeUp("keys")
        case .values(let columns, _):
            if let packed { return try packed.writeSource(&writer) }
            writer.raw(
                "(SELECT \((0..<columns).map { "column\($0 + 1) AS k\($0)" }.joined(separator: ", ")) FROM (VALUES ")
            for (index, value) in parameters.enumerated() {
                writer.raw(index % columns == 0 ? (index == 0 ? "(" : "), (") : ", ")
                try writer.bind(value)
            }
            writer.raw("))) AS ")
            writer.madeUp("keys")
        case .lists(let types, let constants):
            let differing = types.indices.filter { !constants.contains($0) }
            // Keys that differ here may be one to the column's own type.
            writer.raw("(SELECT DISTINCT * FROM unnest(")
            for (position, index) in differing.enumerated() {
                if position > 0 { writer.raw(", ") }
                try writer.bind(parameters.indices.contains(position) ? parameters[position] : .text("{}"))
                writer.raw("::\(ArrayLiteral.element(of: types[index]))[]")
            }
            writer.raw(")) AS ")
            writer.madeUp("keys(\(differing.map { "k\($0)" }.joined(separator: ", ")))")
        case .table(let columns, let constants, let rows):
            try form.writeDistinct(columns, constants, rows, &writer) { try $0.bind(parameters[$1]) }
        }
    }

    /// Writes a part of the key where it is compared with a column, with its parameter where it is common to all keys.
    func writePart(_ index: Int, _ writer: inout SQLWriter) throws {
        let constants = form.constants
        guard constants.contains(index) else {
            // The set has converted those of which several may become one.
            if case .table(let columns, _, _) = form, columns[index].isLossy {
                return writer.madeUp("keys.k\(index)")
            }
            return try form.writePart(index, &writer)
        }
        let position = form.parameterCount - constants.count + (0..<index).count { constants.contains($0) }
        try form.writePart(index, &writer, value: parameters.indices.contains(position) ? parameters[position] : .null)
    }

    /// Many keys that have no exact form in JSON, in one statement.
    static func packed(_ keys: KeyList) -> KeySet {
        KeySet(
            form: .values(columns: keys.width, rows: 0), parameters: [], count: keys.count, packed: PackedKeys(keys))
    }

    /// The set without a key, which no row is in.
    static func none(
        columns: Int, types: [String]? = nil, table: ((Int, KeyValues) -> ListColumn?)? = nil
    ) -> KeySet {
        // Of texts: MariaDB compares no number with a UUID, not even none.
        let listed = (0..<columns).compactMap { table?($0, .text) }
        if listed.count == columns, columns > 0 {
            return KeySet.none(of: listed)
        }
        if let types { return KeySet(form: .lists(types: types), parameters: [], count: 0) }
        return KeySet(form: .json(columns: columns, constants: KeyParts()), parameters: [.text("[]")], count: 0)
    }

    /// Puts keys into as few sets as can be.
    ///
    /// - Parameters:
    ///   - types: the types that lists of the parts have; nil if the engine has no lists.
    ///   - table: the columns of a table that the engine makes of JSON; nil if it makes none.
    ///   - isOrdered: whether an index has the rows in the order of a part when all others are the same.
    static func sets(
        of keys: KeyList, types: [String]? = nil, table: ((Int, KeyValues) -> ListColumn?)? = nil,
        valuesRows: Int = valuesRows, isOrdered: (_ part: Int) -> Bool = { _ in false }
    ) throws -> [KeySet] {
        guard keys.count > 0 else { return [] }
        var constants = keys.constants
        if let runs = try runs(of: keys, constants, types, isTable: table != nil, isOrdered) { return [runs] }
        if let table { return try tables(of: keys, table, rows: valuesRows) }
        if let types, types.count == keys.width {
            // Something must differ from key to key, if only its position.
            if constants.count == keys.width { constants.removeLast() }
            var parameters: [SQLValue] = []
            for part in 0..<keys.width where !constants.contains(part) {
                parameters.append(
                    try ArrayLiteral.value((0..<keys.count).lazy.map { keys.part(part, of: $0) }, type: types[part]))
            }
            for part in 0..<keys.width where constants.contains(part) { parameters.append(keys.part(part, of: 0)) }
            return [
                KeySet(
                    form: .lists(types: types, constants: constants), parameters: parameters, count: keys.count)
            ]
        }
        // Something must differ from key to key, if only its position.
        if constants.count == keys.width { constants.removeLast() }
        if let json = KeyJSON.json(of: keys, without: constants) {
            var parameters: [SQLValue] = [.text(json)]
            for index in 0..<keys.width where constants.contains(index) { parameters.append(keys.part(index, of: 0)) }
            return [
                KeySet(
                    form: .json(columns: keys.width, constants: constants), parameters: parameters, count: keys.count)
            ]
        }
        var sets: [KeySet] = []
        var start = 0
        while start < keys.count {
            let rows = Swift.min(valuesRows, keys.count - start)
            sets.append(
                KeySet(
                    form: .values(columns: keys.width, rows: rows),
                    parameters: Array(keys[start..<(start + rows)].values), count: rows))
            start += rows
        }
        return sets
    }

    /// The keys as runs of numbers, where only one part differs and an index has the rows in its order.
    private static func runs(
        of keys: KeyList, _ constants: KeyParts, _ types: [String]?, isTable: Bool, _ isOrdered: (_ part: Int) -> Bool
    ) throws -> KeySet? {
        guard constants.count == keys.width - 1, let part = (0..<keys.width).first(where: { !constants.contains($0) }),
            let runs = KeyRuns(of: keys, part: part)
        else { return nil }
        let type = types.flatMap { $0.indices.contains(part) ? $0[part] : nil }
        guard let form = isTable ? runs.ranges : type.map(KeyRuns.Form.lists) ?? .json, isOrdered(part) else {
            return nil
        }
        let others = (0..<keys.width).filter { $0 != part }.map { keys.part($0, of: 0) }
        return KeySet(
            form: .runs(part: part, constants: constants, form), parameters: try runs.parameters(form) + others,
            count: keys.count, runs: runs)
    }
}

extension SQLWriter {
    /// Joins the table behind a set of keys: the set comes first where an engine can be told so.
    mutating func joinKeys() {
        if features.contains(.crossJoinOn) { return raw(" CROSS JOIN ") }
        raw(features.contains(.straightJoin) ? " STRAIGHT_JOIN " : " JOIN ")
    }
}
