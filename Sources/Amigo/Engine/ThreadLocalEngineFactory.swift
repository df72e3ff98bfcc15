/// A factory that gives each thread an engine of its own, with a connection and transactions of its own.
///
/// ```swift
/// struct FileEngines: ThreadLocalEngineFactory {
///     func createEngine() throws -> AmigoEngine { AmigoEngine(try Database(path: "app.sqlite")) }
/// }
/// ```
///
/// Only one thread can write to a file at a time: the others wait for its commit until the busy timeout. Threads of a
/// pool keep their engine; `async` actions of a session use the session's engine.
public protocol ThreadLocalEngineFactory: EngineFactory {
    /// Distinguishes this factory's engines from those of others; by default the description of the factory.
    var identifier: String { get }
    /// Makes the engine of the calling thread.
    func createEngine() throws -> AmigoEngine
}

extension ThreadLocalEngineFactory {
    public var identifier: String { String(reflecting: self) }

    /// The engine of the calling thread, which is made at the first call and released with the thread.
    public func connect() throws -> AmigoEngine {
        let key = "amigo.engine." + identifier
        if let engine = Thread.current.threadDictionary[key] as? AmigoEngine { return engine }
        let engine = try createEngine()
        Thread.current.threadDictionary[key] = engine
        return engine
    }
}

/// A factory that opens a SQLite file once for each thread.
public struct SQLiteThreadEngineFactory: ThreadLocalEngineFactory {
    /// The file's path, or `:memory:`.
    public let path: String
    /// Whether to print each statement.
    public let echo: Bool

    /// A factory for the SQLite file at a path; `echo` prints each statement.
    public init(_ path: String, echo: Bool = false) {
        self.path = path
        self.echo = echo
    }

    public var identifier: String { "sqlite.\(echo).\(path)" }

    /// - Throws: `DatabaseError` if the file cannot be opened.
    public func createEngine() throws -> AmigoEngine {
        var options = DatabaseOptions()
        options.echo = echo
        return AmigoEngine(try Database(path: path, options: options))
    }
}
