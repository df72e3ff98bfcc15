extension Amigo {
    /// How a class is kept in a table: its columns, indexes and relationships.
    ///
    /// ```swift
    /// let dog = ORMModel(Dog.self,
    ///     Column("id", type: Int.self, primaryKey: true),
    ///     Column("label", type: String.self, indexed: true),
    ///     OneToMany("owners", using: Owner.self, on: "dog"))
    /// ```
    ///
    /// What is wrong with it is thrown by ``Amigo/init(_:factory:dates:)``, which sees all models.
    // Unchecked: nothing changes after init; a column finds its property by a name or a key path, both immutable.
    public final class ORMModel: @unchecked Sendable {
        /// The class.
        public let type: Model.Type
        /// The table.
        public let table: Table
        let columns: [Column]
        let indexes: [Index]
        let oneToMany: [OneToMany]
        let manyToMany: [ManyToMany]

        /// A model of a class; its stored properties are found by the columns' names.
        ///
        /// - Parameters:
        ///   - type: the class.
        ///   - table: the table's name; by default the module and the class in lower case, `app_dog`, or the name that
        ///     the class gives by overriding `table`.
        ///   - items: columns, indexes and relationships.
        public convenience init(_ type: Model.Type, table: String? = nil, _ items: any MetaItem...) {
            self.init(type, table: table, items: items)
        }

        /// A model of a class whose columns, indexes and relationships are in an array.
        public init(_ type: Model.Type, table: String? = nil, items: [any MetaItem]) {
            self.type = type
            self.table = Table(type: type, label: table ?? TableName.table(of: type))
            columns = items.compactMap { ($0 as? any ColumnItem)?.column }
            indexes = items.compactMap { $0 as? Index }
            oneToMany = items.compactMap { $0 as? OneToMany }
            manyToMany = items.compactMap { $0 as? ManyToMany }
        }
    }
}

/// ``Amigo/ORMModel``, without the prefix.
public typealias ORMModel = Amigo.ORMModel
