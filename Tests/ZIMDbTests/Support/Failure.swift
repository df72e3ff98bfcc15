import ZIMDb

/// The error that a closure throws, where it throws one of the database; macros cannot be put into each other.
func failure(_ body: () throws -> Void) -> DatabaseError? {
    do {
        try body()
        return nil
    } catch { return error as? DatabaseError }
}
