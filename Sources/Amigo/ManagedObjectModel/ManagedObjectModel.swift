public import Foundation

/// A Core Data model as its file describes it: entities with attributes and relationships.
///
/// ```swift
/// let model = try ManagedObjectModel(contentsOf: "App.xcdatamodeld")
/// print(model.entities.map(\.name))
/// ```
///
/// Source: <https://developer.apple.com/documentation/coredata/creating_a_core_data_model>
public struct ManagedObjectModel: Sendable, Hashable {
    /// An entity.
    public struct Entity: Sendable, Hashable {
        /// The entity's name.
        public let name: String
        /// The class as it was written: `.Dog`, `App.Dog`, `Dog`; nil if there is none.
        public let className: String?
        /// The entity whose attributes and relationships this one inherits.
        public let parent: String?
        /// Whether the entity is abstract.
        public let isAbstract: Bool
        /// Its attributes, in the order of the file.
        public internal(set) var attributes: [Attribute] = []
        /// Its relationships, in the order of the file.
        public internal(set) var relationships: [Relationship] = []
        /// The unique attributes, one list for each constraint.
        public internal(set) var uniquenessConstraints: [[String]] = []
    }

    /// An attribute of an entity.
    public struct Attribute: Sendable, Hashable {
        /// The attribute's name.
        public let name: String
        /// The type of its values.
        public let type: AttributeType
        /// Whether it may be nil.
        public let isOptional: Bool
        /// Whether the column gets an index.
        public let isIndexed: Bool
        /// The entries of the editor's User Info.
        public internal(set) var userInfo: [String: String] = [:]

        /// Whether the user information says `primaryKey`: `true`, `YES` or a number other than 0.
        public var isPrimaryKey: Bool {
            guard let value = userInfo["primaryKey"]?.trimmingCharacters(in: .whitespaces).lowercased() else {
                return false
            }
            return ["true", "yes", "t", "y"].contains(value) || (Int(value) ?? 0) != 0
        }
    }

    /// A relationship of an entity.
    public struct Relationship: Sendable, Hashable {
        /// The relationship's name.
        public let name: String
        /// Whether it leads to many objects.
        public let isToMany: Bool
        /// Whether it may be empty.
        public let isOptional: Bool
        /// The name of the entity at the other end.
        public let destination: String
        /// The name of the relationship that leads back.
        public let inverse: String?
        /// The entries of the editor's User Info.
        public internal(set) var userInfo: [String: String] = [:]
    }

    /// The entities, in the order of the file.
    public let entities: [Entity]

    /// Reads a model: an `.xcdatamodeld` by its current version, an `.xcdatamodel`, or the `contents` of one.
    ///
    /// - Throws: ``ManagedObjectModelError`` if the file does not exist or is not a model.
    public init(contentsOf path: String) throws {
        let file = try ModelFile(path)
        entities = try ModelFileReader(file).entities()
    }
}

/// Why a Core Data model cannot be read.
public struct ManagedObjectModelError: LocalizedError, Sendable, CustomStringConvertible {
    /// What happened, as a sentence.
    public let message: String
    /// The file.
    public let path: String
    /// The line in the file, counted from 1, if it is known.
    public let line: Int?

    init(_ message: String, path: String, line: Int? = nil) {
        self.message = message
        self.path = path
        self.line = line
    }

    public var description: String { path + (line.map { ":\($0)" } ?? "") + ": " + message }
    public var errorDescription: String? { description }
}
