extension Amigo {
    /// An index that `createAll` creates.
    ///
    /// ```swift
    /// Index("dog_label_idx", "label")                     // CREATE INDEX "dog_label_idx" ON "app_dog" ("label")
    /// Index("dog_name_idx", unique: true, "owner", "label")
    /// ```
    public struct Index: MetaItem, Sendable {
        let label: String
        let isUnique: Bool
        let columns: [String]

        /// An index over columns; a property that refers to a model stands for the columns of its foreign key.
        public init(_ label: String, unique: Bool = false, _ columns: String...) {
            self.init(label, unique: unique, columns: columns)
        }

        /// An index over columns in an array.
        public init(_ label: String, unique: Bool = false, columns: [String]) {
            self.label = label
            isUnique = unique
            self.columns = columns
        }
    }
}

/// ``Amigo/Index``, without the prefix.
public typealias Index = Amigo.Index
