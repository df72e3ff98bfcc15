extension DatabaseError {
    /// The table that the engine, or the mapper before it, did not find; nil for any other failure.
    ///
    /// It is read from the message, so it is known from servers whose messages are in English only.
    package var missingTable: String? {
        guard code == .sql else { return nil }
        for (start, end) in [
            ("no such table: ", " (at byte"), ("there is no table \"", "\" in "), ("relation \"", "\" does not exist"),
            ("table \"", "\" does not exist"), ("Table '", "' doesn't exist"), ("Unknown table '", "'"),
        ] where message.hasPrefix(start) {
            let rest = message.dropFirst(start.count)
            let name = rest.firstRange(of: end).map { rest[..<$0.lowerBound] } ?? rest
            // MariaDB and MySQL tell the database, too.
            if start.hasSuffix("'"), let dot = name.firstIndex(of: ".") {
                return String(name[name.index(after: dot)...])
            }
            return String(name.hasPrefix("main.") ? name.dropFirst("main.".count) : name)
        }
        return nil
    }
}
