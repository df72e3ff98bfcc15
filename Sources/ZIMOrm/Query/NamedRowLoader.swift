import ZIMDb

/// Reads models from rows whose columns are found by name: behind a prefix, as joins need it, or only some of them.
///
/// A model is read in two steps, so that a facade can put into it what else the row holds before it counts as loaded.
package struct NamedRowLoader {
    /// How the class is mapped.
    package var mapping: Mapping { plan.mapping }
    private let plan: TablePlan
    private let session: Session
    private let group: LoadBatch
    /// Where each column stands in the row.
    private let sources: [Int?]
    /// The same for the key's columns, where all are there.
    private let keySources: [Int]?
    /// The columns that are not read.
    private let unread: Set<Int>

    /// Finds the columns of a class.
    ///
    /// - Parameters:
    ///   - names: the names of the row's columns.
    ///   - prefix: what stands before the class's own names.
    ///   - isPartial: whether columns may be missing; their properties stay as the class's init sets them.
    /// - Throws: ``ModelError`` with code unknownColumn if a column is missing.
    package init(
        _ type: Model.Type, names: [String], prefix: String = "", isPartial: Bool = false, in session: Session
    ) throws {
        let plan = try session.plan(for: type)
        let mapping = plan.mapping
        let folded = names.map { $0.lowercased() }
        let sources = mapping.columns.map { column in
            let wanted = prefix + column.name
            return names.firstIndex(of: wanted) ?? folded.firstIndex(of: wanted.lowercased())
        }
        if !isPartial, let missing = sources.firstIndex(of: nil) {
            let name = mapping.columns[missing].name
            throw ModelError(
                .unknownColumn,
                "\"\(mapping.table)\" has no column \"\(name)\", which class \(mapping.type) needs",
                table: mapping.table,
                column: name, hint: NearestNames.hint(for: prefix + name, among: names))
        }
        self.plan = plan
        self.sources = sources
        unread = Set(sources.indices.filter { sources[$0] == nil })
        let key = mapping.key.compactMap { sources[$0] }
        keySources = key.count == mapping.key.count && !key.isEmpty ? key : nil
        group = LoadBatch(mapping: mapping, handle: session.handle)
        self.session = session
    }

    /// Whether the whole key is read, so that models count as loaded.
    package var readsKey: Bool { keySources != nil }

    /// Whether no column of the class is read.
    package var readsNothing: Bool { unread.count == sources.count }

    /// Whether the row has nothing of this class, as an outer join leaves it where there is no partner.
    package func isAbsent(from row: Row) -> Bool {
        (keySources ?? sources.compactMap(\.self)).allSatisfy { row.isNull($0) }
    }

    /// The first step: a new model with the row's values.
    ///
    /// - Throws: ``ModelError`` with code value if one does not fit.
    package func make(_ row: Row) throws -> Model {
        let model = mapping.type.init()
        try model.willLoad()
        try read(row, into: model)
        if mapping.tracksItself { model.columnChanges = ColumnChanges() }
        return model
    }

    private func read(_ row: Row, into model: Model) throws {
        for (index, source) in sources.enumerated() {
            guard let source else { continue }
            do { try mapping.columns[index].read(row, source, into: model) } catch let mismatch as ValueMismatch {
                throw mapping.refusal(mismatch, of: index, key: (keySources ?? []).map { row.value(at: $0) })
            }
        }
    }

    /// The second step: from here on the model is its row as the model holds it now. Without the whole key it stays new.
    package func keep(_ model: Model, from row: Row) throws {
        guard keySources != nil else { return }
        try group.adopt(model, from: row, at: 0, sources: sources.map { $0 ?? -1 })
        group.noteUnread(unread, of: model)
        try session.finishLoad(of: model)
    }

    /// In place of the second step: another model takes over what was read, and is that row from here on. Behind the
    /// statement, ``Model/finishReload()`` calls its hooks.
    package func give(_ fresh: Model, to model: Model, from row: Row) throws {
        for (index, source) in sources.enumerated() where source != nil {
            mapping.columns[index].field.copy(from: fresh, to: model)
        }
        let positions = sources.indices.filter { sources[$0] != nil }
        let spellings = positions.compactMap { index in
            sources[index].flatMap {
                mapping.spelling(row.value(at: $0, for: mapping.columns[index].field), at: index, of: model)
            }
        }
        try group.takeOver(model, stored: spellings)
        group.noteUnread(unread, of: model)
    }
}
