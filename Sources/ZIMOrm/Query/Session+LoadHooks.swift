package import ZIMDb

/// When `didLoad()` is called for the rows of a statement.
extension Session {
    /// Reads the rows of a statement, and calls the hooks of their models behind the last: where SQLite shows rows as they are
    /// by now, one that a hook saves could be met again, for ever.
    ///
    /// Source: <https://www.sqlite.org/isolation.html>
    package func withLoadHooksBehind<T>(_ read: () throws -> T) throws -> T {
        guard !isReadOnly, dialect.features.contains(.liveRows) else { return try read() }
        let outer = waitingLoads
        waitingLoads = []
        let result: T
        do { result = try read() } catch {
            waitingLoads = outer
            throw error
        }
        let models = waitingLoads ?? []
        waitingLoads = outer
        // Only finishLoad(of:) adds to them.
        for model in models { try unsafeDowncast(model, to: Model.self).didLoad() }
        return result
    }

    /// Calls the hook of a model that a row was read into.
    @inline(__always)
    func finishLoad(of model: Model) throws {
        guard waitingLoads != nil else { return try model.didLoad() }
        waitingLoads?.append(model)
    }
}

extension Model {
    /// Calls the hooks of a model that its row was read into once more, by its owner's wish.
    package func finishReload() throws {
        try didLoad()
        delegate?.modelDidFinishLoadingRecord(self)
    }
}
