/// The text of a statement and the values of its parameters, in order: what an engine prepares and binds.
public struct RenderedSQL: Sendable, Hashable {
    /// The text, with a placeholder for each parameter.
    public var sql: String
    /// The values of the placeholders, the first placeholder's first.
    public var parameters: [SQLValue]

    /// Keeps a text and its parameters.
    public init(sql: String, parameters: [SQLValue] = []) {
        self.sql = sql
        self.parameters = parameters
    }
}
