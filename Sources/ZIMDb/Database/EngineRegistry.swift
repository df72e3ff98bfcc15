import Synchronization

/// The engines that `Database(url:)` finds by the scheme of a URL.
///
/// ```swift
/// EngineRegistry.register(OracleEngine.self, schemes: ["oracle"])
/// let database = try Database(url: "oracle://stock@db.example.org/orders")
/// ```
///
/// SQLite is always there, and an engine of this package wherever its target is linked. Any other is registered before
/// its first database is opened.
package enum EngineRegistry {
    private static let providers = Mutex<[String: any EngineProvider.Type]>(
        ["sqlite": SQLiteEngine.self, "sqlite3": SQLiteEngine.self, "file": SQLiteEngine.self])

    /// Makes an engine known by its schemes, which are in lower case.
    package static func register(_ provider: any EngineProvider.Type, schemes: [String]) {
        providers.withLock { providers in for scheme in schemes { providers[scheme] = provider } }
    }

    /// What data sources call the engines that this package has, and those that were registered.
    static var types: [String] {
        let own = ["SQLite"] + OptionalEngine.all.flatMap(\.types)
        let schemes = Set(OptionalEngine.all.flatMap(\.schemes))
        let registered = providers.withLock { $0.filter { $0.value != SQLiteEngine.self }.keys.sorted() }
        return own + registered.filter { !schemes.contains($0) }
    }

    /// Whether a data source's type is an engine that is opened by a URL.
    static func isServer(_ type: String) -> Bool {
        let scheme = type.lowercased()
        if OptionalEngine.all.contains(where: { $0.schemes.contains(scheme) }) { return true }
        return providers.withLock { $0[scheme].map { $0 != SQLiteEngine.self } ?? false }
    }

    /// Whether a URL is one of the engine that a data source names.
    static func isEngine(_ type: String, of url: String) throws -> Bool {
        try provider(of: type.lowercased() + ":") == provider(of: url)
    }

    /// - Throws: ``DatabaseError`` with code cannotOpen for a scheme that no engine has, and for one whose engine this
    ///   program was built without.
    static func provider(of url: String) throws -> any EngineProvider.Type {
        let scheme = url.prefix { $0 != ":" }.lowercased()
        if let registered = providers.withLock({ $0[scheme] }) { return registered }
        guard let optional = OptionalEngine.all.first(where: { $0.schemes.contains(scheme) }) else {
            throw DatabaseError(
                .cannotOpen, "no engine is known for \"\(Database.withoutPassword(url))\"",
                hint: "A URL begins with postgres:, mysql:, sqlite: or file:; a file is opened with Database(path:)")
        }
        guard let linked = optional.provider() else {
            throw DatabaseError(
                .cannotOpen,
                "\(Database.withoutPassword(url)) needs \(optional.library), and this program was built without it",
                hint: "Switch the trait on, .package(…, traits: [\"\(optional.trait)\"]), and import ZIMOrm or "
                    + optional.module)
        }
        return linked
    }
}
