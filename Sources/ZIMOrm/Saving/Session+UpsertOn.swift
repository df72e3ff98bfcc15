import ZIMDb

extension Session {
    /// Inserts a model's row, or updates the row that has the same values in a unique key.
    ///
    /// ```swift
    /// try session.upsert(item, on: ["objId"])
    /// // INSERT INTO "item" ("objId", "label") VALUES (?, ?)
    /// //   ON CONFLICT ("objId") DO UPDATE SET "label" = "excluded"."label" RETURNING "id", "objId"
    /// try session.upsert(stock, on: ["warehouse", "sku"], updating: ["quantity"])
    /// ```
    ///
    /// An existing row keeps its primary key, so that rows that reference it stay valid; the model has that key
    /// afterwards. NULL in the unique key never conflicts: the model is inserted.
    ///
    /// - Parameters:
    ///   - model: the model.
    ///   - columns: the columns of a primary key, UNIQUE constraint or unique index, or their properties, in any order.
    ///   - updating: the columns to update if the row exists; nil updates all columns outside both keys, and an empty
    ///     list none. The other columns keep the row's values, which the model has afterwards, without a call of `didLoad()`.
    /// - Throws: ``ModelError`` with code query if the table has no such unique key, unknownColumn, conflict if the
    ///   model's primary key is that of another row; `DatabaseError` with code constraint.
    ///
    /// Source: <https://www.sqlite.org/lang_upsert.html>,
    /// <https://www.postgresql.org/docs/15/sql-insert.html#SQL-ON-CONFLICT>
    public func upsert(_ model: Model, on columns: [String], updating: [String]? = nil) throws {
        try upsert([model], on: columns, updating: updating)
    }

    /// Inserts the rows of several models, or updates those that have the same values in a unique key.
    ///
    /// Models share statements; one more for each list reads the keys of the rows. Either all are written or none. Of
    /// several models for one row, also of those that a collation takes for one, the last one's values stay there, and the
    /// others keep their own.
    ///
    /// - Throws: as ``upsert(_:on:updating:)-(Model,_,_)``.
    public func upsert(_ models: [Model], on columns: [String], updating: [String]? = nil) throws {
        try upsert(models) { plan in
            let target = try plan.upsertTarget(on: columns, updating: updating, in: self)
            return UpsertChoice(
                keys: target.positions == plan.mapping.key ? [target.positions] : [plan.mapping.key, target.positions],
                target: target)
        }
    }

    /// Inserts the rows of several models, or updates the row that has a model's primary key or its values in any other
    /// unique key of the table.
    ///
    /// - Throws: ``ModelError`` with code conflict if these are several rows; `DatabaseError` with code constraint.
    package func upsertByAnyKey(_ models: [Model]) throws {
        try upsert(models) { UpsertChoice(keys: try $0.upsertKeys(in: self), target: nil) }
    }
}
