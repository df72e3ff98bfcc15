extension Session {
    /// Whether a change runs for many sets of parameters with one message to the server.
    package var takesParameterSets: Bool { connection.engine.takesParameterSets }

    /// Runs a change once for each set of parameters, as many with one message as the engine takes.
    ///
    /// - Parameters:
    ///   - namesRows: whether an error says which sets the failed message had.
    ///   - next: moves on to the next set; false at the end.
    ///   - bind: binds the set; called again where it has to go with the next message.
    /// - Returns: how many rows all of them changed.
    package func run(
        _ statement: Statement, namesRows: Bool = false, sets next: () throws -> Bool, bind: (Statement) throws -> Void
    ) throws -> Int {
        var changed = 0
        var sent = 0
        var isThere = try next()
        while isThere {
            var count = 0
            do {
                try run(statement) { statement in
                    repeat {
                        try bind(statement)
                        guard try statement.addParameterSet() else { break }
                        count += 1
                        isThere = try next()
                    } while isThere
                    guard count > 0 else {
                        throw DatabaseError(.misuse, "the engine took no set of parameters", sql: statement.sql)
                    }
                    while try statement.step() {}
                }
            } catch var error as DatabaseError where count > 1 && error.sql == statement.sql {
                // Nobody reads the parameters of a thousand rows; which rows they were helps more.
                error.parameters = []
                if namesRows { error.message += " (of the rows \(sent + 1) to \(sent + count))" }
                throw error
            }
            sent += count
            changed += changes
        }
        return changed
    }

    /// Runs a change once for each of so many sets of parameters.
    ///
    /// - Parameter bind: binds the set of a number, which counts from 0.
    /// - Returns: how many rows all of them changed.
    package func run(_ statement: Statement, sets count: Int, bind: (Int) throws -> Void) throws -> Int {
        var number = -1
        return try run(statement) {
            number += 1
            return number < count
        } bind: { _ in
            try bind(number)
        }
    }
}
