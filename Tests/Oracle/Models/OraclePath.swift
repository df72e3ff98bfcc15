import ZIMOrm

/// The key path of a property, whose type is found again when it is paired with another.
protocol OraclePath: Sendable {
    func row(
        _ comparison: Step.Comparison, _ second: any OraclePath, _ values: [SQLValue]
    ) throws -> Filter<OracleRow>
    func row<First: ColumnValue>(
        _ comparison: Step.Comparison, behind first: KeyPath<OracleRow, First>, _ values: [SQLValue]
    ) throws -> Filter<OracleRow>
}

struct TypedPath<Value: ColumnValue & SendableMetatype>: OraclePath {
    let path: any ReferenceWritableKeyPath<OracleRow, Value> & Sendable

    func row(
        _ comparison: Step.Comparison, _ second: any OraclePath, _ values: [SQLValue]
    ) throws -> Filter<OracleRow> { try second.row(comparison, behind: path, values) }

    func row<First: ColumnValue>(
        _ comparison: Step.Comparison, behind first: KeyPath<OracleRow, First>, _ values: [SQLValue]
    ) throws -> Filter<OracleRow> {
        let row = RowValue(first, path as KeyPath<OracleRow, Value>)
        let given = (try First(column: values[0]), try Value(column: values[1]))
        return switch comparison {
        case .less: row < given
        case .lessOrEqual: row <= given
        case .greater: row > given
        case .greaterOrEqual: row >= given
        case .notEqual: row != given
        default: row == given
        }
    }
}
