/// Reads or sets a pragma of SQLite: PRAGMA.
///
/// ```swift
/// PragmaStatement("journal_mode")                                // PRAGMA journal_mode
/// PragmaStatement("cache_size", value: -2000, schema: "main")    // PRAGMA "main".cache_size = -2000
/// PragmaStatement("table_info", argument: "phone call")          // PRAGMA table_info('phone call')
/// ```
///
/// A pragma takes no parameters: its value is written as a literal.
///
/// Source: <https://www.sqlite.org/pragma.html>
public struct PragmaStatement: SQLStatement {
    var name: String
    var schema: String?
    var value: SQLValue?
    var argument: SQLValue?

    /// Reads a pragma.
    public init(_ name: String, schema: String? = nil) {
        self.name = name
        self.schema = schema
    }

    /// Sets a pragma.
    public init(_ name: String, value: some SQLValueConvertible, schema: String? = nil) {
        self.init(name, schema: schema)
        self.value = value.sqlValue
    }

    /// Reads a pragma with an argument.
    public init(_ name: String, argument: some SQLValueConvertible, schema: String? = nil) {
        self.init(name, schema: schema)
        self.argument = argument.sqlValue
    }

    /// - Throws: ``SQLBuildError`` if the dialect has no pragmas.
    public func write(to writer: inout SQLWriter) throws {
        try writer.require(.pragma, "PRAGMA", hint: "Use SET and SHOW")
        writer.put("PRAGMA ")
        if let schema {
            writer.identifier(schema)
            writer.put(".")
        }
        try writer.functionName(name)
        try writer.inlined { writer in
            if let value {
                writer.put(" = ")
                try writer.bind(value)
            } else if let argument {
                writer.put("(")
                try writer.bind(argument)
                writer.put(")")
            }
        }
    }
}
