/// A dictionary by the names of tables, views, indexes and triggers, which compares their bytes as databases do: "é" as
/// one character and as two are two names, which Swift's dictionaries treat as one.
///
/// ```swift
/// let schema = try database.read { try $0.schema() }
/// print(schema.definitions["line"] ?? "")                          // CREATE TABLE line (…)
/// for (name, sql) in schema.definitions { print(name, sql) }       // in the order of the names' bytes
/// ```
///
/// Its JSON is a list of names and values in that order.
public struct NameMap<Value>: Sequence, ExpressibleByDictionaryLiteral {
    private var valuesByName: [ExactName: Value]

    /// Makes a map from names and values; if a name occurs twice, the first value is kept.
    public init(_ pairs: some Sequence<(String, Value)>) {
        valuesByName = Dictionary(pairs.map { (ExactName($0), $1) }) { first, _ in first }
    }

    /// Makes a map from a literal: `["line": "CREATE TABLE line (…)"]`.
    public init(dictionaryLiteral elements: (String, Value)...) { self.init(elements) }

    /// The value of a name, which is case-sensitive; nil if there is none.
    public subscript(name: String) -> Value? {
        get { valuesByName[ExactName(name)] }
        set { valuesByName[ExactName(name)] = newValue }
    }

    package subscript(name: String, default value: @autoclosure () -> Value) -> Value {
        get { valuesByName[ExactName(name)] ?? value() }
        _modify { yield &valuesByName[ExactName(name), default: value()] }
    }

    /// The number of names.
    public var count: Int { valuesByName.count }
    /// Whether the map is empty.
    public var isEmpty: Bool { valuesByName.isEmpty }
    /// The values, in the order of their names.
    public var values: [Value] { map(\.value) }

    /// Iterates over the names and values, in the byte order of the names.
    public func makeIterator() -> AnyIterator<(name: String, value: Value)> {
        let sorted = valuesByName.sorted { $0.key < $1.key }.map { (name: $0.key.text, value: $0.value) }
        return AnyIterator(sorted.makeIterator())
    }

    /// The same with those of another map whose names are not in this one.
    package func filled(from other: NameMap) -> NameMap {
        var filled = self
        filled.valuesByName.merge(other.valuesByName) { own, _ in own }
        return filled
    }
}

extension NameMap: Sendable where Value: Sendable {}
extension NameMap: Equatable where Value: Equatable {}
extension NameMap: Hashable where Value: Hashable {}

extension NameMap: Codable where Value: Codable {
    private struct Pair: Codable {
        let name: String
        let value: Value
    }

    /// Reads a list of names and values.
    public init(from decoder: any Decoder) throws {
        self.init(try [Pair](from: decoder).map { ($0.name, $0.value) })
    }

    /// Writes a list of names and values.
    public func encode(to encoder: any Encoder) throws {
        try map { Pair(name: $0.name, value: $0.value) }.encode(to: encoder)
    }
}

extension NameMap {
    /// Things by the name that each says.
    package static func grouping<Item>(
        _ items: some Sequence<Item>, by name: (Item) -> String
    ) -> NameMap where Value == [Item] {
        var map: NameMap = [:]
        for item in items { map[name(item), default: []].append(item) }
        return map
    }
}

/// A name by its bytes, as databases tell names apart: to Swift, "é" and "e" with an accent behind it are one text.
package struct ExactName: Sendable, Hashable, Comparable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: ExactName, right: ExactName) -> Bool { left.text.hasSameBytes(as: right.text) }

    package static func < (left: ExactName, right: ExactName) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        text.withUTF8Bytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension Sequence<String> {
    /// The names by their bytes.
    package var exactNames: [ExactName] { map(ExactName.init) }

    /// Whether one of the names has the bytes of another.
    package func containsName(_ name: String) -> Bool { contains { $0.hasSameBytes(as: name) } }
}
