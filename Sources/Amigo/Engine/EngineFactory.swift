import Synchronization

/// Makes the engine of the calling thread.
public protocol EngineFactory: Sendable {
    /// The engine of the calling thread.
    func connect() throws -> AmigoEngine
}

/// A factory whose threads share one SQLite database.
///
/// ```swift
/// let amigo = try Amigo([dog, person], factory: SQLiteEngineFactory(":memory:", echo: true))
/// ```
public struct SQLiteEngineFactory: EngineFactory {
    /// The file's path, or `:memory:`.
    public let path: String
    /// Whether to print every statement with its values.
    public let echo: Bool
    private let engine = SharedEngine()
    private let options: DatabaseOptions

    /// - Parameters:
    ///   - path: the file's path; `:memory:` for a database in memory.
    ///   - echo: prints every statement and its values.
    ///   - options: how to open the file; a missing file is created.
    public init(_ path: String, echo: Bool = false, options: DatabaseOptions = DatabaseOptions()) {
        self.path = path
        self.echo = echo
        var options = options
        options.echo = options.echo || echo
        self.options = options
    }

    /// - Throws: `DatabaseError` if the file cannot be opened.
    public func connect() throws -> AmigoEngine {
        try engine.get { AmigoEngine(try Database(path: path, options: options)) }
    }
}

/// A factory for an open database of any engine.
public struct DatabaseEngineFactory: EngineFactory {
    private let engine: AmigoEngine

    /// A factory for this database.
    public init(_ database: Database) { engine = AmigoEngine(database) }

    public func connect() -> AmigoEngine { engine }
}

/// An engine that is made once, when it is first asked for.
private final class SharedEngine: Sendable {
    private let engine = Mutex<AmigoEngine?>(nil)

    func get(_ make: () throws -> AmigoEngine) throws -> AmigoEngine {
        try engine.withLock { engine in
            if let engine { return engine }
            let made = try make()
            engine = made
            return made
        }
    }
}
