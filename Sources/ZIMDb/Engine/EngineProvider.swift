/// Makes the engine of a URL: the first thing that an engine implements.
package protocol EngineProvider: Sendable {
    /// - Throws: ``DatabaseError`` with code cannotOpen for a malformed URL, misuse for options that the engine lacks.
    static func engine(url: String, options: DatabaseOptions) throws -> any Engine
}
