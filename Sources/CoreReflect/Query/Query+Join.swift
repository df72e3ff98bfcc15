import ZIMOrm

extension Query {
    /// Joins the table of another class and puts its object into a property of that class: the one that has the name of the
    /// alias, or that the keys are those of, or the first.
    ///
    /// ```swift
    /// query.join(Address.self).filter("Address.state", .in, value: "MI", "GA")
    /// // SELECT "Address"."objectId" AS "Address.objectId", …, "User".* FROM "User"
    /// // INNER JOIN "Address" ON "User"."Address_objectId" = "Address"."objectId" WHERE "Address"."state" IN (?, ?)
    /// query.join(Address.self, .left, foreignKey: "User.zip", .equals, otherKey: "Address.zip", alias: "near")
    /// ```
    ///
    /// - Parameters:
    ///   - type: the class.
    ///   - operation: what happens to rows without a match.
    ///   - foreignKey: the field of the classes before it; nil is the reference to the class.
    ///   - comparison: how the two fields are compared: `equals` to `lessThanOrEquals`.
    ///   - otherKey: the field of the joined class; nil is its key.
    ///   - alias: another name for the table in this query, and the property that its objects are put into; required
    ///     for a class that is joined twice.
    @discardableResult
    public func join(
        _ type: Reflect.Type, _ operation: Join = .inner, foreignKey: String? = nil,
        _ comparison: Comparison = .equals, otherKey: String? = nil, alias: String = ""
    ) -> Self {
        add(type, operation, foreignKey.map { [$0] } ?? [], comparison, otherKey.map { [$0] } ?? [], alias)
    }

    /// Joins the table of another class by keys of several columns, compared pair by pair.
    ///
    /// ```swift
    /// query.join(Place.self, .left, foreignKey: ["region", "house"], otherKey: ["region", "number"])
    /// ```
    @discardableResult
    public func join(
        _ type: Reflect.Type, _ operation: Join = .inner, foreignKey: [String], otherKey: [String], alias: String = ""
    ) -> Self {
        guard !foreignKey.isEmpty, foreignKey.count == otherKey.count else {
            spec.note(
                ModelError(
                    .keyMismatch,
                    "a join of \"\(T.entityName())\" with \"\(type.entityName())\" compares "
                        + "(\(foreignKey.joined(separator: ", "))) with (\(otherKey.joined(separator: ", ")))",
                    table: T.entityName(), hint: "Name as many fields on both sides"))
            return self
        }
        return add(type, operation, foreignKey, .equals, otherKey, alias)
    }

    private func add(
        _ type: Reflect.Type, _ kind: Join, _ foreignKey: [String], _ comparison: Comparison, _ otherKey: [String],
        _ alias: String
    ) -> Self {
        spec.joins.append(
            QueryClauses.JoinRequest(
                type: type, kind: kind, foreignKey: foreignKey, comparison: comparison, otherKey: otherKey,
                alias: alias.isEmpty ? type.entityName() : alias))
        return self
    }
}
