/// A name given by its parts, for names that contain dots or quotation marks.
///
/// ```swift
/// SelectStatement().from(SQLIdentifier("year.key"))             // FROM "year.key"
/// SelectStatement().from(SQLIdentifier("main", "year.key"))     // FROM "main"."year.key"
/// SelectStatement().from("main.person")                         // FROM "main"."person": in a string dots separate
/// ```
public struct SQLIdentifier: SQLRenderable, Hashable {
    /// The parts from the outermost to the innermost: schema, table, column.
    public let parts: [String]

    /// A name of these parts, which are neither split nor unquoted.
    public init(_ parts: String...) { self.parts = parts }

    /// A name of these parts, which are neither split nor unquoted.
    public init(parts: [String]) { self.parts = parts }

    /// - Throws: ``SQLBuildError`` if there is no part.
    public func write(to writer: inout SQLWriter) throws {
        guard !parts.isEmpty else { throw SQLBuildError(.incomplete, "a name has no parts") }
        for (index, part) in parts.enumerated() {
            if index > 0 { writer.put(".") }
            writer.identifier(part)
        }
    }
}
