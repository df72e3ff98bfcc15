import ZIMOrm

/// One thing that is wrong with a database, or could be better.
package struct Finding: Sendable, Hashable, Codable {
    /// What is wrong; the worst first.
    package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case unreadable, danglingForeignKey, orphans, nullInKey, duplicateKeys, partlyNullForeignKey, invalidValues,
            brokenText
        case differentKinds, mixedDates, foreignKeyToNonUnique, unvalidatedConstraint, noKey, foreignKeyWithoutIndex,
            likelyRelationship

        /// Whether data is wrong, or only the schema could be better.
        package var isSerious: Bool {
            switch self {
            case .noKey, .foreignKeyWithoutIndex, .likelyRelationship, .foreignKeyToNonUnique, .unvalidatedConstraint:
                false
            default: true
            }
        }
    }

    package let kind: Kind
    package let table: String
    package let columns: [String]
    /// How many rows, or groups of rows, it is about; nil where it is about the schema.
    package let count: Int?
    /// What is wrong, in words.
    package let message: String
    package let example: String?
    /// What to do about it.
    package let advice: String
    /// The statement that does it, where there is one to review; a comment where the engine has none.
    package let sql: String?
    /// The foreign key that rows break; the words have it too.
    package var link: LinkSchema?

    enum CodingKeys: CodingKey { case kind, table, columns, count, message, example, advice, sql }

    init(
        _ kind: Kind, _ table: String, _ columns: [String], count: Int? = nil, _ message: String,
        example: String? = nil, advice: String, sql: String? = nil
    ) {
        self.kind = kind
        self.table = table
        self.columns = columns
        self.count = count
        self.message = message
        self.example = example
        self.advice = advice
        self.sql = sql
    }
}
