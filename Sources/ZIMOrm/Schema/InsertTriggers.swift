/// What triggers do when rows are inserted into a table.
package enum InsertTriggers {
    case none
    /// They leave the row as it is.
    case run
    /// They may write another row than the one that was sent, even one with another key.
    case changeRows
}
