extension Amigo {
    /// The reference of a foreign key: the primary key of another model, or columns of its table.
    ///
    /// ```swift
    /// Column("dog", type: ForeignKey(dog))                                    // "dog_id"
    /// Column("dog", type: ForeignKey(dog.table.c["id"]))                      // the same
    /// Column("order", type: ForeignKey(order, columns: ["OL_W_ID", "OL_D_ID", "OL_O_ID"]))
    /// ```
    ///
    /// Columns that the model also declares themselves are not created twice; their properties must agree with the
    /// other model's key.
    public struct ForeignKey: Sendable {
        let target: Model.Type
        /// The columns over there; nil is the primary key.
        let references: [TableColumn]?
        /// The columns here; nil leaves their names to Amigo.
        let columns: [String]?

        /// The primary key of another model.
        ///
        /// - Parameters:
        ///   - model: the referenced model.
        ///   - columns: the names of the columns here, in the order of that key; by default each is the property's
        ///     name, `_` and the name of the referenced column.
        public init(_ model: ORMModel, columns: [String]? = nil) { self.init(model.type, columns: columns) }

        /// The primary key of another model's table.
        public init(_ table: Table, columns: [String]? = nil) { self.init(table.type, columns: columns) }

        /// The primary key of another class, for classes that reference each other.
        public init(_ type: Model.Type, columns: [String]? = nil) {
            target = type
            references = nil
            self.columns = columns
        }

        /// One or more columns of another model's table.
        public init(_ column: TableColumn, _ more: TableColumn..., columns: [String]? = nil) {
            target = column.type
            references = [column] + more
            self.columns = columns
        }
    }
}

/// ``Amigo/ForeignKey``, without the prefix.
public typealias ForeignKey = Amigo.ForeignKey
