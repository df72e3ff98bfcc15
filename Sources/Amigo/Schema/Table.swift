extension Amigo {
    /// The table of an ``ORMModel``, for foreign keys.
    public struct Table: Sendable {
        /// The class of its rows.
        public let type: Model.Type
        /// The table's name.
        public let label: String
        /// The columns by name: `dog.table.c["id"]`.
        public var c: TableColumns { TableColumns(type: type) }
    }

    /// The columns of a table by name.
    public struct TableColumns: Sendable {
        let type: Model.Type
        /// The column with a name; whether it exists is checked when the models are registered.
        public subscript(name: String) -> TableColumn { TableColumn(type: type, name: name) }
    }

    /// A column of a table, as a foreign key names it.
    public struct TableColumn: Sendable {
        let type: Model.Type
        let name: String
    }
}
