/// What triggers do when rows are inserted into a table or view.
package enum InsertTriggers {
    case none
    /// They leave the new row its key.
    case run
    /// They may give the new row another key, and the engine tells it: by RETURNING, or by the row's identifier.
    case changeKey
    /// They may insert a row with another key instead, which nothing tells.
    case hideKey
    /// They may give other rows new keys, too, so that the new row's may be another's by now.
    case moveKeys
}
