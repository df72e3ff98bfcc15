import Foundation
import ZIMDb

/// What a column of a unique key can hold for a moment, while its row's value goes to another row.
enum StandIn {
    case null
    /// The number behind the largest, or before the smallest, where the column's type allows it.
    case number(most: Int64)
    /// Letters and digits by chance, no more than the column's type allows.
    case text(most: Int)
    case uuid

    /// What a column takes by its type, the likeliest first.
    ///
    /// - Parameters:
    ///   - compared: how the engine compares the column.
    ///   - column: what the database says of it.
    ///   - isRowID: whether it takes whole numbers only.
    ///   - value: what the model has there, which says it for a column without a type.
    static func all(
        _ compared: ComparedColumn, _ column: ColumnSchema?, isRowID: Bool, value: SQLValue
    ) -> [StandIn] {
        let text = StandIn.text(most: column?.length ?? 36)
        if let type = compared.type {
            if let most = largestNumbers[type] { return [.number(most: most)] }
            if type == "uuid" { return [.uuid] }
            return type.hasPrefix("text") || type.contains("char") ? [text] : []
        }
        if let held = compared.held { return all(held, column?.type ?? "", text) }
        let number = StandIn.number(most: .max)
        if isRowID { return [number] }
        switch compared.affinity {
        case .integer, .numeric, .real: return [number, text]
        case .text: return [text]
        case .blob, nil: return if case .integer = value { [number, text] } else { [text] }
        }
    }

    private static func all(_ held: HeldKind, _ type: String, _ text: StandIn) -> [StandIn] {
        let name = String(type.prefix { $0 != "(" && $0 != " " })
        switch held {
        case .text: return [text]
        case .integer: return largestNumbers[name].map { [.number(most: $0)] } ?? []
        case .float, .double: return [.number(most: .max)]
        case .decimal(let digits, _):
            let whole = max(0, min(18, digits.map { $0.precision - $0.scale } ?? 18))
            return [.number(most: (0..<whole).reduce(1) { most, _ in most * 10 } - 1)]
        case .typed: return name == "uuid" ? [.uuid] : []
        case .bytes, .timestamp, .day: return []
        }
    }

    private static let largestNumbers: [String: Int64] = [
        "smallint": Int64(Int16.max), "integer": Int64(Int32.max), "bigint": .max, "numeric": .max,
        "double precision": .max, "tinyint": Int64(Int8.max), "mediumint": 8_388_607, "int": Int64(Int32.max),
        "year": 2155,
    ]
}

extension ColumnSchema {
    /// The most letters that a text may have; nil if the type does not say.
    fileprivate var length: Int? {
        type.split(separator: "(").dropFirst().first.flatMap { Int($0.prefix { $0.isNumber }) }
    }
}

extension Session {
    /// The columns of a unique key and what they can hold for a while, by their types: NULL, the number behind the largest, a
    /// text that nobody has. A constraint of the table may forbid any of them.
    func standIns(_ plan: TablePlan, _ positions: [Int], of model: Model) throws -> [(position: Int, standIn: StandIn)]
    {
        let schema = try plan.tableSchema(in: self)
        let mapping = plan.mapping
        var found = positions.filter {
            !mapping.key.contains($0) && schema.column(mapping.columns[$0].name)?.isNotNull == false
        }.map { (position: $0, standIn: StandIn.null) }
        // One that points to another table would have to find a row there.
        let linked = Set(schema.foreignKeys.flatMap(\.columns).map { $0.lowercased() })
        let free = positions.filter { !linked.contains(mapping.columns[$0].name.lowercased()) }
        for index in free + positions.filter({ !free.contains($0) }) {
            let name = mapping.columns[index].name
            guard let compared = try plan.comparedColumns([index], in: self).first else { continue }
            let standIns = StandIn.all(
                compared, schema.column(name), isRowID: schema.isRowID(name),
                value: try mapping.columns[index].value(of: model))
            found += standIns.map { (index, $0) }
        }
        return found
    }

