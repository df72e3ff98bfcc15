public import ZIMDb

extension Filter {
    /// The row's primary key is in a list of any length; the list is one bound parameter.
    ///
    /// ```swift
    /// query.filter(.key(in: [[1998, 1], [1998, 2]]) || \.customer == "Ada")
    /// // WHERE ("Invoice"."year" = ? AND "Invoice"."number" IN (SELECT +zim_keys.value FROM json_each(?) AS zim_keys)) OR …
    /// ```
    ///
    /// A key with nil is none that a row has. Where the list is all that a query is filtered by, ``Query/filter(keys:)`` joins it
    /// as a table.
    ///
    /// - Parameter keys: the values of each key in key order; each is converted by its column's type.
    /// - Throws: when the query is sent, ``ModelError`` with code keyMismatch for another number of values, value, or query if the
    ///   class has no primary key.
    public static func key(in keys: [[any SQLValueConvertible]]) -> Filter {
        let keys = keys.map { $0.map(\.sqlValue) }
        return Filter { resolver in
            let mapping = resolver.mapping
            guard !mapping.key.isEmpty else {
                throw ModelError(.query, "\"\(mapping.table)\" has no primary key to filter by", table: mapping.table)
            }
            for key in keys where key.count != mapping.key.count { _ = try mapping.normalizedKey(key) }
            return try resolver.plan.isIn(
                resolver.key, mapping.encoded(keys, at: mapping.key), at: mapping.key, negated: resolver.isNegated,
                in: resolver.session)
        }
    }

    /// The row's primary key is not in a list of any length.
    ///
    /// ```swift
    /// query.filter(.key(notIn: [[1998, 1], [1999, 7]]))
    /// // WHERE NOT (("Invoice"."year", "Invoice"."number") IN (SELECT … FROM json_each(?) AS zim_keys))
    /// ```
    ///
    /// As with `NOT IN` of SQL, a row is not found if NULL in its key leaves open whether it is in the list.
    ///
    /// - Throws: as ``key(in:)``, and query if a key holds nil: SQL's `NOT IN` would find no row then.
    public static func key(notIn keys: [[any SQLValueConvertible]]) -> Filter { !.key(in: keys) }
}
