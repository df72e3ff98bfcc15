/// A factory that gives each thread an engine of its own, with a connection and transactions of its own.
///
/// ```swift
/// struct FileEngines: ThreadLocalEngineFactory {
///     func createEngine() throws -> AmigoEngine { AmigoEngine(try Database(path: "app.sqlite")) }
/// }
/// ```
///
/// Of a file only one thread can write at a time: the others wait for its commit, as long as the busy time-out says.
/// Threads of a pool keep their engine; `async` actions of a session work on the session's own.
public protocol ThreadLocalEngineFactory: EngineFactory {
    /// Tells this factory's engines from those of others; by default the description of the factory itself.
    var identifier: String { get }
    /// Makes the engine of the calling thread.
    func createEngine() throws -> AmigoEngine
}

extension ThreadLocalEngineFactory {
    public var identifier: String { String(reflecting: self) }

    /// The engine of the calling thread: made when the thread first asks, gone with the thread.
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
    /// Whether each statement is printed.
    public let echo: Bool

    /// A factory for the SQLite file at a path; `echo` prints each statement.
    public init(_ path: String, echo: Bool = false) {
        self.path = path
        self.echo = echo
    }

    public var identifier: String { "sqlite.\(echo).\(path)" }

    /// - Throws: `DatabaseError` where the file cannot be opened.
    public func createEngine() throws -> AmigoEngine {
        var options = DatabaseOptions()
        options.echo = echo
        return AmigoEngine(try Database(path: path, options: options))
    }
}