    /// The rows that must differ from one in a part of a unique key: those that are like it in the parts before, where its
    /// index finds them; all where another unique key has that part, too.
    ///
    /// - Parameter row: the key of the row.
    func rivals(of row: [SQLValue], _ plan: TablePlan, _ key: [Int], at position: Int) throws -> [SQLExpression] {
        let isShared = try plan.upsertKeys(in: self).contains { $0 != key && $0.contains(position) }
        if try isShared || plan.columnsOfOtherUniqueIndexes(in: self).contains(position) { return [] }
        let own = SQLExpression.all(zip(plan.mapping.key, row).map { plan.column($0) == .value($1) })
        return key.prefix { $0 != position }.map {
            .operand("\(plan.column($0)) = (SELECT \(plan.column($0)) FROM \(plan.target) WHERE \(own))")
        }
    }

    /// A value that none of some rows has in a column, and none is about to get; nil if none was found.
    func freeValue(
        _ standIn: StandIn, _ name: String, _ plan: TablePlan, among rows: [SQLExpression],
        besides taken: Set<DecimalNumber>
    ) throws -> SQLValue? {
        switch standIn {
        case .null: return .null
        case .number(let most):
            guard let ends = try silentRows(ends(ofNumbers: name, plan, among: rows)).first else { return nil }
            return ends[0].next(by: 1, most, besides: taken) ?? ends[1].next(by: -1, most, besides: taken)
        case .text(let most):
            // The letters at the end, which are the ones by chance.
            let text = { String(UUID().uuidString.lowercased().filter { $0 != "-" }.suffix(most)) }
            return try freeText(name, plan, rows, text)
        case .uuid: return try freeText(name, plan, rows) { UUID().uuidString.lowercased() }
        }
    }

    private func freeText(
        _ name: String, _ plan: TablePlan, _ rows: [SQLExpression], _ make: () -> String
    ) throws -> SQLValue? {
        for _ in 0..<20 {
            let text = SQLValue.text(make())
            let isTaken = SQLExpression.all(rows + [.column(name) == .value(text)])
            if try silentRows("SELECT 1 FROM \(plan.target) WHERE \(isTaken) LIMIT 1").isEmpty { return text }
        }
        return nil
    }

    /// Asks for the largest and the smallest number of some rows in a column, which may hold texts as well.
    func ends(ofNumbers name: String, _ plan: TablePlan, among rows: [SQLExpression]) -> SQL {
        // Numbers stand before all texts. An index has the one end and the other, if each is asked for alone.
        let isNumber = SQLExpression.operand("\(identifier: name) < ''")
        let conditions = dialect.features.contains(.untypedColumns) ? rows + [isNumber] : rows
        var table: SQL = "\(plan.target)"
        if !conditions.isEmpty { table += " WHERE \(SQLExpression.all(conditions))" }
        return "SELECT (SELECT max(\(identifier: name)) FROM \(table)), (SELECT min(\(identifier: name)) FROM \(table))"
    }
}

extension SQLValue {
    /// The next number in a direction, 1 or -1, that is none of some: whole where this one is; nil if there is none.
    fileprivate func next(by step: Int64, _ most: Int64, besides taken: Set<DecimalNumber>) -> SQLValue? {
        var next = neighbour(step, most)
        while let number = next, let decimal = DecimalNumber(of: number), taken.contains(decimal) {
            next = number.neighbour(step, most)
        }
        return next
    }

    private func neighbour(_ step: Int64, _ most: Int64) -> SQLValue? {
        if case .integer(let whole) = wholeOrReal {
            return (step > 0 ? whole < most : whole > -most - 1) ? .integer(whole + step) : nil
        }
        guard case .real(let real) = wholeOrReal else { return nil }
        // From there on not even the whole numbers are all told apart.
        let far = step > 0 ? real.nextUp : real.nextDown
        let next = abs(real) < 0x1p53 ? real.rounded(step > 0 ? .up : .down) + Double(step) : far
        return next.isFinite ? .real(next) : nil
    }

    private var wholeOrReal: SQLValue {
        if case .real = self { return self }
        return (try? Int64(column: self)).map { .integer($0) } ?? (try? Double(column: self)).map { .real($0) } ?? .null
    }
}
