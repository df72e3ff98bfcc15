extension Model {
    /// The model that this one belongs to, which must exist: for foreign keys whose columns are NOT NULL.
    ///
    /// ```swift
    /// func order() throws -> Order { try belongsTo(required: Order.self, foreignKey: ["year", "number"]) }
    /// // SELECT … FROM "orders" WHERE "orders"."year" = ? AND "orders"."number" = ?
    /// ```
    ///
    /// - Parameters:
    ///   - type: the class that this one belongs to.
    ///   - foreignKey: columns or properties of this class, in the order of the key that they reference.
    ///   - references: the columns of the other class that they reference; its primary key by default.
    /// - Throws:
    ///   ``ModelError`` with code rowNotFound if there is no such row, as in a database that does not enforce its foreign keys, or if a part of the foreign key is NULL; otherwise as ``belongsTo(_:foreignKey:references:)``.
    public final func belongsTo<Parent: Model>(
        required type: Parent.Type, foreignKey: [String], references: [String]? = nil
    ) throws -> Parent {
        if let parent = try belongsTo(type, foreignKey: foreignKey, references: references) { return parent }
        let mapping = try currentMapping()
        let values = try foreignKey.map { name in
            let column = mapping.columns.first { $0.isNamed(name) }
            return "\(name) = \((try column?.value(of: self) ?? .null).shown)"
        }
        let isFiltered = try reading { try $0.defaultFilter(of: $0.plan(for: type)) != nil }
        throw ModelError(
            .rowNotFound,
            "\"\(mapping.table)\" (\(values.joined(separator: ", "))) belongs to a row of \"\(type.table)\" that is not there"
                + (isFiltered ? ", or that the default filter of its class hides" : ""),
            table: mapping.table, key: keyValues,
            hint: (isFiltered ? "unfiltered { } finds hidden rows; " : "")
                + "zim doctor lists \(isFiltered ? "missing ones" : "such rows"); belongsTo gives nil for them")
    }
}
