import ZIMOrm

/// How a filter or a join compares.
public enum Comparison: Sendable, Hashable, CaseIterable {
    /// `=`; with nil `IS NULL`
    case equals
    /// `<>`; with nil `IS NOT NULL`
    case notEquals
    /// `>`
    case greaterThan
    /// `>=`
    case greaterThanOrEquals
    /// `<`
    case lessThan
    /// `<=`
    case lessThanOrEquals
    /// `IN (…)`
    case `in`
    /// `NOT IN (…)`
    case notIn
    /// `IS`, which holds for NULL, too
    case `is`
    /// `IS NOT`
    case isNot
    /// `LIKE`: `%` stands for any text, `_` for one character
    case like
    /// `NOT LIKE`
    case notLike
    /// `BETWEEN … AND …`, both ends included
    case between

    /// The builder's operator.
    var sqlOperator: SQLOperator {
        switch self {
        case .equals: .equalTo
        case .notEquals: .notEqualTo
        case .greaterThan: .greaterThan
        case .greaterThanOrEquals: .greaterThanOrEqualTo
        case .lessThan: .lessThan
        case .lessThanOrEquals: .lessThanOrEqualTo
        case .in: .in
        case .notIn: .notIn
        case .is: .is
        case .isNot: .isNot
        case .like: .like
        case .notLike: .notLike
        case .between: .between
        }
    }
}

/// How a join treats rows without a match.
public enum Join: Sendable, Hashable, CaseIterable {
    /// Only rows with a match.
    case inner
    /// All rows of the query's class.
    case left
    /// All rows of the joined class. SQLite has it from 3.39 on.
    case right

    var sqlJoin: SQLJoinType {
        switch self {
        case .inner: .inner
        case .left: .left
        case .right: .right
        }
    }
}

/// The direction of an order.
public enum Sort: Sendable, Hashable, CaseIterable {
    /// The smallest first.
    case asc
    /// The largest first.
    case desc
}
