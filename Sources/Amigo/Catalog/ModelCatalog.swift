import Synchronization

/// All models of one Amigo: the classes that it knows, in the order of their dependencies.
// Unchecked: nothing changes once it is made; the sessions only read their mappings.
final class ModelCatalog: @unchecked Sendable {
    let entries: [ModelEntry]
    /// The join tables, each once.
    let joins: [JoinPlan]
    /// The mappings as sessions look them up.
    let mappings: SessionMappings
    /// How the database, once it is open, holds decimals and dates.
    let forms: StoredForms
    /// Whether join tables hold each pair once; known once one was looked at.
    let uniquePairs = Mutex<[String: Bool]>([:])
    private let byType: [ObjectIdentifier: ModelEntry]

    init(_ models: [Amigo.ORMModel]) throws {
        var builder = try CatalogBuilder(models)
        entries = try builder.build()
        byType = Dictionary(entries.map { (ObjectIdentifier($0.type), $0) }) { first, _ in first }
        mappings = SessionMappings()
        for entry in entries { mappings.mappings[ObjectIdentifier(entry.type)] = entry.mapping }
        joins = builder.joins
        forms = builder.forms
    }

    /// The entry of a class.
    ///
    /// - Throws: `ModelError` with code notRegistered.
    func entry(for type: Model.Type) throws -> ModelEntry {
        if let known = byType[ObjectIdentifier(type)] { return known }
        throw ModelError.notRegistered(type, by: "this Amigo")
    }

    func entry(of model: Model) throws -> ModelEntry { try entry(for: Swift.type(of: model)) }
}

extension ModelError.Code {
    /// No ``ORMModel`` of this Amigo describes the class.
    public static let notRegistered = ModelError.Code(rawValue: "notRegistered")
    /// The relationship has a through model, which must be used instead.
    public static let throughModel = ModelError.Code(rawValue: "throughModel")
    /// Foreign keys that cannot be NULL form a cycle, so no row can be inserted first.
    public static let cycle = ModelError.Code(rawValue: "cycle")
}

extension ModelError {
    static func notRegistered(_ type: Model.Type, by user: String) -> ModelError {
        ModelError(
            .notRegistered, "class \(type) is used by \(user), and is not registered",
            hint: "Give Amigo an ORMModel(\(type).self, …)")
    }
}
