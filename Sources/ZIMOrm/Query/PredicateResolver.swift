import ZIMDb

/// Turns a parsed predicate into an expression: names into columns, dotted paths into joins, values into parameters as
/// the column that they are compared with would store them.
struct PredicateResolver {
    let plan: TablePlan
    let session: Session
    /// The query so far; paths add joins to it.
    var spec: QuerySpec
    /// The join table of the relationship whose filter this is: its columns can be named where the target has no such.
    var join: Mapping?

    /// A column that a path leads to.
    struct Target {
        let expression: SQLExpression
        let mapping: Mapping
        let place: Int
    }

    mutating func expression(_ node: PredicateNode) throws -> SQLExpression {
        switch node {
        case .comparison(let left, let comparison, let right, let ignoresCase):
            return try compare(left, comparison, right, ignoresCase: ignoresCase)
        case .isNull(let operand, let negated):
            let operand = try self.operand(operand, like: nil).expression
            return negated ? operand.isNotNull : operand.isNull
        case .inList(let operand, let list, let negated):
            let (operand, target) = try self.operand(operand, like: nil)
            let items = try list.map { try self.operand($0, like: target).expression }
            return negated ? operand.isNotIn(items) : operand.isIn(items)
        case .between(let operand, let low, let high, let negated):
            let (operand, target) = try self.operand(operand, like: nil)
            let between = operand.between(
                try self.operand(low, like: target).expression, try self.operand(high, like: target).expression)
            return negated ? !between : between
        case .and(let nodes): return .all(try nodes.map { try expression($0) })
        case .or(let nodes): return .any(try nodes.map { try expression($0) })
        case .not(let node): return !(try expression(node))
        case .constant(let value): return value ? .all([]) : .any([])
        }
    }

    private mutating func compare(
        _ left: PredicateOperand, _ comparison: PredicateComparison, _ right: PredicateOperand, ignoresCase: Bool
    ) throws -> SQLExpression {
        // Whichever side is a column says how the value on the other is stored.
        let target = try target(of: left) ?? target(of: right)
        let isTextual = comparison.isTextual
        let leftSide = try operand(left, like: isTextual ? nil : target).expression
        if isTextual {
            guard case .value(let value) = right else {
                throw ModelError(
                    .predicate, "the right side of \(comparison.rawValue) must be a text", table: plan.mapping.table)
            }
            let text = try text(value, comparison)
            switch comparison {
            case .contains: return match(.contains, leftSide, text, ignoresCase)
            case .beginsWith: return match(.beginsWith, leftSide, text, ignoresCase)
            case .endsWith: return match(.endsWith, leftSide, text, ignoresCase)
            default:
                if ignoresCase, !plan.dialect.features.contains(.likeIgnoresCase) {
                    return SQLExpression.function("lower", leftSide).like(.function("lower", .value(text)))
                }
                return leftSide.like(.value(text))
            }
        }
        let rightSide = try operand(right, like: target).expression
        guard let operation = SQLOperator(rawValue: comparison.rawValue) else {
            throw ModelError(.predicate, "the operator \(comparison.rawValue) is not known", table: plan.mapping.table)
        }
        if ignoresCase {
            return .binary(.function("lower", leftSide), operation, .function("lower", rightSide))
        }
        return .binary(leftSide, operation, rightSide)
    }

    private func match(_ match: TextMatch, _ operand: SQLExpression, _ text: String, _ ignoresCase: Bool)
        -> SQLExpression
    {
        match.condition(operand, text, ignoresCase: ignoresCase, dialect: plan.dialect)
    }

    private func text(_ value: SQLValue, _ comparison: PredicateComparison) throws -> String {
        do { return try String(column: value) } catch {
            throw ModelError(
                .predicate, "the right side of \(comparison.rawValue) must be a text, not \(value)",
                table: plan.mapping.table,
                value: value)
        }
    }

    private mutating func target(of operand: PredicateOperand) throws -> Target? {
        guard case .path(let names, let position) = operand else { return nil }
        return try path(names, position: position)
    }

    private mutating func operand(
        _ operand: PredicateOperand, like target: Target?
    ) throws -> (expression: SQLExpression, target: Target?) {
        switch operand {
        case .path(let names, let position):
            let found = try path(names, position: position)
            return (found.expression, found)
        case .value(let value):
            guard let target, !value.isNull else { return (.value(value), nil) }
            do {
                return (try FilterResolver(mapping: target.mapping).value(value, for: target.place), nil)
            } catch  where value.isNumber {
                // No row holds 2.5 where the property is an Int, but rows lie above and below it.
                return (.value(value), nil)
            }
        case .arithmetic(let left, let arithmetic, let right):
            guard let operation = SQLOperator(rawValue: arithmetic.rawValue) else {
                throw ModelError(
                    .predicate, "the operator \(arithmetic.rawValue) is not known", table: plan.mapping.table)
            }
            return (
                .binary(
                    try self.operand(left, like: nil).expression, operation,
                    try self.operand(right, like: nil).expression),
                nil
            )
        case .function(let name, let arguments, _):
            return (.function(name, arguments: try arguments.map { try self.operand($0, like: nil).expression }), nil)
        }
    }

