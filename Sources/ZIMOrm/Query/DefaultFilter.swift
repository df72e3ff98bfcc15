import ZIMDb

/// A condition that every query of a class adds, such as rows that are not marked as deleted, or rows of one tenant.
///
/// ```swift
/// final class Note: Model {
///     var tenant = 0, number = 0, text = ""
///     var deleted: Date?
///     override class var primaryKey: [String] { ["tenant", "number"] }
///     override class var defaultFilter: DefaultFilter? {
///         DefaultFilter(\Note.deleted == nil && \Note.tenant == Tenant.current)
///     }
/// }
/// try session.find(Note.self, 1, 7)
/// // SELECT … FROM "Note" WHERE "tenant" = ? AND "number" = ? AND "Note"."deleted" IS NULL AND "Note"."tenant" = ?
/// ```
///
/// ``Model/defaultFilter`` is called for every query and every relationship that is followed, so it may use task-local values.
public struct DefaultFilter {
    let resolve: (FilterResolver) throws -> SQLExpression

    /// Creates a filter from a condition over the class's own properties. Where it asks for rows of other classes, as `.exists` and
    /// ``Related`` do, their default filters hold for these; filters that lead to each other in a circle are refused.
    public init<M: Model>(_ condition: Filter<M>) { resolve = { try condition.resolve($0) } }
}

extension Query {
    /// Removes the ``Model/defaultFilter`` of the query's class. Other classes that the query's filters, joins and relationships
    /// lead to keep theirs: see ``ZIMDb/Session/unfiltered(_:)``.
    ///
    /// ```swift
    /// let deleted = try session.query(Note.self).unfiltered().filter(\.deleted != nil).all()
    /// ```
    public func unfiltered() -> Query {
        var copy = self
        copy.spec.defaultFilter = nil
        return copy
    }
}

extension Session {
    /// Runs a closure in which no ``Model/defaultFilter`` applies to this session: neither to queries nor to finding by key and
    /// relationships.
    ///
    /// ```swift
    /// let note = try session.unfiltered { try $0.find(Note.self, 1, 7) }
    /// // SELECT … FROM "Note" WHERE "tenant" = ? AND "number" = ?
    /// ```
    public func unfiltered<T>(_ body: (Session) throws -> T) rethrows -> T {
        try saying({ $0.isUnfiltered = true }) { try body(self) }
    }

    /// The default filter of a class; nil if it has none, or inside of ``unfiltered(_:)``.
    ///
    /// - Parameter alias: what its table is called in the statement.
    package func defaultFilter(of type: Model.Type, alias: String) throws -> SQLExpression? {
        try defaultFilter(of: plan(for: type), alias: alias)
    }

    /// The default filter of a table's class; nil if it has none, or inside of ``unfiltered(_:)``.
    ///
    /// - Parameter alias: what the table is called in the statement.
    func defaultFilter(of plan: TablePlan, alias: String? = nil) throws -> SQLExpression? {
        guard let filter = plan.mapping.type.defaultFilter, !isUnfiltered else { return nil }
        var resolver = FilterResolver(plan: plan, session: self)
        if let alias, alias != plan.mapping.table { resolver.alias = alias }
        let (type, outer) = (plan.mapping.type, callScope?.filteredTypes ?? [])
        if let start = outer.firstIndex(where: { $0 == type }) {
            let circle = (outer[start...] + [type]).map { "\($0)" }.joined(separator: " → ")
            throw ModelError(
                .mapping, "the default filters of classes lead to each other in a circle: \(circle)",
                table: plan.mapping.table, hint: "Leave the condition over the other class out of one of them")
        }
        return try saying({ $0.filteredTypes.append(type) }) { try filter.resolve(resolver) }
    }
}
