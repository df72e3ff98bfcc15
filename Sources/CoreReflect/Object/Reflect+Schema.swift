import ZIMOrm

extension ReflectProtocol where Self: Reflect {
    /// Creates the class's table if it does not exist.
    ///
    /// ```swift
    /// try User.register()
    /// // CREATE TABLE IF NOT EXISTS "User" ("objectId" INTEGER PRIMARY KEY AUTOINCREMENT, "createdAt" DATE,
    /// // "updatedAt" DATE, "firstName" TEXT NOT NULL, "lastName" TEXT, …, "Address_objectId" INTEGER NOT NULL)
    /// ```
    ///
    /// A property that cannot be nil is NOT NULL. A key of the class's own becomes a PRIMARY KEY of its columns.
    ///
    /// - Throws: `ModelError` with code mapping if a property cannot be a column; `DatabaseError`.
    public static func register() throws { try writing { try createTable(in: $0) } }

    /// Drops the class's table with all its rows.
    ///
    /// ```swift
    /// try User.unRegister()        // DROP TABLE "User"
    /// ```
    ///
    /// - Throws: `DatabaseError` with code sql if there is no such table.
    public static func unRegister() throws { try writing { try dropTable(in: $0) } }

    /// Creates an index over one or more columns if it does not exist.
    ///
    /// ```swift
    /// try User.index("registerNumber", unique: true)
    /// // CREATE UNIQUE INDEX IF NOT EXISTS "index_User_on_registerNumber" ON "User" ("registerNumber")
    /// try User.index("lastName", "firstName")
    /// // CREATE INDEX IF NOT EXISTS "index_User_on_lastName_and_firstName" ON "User" ("lastName", "firstName")
    /// ```
    ///
    /// - Throws: `ModelError` with code unknownColumn, mapping if the name is that of an index of other columns or another
    ///   uniqueness; `DatabaseError` with code constraint if existing rows violate a unique index.
    public static func index(_ fields: String..., unique: Bool = false) throws {
        try writing { try createIndex(fields, unique: unique, in: $0) }
    }

    /// Drops the index over one or more columns if it exists.
    ///
    /// ```swift
    /// try User.removeIndex("registerNumber")       // DROP INDEX IF EXISTS "index_User_on_registerNumber"
    /// ```
    public static func removeIndex(_ fields: String...) throws { try writing { try dropIndex(fields, in: $0) } }

    /// Deletes all rows of the class's table, of a class with a `defaultFilter` those that it lets through.
    ///
    /// ```swift
    /// try User.clean()         // DELETE FROM "User"
    /// ```
    ///
    /// - Returns: the number of deleted rows.
    @discardableResult
    public static func clean() throws -> Int { try writing { try deleteAll(in: $0) } }
}

extension Reflect {
    static func createTable(in session: Session) throws {
        let mapping = try MappingRegistry.mapping(of: self)
        var statement = CreateTableStatement(identifier).ifNotExists()
        let isNumbered = isNumbered(mapping)
        let keys = Set(mapping.keyNames + (try TableLayout.of(self).references.flatMap(\.columns)))
        for column in try schemaColumns(mapping) {
            var constraints: [SQLColumnConstraint] = []
            if isNumbered, column.name == ObjectColumn.objectId {
                constraints = [.primaryKey(autoIncremented: true)]
            } else if !column.isOptional {
                constraints = [.notNull]
            }
            // The number is declared as NSNumber, which is any number; what the engine counts by is a whole one.
            let type = isNumbered && column.name == ObjectColumn.objectId ? .integer : column.type
            statement = statement.column(
                column.name,
                type: PropertyColumnType.on(
                    session.dialect, type, isKey: keys.contains(column.name), hasForm: try hasForm(column.name)),
                constraints: constraints)
        }
        if !isNumbered, !mapping.key.isEmpty { statement = statement.primaryKey(mapping.keyNames) }
        try session.execute(statement)
    }

    /// Whether a class declares how a column's dates are written; a reference's column is as the key that it refers to.
    private static func hasForm(_ column: String) throws -> Bool {
        let layout = try TableLayout.of(self)
        if layout.isListed {
            let columns = try MappingRegistry.mapping(of: self).columns
            return columns.first { $0.name == column || $0.property == column }?.hasForm ?? false
        }
        guard case .reference(let reference, let part) = layout.items.first(where: { $0.name == column })?.source else {
            return (forms[column]?.dateFormat ?? dateFormat) != nil
        }
        return try reference.target.hasForm(reference.target.primaryKey[part])
    }

    /// The columns of the table with their types: a class that names them itself has the types of its properties.
    private static func schemaColumns(
        _ mapping: Mapping
    ) throws -> [(name: String, type: SQLDataType?, isOptional: Bool)] {
        let layout = try TableLayout.of(self)
        guard layout.isListed else {
            let forms = DeclaredForms(self)
            return layout.items.map { item in
                // The digits of a decimal number that the class wants as text.
                let isText =
                    item.type == PropertyColumnType.decimal && forms.held(by: item.name, property: item.name) == .text
                return (item.name, isText ? .text : item.type, item.isOptional)
            }
        }
        let properties = ReflectedProperty.all(of: self)
        return mapping.columns.map { column in
            let property = properties.first { $0.name == column.property }
            return (column.name, property.flatMap { PropertyColumnType.of($0.bareType) }, property?.isOptional ?? true)
        }
    }

    static func dropTable(in session: Session) throws { try session.execute(DropTableStatement(identifier)) }

    static func deleteAll(in session: Session) throws -> Int {
        guard defaultFilter == nil else { return try session.query(self).delete() }
        return try session.execute(DeleteStatement(from: identifier)).changes
    }

    static func createIndex(_ fields: [String], unique: Bool, in session: Session) throws {
        let names = try columnNames(fields)
        try session.createIndex(indexName(names), on: identifier, names, isUnique: unique)
    }

    static func dropIndex(_ fields: [String], in session: Session) throws {
        try session.dropIndex(indexName(try columnNames(fields)), of: identifier)
    }

    private static func columnNames(_ fields: [String]) throws -> [String] {
        guard !fields.isEmpty else {
            throw ModelError(.query, "an index of \"\(table)\" needs a field", table: table)
        }
        let mapping = try MappingRegistry.mapping(of: self)
        return try mapping.indexes(of: fields).map { mapping.columns[$0].name }
    }

    private static func indexName(_ names: [String]) -> SQLIdentifier {
        SQLIdentifier(
            parts: [schema, "index_\(entityName())_on_\(names.joined(separator: "_and_"))"].compactMap(\.self))
    }
}
