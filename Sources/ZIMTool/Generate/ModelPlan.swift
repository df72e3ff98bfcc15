import ZIMOrm

/// A class to be generated: its names and types are decided, its text is not written yet.
package struct ModelPlan: Sendable {
    package let table: TableSchema
    package let className: String
    package let columns: [Property]
    /// The key's columns in order; empty where there is none.
    package let key: [String]
    /// Whether the database gives new rows their key.
    let isKeyGiven: Bool
    package var methods: [Method] = []

    /// A stored property and its column.
    package struct Property: Sendable {
        package let column: ColumnSchema
        package let name: String
        package let type: SwiftType
        /// The value of a new model as Swift text; nil where that is nil.
        let initial: String?
        /// Whether nil in a new row is the database's default.
        let takesDefault: Bool
    }

    /// A method that follows a relationship.
    package struct Method: Sendable {
        package let name: String
        /// The name that the settings go by.
        let ownName: String
        package let relationship: RelationshipSchema
        package let targetClass: String
        let joinClass: String?
        /// Whether the row at the other end must be there.
        package let isRequired: Bool
        /// Whether the columns that are pointed to are unique there.
        let referencesKey: Bool
        let dependent: GeneratorSettings.Relationship.Dependent?
    }

    var isReadOnly: Bool { table.kind == .view }

    package func property(of column: String) -> Property? { columns.first { $0.column.name == column } }
}
