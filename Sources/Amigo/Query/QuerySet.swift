/// A query for one class's rows, built step by step and sent when you ask for its result.
///
/// ```swift
/// let owners = try session.query(Owner.self).selectRelated("dog")
///     .filter("dog.label = '\("Lucy")'").orderBy("dog.label", ascending: false).limit(10).all()
/// ```
///
/// A query set is a value: each step returns a new one.
///
/// ## Topics
/// ### Narrowing
/// - ``filter(_:)``
/// - ``using(_:)``
/// - ``relationship(_:)``
/// - ``orderBy(_:ascending:)``
/// - ``limit(_:)``
/// - ``offset(_:)``
/// ### Loading more or less
/// - ``selectRelated(_:)-(String...)``
/// - ``values(_:)-(String...)``
/// ### Asking
/// - ``all()``
/// - ``get(_:)``
/// - ``first()``
/// - ``count()``
public struct QuerySet<M: Model> {
    /// Where the query is sent.
    enum Source {
        case session(AmigoSession)
        case amigo(Amigo)
    }

    private let type: M.Type
    private let source: Source
    private var steps: [(Query<M>) -> Query<M>] = []
    /// The limit that counts, which is the last one.
    private var limit: Int?
    private var related: [String] = []
    private var paths: [String] = []
    private var model: Model?
    private var name: String?

    init(_ type: M.Type, from source: Source) {
        self.type = type
        self.source = source
    }

    private func adding(_ change: (inout QuerySet) -> Void) -> QuerySet {
        var copy = self
        change(&copy)
        return copy
    }

    /// Keeps the rows that satisfy a predicate; interpolated values are bound, never pasted. Several filters are joined
    /// by AND.
    ///
    /// ```swift
    /// query.filter("id > 0 AND dog.label = '\(name)'")
    /// ```
    ///
    /// Text is in single or double quotes, as in `NSPredicate`. Names that are not identifiers are in backquotes or
    /// brackets.
    public func filter(_ predicate: PredicateText) -> QuerySet {
        let predicate = predicate.withDoubleQuotedText
        return adding { $0.steps.append { $0.filter(predicate) } }
    }

    /// Keeps the rows that satisfy a predicate in a variable; values in it are not bound, so do not build it from
    /// untrusted text.
    ///
    /// ```swift
    /// let format = "label = 'Lucy'"
    /// query.filter(unsafe: format)
    /// ```
    ///
    /// It can only be a condition, but on any column.
    public func filter(unsafe predicate: String) -> QuerySet { filter(PredicateText(unsafe: predicate)) }

    /// Orders by a column, property or dotted path, after any orders given before.
    public func orderBy(_ name: String, ascending: Bool = true) -> QuerySet {
        adding { $0.steps.append { $0.orderBy(name, ascending: ascending) } }
    }

    /// Limits the number of rows; the primary key completes the order.
    public func limit(_ count: Int) -> QuerySet { adding { $0.limit = count } }

    /// Skips a number of rows; the primary key completes the order.
    public func offset(_ count: Int) -> QuerySet { adding { $0.steps.append { $0.offset(count) } } }

    /// Loads the models that properties refer to with the rows, in one additional statement for each property.
    ///
    /// ```swift
    /// query.selectRelated("dog", "club.city")          // person.dog, person.club, person.club.city
    /// ```
    ///
    /// Without it the properties are nil, and saving the models does not change their foreign keys.
    public func selectRelated(_ paths: String...) -> QuerySet { selectRelated(paths) }

    /// Loads the models that properties refer to; the paths are in an array.
    public func selectRelated(_ paths: [String]) -> QuerySet { adding { $0.related += paths } }

    /// Reads only some columns. The other properties keep the values of a new model, and saving does not write them: with
    /// `upsert: true` they are only inserted, where the row is gone. The keys are always read, of the models on a path, too.
    ///
    /// ```swift
    /// query.values("label", "dog.label")               // person.dog has its key and its label
    /// ```
    ///
    /// Beside it ``selectRelated(_:)-(String...)`` names nothing that is not among the paths: that throws `ModelError` with code
    /// query when the query is sent.
    public func values(_ paths: String...) -> QuerySet { values(paths) }

