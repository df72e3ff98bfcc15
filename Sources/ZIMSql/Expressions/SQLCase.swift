/// A CASE expression: `CASE WHEN … THEN … ELSE … END`.
///
/// ```swift
/// let size = SQLCase().when(.column("n") > 100, then: "large").when(.column("n") > 10, then: "middle").else("small")
/// let word = SQLCase(of: .column("n")).when(1, then: "one").when(2, then: "two")
/// let statement = SelectStatement().column(size.expression, alias: "size").from("t")
/// // SELECT CASE WHEN "n" > ? THEN ? WHEN "n" > ? THEN ? ELSE ? END AS "size" FROM "t"
/// ```
///
/// Source: <https://www.sqlite.org/lang_expr.html#the_case_expression>
public struct SQLCase: SQLRenderable, Hashable, SQLOperand {
    struct Branch: Hashable, Sendable {
        var condition: SQLExpression
        var result: SQLExpression
    }

    var operand: SQLExpression?
    var branches: [Branch] = []
    var otherwise: SQLExpression?

    /// Starts a CASE with conditions.
    public init() {}

    /// Starts a CASE that compares one expression.
    public init(of operand: SQLExpression) { self.operand = operand }

    /// Adds `WHEN condition THEN result`.
    public consuming func when(_ condition: SQLExpression, then result: SQLExpression) -> SQLCase {
        branches.append(Branch(condition: condition, result: result))
        return self
    }

    /// Adds `ELSE result`; without it the value is NULL if no branch applies.
    public consuming func `else`(_ result: SQLExpression) -> SQLCase {
        otherwise = result
        return self
    }

    /// The CASE as an expression.
    public var expression: SQLExpression { SQLExpression(.choice(self)) }
    public var sqlOperand: SQLExpression { expression }

    /// - Throws: ``SQLBuildError`` if there is no branch.
    public func write(to writer: inout SQLWriter) throws {
        guard !branches.isEmpty else {
            throw SQLBuildError(.incomplete, "a CASE has no WHEN", hint: "Add .when(_:then:)")
        }
        var choice = self
        if writer.typesParameters { choice.addTypes(in: writer) }
        if writer.features.contains(.rowidTables) { choice.addNumbers(in: writer) }
        try choice.writeBranches(to: &writer)
    }

    /// Gives types to results that are values only, and to values that are compared with a value; one that is compared with a
    /// column, too, stands in each condition.
    private mutating func addTypes(in writer: borrowing SQLWriter) {
        let results = writer.results(branches.map(\.result) + [otherwise].compactMap { $0 })
        for index in branches.indices { branches[index].result = results[index] }
        if otherwise != nil { otherwise = results.last }
        guard let operand else { return }
        if operand.isValue, writer.typesEachOperand(operand), !branches.allSatisfy(\.condition.isValue) {
            for index in branches.indices {
                branches[index].condition = .binary(operand, .equalTo, branches[index].condition)
            }
            return self.operand = nil
        }
        let compared = writer.typed([operand] + branches.map(\.condition))
        self.operand = compared[0]
        for index in branches.indices { branches[index].condition = compared[index + 1] }
    }

    /// Makes numbers of decimal numbers, which SQLite has as texts, unless a column says what they are.
    private mutating func addNumbers(in writer: borrowing SQLWriter) {
        let results = writer.results(branches.map(\.result) + [otherwise].compactMap { $0 })
        for index in branches.indices { branches[index].result = results[index] }
        if otherwise != nil { otherwise = results.last }
        guard let operand, !operand.isColumn else { return }
        self.operand = operand.asNumber
        for index in branches.indices { branches[index].condition = branches[index].condition.asNumber }
    }

    private func writeBranches(to writer: inout SQLWriter) throws {
        writer.put("CASE")
        if let operand {
            writer.put(" ")
            try operand.writeOperand(to: &writer)
        }
        for branch in branches {
            writer.put(" WHEN ")
            try branch.condition.write(to: &writer)
            writer.put(" THEN ")
            try branch.result.writeOperandOrCondition(to: &writer)
        }
        if let otherwise {
            writer.put(" ELSE ")
            try otherwise.writeOperandOrCondition(to: &writer)
        }
        writer.put(" END")
    }
}
