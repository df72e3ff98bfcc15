/// The properties of a class in the closure of ``Query/filter(_:)-((ModelProperties<M>)->Filter<M>)``: each is its key path.
///
/// ```swift
/// query.filter { $0.year == 1998 && .beginsWith($0.customer, "A") }
/// ```
@dynamicMemberLookup
public struct ModelProperties<M: Model> {
    /// The key path of a property that a column holds.
    public subscript<Value: ColumnValue>(dynamicMember path: KeyPath<M, Value>) -> KeyPath<M, Value> { path }
}

extension Query {
    // Not rethrowing: of a closure that may throw, Swift says nothing where a type is wrong.

    /// Keeps the rows that satisfy a condition over the class's properties, which are those of `$0`.
    ///
    /// ```swift
    /// query.filter { $0.year == 1998 && ($0.number > 2 || $0.customer == nil) }
    /// // WHERE "Invoice"."year" = ? AND ("Invoice"."number" > ? OR "Invoice"."customer" IS NULL)
    /// ```
    ///
    /// It is the filter by key paths, `filter(\.year == 1998)`, in a form in which Swift knows the class while it reads the
    /// condition: of a misspelt property it says which one it is, wherever it stands.
    public func filter(_ condition: (ModelProperties<M>) -> Filter<M>) -> Query { filter(condition(ModelProperties())) }
}
