import ZIMOrm
import ZIMSql

extension PredicateNode {
    /// The condition with every pair of parentheses and every value written out, so that a test reads like a sentence.
    var written: String {
        switch self {
        case .comparison(let left, let comparison, let right, let ignoresCase):
            "\(left.written) \(comparison.rawValue)\(ignoresCase ? "[c]" : "") \(right.written)"
        case .isNull(let operand, let negated): "\(operand.written) IS \(negated ? "NOT " : "")NULL"
        case .inList(let operand, let list, let negated):
            "\(operand.written) \(negated ? "NOT " : "")IN (\(list.map(\.written).joined(separator: ", ")))"
        case .between(let operand, let low, let high, let negated):
            "\(operand.written) \(negated ? "NOT " : "")BETWEEN \(low.written) AND \(high.written)"
        case .and(let nodes): nodes.map { "(\($0.written))" }.joined(separator: " AND ")
        case .or(let nodes): nodes.map { "(\($0.written))" }.joined(separator: " OR ")
        case .not(let node): "NOT (\(node.written))"
        case .constant(let value): value ? "TRUE" : "FALSE"
        }
    }
}

extension PredicateOperand {
    var written: String {
        switch self {
        case .path(let parts, let position): parts.map { "<\($0)>" }.joined(separator: ".") + "@\(position)"
        case .value(let value): value.description
        case .arithmetic(let left, let operation, let right):
            "(\(left.written) \(operation.rawValue) \(right.written))"
        case .function(let name, let arguments, let position):
            "\(name)@\(position)(\(arguments.map(\.written).joined(separator: ", ")))"
        }
    }
}
