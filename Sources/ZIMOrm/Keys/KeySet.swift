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
    enum Form: Hashable {
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

        /// A part of the key where it is compared with a column.
        func part(_ index: Int, _ names: MadeUpNames) -> SQLExpression {
            if constants.contains(index) { return .parameter }
            switch self {
            case .runs: return .parameter
            case .json(let columns, let constants):
                // The sign takes the column's affinity away: else 7 would not be found in a column of text that holds '7'.
                if columns - constants.count == 1 { return .operand("+\(names.key("value"))") }
                let position = (0..<index).count { !constants.contains($0) }
                return .operand("\(names.key("value")) ->> \(unsafe: String(position))")
            case .values: return .operand(names.key("k\(index)"))
            case .table(let columns, _, _):
                let part = names.key("k\(index)")
                // What is converted among the keys is compared as it is.
                return .operand(isIndexed && columns[index].isLossy ? part : columns[index].compared(part))
            case .lists(let types, _):
                let cast = types.indices.contains(index) ? ArrayLiteral.cast(to: types[index]) : ""
                return .operand(names.key("k\(index)" + cast))
            }
        }

        /// The conditions for a column that is compared with a part of the key.
        func conditions(
            _ index: Int, _ column: SQLExpression, _ comparison: KeyComparison, _ names: MadeUpNames
        ) -> [SQLExpression] {
            if case .runs(index, _, let runs) = self { return [runs.condition(column, names)] }
            var comparison = comparison
            // A list has the type itself.
            if case .lists = self, !constants.contains(index) { comparison.cast = nil }
            let equal = comparison.condition(column, part(index, names))
            guard case .table(let columns, _, _) = self, !constants.contains(index), columns[index].isLossy, !isIndexed
            else { return [equal] }
            return [equal, columns[index].isWhole(names.key("k\(index)"))]
        }

        /// What tells which key a row belongs to: the position of the key, or the number in a run.
        ///
        /// - Parameter columns: those that the parts are compared with.
        func position(_ columns: [SQLExpression], _ names: MadeUpNames) -> SQLExpression {
            switch self {
            case .json: .operand(names.key("key"))
            case .runs(let part, _, _): columns[part]
            case .values: .operand(names.key("ordinal"))
            // Counted from 1.
            case .lists, .table: .operand("(\(names.key("ordinal")) - 1)")
            }
        }

        /// `VALUES (0, ?, ?), (1, ?, ?)`: each key behind its position, where the set is one of values.
        var rows: SelectStatement? {
            guard case .values(let columns, let rows) = self else { return nil }
            let key = [SQLExpression](repeating: .parameter, count: columns)
            return SelectStatement(values: (0..<rows).map { [.operand(SQL(unsafe: String($0)))] + key })
        }

        /// The columns of the set that are compared, and of json_each() the one that counts them.
        var columnNames: [String] {
            switch self {
            case .json: ["key", "value"]
            case .runs(_, _, let runs): runs.columnNames
            case .values, .lists, .table: (0..<columns).filter { !constants.contains($0) }.map { "k\($0)" }
            }
        }

        /// The set where a table stands.
        func source(_ names: MadeUpNames) -> SQL {
            switch self {
            // Its columns are named where it is listed.
            case .values: return names.sql("keys")
            case .json, .runs: return names.hiding(columnNames, of: listed(names))
            case .lists, .table: return names.hiding(columnNames + ["ordinal"], of: listed(names))
            }
        }

        private func listed(_ names: MadeUpNames) -> SQL {
            switch self {
            case .runs(_, _, let runs): return runs.source(names)
            case .json: return names.jsonEach(.parameter)
            case .values: return names.sql("keys")
            case .table(let columns, let constants, let rows):
                if isIndexed {
                    return KeySet.distinct(columns, constants, rows, names, isCounted: true) { _ in .parameter }
                }
                return "\(KeySet.table(columns, constants, rows) { _ in .parameter }) AS \(names.sql("keys"))"
            case .lists(let types, let constants):
                let differing = types.indices.filter { !constants.contains($0) }
                let columns = differing.map { "k\($0)" } + ["ordinal"]
                let lists = differing.map { ArrayLiteral.list(.parameter, of: types[$0]) }.commaSeparated
                return
                    "unnest(\(lists)) WITH ORDINALITY AS \(names.sql("keys(\(columns.joined(separator: ", ")))"))"
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

    /// The set where a table stands in FROM, with its own parameters.
    func source(_ names: MadeUpNames) -> SQL { names.hiding(form.columnNames, of: listed(names)) }

    private func listed(_ names: MadeUpNames) -> SQL {
        let keys = names.sql("keys")
        switch form {
        case .json, .runs: return names.jsonEach(.value(parameters.first ?? .text("[]")))
        case .values(let columns, _):
            if let packed { return "\(packed)" }
            let list = (0..<columns).map { SQL(unsafe: "column\($0 + 1) AS k\($0)") }.commaSeparated
            let values = stride(from: 0, to: parameters.count, by: columns).map { start in
                parameters[start..<min(start + columns, parameters.count)].map { SQLExpression.value($0) }
            }
            return "(SELECT \(list) FROM (\(SelectStatement(values: values)))) AS \(keys)"
        case .lists(let types, let constants):
            let differing = types.indices.filter { !constants.contains($0) }
            let lists = differing.enumerated().map { position, index in
                let list = parameters.indices.contains(position) ? parameters[position] : .text("{}")
                return ArrayLiteral.list(.value(list), of: types[index])
            }
            // Keys that differ here may be one to the column's own type.
            let distinct: SQL = "(SELECT DISTINCT * FROM unnest(\(lists.commaSeparated)))"
            let columns = differing.map { "k\($0)" }.joined(separator: ", ")
            return "\(distinct) AS \(names.sql("keys(\(columns))"))"
        case .table(let columns, let constants, let rows):
            return Self.distinct(columns, constants, rows, names) { .value(parameters[$0]) }
        }
    }

    /// A part of the key where it is compared with a column, with its value where it is common to all keys.
    func part(_ index: Int, _ names: MadeUpNames) -> SQLExpression {
        let constants = form.constants
        guard constants.contains(index) else {
            // The set has converted those of which several may become one.
            if case .table(let columns, _, _) = form, columns[index].isLossy {
                return .operand(names.key("k\(index)"))
            }
            return form.part(index, names)
        }
        let position = form.parameterCount - constants.count + (0..<index).count { constants.contains($0) }
        return .value(parameters.indices.contains(position) ? parameters[position] : .null)
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
        valuesRows: Int = valuesRows, isOrdered: (_ part: Int) throws -> Bool = { _ in false }
    ) throws -> [KeySet] {
        guard keys.count > 0 else { return [] }
        let types = types.map { $0.count == keys.width ? ArrayLiteral.types($0, for: keys) : $0 }
        var constants = keys.constants
        if let table, keys.count >= KeyRuns.fewestKeys { constants = try keys.constants(in: table) }
        if let runs = try runs(of: keys, constants, types, isTable: table != nil, isOrdered) { return [runs] }
        if let table { return try tables(of: keys, table, rows: valuesRows) }
        // Something must differ from key to key, if only its position.
        if constants.count == keys.width { constants.removeLast() }
        let common = (0..<keys.width).filter(constants.contains).map { keys.part($0, of: 0) }
        if let types, types.count == keys.width {
            let lists = try (0..<keys.width).filter { !constants.contains($0) }.map { part in
                try ArrayLiteral.value((0..<keys.count).lazy.map { keys.part(part, of: $0) }, type: types[part])
            }
            let form = Form.lists(types: types, constants: constants)
            return [KeySet(form: form, parameters: lists + common, count: keys.count)]
        }
        if let json = KeyJSON.json(of: keys, without: constants) {
            let form = Form.json(columns: keys.width, constants: constants)
            return [KeySet(form: form, parameters: [.text(json)] + common, count: keys.count)]
        }
        return stride(from: 0, to: keys.count, by: valuesRows).map { start in
            let piece = keys[start..<(start + Swift.min(valuesRows, keys.count - start))]
            let form = Form.values(columns: keys.width, rows: piece.count)
            return KeySet(form: form, parameters: Array(piece.values), count: piece.count)
        }
    }

    /// The keys as runs of numbers, where only one part differs and an index has the rows in its order.
    private static func runs(
        of keys: KeyList, _ constants: KeyParts, _ types: [String]?, isTable: Bool,
        _ isOrdered: (_ part: Int) throws -> Bool
    ) throws -> KeySet? {
        guard constants.count == keys.width - 1, let part = (0..<keys.width).first(where: { !constants.contains($0) }),
            let runs = KeyRuns(of: keys, part: part)
        else { return nil }
        let type = types.flatMap { $0.indices.contains(part) ? $0[part] : nil }
        guard let form = isTable ? runs.ranges : type.map(KeyRuns.Form.lists) ?? .json, try isOrdered(part) else {
            return nil
        }
        let others = (0..<keys.width).filter { $0 != part }.map { keys.part($0, of: 0) }
        return KeySet(
            form: .runs(part: part, constants: constants, form), parameters: try runs.parameters(form) + others,
            count: keys.count, runs: runs)
    }
}
