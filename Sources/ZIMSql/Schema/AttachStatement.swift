/// Attaches another database file to the connection: ATTACH DATABASE. SQLite.
///
/// ```swift
/// AttachStatement("archive.sqlite", as: "archive")      // ATTACH DATABASE ? AS "archive"
/// SelectStatement().from("archive.person")
/// ```
///
/// Source: <https://www.sqlite.org/lang_attach.html>
public struct AttachStatement: SQLStatement {
    var file: String?
    var name: String?

    /// Starts an ATTACH; name the file with ``database(_:as:)``.
    public init() {}

    /// Attaches a file, or `:memory:`, under a name.
    public init(_ file: String, as name: String) {
        self.file = file
        self.name = name
    }

    /// Names the file, and its name on this connection.
    public consuming func database(_ file: String, as name: String) -> AttachStatement {
        self.file = file
        self.name = name
        return self
    }

    /// - Throws: ``SQLBuildError`` if the file is missing or the dialect has no ATTACH.
    public func write(to writer: inout SQLWriter) throws {
        try writer.require(.attach, "ATTACH", hint: "Open a second connection")
        guard let file, let name else {
            throw SQLBuildError(.incomplete, "an ATTACH has no file", hint: "Call database(_:as:)")
        }
        writer.put("ATTACH DATABASE ")
        try writer.bind(.text(file))
        writer.put(" AS ")
        writer.identifier(name)
    }
}

/// Detaches an attached database: DETACH DATABASE. SQLite.
///
/// ```swift
/// DetachStatement("archive")      // DETACH DATABASE "archive"
/// ```
///
/// Source: <https://www.sqlite.org/lang_detach.html>
public struct DetachStatement: SQLStatement {
    var name: String?

    /// Starts a DETACH; name the database with ``database(_:)``.
    public init() {}

    /// Detaches the database of this name.
    public init(_ name: String) { self.name = name }

    /// Names the database.
    public consuming func database(_ name: String) -> DetachStatement {
        self.name = name
        return self
    }

    /// - Throws: ``SQLBuildError`` if the name is missing or the dialect has no DETACH.
    public func write(to writer: inout SQLWriter) throws {
        try writer.require(.attach, "DETACH", hint: "Close the second connection")
        guard let name else { throw SQLBuildError(.incomplete, "a DETACH has no database", hint: "Call database(_:)") }
        writer.put("DETACH DATABASE ")
        writer.identifier(name)
    }
}
