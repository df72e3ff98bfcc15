import Synchronization
import ZIMOrm

/// What a class's table looks like: its columns in order and the objects that it refers to.
final class TableLayout: Sendable {
    /// One column.
    struct Item: Sendable {
        let name: String
        let type: SQLDataType?
        let isOptional: Bool
        let source: Source
    }

    /// What a column holds.
    enum Source: Sendable {
        case value(ReflectedProperty)
        case date(ReflectedProperty)
        case reference(Reference, part: Int)
    }

    let items: [Item]
    let references: [Reference]
    /// Whether the class names its columns itself.
    let isListed: Bool

    private static let layouts = Mutex<[ObjectIdentifier: TableLayout]>([:])

    /// The layout of a class; made once.
    ///
    /// - Throws: `ModelError` with code mapping if a property cannot be a column.
    static func of(_ type: Reflect.Type) throws -> TableLayout {
        if let known = layouts.withLock({ $0[ObjectIdentifier(type)] }) { return known }
        let made = try TableLayout(type)
        layouts.withLock { $0[ObjectIdentifier(type)] = made }
        return made
    }

    private init(_ type: Reflect.Type) throws {
        isListed = !type.columns.isEmpty
        items = try isListed ? [] : Self.reflected(type)
        references = items.compactMap {
            if case .reference(let reference, part: 0) = $0.source { return reference }
            return nil
        }
    }

    private static func reflected(_ type: Reflect.Type) throws -> [Item] {
        let base = ReflectedProperty.all(of: Reflect.self)
        let hidden = Set(base.filter { !ObjectColumn.all.contains($0.name) }.map(\.offset))
        var ignored = type.ignoredProperties()
        if !type.primaryKey.contains(ObjectColumn.objectId) { ignored.insert(ObjectColumn.objectId) }
        return try ReflectedProperty.all(of: type).flatMap { property -> [Item] in
            guard !hidden.contains(property.offset), !ignored.contains(property.name) else { return [] }
            guard property.isWritable else {
                throw failure(
                    type, property, "is a constant or a weak reference, so no row can be read into it",
                    "Make it a var, or list it in ignoredProperties()")
            }
            if let reference = Reference(property, of: type) { return try items(of: reference) }
            let isDate = property.bareType == Date.self || property.bareType is NSDate.Type
            guard isDate || Column(property.name, reflected: property) != nil else {
                throw failure(
                    type, property, "is of type \(property.type), which no column can hold",
                    "List it in ignoredProperties(), or make its type a ColumnValue or Codable")
            }
            return [
                Item(
                    name: property.name, type: PropertyColumnType.of(property.bareType),
                    isOptional: property.isOptional,
                    source: isDate ? .date(property) : .value(property))
            ]
        }
    }

    /// The columns of a reference have the types of the key that they refer to.
    private static func items(of reference: Reference) throws -> [Item] {
        let properties = ReflectedProperty.all(of: reference.target)
        return reference.columns.indices.map { part in
            let key = reference.target.primaryKey[part]
            let property = properties.first { $0.name == key }
            let type = key == ObjectColumn.objectId ? .integer : property.flatMap { PropertyColumnType.of($0.bareType) }
            return Item(
                name: reference.columns[part], type: type, isOptional: reference.property.isOptional,
                source: .reference(reference, part: part))
        }
    }

    private static func failure(
        _ type: Reflect.Type, _ property: ReflectedProperty, _ message: String, _ hint: String
    ) -> ModelError {
        ModelError(
            .mapping, "class \(type): the property \"\(property.name)\" \(message)", table: type.entityName(),
            column: property.name, hint: hint)
    }

    /// The columns for the mapper; dates without a form of their own are text as the settings say when a value is written.
    func columns(of type: Reflect.Type) -> [Column] {
        let forms = type.forms
        return items.compactMap { item in
            switch item.source {
            case .value(let property): return Column(item.name, reflected: property)
            case .date(let property):
                let declared = forms[item.name]?.dateFormat ?? type.dateFormat
                return Column(item.name, reflected: property, date: { declared ?? Reflect.settings.dateFormat })
            case .reference(let reference, let part): return reference.column(part: part)
            }
        }
    }
}

extension Reflect: ColumnMaker {
    /// The columns as the class names them, or as its properties are found by reflection.
    package static func makeColumns() throws -> [Column] {
        let layout = try TableLayout.of(self)
        if layout.isListed { return columns }
        var seen: [String: String] = [:]
        for item in layout.items {
            guard case .reference(let reference, part: 0) = item.source else { continue }
            if let other = seen.updateValue(reference.property.name, forKey: item.name.lowercased()) {
                throw ModelError(
                    .mapping,
                    "class \(self): the properties \"\(other)\" and \"\(reference.property.name)\" both refer to "
                        + "\(reference.target) by the column \"\(item.name)\"",
                    table: entityName(), column: item.name,
                    hint: "Override referenceName(of:) for one of them, or list it in ignoredProperties()")
            }
        }
        return layout.columns(of: self)
    }
}
