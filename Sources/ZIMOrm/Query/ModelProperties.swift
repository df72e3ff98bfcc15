/// The properties of a class in the closure of a filter: each is its key path.
///
/// ```swift
/// query.filter { $0.year == 1998 && .beginsWith($0.customer, "A") }
/// ```
@dynamicMemberLookup
public struct ModelProperties<M: Model> {
    /// The key path of a property that a column holds.
    public subscript<Value: ColumnValue>(dynamicMember path: KeyPath<M, Value>) -> KeyPath<M, Value> { path }
}
