import ZIMDb

extension Session {
    /// Sends the statements of a list, and runs what its models do afterwards behind the last of them: a hook may save
    /// another model of the list, which must be known to be saved by then.
    func withHooksBehind(_ send: () throws -> Void) throws {
        let outer = waitingHooks
        waitingHooks = []
        do { try send() } catch {
            waitingHooks = outer
            throw error
        }
        let models = waitingHooks ?? []
        waitingHooks = outer
        for case let model as Model in models { try finishSave(model) }
    }

    /// Saves what a hook has changed in models since another one saved them.
    func saveChanges(of models: [Model]) throws {
        for model in models where try model.hasChanges() { try save(model) }
    }
}

/// The models of a list that had a row before any of them was written: an insert writes them anew, but not one that a hook
/// has saved meanwhile.
struct FormerRows {
    private let models: Set<ObjectIdentifier>
    private let database: Database

    init(_ models: [Model] = [], in database: Database) {
        self.models = Set(models.lazy.filter { $0.rowDatabase === database }.map { ObjectIdentifier($0) })
        self.database = database
    }

    /// Whether a hook has saved a model since.
    func wasSaved(_ model: Model) -> Bool {
        model.rowDatabase === database && !models.contains(ObjectIdentifier(model))
    }

    /// The models that are still to be written, and those that a hook has saved.
    func divide(_ models: [Model]) -> (waiting: [Model], saved: [Model]) {
        let saved = models.filter(wasSaved)
        return saved.isEmpty ? (models, []) : (models.filter { !wasSaved($0) }, saved)
    }
}

extension [Model] {
    /// Each model once, where it is listed first.
    func distinct() -> [Model] {
        var seen = Set<ObjectIdentifier>(minimumCapacity: count)
        return filter { seen.insert(ObjectIdentifier($0)).inserted }
    }
}
