import ZIMDb

extension Session {
    /// Makes a model the row that has its values in a unique key: the one that exists, or else a new one.
    ///
    /// ```swift
    /// let label = Label()
    /// (label.house, label.word) = ("north", "fragile")
    /// try session.findOrCreate(label, on: ["house", "word"])
    /// // INSERT INTO "label" ("house", "word", "color") VALUES (?, ?, ?) ON CONFLICT ("house", "word") DO NOTHING …
    /// ```
    ///
    /// Two programs that do it at once get the same row: the unique key decides, and not a look before. The row that exists
    /// is left as it is, and the model has its values afterwards. It is ``upsert(_:on:updating:)-(Model,_,_)`` that updates
    /// nothing. NULL in the unique key conflicts with nothing: a row is made.
    ///
    /// - Parameter columns: the columns of a primary key, UNIQUE constraint or unique index, or their properties.
    /// - Throws: as ``upsert(_:on:updating:)-(Model,_,_)``.
    public func findOrCreate(_ model: Model, on columns: [String]) throws {
        try upsert(model, on: columns, updating: [])
    }

    /// Makes each of several models the row that has its values in a unique key.
    ///
    /// - Throws: as ``upsert(_:on:updating:)-(Model,_,_)``.
    public func findOrCreate(_ models: [Model], on columns: [String]) throws {
        try upsert(models, on: columns, updating: [])
    }
}
