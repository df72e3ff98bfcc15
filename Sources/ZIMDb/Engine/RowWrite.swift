/// Rows of a table that a statement may insert, update or delete.
package struct RowWrite: Sendable, Equatable {
    package enum Action: Sendable, Equatable {
        case insert, delete
        case update(column: String)
    }

    package let action: Action
    package let schema: String
    package let table: String
}
