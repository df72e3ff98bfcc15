import Testing
import ZIMDb

/// Reads the value of an SQL expression as a Swift type, off the statement.
func read<Value: ColumnValue>(_ expression: String, as type: Value.Type) throws -> Value {
    let database = try Database.inMemory()
    return try database.read { session throws in
        var result: Value?
        try session.forEachRow(SQL(unsafe: "SELECT \(expression) AS it")) { row in result = try row.get(0, as: type) }
        return try #require(result)
    }
}

/// Expects that a value comes back as it was, through a parameter and off the statement, and through a `SQLValue`.
func expectRoundTrip<Value: ColumnValue & Equatable>(
    _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let database = try Database.holding("CREATE TABLE t (v)")
    let back = try database.write { session throws in
        let statement = try session.connection.statement("INSERT INTO t VALUES (?)")
        try session.run(statement) { statement in
            try value.bind(to: statement, at: 1)
            _ = try statement.step()
        }
        return try session.value("SELECT v FROM t", as: Value.self)
    }
    #expect(back == value, sourceLocation: sourceLocation)
    #expect(try Value(column: value.sqlValue) == value, sourceLocation: sourceLocation)
}

/// Expects that an expression's value does not fit a type, for a reason.
func expectMismatch<Value: ColumnValue>(
    _ expression: String, as type: Value.Type, _ reason: String, sourceLocation: SourceLocation = #_sourceLocation
) {
    let error = #expect(throws: ValueMismatch.self, sourceLocation: sourceLocation) { try read(expression, as: type) }
    #expect(error?.description == reason, sourceLocation: sourceLocation)
}
