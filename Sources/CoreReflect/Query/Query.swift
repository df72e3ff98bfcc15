public import ZIMOrm

/// A query for objects of a class, built step by step and sent when you ask for its result.
///
/// ```swift
/// var query = User.query()
/// query.filter("gender", .equals, value: "female").or { q in
///     q.filter("age", .greaterThan, value: 70).filter("age", .lessThan, value: 20)
/// }
/// let users = try query.sort("age", .desc).limit(3).offset(2).findObject()
/// // SELECT * FROM "User" WHERE "gender" = ? AND ("age" > ? OR "age" < ?) ORDER BY "age" DESC LIMIT 3 OFFSET 2
/// ```
///
/// Fields are named by their properties or columns: `age`, `User.age`, `Place.state`. An invalid step throws when the
/// query is sent. Each step changes the query itself and returns it. `session.query(User.self)` makes a `ZIMOrm.Query`
/// instead.
///
/// ## Topics
/// ### Narrowing
/// - ``filter(_:_:value:)``
/// - ``or(_:)``
/// - ``and(_:)``
/// - ``join(_:_:foreignKey:_:otherKey:alias:)-(_,_,String?,_,_,_)``
/// ### Choosing
/// - ``fields(_:)``
/// - ``distinct()``
/// - ``sort(_:_:)``
/// - ``limit(_:)``
/// - ``offset(_:)``
/// ### Asking
/// - ``findObject()-596di``
public final class Query<T: Reflect> {
    /// A closure that adds conditions to a block.
    public typealias Handler = (_ query: Query) throws -> Query

    var spec = QueryClauses(root: T.self)

    /// A query for all objects.
    public init() {}

    /// The question for the object with a key, and those that it refers to.
    init(key: [SQLValue], include: [Reflect.Type], in session: Session) throws {
        let mapping = try session.mapping(of: T.self)
        let key = try mapping.normalizedKey(key)
        guard !key.isEmpty else {
            throw ModelError(
                .keyMissing, "\"\(mapping.table)\" has no primary key, so a row cannot be found by it",
                table: mapping.table, hint: "Use query() with a filter")
        }
        // Every property of the class gets its object; where one may be nil, it does not keep the row from being found.
        var joined: [(type: Reflect.Type, mayBeNil: Bool)] = [(T.self, false)]
        for type in include where !joined.dropFirst().contains(where: { $0.type == type }) {
            func holders(_ holder: Reflect.Type) throws -> [Reference] {
                try TableLayout.of(holder).references.filter { $0.target == type }
            }
            let found = try joined.flatMap { known in try holders(known.type).map { ($0, known.mayBeNil) } }
            let first = found.first { $0.0.property.name == type.entityName() } ?? found.first
            // What hangs on an object that may be nil may be missing, too.
            let mayBeNil = first.map { $0.0.property.isOptional || $0.1 } ?? false
            // The class's own name is that of the query's table, and another's may be that of a property.
            let own = type == T.self ? first?.0.property.name : nil
            let alias = free(own ?? type.entityName())
            join(type, mayBeNil ? .left : .inner, alias: alias == type.entityName() ? "" : alias)
            joined.append((type, mayBeNil))
            for reference in try holders(T.self) where reference.property.name != first?.0.property.name {
                join(type, reference.property.isOptional ? .left : .inner, alias: free(reference.property.name))
            }
        }
        for (name, value) in zip(mapping.keyNames, key) {
            spec.conditions.append(.compare(field: "\(T.entityName()).\(name)", .equals, [value]))
        }
    }

    /// A name that no table of the query has: names that differ in case are one.
    private func free(_ name: String) -> String {
        let taken = ([T.entityName()] + spec.joins.map(\.alias)).map { $0.lowercased() }
        var name = name
        while taken.contains(name.lowercased()) { name += "_" }
        return name
    }

