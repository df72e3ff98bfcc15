import ZIMOrm
import ZIMTool

/// A condition in the language of ``ZIMOrm/PredicateText``, on a table that has no class: names are columns, or the
/// tables that foreign keys lead to and their columns.
struct FilterText {
    private let text: String

    init(_ text: String) { self.text = text }

    /// - Throws: `ModelError` with the position of what cannot be read or is not there.
    func condition(on table: TableSchema, alias: String, _ catalog: Catalog) throws -> SQLExpression {
        var reading = Reading(table: table, alias: alias, catalog: catalog)
        return try reading.expression(try PredicateText(unsafe: text).parse())
    }

    private struct Reading {
        let table: TableSchema
        let alias: String
        let catalog: Catalog
        /// The tables that the paths of the comparison which is read right now lead to.
        var joined: [Step] = []
        var count = 0

        struct Step {
            let path: [String]
            let table: TableSchema
            let alias: String
            let condition: SQLExpression
        }

        mutating func expression(_ node: PredicateNode) throws -> SQLExpression {
            switch node {
            case .comparison(let left, let comparison, let right, let ignoresCase):
                return try ofAny { try $0.compare(left, comparison, right, ignoresCase) }
            case .isNull(let operand, let negated):
                return try ofAny {
                    let operand = try $0.operand(operand)
                    return negated ? operand.isNotNull : operand.isNull
                }
            case .inList(let operand, let list, let negated):
                let found = try ofAny { reading in
                    let operand = try reading.operand(operand)
                    return operand.isIn(try list.map { try reading.operand($0) })
                }
                return negated ? !found : found
            case .between(let operand, let low, let high, let negated):
                let found = try ofAny { try $0.operand(operand).between($0.operand(low), $0.operand(high)) }
                return negated ? !found : found
            case .and(let nodes): return .all(try nodes.map { try expression($0) })
            case .or(let nodes): return .any(try nodes.map { try expression($0) })
            case .not(let node): return !(try expression(node))
            case .constant(let value): return value ? .all([]) : .any([])
            }
        }

        /// Reads one comparison; it holds where it does for any of the rows that its paths lead to.
        private mutating func ofAny(_ body: (inout Reading) throws -> SQLExpression) throws -> SQLExpression {
            joined = []
            let condition = try body(&self)
            guard let first = joined.first else { return condition }
            var statement = SelectStatement().column(1).from(first.table.identifier, alias: first.alias)
                .where(first.condition)
            for step in joined.dropFirst() {
                statement = statement.join(step.table.identifier, alias: step.alias).joinOn(step.condition)
            }
            joined = []
            return .exists(statement.where(condition))
        }

        private mutating func compare(
            _ left: PredicateOperand, _ comparison: PredicateComparison, _ right: PredicateOperand, _ ignoresCase: Bool
        ) throws -> SQLExpression {
            var own = try operand(left, asText: ignoresCase)
            if comparison.isTextual {
                // SQLite takes a number for its text; a server has no LIKE over numbers.
                if !catalog.isSQLite { own = own.cast(as: .text) }
                guard case .value(.text(let text)) = right else {
                    throw ModelError(.predicate, "the right side of \(comparison.rawValue) must be a text between '…'")
                }
                if let match = TextMatch(comparison) {
                    return match.condition(own, text, ignoresCase: ignoresCase, dialect: catalog.schema.dialect)
                }
                if ignoresCase, !catalog.isSQLite { return SQLExpression.lower(own).like(.lower(.value(text))) }
                return own.like(.value(text))
            }
            let other = try operand(right, asText: ignoresCase)
            guard let operation = SQLOperator(rawValue: comparison.rawValue) else {
                throw ModelError(.predicate, "the operator \(comparison.rawValue) is not known")
            }
            return ignoresCase ? .binary(.lower(own), operation, .lower(other)) : .binary(own, operation, other)
        }

        /// - Parameter asText: whether it stands where only a text can.
        private mutating func operand(_ operand: PredicateOperand, asText: Bool = false) throws -> SQLExpression {
            switch operand {
            case .path(let names, let position): return try column(names, position, asText: asText)
            // A number of SQLite is as exact as a Double, also beside a column without a type.
            case .value(let value):
                return .value(
                    catalog.isSQLite ? value.decimalDigits.flatMap(Double.init).map { .real($0) } ?? value : value)
            case .arithmetic(let left, let arithmetic, let right):
                guard let operation = SQLOperator(rawValue: arithmetic.rawValue) else {
                    throw ModelError(.predicate, "the operator \(arithmetic.rawValue) is not known")
                }
                return .binary(try self.operand(left), operation, try self.operand(right))
            case .function(let name, let arguments, _):
                return .function(name, arguments: try arguments.map { try self.operand($0, asText: true) })
            }
        }

        private mutating func column(_ names: [String], _ position: Int, asText: Bool) throws -> SQLExpression {
            var (here, name, rest) = (table, alias, names[...])
            var path: [String] = []
            while true {
                if let column = here.column(rest.joined(separator: ".")) {
                    let value = SQLExpression.column(column.name, of: name)
                    let isOther = [.json, .any].contains(DeclaredType(column).family) && !catalog.isSQLite
                    return asText && isOther || !catalog.isComparable(column) ? value.cast(as: .text) : value
                }
                guard rest.count > 1, let step = rest.first else { break }
                rest = rest.dropFirst()
                if path.isEmpty, step.hasSameBytes(as: here.name) { continue }
                path.append(step)
                if let known = joined.first(where: { $0.path.exactNames == path.exactNames }) {
                    (here, name) = (known.table, known.alias)
                    continue
                }
                let next = try follow(step, from: here, name, path, position)
                joined.append(next)
                (here, name) = (next.table, next.alias)
            }
            let wanted = rest.joined(separator: ".")
            throw ModelError(
                .unknownColumn, "\"\(here.name)\" has no column \"\(wanted)\"", table: here.name, column: wanted,
                position: position, hint: NearestNames.hint(for: wanted, among: here.columns.map(\.name)))
        }

        /// The table of a name that one foreign key connects to a table, on either side.
        private mutating func follow(
            _ step: String, from here: TableSchema, _ alias: String, _ path: [String], _ position: Int
        ) throws -> Step {
            let parents = catalog.links(from: here.name).filter { $0.parent.name.hasSameBytes(as: step) }
            let children = catalog.links(to: here.name).filter { $0.child.name.hasSameBytes(as: step) }
            count += 1
            let name = "f\(count)"
            if let link = parents.first, parents.count + children.count == 1 {
                return Step(
                    path: path, table: link.parent, alias: name,
                    condition: catalog.schema.traits.isParent(link, parent: name, child: alias))
            }
            if let link = children.first, parents.count + children.count == 1 {
                return Step(
                    path: path, table: link.child, alias: name,
                    condition: catalog.schema.traits.isParent(link, parent: alias, child: name))
            }
            let known =
                catalog.links(from: here.name).map(\.parent.name) + catalog.links(to: here.name).map(\.child.name)
            throw ModelError(
                .unknownRelationship,
                parents.count + children.count > 1
                    ? "several foreign keys connect \"\(here.name)\" and \"\(step)\""
                    : "no foreign key connects \"\(here.name)\" and \"\(step)\"", table: here.name, position: position,
                hint: NearestNames.hint(for: step, among: Array(Set(known)).sorted()))
        }
    }
}
