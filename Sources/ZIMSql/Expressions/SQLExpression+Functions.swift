extension SQLExpression {
    /// A function call: `name(a, b)`. A name that is not an identifier is quoted.
    public static func function(_ name: String, _ arguments: SQLExpression..., distinct: Bool = false) -> SQLExpression
    {
        function(name, arguments: arguments, distinct: distinct)
    }

    /// A function call with an array of arguments: `name(a, b)`.
    public static func function(_ name: String, arguments: [SQLExpression], distinct: Bool = false) -> SQLExpression {
        SQLExpression(.function(SQLFunctionCall(name: name, arguments: arguments, distinct: distinct)))
    }

    /// `count(*)`, or `count("column")`.
    public static func count(_ operand: SQLExpression? = nil, distinct: Bool = false) -> SQLExpression {
        function("count", operand ?? SQLExpression(.star), distinct: distinct)
    }

    /// `sum(operand)`
    public static func sum(_ operand: SQLExpression, distinct: Bool = false) -> SQLExpression {
        function("sum", operand, distinct: distinct)
    }
    /// `avg(operand)`
    public static func average(_ operand: SQLExpression, distinct: Bool = false) -> SQLExpression {
        function("avg", operand, distinct: distinct)
    }
    /// `min(operand)`
    public static func minimum(_ operand: SQLExpression) -> SQLExpression { function("min", operand) }
    /// `max(operand)`
    public static func maximum(_ operand: SQLExpression) -> SQLExpression { function("max", operand) }
    /// `coalesce(a, b, …)`: the first that is not NULL
    public static func coalesce(_ operands: SQLExpression...) -> SQLExpression {
        function("coalesce", arguments: operands)
    }
    /// `lower(operand)`
    public static func lower(_ operand: SQLExpression) -> SQLExpression { function("lower", operand) }
    /// `upper(operand)`
    public static func upper(_ operand: SQLExpression) -> SQLExpression { function("upper", operand) }
    /// `length(operand)`: the number of characters, or of the bytes of binary data; `char_length` on MariaDB and MySQL, whose
    /// `length` counts the bytes of a text, too.
    public static func length(_ operand: SQLExpression) -> SQLExpression {
        var call = SQLFunctionCall(name: "length", arguments: [operand])
        call.countsCharacters = true
        return SQLExpression(.function(call))
    }

    /// Whether it is a call that makes one value of all rows, as `count` and `max` do.
    package var isAggregate: Bool {
        if case .function(let call) = node { return call.isAggregate }
        return false
    }

    /// An aggregate over some of the rows: `sum("n") FILTER (WHERE "n" > ?)`.
    ///
    /// - Returns: an expression whose rendering throws unless this is a function call.
    public func filter(where condition: SQLExpression) -> SQLExpression {
        changingCall("FILTER") { $0.filter = condition }
    }

    /// An aggregate over ordered rows: `string_agg("name", ? ORDER BY "name")`. PostgreSQL; SQLite from 3.44.
    public func ordered(by ordering: SQLOrdering...) -> SQLExpression {
        changingCall("ORDER BY") { $0.ordering = ordering }
    }

    /// A window function: `row_number() OVER (PARTITION BY "region" ORDER BY "age")`.
    ///
    /// ```swift
    /// SQLExpression.function("row_number").over(SQLWindow().partitionBy("region").orderBy("age"))
    /// ```
    ///
    /// Source: <https://www.sqlite.org/windowfunctions.html>
    public func over(_ window: SQLWindow = SQLWindow()) -> SQLExpression {
        changingCall("OVER") { $0.window = window }
    }

    /// A window function over a window that the statement names: `row_number() OVER "w"`.
    public func over(_ name: String) -> SQLExpression {
        changingCall("OVER") { $0.window = SQLWindow(reference: name) }
    }

    private func changingCall(_ clause: String, _ change: (inout SQLFunctionCall) -> Void) -> SQLExpression {
        guard case .function(var call) = node else { return SQLExpression(.mistake(.onlyForCalls(clause))) }
        change(&call)
        return SQLExpression(.function(call))
    }
}

extension SQLBuildError {
    static func onlyForCalls(_ clause: String) -> SQLBuildError {
        SQLBuildError(.invalid, "\(clause) belongs to a function's call", hint: "Put it directly after the call")
    }
}
