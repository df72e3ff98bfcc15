extension Amigo {
    /// The models whose foreign key references this one.
    ///
    /// ```swift
    /// OneToMany("people", using: Person.self, on: "dog")
    /// session.query(Person.self).using(lucy).relationship("people").all()     // … WHERE "app_person"."dog_id" = ?
    /// ```
    public struct OneToMany: MetaItem, Sendable {
        let label: String
        let using: Model.Type
        let on: String?

        /// - Parameters:
        ///   - label: the relationship's name.
        ///   - type: the class at the other end.
        ///   - property: the property there that refers to this model; optional if there is only one.
        public init(_ label: String, using type: Model.Type, on property: String? = nil) {
            self.label = label
            using = type
            on = property
        }
    }

    /// A many-to-many relationship to models of another class.
    ///
    /// ```swift
    /// ManyToMany("children", using: Child.self)
    /// ManyToMany("exercises", using: Exercise.self, throughModel: WorkoutMeta.self)
    /// ManyToMany("tracks", using: Track.self, table: "PlaylistTrack", foreignKey: ["PlaylistId"], targetForeignKey: ["TrackId"])
    /// ```
    ///
    /// Without a through model, it has a join table of its own; one side or both may declare the relationship.
    public struct ManyToMany: MetaItem, Sendable {
        /// Where a relationship with a through model stores its pairs.
        public enum JoinTable: Sendable, Hashable {
            /// In the through model's own table if the database has that and no join table; otherwise in a separate
            /// join table, as Amigo does.
            case automatic
            /// In a join table that has the keys of both models and of the through model.
            case separate
            /// In the through model's own table.
            case throughModel
        }

        let label: String
        let using: Model.Type
        let throughModel: Model.Type?
        let joinTable: JoinTable
        let table: String?
        /// The join table's columns that refer to this model and to the other one, if they are named.
        private(set) var foreignKeys: (own: [String], target: [String])?

        /// - Parameters:
        ///   - label: the relationship's name.
        ///   - type: the class at the other end.
        ///   - throughModel: a class with foreign keys to both and further properties of each pair.
        ///   - joinTable: where the pairs are stored, with a through model.
        ///   - table: the join table's name; by default the names of both tables in alphabetical order. Needed if there
        ///     are two relationships between the same classes.
        public init(
            _ label: String, using type: Model.Type, throughModel: Model.Type? = nil,
            joinTable: JoinTable = .automatic, table: String? = nil
        ) {
            self.label = label
            using = type
            self.throughModel = throughModel
            self.joinTable = joinTable
            self.table = table
        }

        /// A relationship through an existing join table with its own column names.
        ///
        /// - Parameters:
        ///   - label: the relationship's name.
        ///   - type: the class at the other end.
        ///   - table: the join table's name.
        ///   - foreignKey: its columns that refer to this model, in the order of the primary key.
        ///   - targetForeignKey: its columns that refer to the model at the other end, in the order of that key.
        public init(
            _ label: String, using type: Model.Type, table: String, foreignKey: [String], targetForeignKey: [String]
        ) {
            self.init(label, using: type, table: table)
            foreignKeys = (foreignKey, targetForeignKey)
        }
    }
}

/// ``Amigo/OneToMany``, without the prefix.
public typealias OneToMany = Amigo.OneToMany
/// ``Amigo/ManyToMany``, without the prefix.
public typealias ManyToMany = Amigo.ManyToMany
