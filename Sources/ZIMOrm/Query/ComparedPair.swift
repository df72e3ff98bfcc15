import ZIMDb

/// Two columns that a condition compares, of one table or of two.
struct ComparedPair {
    private let sides: [(plan: TablePlan, position: Int)]

    init(left: TablePlan, _ index: Int, right: TablePlan, _ other: Int) { sides = [(left, index), (right, other)] }

    /// `"a" = "b"`, where both hold what their properties read, however it is spelled.
    ///
    /// - Throws: ``ModelError`` with code formMissing if stored values do not tell, query where two forms are declared.
    func condition(
        _ left: SQLExpression, _ operation: SQLOperator, _ right: SQLExpression, in session: Session
    ) throws -> SQLExpression {
        let sides = try self.sides(left, right, operation, in: session)
        return .binary(sides.left, operation, sides.right)
    }

    /// Both columns as they are compared.
    ///
    /// - Parameter ofOneType: whether their properties must have the same type, apart from being optional.
    func sides(
        _ left: SQLExpression, _ right: SQLExpression, _ operation: SQLOperator = .equalTo, ofOneType: Bool = false,
        in session: Session
    ) throws -> (left: SQLExpression, right: SQLExpression) {
        if ofOneType { try requireOneType() }
        let isOrder = [.lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo].contains(operation)
        let columns = try zip(sides, [left, right]).map { side, column in
            let match = try side.plan.match(side.position, in: session)
            switch match {
            // Both are then compared as what they are read as.
            case .range(.doubleOfDecimal): return column.cast(as: .doublePrecision)
            case .range(.numberOfFloat), .range(.microseconds), .range(.microsecondsTo9999): return column
            // The server prints 7 where the property reads 7.0.
            case .undeclared, .range(.float), .range(.floatOfDecimal), .range(.julianDay),
                .spellings(.text(.serverReal)):
                throw side.plan.formMissing(side.position, "compared with another column", in: session)
            case .exact, .unordered, .numbersAsText, .spellings, .range(.fixed): break
            }
            if isOrder, !match.isOrdered {
                throw side.plan.formMissing(side.position, "compared by their order", in: session)
            }
            guard case .spellings(let spellings) = match else { return column }
            return spellings.meaning(of: column)
        }
        try requireOneForm()
        return (columns[0], columns[1])
    }

    private func requireOneType() throws {
        let columns = sides.map { $0.plan.mapping.columns[$0.position] }
        let types = columns.map { $0.field.swiftType }
        guard let left = types[0], let right = types[1], left != right else { return }
        throw ModelError(
            .query,
            "\"\(sides[0].plan.mapping.table)\".\"\(columns[0].name)\" is of type \(left), and "
                + "\"\(sides[1].plan.mapping.table)\".\"\(columns[1].name)\" of type \(right), so they cannot be compared",
            table: sides[0].plan.mapping.table, column: columns[0].name)
    }

    private func requireOneForm() throws {
        let names = sides.map { $0.plan.mapping.columns[$0.position].name }
        let forms = sides.map { $0.plan.mapping.columns[$0.position].field.form }
        guard forms[0] != forms[1] else { return }
        let table = sides[0].plan.mapping.table
        let described = forms.map { $0?.description ?? "none that is declared" }
        throw ModelError(
            .query,
            "\"\(table)\".\"\(names[0])\" and \"\(names[1])\" hold their values in different forms, \(described[0]) and "
                + "\(described[1]), so they cannot be compared",
            table: table, column: names[0])
    }
}
