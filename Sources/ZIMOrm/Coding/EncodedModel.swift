import Foundation
import ZIMDb

/// A model that any encoder can write, without a struct beside the class.
///
/// ```swift
/// let json = try JSONEncoder().encode(order.encoded(excluding: ["secret"]))
/// // {"year":2026,"number":1,"customer":"Ada","lines":[{"position":1,…}]}
/// print(order.encoded())  // the same JSON, with sorted keys
/// ```
///
/// A property keeps its type: a date is written by the encoder's strategy, an enum as its raw value, the value of a JSON column
/// as an object, the bytes of an `SQLValue` as `{"base64": "AQI="}`. A nil property is `null`. A relationship that was loaded with the query stands under its name: one row as an
/// object or `null`, several as an array: as it was loaded, without those of its models that were deleted since, and
/// not at all once ``Model/replace(_:with:dependent:)`` or the like has changed it.
public struct EncodedModel: Encodable, CustomStringConvertible {
    /// Which names the columns get.
    public enum Names: Sendable {
        /// The names of the properties; a column without a property keeps its own, and so do those that share one.
        case properties
        /// The names of the columns.
        case columns
    }

    /// The names of the object around, which holds for what stands in it.
    @TaskLocal static var outerNames = Names.properties

    private let model: Model
    private let names: Names
    private let excluded: Set<String>
    private let includesRelationships: Bool
    /// A name to leave out that no class of its list has.
    private let unknown: String?

    init(
        _ model: Model, _ names: Names?, _ excluded: Set<String>, _ includesRelationships: Bool, unknown: String?
    ) {
        self.model = model
        self.names = names ?? Self.outerNames
        self.excluded = excluded
        self.includesRelationships = includesRelationships
        self.unknown = unknown
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: TextKey.self)
        model.restoreAfterRollback()
        let mapping = try model.currentMapping()
        if let unknown { throw mapping.unknown(unknown) }
        var used: Set<String> = []
        for column in mapping.columns where !excluded.contains(where: column.isNamed) {
            let key = TextKey(names == .columns ? column.name : mapping.nameInJSON(column))
            used.insert(key.stringValue)
            try encode(column, mapping, key, &container)
        }
        guard includesRelationships, let record = model.record else { return }
        for relationship in mapping.relationships where !excluded.contains(relationship.name) {
            let key = TextKey(relationship.name)
            guard !used.contains(relationship.name),
                let found = record.loaded(RelationRequest(relationship), for: model)
            else { continue }
            let models = found.models.filter { !$0.isDeleted }
            // Each class writes its own.
            try Self.$outerNames.withValue(names) {
                if relationship.isToMany {
                    try container.encode(models, forKey: key)
                } else {
                    try container.encode(models.first, forKey: key)
                }
            }
        }
    }

    private func encode(
        _ column: MappedColumn, _ mapping: Mapping, _ key: TextKey, _ container: inout KeyedEncodingContainer<TextKey>
    ) throws {
        var held = column.field.held(by: model)
        if let optional = held as? any AnyOptional { held = optional.wrappedValue }
        if let raw = held as? any RawRepresentable, !(held is any Encodable) { held = raw.anyRawValue }
        if case .blob(let bytes)? = held as? SQLValue {
            return try container.encode(JSONText.bytes(bytes), forKey: key)
        }
        // A reference of Amigo or CoreReflect is written as its column holds it.
        if let value = held as? any Encodable, !(held is Model) { return try container.encode(value, forKey: key) }
        if let date = held as? NSDate { return try container.encode(date as Date, forKey: key) }
        if let number = held as? NSDecimalNumber { return try container.encode(number.decimalValue, forKey: key) }
        // Another type that is not Encodable is written as its column stores it.
        switch try column.value(of: model) {
        case .null: try container.encodeNil(forKey: key)
        case .integer(let number): try container.encode(number, forKey: key)
        case .real(let number): try container.encode(number, forKey: key)
        case .text(let text): try container.encode(text, forKey: key)
        case .blob(let bytes): try container.encode(Data(bytes), forKey: key)
        case .typed(let typed): try container.encode(typed.text, forKey: key)
        }
    }
}

extension EncodedModel {
    /// The JSON, with sorted keys and dates in ISO 8601; if the model cannot be written as JSON, the reason.
    public var description: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601WithFractions
        do { return String(decoding: try encoder.encode(self), as: UTF8.self) } catch EncodingError.invalidValue(
            _, let context)
        {
            return
                "not JSON: \(context.codingPath.map(\.stringValue).joined(separator: ".")): \(context.debugDescription)"
        } catch { return "not JSON: \(error)" }
    }
}

/// A key that is known at run time.
struct TextKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ text: String) { stringValue = text }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension Mapping {
    fileprivate func hasMember(_ name: String) -> Bool {
        columns.contains { $0.isNamed(name) } || relationships.contains { $0.name == name }
            || type.ignoredProperties.contains(name)
    }
}

extension [Model] {
    /// A name that the class of none of them has.
    fileprivate func unknown(_ names: Set<String>) -> String? {
        if names.isEmpty { return nil }
        let classes = Dictionary(map { (ObjectIdentifier(type(of: $0)), $0) }) { first, _ in first }
        // What is wrong with a class is for its encoding to say.
        let mappings = classes.values.map { try? $0.currentMapping() }
        return names.sorted().first { name in !mappings.contains { $0?.hasMember(name) ?? true } }
    }
}

extension RawRepresentable {
    fileprivate var anyRawValue: Any { rawValue }
}

extension Model {
    /// This model as a value that any encoder can write.
    ///
    /// ```swift
    /// let json = try JSONEncoder().encode(order.encoded(excluding: ["secret"]))
    /// ```
    ///
    /// Reads what the model holds and sends no statement. A value that cannot be written is thrown by the encoder, and so is
    /// ``ModelError`` with code unknownColumn for a name to leave out that the class does not have.
    ///
    /// - Parameters:
    ///   - names: the names of the properties, or those of the columns; nil takes those of the object around, else the properties'.
    ///   - excluded: properties, columns and relationships of this model to leave out, all that have such a name; models in
    ///     relationships stay whole.
    ///   - includesRelationships: whether relationships that were loaded with the query are written.
    public final func encoded(
        names: EncodedModel.Names? = nil, excluding excluded: Set<String> = [],
        includesRelationships: Bool = true
    ) -> EncodedModel {
        EncodedModel(self, names, excluded, includesRelationships, unknown: [self as Model].unknown(excluded))
    }
}

extension Sequence where Element: Model {
    /// These models as values that any encoder can write: see ``Model/encoded(names:excluding:includesRelationships:)``. One of
    /// their classes must have each name to leave out.
    public func encoded(
        names: EncodedModel.Names? = nil, excluding excluded: Set<String> = [],
        includesRelationships: Bool = true
    ) -> [EncodedModel] {
        let models = map { $0 as Model }
        let unknown = models.unknown(excluded)
        return models.map { EncodedModel($0, names, excluded, includesRelationships, unknown: unknown) }
    }
}
