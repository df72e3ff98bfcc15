/// A name given part by part, for names that hold dots or quotation marks of their own.
///
/// ```swift
/// SelectStatement().from(SQLIdentifier("year.key"))             // FROM "year.key"
/// SelectStatement().from(SQLIdentifier("main", "year.key"))     // FROM "main"."year.key"
/// SelectStatement().from("main.person")                         // FROM "main"."person": in a string dots separate
/// ```
public struct SQLIdentifier: SQLRenderable, Hashable {
    /// The parts from the outermost to the innermost: schema, table, column.
    public let parts: [String]

    /// Takes the parts as they are; nothing in them is split or unquoted.
    public init(_ parts: String...) { self.parts = parts }

    /// Takes the parts as they are; nothing in them is split or unquoted.
    public init(parts: [String]) { self.parts = parts }

    /// - Throws: ``SQLBuildError`` where there is no part.
    public func write(to writer: inout SQLWriter) throws {
        guard !parts.isEmpty else { throw SQLBuildError(.incomplete, "a name has no parts") }
        for (index, part) in parts.enumerated() {
            if index > 0 { writer.put(".") }
            writer.identifier(part)
        }
    }
}
