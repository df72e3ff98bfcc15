/// What is known of a model's row, in one word.
package struct ModelState: OptionSet {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The row exists, as far as this model knows.
    static let isLoaded = ModelState(rawValue: 1)
    /// The row was deleted through this model.
    static let isDeleted = ModelState(rawValue: 2)
    /// A rollback could change what is known of its row; what to do then is noted in its batch.
    static let hasUndoEntry = ModelState(rawValue: 4)
    /// A delegate is kept for it.
    static let hasDelegateBit = ModelState(rawValue: 8)
    /// It was read in a session that had changed something before.
    static let mayBeStale = ModelState(rawValue: 16)
    /// It was read among changes that a rollback undid: its key may be another row's by now.
    static let isStale = ModelState(rawValue: 32)

    /// A property was given another row's value as that row spells it.
    static let hasAssignedSpelling = ModelState(rawValue: 64)
    /// Parents have given it columns, while it was new, that say nothing of that themselves.
    static let hasParentColumns = ModelState(rawValue: 128)

    var hasDelegate: Bool { contains(.hasDelegateBit) }
}