    /// The column at the end of a path: `lastName`, `dog.label`, `person.lastName` with the table's own name.
    mutating func path(_ names: [String], position: Int?) throws -> Target {
        do { return try walk(names) } catch var error as ModelError {
            error.position = position
            throw error
        }
    }

    private mutating func walk(_ names: [String]) throws -> Target {
        guard !names.isEmpty else { throw ModelError(.predicate, "a path is empty") }
        var mapping = plan.mapping
        var alias = mapping.table
        var rest = names[...]
        if let found = column(rest, of: mapping, alias) ?? joinColumn(rest) { return found }
        if rest.count > 1, rest.first == mapping.table,
            !mapping.relationships.contains(where: { $0.name == mapping.table })
        {
            rest = rest.dropFirst()
        }
        var path = ""
        while rest.count > 1, let step = rest.first {
            if let found = column(rest, of: mapping, alias) { return found }
            rest = rest.dropFirst()
            guard let relationship = mapping.relationships.first(where: { $0.name == step }) else {
                throw ModelError(
                    .unknownRelationship,
                    "\"\(mapping.table)\" (class \(mapping.type)) has no relationship \"\(step)\"",
                    table: mapping.table,
                    hint: NearestNames.hint(for: step, among: mapping.relationships.map(\.name))
                        ?? "Name it in the class's relationships")
            }
            path += (path.isEmpty ? "" : ".") + step
            (mapping, alias) = try join(relationship, path: path, from: mapping, alias: alias)
        }
        let place = try mapping.index(of: rest.joined(separator: "."))
        return Target(expression: .column(mapping.columns[place].name, of: alias), mapping: mapping, place: place)
    }

    /// The column that all names together name: a column's own name may hold dots.
    private func column(_ names: ArraySlice<String>, of mapping: Mapping, _ alias: String) -> Target? {
        mapping.firstIndex(of: names.joined(separator: ".")).map {
            Target(expression: .column(mapping.columns[$0].name, of: alias), mapping: mapping, place: $0)
        }
    }

    /// The join table's column, by its name or with the table's name before it.
    private func joinColumn(_ names: ArraySlice<String>) -> Target? {
        guard let join else { return nil }
        let alias = join.joinName(beside: plan.mapping)
        if let found = column(names, of: join, alias) { return found }
        return names.count > 1 && names.first == join.table ? column(names.dropFirst(), of: join, alias) : nil
    }

    /// The table behind a relationship, joined once for each path.
    private mutating func join(
        _ relationship: Relationship, path: String, from mapping: Mapping, alias: String
    ) throws -> (Mapping, String) {
        let target = try session.plan(for: relationship.target).mapping
        if let known = spec.joins.first(where: { $0.path == path }) { return (target, known.alias) }
        // A row with several others must not be found several times; only a primary key is known to be one.
        if relationship.kind != .belongsTo || relationship.references != nil { spec.isDistinct = true }
        if let through = relationship.join {
            let middle = try session.plan(for: through.type).mapping
            let middleAlias = free(path + ".link")
            spec.joins.append(
                QueryJoin(
                    path: path + "\u{0}", alias: middleAlias, mapping: middle, source: alias,
                    pairs: try pairs(
                        mapping, try relationship.references.map { try mapping.indexes(of: $0) } ?? mapping.key, middle,
                        try middle.indexes(of: relationship.foreignKey))))
            let targetPlaces = try through.targetReferences.map { try target.indexes(of: $0) } ?? target.key
            let joined = QueryJoin(
                path: path, alias: free(path), mapping: target, source: middleAlias,
                pairs: try pairs(middle, try middle.indexes(of: through.targetForeignKey), target, targetPlaces))
            spec.joins.append(joined)
            return (target, joined.alias)
        }
        let here: [Int]
        let there: [Int]
        if relationship.kind == .belongsTo {
            here = try mapping.indexes(of: relationship.foreignKey)
            there = try relationship.references.map { try target.indexes(of: $0) } ?? target.key
        } else {
            here = try relationship.references.map { try mapping.indexes(of: $0) } ?? mapping.key
            there = try target.indexes(of: relationship.foreignKey)
        }
        let joined = QueryJoin(
            path: path, alias: free(path), mapping: target, source: alias,
            pairs: try pairs(mapping, here, target, there))
        spec.joins.append(joined)
        return (target, joined.alias)
    }

    private func pairs(_ left: Mapping, _ here: [Int], _ right: Mapping, _ there: [Int]) throws -> [(
        from: String, to: String
    )] {
        guard here.count == there.count, !here.isEmpty else {
            throw ModelError(
                .keyMismatch,
                "a relationship of \"\(left.table)\" has \(here.count) columns where \"\(right.table)\" has \(there.count)",
                table: left.table)
        }
        return zip(here, there).map { (left.columns[$0].name, right.columns[$1].name) }
    }

    /// An alias that is no table's name in this query.
    private func free(_ wanted: String) -> String {
        let taken = Set([plan.mapping.table.lowercased()] + spec.joins.map { $0.alias.lowercased() })
        var alias = wanted
        var number = 2
        while taken.contains(alias.lowercased()) {
            alias = "\(wanted)_\(number)"
            number += 1
        }
        return alias
    }
}

extension SQLValue {
    fileprivate var isNumber: Bool {
        switch self {
        case .integer, .real: true
        default: false
        }
    }
}
