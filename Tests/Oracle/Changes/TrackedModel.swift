import ZIMOrm

/// A model in memory and what a program knows of its row.
final class TrackedModel {
    let model: OracleRow
    let table: Int
    /// Whether the program made it, and no query.
    let wasMade: Bool
    var memory: Memory
    /// The same as ever since: a rollback may take back that it was saved, and leaves the property.
    var everSpelled: [Int: SQLValue] = [:]
    /// What the database filled in: a rollback makes a new model's property nil again, as late as it is saved.
    var filled: [Int: SQLValue] = [:]
    /// The columns that were assigned in the savepoint that is open, whether they were saved since or not.
    var everTouched: Set<Int> = []
    /// The foreign keys that were set there.
    var everSetKeys: Set<Set<Int>> = []

    /// What savepoints take back.
    struct Memory {
        /// What the properties held when the model was loaded or saved; nil for a model without a row.
        var known: [SQLValue]?
        /// What the row held then, bit for bit.
        var stored: [SQLValue] = []
        var isDeleted = false
        /// The columns that were assigned since, for classes that note changes themselves.
        var touched: Set<Int> = []
        /// The foreign keys that were set since: where one of their columns is written, all are.
        var setKeys: Set<Set<Int>> = []
        /// Whether it was read inside a savepoint that was rolled back.
        var isUnsure = false
        /// Whether its key led to its row when that was done.
        var wasOwn = false
        /// How often its row was read into it.
        var reads = 0
        /// What typed columns of a foreign key were given from a parent's row, to be written letter for letter.
        var spelled: [Int: SQLValue] = [:]
    }

    init(_ model: OracleRow, table: Int, wasMade: Bool) {
        self.model = model
        self.table = table
        self.wasMade = wasMade
        memory = Memory()
    }
}

/// What a program that changes something has beside its session: the models, and the same tables once more, which plain
/// SQL changes as the program should.
final class ChangeState {
    let twin: Session
    var models: [TrackedModel] = []
    var nextNumber = 1000
    /// The cells that the step wrote: how a typed value is spelt there, the library decides.
    var written: Set<[Int]> = []

    init(twin: Session) { self.twin = twin }
}
