/// What a SELECT consists of.
struct SelectClauses: Hashable, Sendable {
    struct ResultColumn: Hashable, Sendable {
        var expression: SQLExpression
        var alias: String?
    }

    var columns: [ResultColumn] = []
    var sources: [SQLSource] = []
    var conditions = Chain<SQLCondition>()
    var groups: [SQLExpression] = []
    var having: [SQLCondition] = []
    var ordering: [SQLOrdering] = []
    var limit: SQLExpression?
    var offset: SQLExpression?
    var distinct = false
    /// What few statements have; apart, so that a plain SELECT is small.
    var rare: CopyOnWrite<RareClauses>?

    struct RareClauses: Hashable, Sendable {
        /// The rows of a `VALUES (…), (…)` that stands in place of a SELECT.
        var values: [[SQLExpression]]?
        var commonTables: [SQLCommonTable] = []
        var distinctOn: [SQLExpression] = []
        var windows: [NamedWindow] = []
        var compounds: [Compound] = []
        var locks: [SQLRowLock] = []
        /// A call that did not fit where it stood, such as joinOn before any join.
        var misplaced: SQLBuildError?
    }

    struct NamedWindow: Hashable, Sendable {
        var name: String
        var window: SQLWindow
    }

    struct Compound: Hashable, Sendable {
        var operation: SQLCompoundOperator
        var statement: SelectStatement
    }

    // Methods, because an assignment from outside makes the compiler copy the whole statement.
    mutating func setLimit(_ count: SQLExpression) { limit = count }
    mutating func setOffset(_ count: SQLExpression) { offset = count }

    mutating func changeRare(_ change: (inout RareClauses) -> Void) {
        var box = rare ?? CopyOnWrite(RareClauses())
        rare = nil
        change(&box.value)
        rare = box
    }
}
