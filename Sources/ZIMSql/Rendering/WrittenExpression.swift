/// An expression with parameters that has been written, and the first of them.
struct WrittenExpression {
    let expression: NestedStatement
    let firstParameter: Int
}
