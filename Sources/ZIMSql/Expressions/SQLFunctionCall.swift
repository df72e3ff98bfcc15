/// A function's call with what SQL allows around it.
@usableFromInline
struct SQLFunctionCall: Hashable, Sendable, SQLRenderable {
    var name: String
    var arguments: [SQLExpression]
    var distinct = false
    var ordering: [SQLOrdering] = []
    var filter: SQLExpression?
    var window: SQLWindow?

    @usableFromInline
    func write(to writer: inout SQLWriter) throws {
        try writer.functionName(name)
        writer.put(distinct ? "(DISTINCT " : "(")
        try writer.list(arguments)
        if !ordering.isEmpty {
            writer.put(" ORDER BY ")
            try writer.ordering(ordering)
        }
        writer.put(")")
        if let filter {
            if writer.features.contains(.onDuplicateKey) {
                throw SQLBuildError(
                    .unsupported, "\(writer.dialect.name) has no FILTER",
                    hint: "Put the condition into the argument: CASE WHEN … THEN … END")
            }
            writer.put(" FILTER (WHERE ")
            try filter.write(to: &writer)
            writer.put(")")
        }
        if let window {
            writer.put(" OVER ")
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
