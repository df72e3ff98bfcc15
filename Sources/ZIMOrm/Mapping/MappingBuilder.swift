import Synchronization
import ZIMDb

/// Makes and keeps the mapping of each class.
package enum MappingRegistry {
    private static let mappings = Mutex<[ObjectIdentifier: Mapping]>([:])

    /// The classes that this thread is mapping: an init that asks for the mapping of its own class would never end.
    @TaskLocal private static var underway: Set<ObjectIdentifier> = []

    /// The mapping of a class as the class describes itself.
    ///
    /// - Throws: ``ModelError`` with code mapping or unknownColumn where the class contradicts itself.
    package static func mapping(of type: Model.Type) throws -> Mapping {
        if let known = mappings.withLock({ $0[ObjectIdentifier(type)] }) { return known }
        // Made outside the lock: the class's own init runs, and may ask for mappings in turn.
        guard !underway.contains(ObjectIdentifier(type)) else {
            throw ModelError(
                .mapping, "class \(type) is being mapped, and its own init or description asks for the mapping",
                table: nil, hint: "Do not save, load or ask for columns of the class inside its init")
        }
        let made = try $underway.withValue(underway.union([ObjectIdentifier(type)])) {
            try MappingBuilder(type).build()
        }
        return mappings.withLock { mappings in
            if let other = mappings[ObjectIdentifier(type)] { return other }
            mappings[ObjectIdentifier(type)] = made
            return made
        }
    }

    /// A mapping of a class as it describes itself now, which nothing keeps: for ``SessionMappings``.
    package static func newMapping(of type: Model.Type) throws -> Mapping { try MappingBuilder(type).build() }
}

/// Reads a class's description of itself and checks it.
struct MappingBuilder {
    private let type: Model.Type
    private let properties: [StoredProperty]

    init(_ type: Model.Type) {
        self.type = type
        properties = StoredProperties.of(type)
    }

    func build() throws -> Mapping {
        let listed = try (type as? any ColumnMaker.Type)?.makeColumns() ?? type.columns
        let columns = try formed(listed.isEmpty ? reflected() : named(listed))
        try check(columns)
        let paths = type.primaryKeyPaths
        let key = try paths.isEmpty ? keyIndexes(columns) : keyIndexes(of: paths, columns)
        let mapping = mapping(columns, key)
        try mapping.checkLockAndDefaults()
        return mapping
    }

    private func mapping(_ columns: [MappedColumn], _ key: [Int]) -> Mapping {
        Mapping(
            type: type, table: type.table, schema: type.schema, columns: columns, key: key, dataSource: type.dataSource,
            isAutoIncremented: type.isAutoIncremented && key.count == 1, isSaveable: type.isSaveable,
            relationships: type.relationships, lock: type.locking)
    }

    /// The columns with the forms that the class declares by name, and that of its dates.
    private func formed(_ columns: [MappedColumn]) throws -> [MappedColumn] {
        let forms = DeclaredForms(type)
        if forms.isEmpty { return columns }
        try forms.check(columns)
        return try columns.map { try forms.formed($0) ?? $0 }
    }

    private func named(_ columns: [Column]) throws -> [MappedColumn] {
        let prototype = Prototype(type, properties)
        return try columns.map { column in
            if let root = column.keyPath.map({ Swift.type(of: $0).rootType }) as? Model.Type, !type.isA(root) {
                throw ModelError(
                    .mapping, "class \(type): the column \"\(column.name)\" has a key path of class \(root)",
                    table: type.table, column: column.name)
            }
            let (field, property) = try column.makeField(prototype)
            return MappedColumn(
                name: column.name, property: property, field: field, keyPath: column.keyPath, options: column.options)
        }
    }

