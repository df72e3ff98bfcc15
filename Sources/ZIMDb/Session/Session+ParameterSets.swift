extension Session {
    /// Whether a change runs for many sets of parameters with one message to the server.
    package var takesParameterSets: Bool { connection.engine.takesParameterSets }

    /// Runs a change once for each set of parameters, as many with one message as the engine takes.
    ///
    /// - Parameters:
    ///   - namesRows: whether an error says which sets the failed message had.
    ///   - fill: binds the next set, in the order of the parameters; false at the end. It is told how many messages were
    ///     sent.
    /// - Returns: how many rows all of them changed.
    package func run(
        _ statement: Statement, namesRows: Bool = false, sets fill: (Statement, Int) throws -> Bool
    ) throws -> Int {
        var (changed, sent, messages) = (0, 0, 0)
        var (isThere, hasRefused) = (true, false)
        while isThere {
            var count = 0
            do {
                try run(statement) { statement in
                    try statement.beginSets(withRefused: hasRefused)
                    if !hasRefused { isThere = try fill(statement, messages) }
                    hasRefused = false
                    while isThere, !hasRefused {
                        if try statement.addParameterSet() {
                            count += 1
                            isThere = try fill(statement, messages)
                        } else {
                            hasRefused = true
                        }
                    }
                    guard count > 0 || !hasRefused else {
                        throw DatabaseError(.misuse, "the engine took no set of parameters", sql: statement.sql)
                    }
                    if !hasRefused { statement.endSets() }
                    if count > 0 { while try statement.step() {} }
                }
            } catch var error as DatabaseError where count > 1 && error.sql == statement.sql {
                // Nobody reads the parameters of a thousand rows; which rows they were helps more.
                error.parameters = []
                if namesRows { error.message += " (of the rows \(sent + 1) to \(sent + count))" }
                throw error
            }
            messages += 1
            sent += count
            if count > 0 { changed += changes }
        }
        return changed
    }

    /// Runs a change once for each of so many sets of parameters.
    ///
    /// - Parameter bind: binds the set of a number, which counts from 0.
    /// - Returns: how many rows all of them changed.
    package func run(_ statement: Statement, sets count: Int, bind: (Int) throws -> Void) throws -> Int {
        var number = 0
        return try run(statement) { _, _ in
            guard number < count else { return false }
            try bind(number)
            number += 1
            return true
        }
    }
}
