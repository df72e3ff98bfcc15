/// Models of one class that leave out the same columns, to be inserted with one statement.
struct InsertRun {
    var plan: TablePlan?
    var omitted: [Int] = []
    /// The positions of the columns that the database fills in, and that are looked up by the key afterwards.
    var lookedUp: [Int] = []
    var capacity = 1
    /// The position of the key that the engine counts up for each row.
    var countedKey: Int?
    /// Whether the engine tells it beside the statement: see ``TablePlan/countsRowsInOrder(in:)``.
    var asksForKeys = false
    /// Whether a trigger may give the rows other keys than the models have.
    var checksKeys = false
    /// Whether each model is a set of parameters of one statement.
    var hasSets = false
    /// For engines that take lists.
    var lists: (insert: ListInsert, single: InsertPlan)?
    var models: [Model] = []
    let formerRows: FormerRows
    /// That of the models that were inserted.
    var batch: InsertedBatch?

    /// How many models are worth a statement of several rows: what it does not tell takes more of them.
    var fewest: Int { asksForKeys || !lookedUp.isEmpty ? 4 : 2 }

    /// The batch of the models that are inserted; nil if each must have its own.
    mutating func batch(_ plan: TablePlan, _ session: Session, _ filled: LoadBatch.FilledKey? = nil) -> InsertedBatch? {
        if batch == nil, plan.mapping.canShareInsertedBatch {
            batch = InsertedBatch(plan, session, sharing: .siblings, filled: filled)
        }
        return batch
    }
}
