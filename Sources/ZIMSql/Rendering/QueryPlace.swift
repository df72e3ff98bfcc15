/// Where a query stands, as far as that decides how its values are written.
enum QueryPlace {
    /// Its columns get their types from nothing but itself.
    case alone
    /// It is the body of a recursive common table: its first member gives the types.
    case recursive
    /// It feeds an INSERT, whose columns give the types.
    case inserted
    /// Nobody reads its columns, as in EXISTS.
    case unread
    /// It is a member of a UNION or the like: which of the columns have values only.
    case member([Bool])

    var isMember: Bool {
        if case .member = self { return true }
        return false
    }
}

extension SQLWriter {
    /// Where the query stands that begins; those inside of it stand alone.
    mutating func takePlace() -> QueryPlace {
        defer { place = .alone }
        return place
    }
}
