import ZIMOrm

/// A class to be generated: its names and types are decided, its text is not written yet.
struct ModelPlan {
    let table: TableSchema
    let className: String
    let columns: [Property]
    /// The key's columns in order; empty where there is none.
    let key: [String]
    /// Whether the database gives new rows their key.
    let isKeyGiven: Bool
    var methods: [Method] = []

    /// A stored property and its column.
    struct Property {
        let column: TableSchema.Column
        let name: String
        let type: SwiftType
        let initial: String?
    }

    /// A method that follows a relationship.
    struct Method {
        let name: String
        let relationship: RelationshipSchema
        let targetClass: String
        let joinClass: String?
        /// Whether the row at the other end must be there.
        let isRequired: Bool
        /// Whether the columns that are pointed to are unique there.
        let referencesKey: Bool
    }

    var isReadOnly: Bool { table.kind == .view }

    func property(of column: String) -> Property? { columns.first { $0.column.name == column } }
}
