import ZIMOrm

/// What a query asks, as it was written; names are looked up when it is sent.
struct QueryClauses: Sendable {
    /// A condition of the WHERE.
    indirect enum Condition: Sendable {
        case compare(field: String, Comparison, [SQLValue])
        case group(SQLConnector, [Condition])
    }

    /// A join as it was written.
    struct JoinRequest: Sendable {
        let type: Reflect.Type
        let kind: Join
        /// Empty where the reference between the two classes says them.
        let foreignKey: [String]
        let comparison: Comparison
        let otherKey: [String]
        /// The class's name, or another.
        let alias: String
    }

    /// A term of the ORDER BY.
    struct Order: Sendable {
        let field: String
        let direction: Sort
    }

    /// The class whose rows are asked for.
    let root: Reflect.Type
    var fields: [String] = []
    var isDistinct = false
    var joins: [JoinRequest] = []
    var conditions: [Condition] = []
    var orders: [Order] = []
    var limit: Int?
    var offset: Int?
    /// What was wrong with an earlier step.
    var failure: ModelError?

    mutating func note(_ failure: ModelError) { if self.failure == nil { self.failure = failure } }
}