    private func reflected() throws -> [MappedColumn] {
        let ignored = type.ignoredProperties
        return try properties.compactMap { property in
            // A lazy property's storage is a cache, whatever it holds.
            guard !ignored.contains(property.name), !property.name.hasPrefix("$__lazy_storage_$_") else { return nil }
            guard property.isVariable else {
                throw ModelError(
                    .mapping,
                    "class \(type): the property \"\(property.name)\" is a constant, so no row can be read into it",
                    table: type.table, column: property.name, hint: "Make it a var, or list it in ignoredProperties")
            }
            guard let field = ReflectedField.make(property) else {
                throw ModelError(
                    .mapping,
                    "class \(type): no column can hold the property \"\(property.name)\" of type \(property.type)",
                    table: type.table, column: property.name,
                    hint: "List it in ignoredProperties, or make its type a ColumnValue or Codable")
            }
            return MappedColumn(
                name: property.name, property: property.name, field: field, keyPath: nil, options: Column.Options())
        }
    }

    private func check(_ columns: [MappedColumn]) throws {
        guard !columns.isEmpty else {
            throw ModelError(.mapping, "class \(type) has no stored property that is a column", table: type.table)
        }
        var seen: [[UInt8]: String] = [:]
        for column in columns {
            if let other = seen.updateValue(column.name, forKey: column.name.foldedName) {
                throw ModelError(
                    .mapping,
                    "class \(type) has the column \"\(column.name)\" twice"
                        + (other.utf8.elementsEqual(column.name.utf8)
                            ? "" : ": also as \"\(other)\", and upper and lower case are the same"),
                    table: type.table, column: column.name)
            }
        }
        guard !type.table.isEmpty else { throw ModelError(.mapping, "class \(type) has an empty table name") }
    }

    private func keyIndexes(_ columns: [MappedColumn]) throws -> [Int] {
        let names = type.primaryKey
        let indexes = try names.map { name in
            guard let index = Mapping.positions(of: name, in: columns).first else {
                if names == Model.primaryKey { throw ModelError.keyIsNotNamed(type) }
                var error = ModelError.misnamed(name, in: "the primary key", of: type, table: type.table, columns)
                error.hint = error.hint ?? "Override primaryKey"
                throw error
            }
            return index
        }
        return try requireOnce(indexes, names)
    }

    private func keyIndexes(of paths: [AnyKeyPath], _ columns: [MappedColumn]) throws -> [Int] {
        guard type.primaryKey == Model.primaryKey else {
            throw ModelError(
                .mapping, "class \(type) overrides both primaryKey and primaryKeyPaths", table: type.table,
                hint: "Keep one of them")
        }
        let keyless = mapping(columns, [])
        let indexes = try paths.map { try keyless.index(ofAny: $0) }
        return try requireOnce(indexes, indexes.map { columns[$0].name })
    }

    private func requireOnce(_ indexes: [Int], _ names: [String]) throws -> [Int] {
        guard Set(indexes).count == indexes.count else {
            throw ModelError(
                .mapping, "class \(type): the primary key (\(names.joined(separator: ", "))) names a column twice")
        }
        return indexes
    }
}

extension ModelError {
    /// A class variable names what is no column or property.
    static func misnamed(
        _ name: String, in variable: String, of type: Model.Type, table: String, _ columns: [MappedColumn]
    ) -> ModelError {
        ModelError(
            .mapping, "class \(type): \(variable) names \"\(name)\", which is no column or property of it",
            table: table, column: name, hint: NearestNames.hint(for: name, among: columns.map(\.names)))
    }

    /// The class does not override primaryKey, and has no column of the name that stands there.
    static func keyIsNotNamed(_ type: Model.Type) -> ModelError {
        ModelError(
            .mapping, "class \(type) does not say which columns are its primary key", table: type.table,
            hint: "Override primaryKey; [] is for a table without a key")
    }

    /// The same with what the table's key is, so that it can be copied.
    func naming(keyOf type: Model.Type, in session: Session) throws -> ModelError {
        guard message == Self.keyIsNotNamed(type).message,
            let table = try session.ifDeclared({
                try session.schemaReader.table(type.table, schema: type.schema)
            }) ?? nil, !table.primaryKey.isEmpty
        else { return self }
        var error = self
        let columns = table.primaryKey.map { "\"\($0)\"" }.joined(separator: ", ")
        error.hint =
            "\"\(type.table)\" has the key (\(table.primaryKey.joined(separator: ", "))): "
            + "override class var primaryKey: [String] { [\(columns)] }"
        return error
    }
}