    /// Keeps the objects that satisfy a comparison.
    ///
    /// ```swift
    /// query.filter("age", .greaterThan, value: 25)                 // "age" > ?
    /// query.filter("state", .in, value: "MI", "GA", "LI")          // "state" IN (?, ?, ?)
    /// query.filter("age", .between, value: 20, 30)                 // "age" BETWEEN ? AND ?
    /// query.filter("updatedAt", .is, value: nil)                   // "updatedAt" IS NULL
    /// ```
    ///
    /// Several filters are joined by AND. A value is bound as the field's column stores it: a date as text in its
    /// format.
    ///
    /// - Parameters:
    ///   - field: the property or column; for a joined class, after the class's name and a dot.
    ///   - comparison: how to compare.
    ///   - value: what to compare with: two values for `between`, any number for `in` and `notIn`, otherwise one.
    @discardableResult
    public func filter(_ field: String, _ comparison: Comparison, value: (any SQLValueConvertible)?...) -> Self {
        filter(field, comparison, values: value)
    }

    /// Keeps the objects that satisfy a comparison with a list of values.
    ///
    /// ```swift
    /// query.filter("state", .in, values: states)       // none for an empty list
    /// ```
    @discardableResult
    public func filter(_ field: String, _ comparison: Comparison, values: [(any SQLValueConvertible)?]) -> Self {
        spec.conditions.append(.compare(field: field, comparison, values.map { $0?.sqlValue ?? .null }))
        return self
    }

    /// Keeps the objects that satisfy at least one of several filters.
    ///
    /// ```swift
    /// query.or { q in q.filter("age", .greaterThan, value: 70).filter("age", .lessThan, value: 20) }
    /// // … AND ("age" > ? OR "age" < ?)
    /// ```
    @discardableResult
    public func or(_ handler: Handler) rethrows -> Self { try group(.or, handler) }

    /// Keeps the objects that satisfy all of several filters; it makes a group inside ``or(_:)``.
    ///
    /// ```swift
    /// query.or { q in q.filter("age", .lessThan, value: 20).and { $0.filter("age", .greaterThan, value: 70)
    ///     .filter("gender", .equals, value: "male") } }
    /// // ("age" < ? OR ("age" > ? AND "gender" = ?))
    /// ```
    @discardableResult
    public func and(_ handler: Handler) rethrows -> Self { try group(.and, handler) }

    private func group(_ connector: SQLConnector, _ handler: Handler) rethrows -> Self {
        let inner = try handler(Query())
        if let failure = inner.spec.failure { spec.note(failure) }
        let isOnlyFilters =
            inner.spec.joins.isEmpty && inner.spec.orders.isEmpty && inner.spec.fields.isEmpty
            && inner.spec.limit == nil && inner.spec.offset == nil && !inner.spec.isDistinct
        if !isOnlyFilters {
            spec.note(
                ModelError(
                    .query, "a block of \(connector.rawValue) holds more than filters", table: T.entityName(),
                    hint: "Join, sort and limit the query itself"))
        }
        if !inner.spec.conditions.isEmpty { spec.conditions.append(.group(connector, inner.spec.conditions)) }
        return self
    }

    /// Reads only some fields; the other properties keep the values that `init` sets, also those of joined classes.
    ///
    /// ```swift
    /// query.fields("objectId", "firstName", "age")     // SELECT "objectId", "firstName", "age" FROM "User"
    /// ```
    ///
    /// Without the key among them, the objects count as new.
    @discardableResult
    public func fields(_ names: String...) -> Self {
        spec.fields += names
        return self
    }

    /// Removes duplicate rows.
    @discardableResult
    public func distinct() -> Self {
        spec.isDistinct = true
        return self
    }

    /// Orders by a field, after any orders given before. NULL is the smallest value.
    @discardableResult
    public func sort(_ field: String, _ direction: Sort = .asc) -> Self {
        spec.orders.append(QueryClauses.Order(field: field, direction: direction))
        return self
    }

    /// Limits the number of objects.
    @discardableResult
    public func limit(_ count: Int = 1) -> Self {
        spec.limit = count
        return self
    }

    /// Skips the first objects.
    @discardableResult
    public func offset(_ count: Int = 1) -> Self {
        spec.offset = count
        return self
    }
}

extension ReflectProtocol where Self: Reflect {
    /// Makes a query for objects of this class.
    public static func query() -> Query<Self> { Query() }
}
