import ZIMDb

/// The rows of a class that count, as long as nobody asks for the others: those that are not deleted, those of one tenant.
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
/// // SELECT … FROM "Note" WHERE "tenant" = ? AND "number" = ? AND ("Note"."deleted" IS NULL AND "Note"."tenant" = ?)
/// ```
///
/// It is asked for anew each time that a query begins or a relationship is followed, so its values may be those of the task.
public struct DefaultFilter {
    let resolve: (FilterResolver) throws -> SQLExpression

    /// Makes a filter of a condition over the class's own properties.
    public init<M: Model>(_ condition: Filter<M>) { resolve = { try condition.resolve($0) } }
}

extension Query {
    /// All rows of the class, whatever its ``Model/defaultFilter`` says. Those of other classes, which filters, joins and
    /// relationships lead to, are filtered still: see ``ZIMDb/Session/unfiltered(_:)``.
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
    /// Runs a closure in which no class's ``Model/defaultFilter`` counts: for finding by key, relationships and everything
    /// else of this session.
    ///
    /// ```swift
    /// let note = try session.unfiltered { try $0.find(Note.self, 1, 7) }
    /// // SELECT … FROM "Note" WHERE "tenant" = ? AND "number" = ?
    /// ```
    public func unfiltered<T>(_ body: (Session) throws -> T) rethrows -> T {
        try saying({ $0.isUnfiltered = true }) { try body(self) }
    }

    /// The condition that rows of a table must fulfil unless others are asked for; nil if there is none.
    ///
    /// - Parameter alias: what the table is called in the statement.
    func defaultFilter(of plan: TablePlan, alias: String? = nil) throws -> SQLExpression? {
        guard let filter = plan.mapping.type.defaultFilter, !isUnfiltered else { return nil }
        var resolver = FilterResolver(plan: plan, session: self)
        if let alias, alias != plan.mapping.table { resolver.alias = alias }
        return try filter.resolve(resolver)
    }
}
