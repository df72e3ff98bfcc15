extension [SQL] {
    /// One piece of all, with commas between them.
    package var commaSeparated: SQL { joined(separator: ", ") }

    package func joined(separator: SQL) -> SQL {
        enumerated().reduce(into: "") { sql, piece in
            sql += piece.offset == 0 ? piece.element : separator + piece.element
        }
    }
}
