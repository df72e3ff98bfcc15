import Testing

/// Ends a test that needs a server where none is installed.
func cancelTest() throws -> Never {
    #if compiler(>=6.3)
        try Test.cancel("MariaDB is not installed")
    #else
        throw NoServer()
    #endif
}

private struct NoServer: Error, CustomStringConvertible {
    var description: String { "MariaDB is not installed" }
}
