/// A function's call with what SQL allows around it.
struct SQLFunctionCall: Hashable, Sendable, SQLRenderable {
    var name: String
    var arguments: [SQLExpression]
    var distinct = false
    var ordering: [SQLOrdering] = []
    var filter: SQLExpression?
    var window: SQLWindow?

    func write(to writer: inout SQLWriter) throws {
        try writer.functionName(name)
        writer.raw(distinct ? "(DISTINCT " : "(")
        try writer.list(arguments)
        if !ordering.isEmpty {
            writer.raw(" ORDER BY ")
            try writer.ordering(ordering)
        }
        writer.raw(")")
        if let filter {
            writer.raw(" FILTER (WHERE ")
            try filter.write(to: &writer)
            writer.raw(")")
        }
        if let window {
            writer.raw(" OVER ")
            try window.writeReference(to: &writer)
        }
    }
}

extension SQLWriter {
    /// Writes a function's name: as it is where it is a plain word (so that PostgreSQL finds `COUNT`), else quoted.
    mutating func functionName(_ name: String) throws {
        let isPlain = name.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || byte >= 0x80
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
        if isPlain, !name.isEmpty { raw(name) } else { identifier(name) }
    }
}
