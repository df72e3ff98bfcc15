/// The text of a statement and the values of its parameters in order, for an engine to prepare and bind.
public struct RenderedSQL: Sendable, Hashable {
    /// The text, with a placeholder for each parameter.
    public var sql: String
    /// The values of the placeholders, in order.
    public var parameters: [SQLValue]

    /// Makes a statement from a text and its parameters.
    public init(sql: String, parameters: [SQLValue] = []) {
        self.sql = sql
        self.parameters = parameters
    }
}
