/// What is known of a model's row, in one word.
package struct ModelState: OptionSet {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The row exists, as far as this model knows.
    static let isLoaded = ModelState(rawValue: 1)
    /// The row was deleted through this model.
    static let isDeleted = ModelState(rawValue: 2)
    /// Its last save or deletion is noted in its group, since a rollback could undo it.
    static let hasMark = ModelState(rawValue: 4)
    /// A delegate is kept for it.
    static let hasDelegateBit = ModelState(rawValue: 8)

    var hasDelegate: Bool { contains(.hasDelegateBit) }
}