    /// Reads only the columns of an array.
    public func values(_ paths: [String]) -> QuerySet { adding { $0.paths += paths } }

    /// Follows a relationship of a model, which ``relationship(_:)`` names.
    public func using(_ model: Model) -> QuerySet { adding { $0.model = model } }

    /// Names the relationship to follow from the model of ``using(_:)``.
    ///
    /// ```swift
    /// session.query(WorkoutMeta.self).using(monday).relationship("exercises").orderBy("position")
    /// ```
    ///
    /// With a through model, the query's class decides whether it finds the through models or the models behind them.
    public func relationship(_ name: String) -> QuerySet { adding { $0.name = name } }

    /// The model with a key; nil if there is no such row.
    ///
    /// ```swift
    /// try session.query(Order.self).get(1, 2, 3001)
    /// ```
    ///
    /// - Parameter key: the values in key order.
    /// - Throws: `ModelError` with code keyMismatch if the number of values differs from the number of key columns.
    public func get(_ key: any SQLValueConvertible...) throws -> M? {
        let key = key.map(\.sqlValue)
        return try run { try models($0) { $0.filter(key: key) }.first }
    }

    /// All models that the query finds.
    ///
    /// - Throws: `ModelError` if the query or a row is invalid for the class, `DatabaseError`.
    public func all() throws -> [M] { try run { try models($0) { $0 } } }

    /// The first model that the query finds.
    public func first() throws -> M? { try limit(min(1, limit ?? 1)).all().first }

    /// The number of rows that the query finds.
    public func count() throws -> Int { try run { try query($0).count() } }

    /// The statement that ``all()`` would send, and its parameters; those of ``selectRelated(_:)-(String...)`` follow it.
    ///
    /// - Throws: what is wrong with the query.
    public func rendered() throws -> RenderedSQL { try run { try query($0).rendered() } }

    private func run<T>(_ body: (Session) throws -> T) throws -> T {
        do {
            switch source {
            case .session(let session): return try session.run(body)
            case .amigo(let amigo): return try amigo.read(body)
            }
        } catch var error as ModelError where error.code == .unknownRelationship {
            // Its join table has no class, which a path would need.
            if let name = error.column, let entry = amigo.catalog.entries.first(where: { $0.table == error.table }),
                case .manyToMany? = entry.relationships[name]
            {
                error.message =
                    "a path cannot follow the relationship \"\(name)\" of \"\(entry.table)\", which has no through model"
                error.hint = "Give the ManyToMany a throughModel, or use using(model).relationship(\"\(name)\")"
            }
            throw error
        }
    }

    private var amigo: Amigo {
        switch source {
        case .session(let session): session.amigo
        case .amigo(let amigo): amigo
        }
    }

    private func query(_ session: Session) throws -> Query<M> {
        _ = try amigo.catalog.entry(for: type)
        var query = try steps.reduce(session.query(type)) { $1($0) }
        if let limit { query = query.limit(limit) }
        switch (model, name) {
        case (nil, nil): return query
        case (let model?, let name?):
            return try RelationshipQuery(amigo: amigo, session: session).restrict(query, to: model, name)
        case (_?, nil):
            throw ModelError(.query, "using(_:) names no relationship", hint: "Add relationship(\"…\")")
        case (nil, let name?):
            throw ModelError(.query, "the relationship \"\(name)\" belongs to no model", hint: "Add using(…)")
        }
    }

    private func models(_ session: Session, _ narrow: (Query<M>) -> Query<M>) throws -> [M] {
        var query = try narrow(self.query(session))
        let tree = try RelatedTree(related, of: amigo.catalog.entry(for: type), in: amigo.catalog)
        guard paths.isEmpty else {
            // What is read of a model that values(_:) does not name is not said.
            if let path = tree.paths.first(where: { path in !paths.contains { $0.hasPrefix(path + ".") } }) {
                throw ModelError(
                    .query, "selectRelated(\"\(path)\") is asked for beside values(_:), which reads no column of it",
                    hint: "Name its columns: values(…, \"\(path).…\")")
            }
            return try query.models(with: paths)
        }
        for path in tree.paths { query = query.with(path) }
        let models: [M] = try query.all()
        try tree.attach(to: models)
        return models
    }
}
