import ZIMDb

extension Session {
    /// Fills a model from the row that has its values in a unique key, or inserts the model if there is none.
    ///
    /// ```swift
    /// let label = Label()
    /// (label.house, label.word) = ("north", "fragile")
    /// try session.findOrCreate(label, on: ["house", "word"])
    /// // INSERT INTO "label" ("house", "word", "color") VALUES (?, ?, ?) ON CONFLICT ("house", "word") DO NOTHING …
    /// ```
    ///
    /// Two programs that do this at the same time get the same row, because the unique key decides, not an earlier
    /// query. An existing row is not changed; the model has its values afterwards. It is
    /// ``upsert(_:on:updating:)-(Model,_,_)`` without an update. NULL in the unique key never conflicts: the model is
    /// inserted.
    ///
    /// The model's hooks are those of saving, `willSave()` and `didSave()`, whether its row is new or was there: `didLoad()` is
    /// not called for it.
    ///
    /// - Parameters:
    ///   - model: the model.
    ///   - columns: the columns of a primary key, UNIQUE constraint or unique index, or their properties.
    /// - Throws: as ``upsert(_:on:updating:)-(Model,_,_)``.
    public func findOrCreate(_ model: Model, on columns: [String]) throws {
        try upsert(model, on: columns, updating: [])
    }

    /// Does the same for several models.
    ///
    /// - Throws: as ``upsert(_:on:updating:)-(Model,_,_)``.
    public func findOrCreate(_ models: [Model], on columns: [String]) throws {
        try upsert(models, on: columns, updating: [])
    }
}
