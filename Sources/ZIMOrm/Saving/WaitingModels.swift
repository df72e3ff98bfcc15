import ZIMDb

/// What is known of the models of a list that wait for their statement. The hook of a later one may have saved some of them
/// meanwhile: they must not be written a second time.
struct WaitingModels {
    private var generation: UInt64?
    /// Those that were loaded before, and are written anew all the same.
    private var loaded: Set<ObjectIdentifier> = []

    mutating func note(_ model: Model, in session: Session) {
        if generation == nil { generation = session.generation }
        if model.state.contains(.isLoaded) { loaded.insert(ObjectIdentifier(model)) }
    }

    /// Which of the models have been saved since.
    func saved(_ models: [Model], in session: Session) -> [Model] {
        // Nothing was written at all.
        if generation == session.generation { return [] }
        return models.filter { $0.isLoaded && !loaded.contains(ObjectIdentifier($0)) }
    }
}

extension Session {
    /// Saves what has changed in models since a hook saved them.
    func saveChanges(of models: [Model]) throws {
        for model in models where try model.hasChanges() { try save(model) }
    }
}

extension [Model] {
    /// Each model once, where it is listed first.
    func distinct() -> [Model] {
        var seen = Set<ObjectIdentifier>(minimumCapacity: count)
        return filter { seen.insert(ObjectIdentifier($0)).inserted }
    }
}
