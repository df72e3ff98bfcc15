import Foundation
import Synchronization
import ZIMDb

/// How a class becomes a table: computed once, checked, and kept.
// Unchecked: nothing changes after init but the cache, which has a lock; the fields' closures come from `columns`, which
// is a function of the class alone.
package final class Mapping: @unchecked Sendable {
    package let type: Model.Type
    package let table: String
    package let schema: String?
    /// `"schema"."table"`
    package let identifier: SQLIdentifier
    package let columns: [MappedColumn]
    /// Reads the columns into the properties.
    let reader: PropertyReader
    /// Where the original values of a row are kept.
    let originals: OriginalLayout
    /// Binds the properties to parameters.
    let binder: PropertyBinder
    /// Reads the properties of the key.
    let keyReader: KeyReader
    /// The positions of the key's columns among ``columns``, in key order.
    package let key: [Int]
    let dataSource: String
    let isAutoIncremented: Bool
    let isSaveable: Bool
    package let relationships: [Relationship]
    /// The positions of the columns that hold the key of a model which a property refers to.
    let references: [Int]
    /// The columns that are written together, by their positions: those of a foreign key of several that a property fills.
    let jointlyWritten: [Set<Int>]
    /// Whether the class tracks its changes itself.
    let tracksItself: Bool
    /// The class, where it makes models straight from rows.
    let decodable: (any RowDecodable.Type)?
    /// Whether the columns' types may need other fields.
    let mayDifferOnTable: Bool
    /// Those for such tables, by the types of the columns that differ.
    let served = Mutex<[[Int: String]: Mapping]>([:])
    /// The class's own mapping, where this is one of those.
    let original: Mapping?
    /// Whether rows that refer to a deleted one are looked after.
    let hasDependents: Bool
    /// What a row must still hold when it is changed.
    let lock: Locking
    /// The position of the column that counts a row's versions.
    let versionPosition: Int?
    /// The positions of the columns that get the database's default where a new row's property is nil.
    let databaseDefaults: [Int]
    /// Whether what a row held is kept as it was read.
    let keepsRow: Bool
    /// The properties that are held in several columns, as a reference to a row with such a key is: mostly none.
    let dividedProperties: Set<String>
    /// Its names, in lower case, that those could be mistaken for that statements make up: mostly none.
    let confusableNames: [String]
    private let properties: [StoredProperty]
    private let keyPathColumns = KeyPathColumns()
    /// The columns whose initial value is another one in each new model; known after the first that is given a parent.
    let knownVarying = Mutex<Set<Int>?>(nil)

    package init(
        type: Model.Type, table: String, schema: String?, columns: [MappedColumn], key: [Int], dataSource: String,
        isAutoIncremented: Bool, isSaveable: Bool, relationships: [Relationship], lock: Locking = .none,
        of original: Mapping? = nil
    ) {
        self.original = original
        self.lock = lock
        keepsRow = lock.comparesRow
        versionPosition = if case .version(let name) = lock { Self.firstIndex(of: name, in: columns) } else { nil }
        databaseDefaults = type.databaseDefaults.flatMap { Self.positions(of: $0, in: columns) }.sorted()
        self.type = type
        self.table = table
        self.schema = schema
        identifier = SQLIdentifier(parts: [schema, table].compactMap { $0 })
        self.columns = columns
        reader = PropertyReader(columns)
        originals = OriginalLayout(columns)
        binder = PropertyBinder(columns)
        keyReader = KeyReader(columns, key)
        self.key = key
        self.dataSource = dataSource
        self.isAutoIncremented = isAutoIncremented
        self.isSaveable = isSaveable
        self.relationships = relationships
        hasDependents = relationships.contains { $0.dependent != nil }
        references = columns.indices.filter { columns[$0].field is ReferenceField }
        // On a server's table other fields may stand for these.
        jointlyWritten = original?.jointlyWritten ?? ReferenceColumns.own(columns, key, relationships)
        decodable = type as? any RowDecodable.Type
        mayDifferOnTable = columns.contains(where: \.field.mayDifferOnTable)
        tracksItself = type.init().columnChanges != nil
        properties = StoredProperties.of(type)
        dividedProperties = Set(
            Dictionary(grouping: columns.compactMap(\.property)) { $0 }.filter { $0.value.count > 1 }.keys)
        confusableNames = MadeUpNames.confusable([table] + columns.map(\.name))
    }

    /// The names of the key's columns in order.
    package var keyNames: [String] { key.map { columns[$0].name } }

    /// The position of a column that is named by its own name or its property's.
    ///
    /// - Throws: ``ModelError`` with the nearest names, or with code query for a property that is held in several columns.
    package func index(of name: String) throws -> Int {
        let positions = positions(of: name)
        guard let position = positions.first else { throw unknown(name) }
        guard positions.count > 1 else { return position }
        throw ModelError(
            .query, "\"\(name)\" of \"\(table)\" is held in \(positions.count) columns", table: table, column: name,
            hint: "Name one of (\(positions.map { columns[$0].name }.joined(separator: ", ")))")
    }

    /// The same for a name in JSON, which is that of a property: it goes before an exact name of a column.
    func index(inJSON name: String) throws -> Int {
        if !dividedProperties.contains(name), let index = columns.firstIndex(where: { $0.property == name }) {
            return index
        }
        return try index(of: name)
    }

    /// What a column is called in JSON.
    func nameInJSON(_ column: MappedColumn) -> String {
        guard let property = column.property, !dividedProperties.contains(property) else { return column.name }
        return property
    }

    func unknown(_ name: String) -> ModelError {
        ModelError(
            .unknownColumn, "\"\(table)\" (class \(type)) has no column or property \"\(name)\"", table: table,
            column: name, hint: NearestNames.hint(for: name, among: columns.map(\.names)))
    }

    /// An exact name goes before a property's name, and that before a name in other letters.
    /// nil for none, and for a property that is held in several columns.
    package func firstIndex(of name: String) -> Int? { Self.firstIndex(of: name, in: columns) }

    private static func firstIndex(of name: String, in columns: [MappedColumn]) -> Int? {
        let positions = positions(of: name, in: columns)
        return positions.count == 1 ? positions.first : nil
    }

    /// The positions of the columns that a name is that of: several for a property that is held in several.
    package func positions(of name: String) -> [Int] { Self.positions(of: name, in: columns) }

    static func positions(of name: String, in columns: [MappedColumn]) -> [Int] {
        if let exact = columns.firstIndex(where: { $0.name == name }) { return [exact] }
        let held = columns.indices.filter { columns[$0].property == name }
        if !held.isEmpty { return held }
        let folded = name.lowercased()
        return columns.firstIndex { $0.name.lowercased() == folded }.map { [$0] } ?? []
    }

    /// The positions of several columns, and of all that a property is held in.
    package func indexes(of names: [String]) throws -> [Int] {
        try names.flatMap { name in
            let positions = positions(of: name)
            return positions.isEmpty ? [try index(of: name)] : positions
        }
    }

    /// The position of the column that a key path's property is held in.
    ///
    /// - Throws: ``ModelError`` if it is a property without a column.
    func index<Owner: Model, Value: ColumnValue>(of keyPath: KeyPath<Owner, Value>) throws -> Int {
        if let known = keyPathColumns.position(of: keyPath) { return known }
        let stored = KeyPathAccess.property(keyPath, among: properties)
        let found =
            columns.firstIndex { $0.keyPath == keyPath }
            // A superclass's key path of the same property is another object.
            ?? KeyPathComponent(keyPath).flatMap { component in
                columns.firstIndex { $0.keyPath.flatMap(KeyPathComponent.init) == component }
            }
            ?? (stored ?? KeyPathSearch.property(keyPath, on: Prototype(type, properties))).flatMap(index)
        if let found {
            keyPathColumns.keep(found, for: keyPath)
            return found
        }
        throw ModelError(
            .unknownColumn,
            stored.map { "the property \"\($0.name)\" of class \(type) is held in no column of \"\(table)\"" }
                ?? "a key path of class \(type) leads to a property of type \(Value.self) that is computed, or cannot be "
                + "told from one, and no column of \"\(table)\" names it",
            table: table, column: stored?.name,
            hint: "Name the property in columns, or filter by the column's name")
    }

    /// The column of a property that a key path has led to; those that are named by key paths have been compared before.
    private func index(of property: StoredProperty) -> Int? {
        columns.firstIndex { column in
            guard column.property == property.name else { return false }
            return column.field.offset.map { $0 == property.offset } ?? (column.keyPath == nil)
        }
    }

    /// The values of the key as a model holds them now, in key order.
    package func keyValues(of model: Model) throws -> [SQLValue] { try values(key, of: model) }

    func values(_ indexes: [Int], of model: Model) throws -> [SQLValue] {
        try indexes.map { try value($0, of: model) }
    }

    /// A column's value of a model: as its row spells it, as long as the property was not changed; else as the property is
    /// written.
    func value(_ index: Int, of model: Model) throws -> SQLValue {
        if model.mayBeSpelled, let stored = model.spelledValue(index, in: self) { return stored }
        return try propertyValue(index, of: model)
    }

    /// The same as the property is written, whatever its row holds.
    func propertyValue(_ index: Int, of model: Model) throws -> SQLValue {
        try naming(index) { try columns[index].value(of: model) }
    }

    /// Runs a closure; the error of a value that does not fit a column's property says which column it is.
    @inline(__always)
    func naming<T>(
        _ position: Int, key: @autoclosure () throws -> [SQLValue] = [], _ body: () throws -> T
    ) throws -> T {
        do { return try body() } catch let mismatch as ValueMismatch {
            throw error(mismatch, column: position, key: try key())
        }
    }

    /// Reads one of a column's own values as the column is: a date in its form.
    func read(_ position: Int, from row: Row, at index: Int, into model: Model) throws {
        try naming(position) { try columns[position].read(row, index, into: model) }
        row.isSpelled = false
    }

    /// Converts the values of a key, each by its own column's type: "10" finds integer 10.
    ///
    /// - Throws: ``ModelError`` if their number is wrong or one does not fit.
    package func normalizedKey(_ values: [SQLValue]) throws -> [SQLValue] {
        guard values.count == key.count else {
            let given = values.map(\.shown).joined(separator: ", ")
            throw ModelError(
                .keyMismatch,
                "\"\(table)\" has the key (\(keyNames.joined(separator: ", "))), \(values.count) "
                    + "value\(values.count == 1 ? " was" : "s were") given: (\(given))",
                table: table, key: values)
        }
        return try normalized(values, for: key, areGiven: true)
    }

    /// Values as they are looked up in their columns: see ``Field/lookupValue(_:stored:)``.
    func lookupValues(_ values: [SQLValue], at positions: [Int]) throws -> [SQLValue] {
        var stored = try normalized(values, for: positions)
        for ((index, value), position) in zip(values.enumerated(), positions) {
            stored[index] = columns[position].field.lookupValue(value, stored: stored[index])
        }
        return stored
    }

    /// - Parameter areGiven: whether a caller gives them as values of the properties: see ``Field/encoded(_:)``.
    func normalized(_ values: [SQLValue], for indexes: [Int], areGiven: Bool = false) throws -> [SQLValue] {
        var result = values
        for (position, index) in indexes.enumerated() where position < values.count {
            switch (columns[index].storedKind, values[position]) {
            // What the common keys are made of needs no conversion.
            case (.int, .integer), (.optionalInt, .integer), (.string, .text), (.optionalString, .text): continue
            default: break
            }
            let field = columns[index].field
            do {
                result[position] = try field.normalized(
                    areGiven ? field.encoded(values[position]) : values[position])
            } catch let mismatch as ValueMismatch {
                throw refusal(of: mismatch, column: index, values: values, for: indexes)
            }
        }
        return result
    }

    /// The error for a lookup value that the column cannot hold: there is no row that it belongs to.
    private func refusal(
        of mismatch: ValueMismatch, column index: Int, values: [SQLValue], for indexes: [Int]
    ) -> ModelError {
        let given = zip(indexes, values).map { "\(columns[$0].name) = \($1.shown)" }.joined(separator: ", ")
        return ModelError(
            .value,
            "\"\(table)\".\"\(columns[index].name)\" of the values that were given (\(given)): "
                + mismatch.explanation,
            table: table, column: columns[index].name, key: values, value: mismatch.value)
    }

    /// The error of a value that does not fit a column's property.
    func error(_ mismatch: ValueMismatch, column index: Int, key: [SQLValue], sql: String? = nil) -> ModelError {
        let name = columns.indices.contains(index) ? columns[index].name : mismatch.column ?? "?"
        var location = "\"\(table)\".\"\(name)\""
        if !key.isEmpty, key.count == self.key.count {
            location += " of the row " + zip(keyNames, key).map { "\($0) = \($1.shown)" }.joined(separator: ", ")
        }
        return ModelError(
            .value, "\(location): \(mismatch.explanation)", table: table,
            column: name, key: key, value: mismatch.value, sql: sql)
    }

    /// A row's key for a message: `(ol_w_id = 1, ol_d_id = 2)`.
    func describe(_ key: [SQLValue], at positions: [Int]? = nil) -> String {
        let names = positions?.map { columns[$0].name } ?? keyNames
        return "(" + zip(names, key).map { "\($0) = \($1.shown)" }.joined(separator: ", ") + ")"
    }

    /// The error for a row of another database, whose key would be some other row's here.
    func belongsElsewhere(
        _ key: [SQLValue], of own: Database, cannot what: String, in database: Database, hint: String
    ) -> ModelError {
        ModelError(
            .otherDatabase,
            "the row \(describe(key)) of \"\(table)\" belongs to \(own.location) and cannot \(what) in "
                + "\(database.location)",
            table: table, key: key, hint: hint)
    }
}

/// The columns that key paths were found to lead to.
// Unchecked: a key path captures nothing but what its subscripts take, and properties have none; the lock guards the rest.
private final class KeyPathColumns: @unchecked Sendable {
    private let lock = NSLock()
    private var positions: [AnyKeyPath: Int] = [:]
    /// The first objects that were asked for: a literal is one object, and hashing it is most of what a look-up costs.
    private var objects: [(keyPath: AnyKeyPath, position: Int)] = []
    private static let mostObjects = 64
    /// Generic code makes another object for each call.
    private static let mostOfColumn = 4

    func position(of keyPath: AnyKeyPath) -> Int? {
        lock.withLock {
            for index in objects.indices where objects[index].keyPath === keyPath { return objects[index].position }
            guard let position = positions[keyPath] else { return nil }
            if objects.count < Self.mostObjects,
                objects.lazy.filter({ $0.position == position }).count < Self.mostOfColumn
            {
                objects.append((keyPath, position))
            }
            return position
        }
    }

    func keep(_ position: Int, for keyPath: AnyKeyPath) { lock.withLock { positions[keyPath] = position } }
}
