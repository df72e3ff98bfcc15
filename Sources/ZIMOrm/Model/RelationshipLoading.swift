import ZIMDb

/// How a relationship that a model follows is loaded.
public enum RelationshipLoading: UInt8, Sendable, Hashable {
    /// The first model of a batch that follows it loads it for the whole batch, in one statement.
    case batched
    /// Each model loads its own.
    case single
    /// Following one throws: everything must have been loaded with ``Query/with(_:options:)-(String,_)``.
    case forbidden
}

extension Database {
    /// How relationships are loaded unless a query says otherwise; batched by default.
    ///
    /// ```swift
    /// database.relationshipLoading = .forbidden        // in tests: a forgotten with(…) is an error, of new models, too
    /// ```
    public var relationshipLoading: RelationshipLoading {
        get { RelationshipLoading(rawValue: mapperSetting) ?? .batched }
        set { mapperSetting = newValue.rawValue }
    }
}
