import BenchmarkHarness
import CSQLiteRaw

/// A text and its parameters, put together by hand.
struct RawQuery {
    enum Parameter {
        case integer(Int)
        case text(String)
    }

    private static let columns = [
        "person.region", "person.number", "person.first_name", "person.last_name", "person.email", "person.age",
        "person.score", "person.created_at", "person.avatar", "person.note",
    ]

    var sql = ""
    var parameters: [Parameter] = []

    init(_ search: PhoneSearch) {
        sql.reserveCapacity(480)
        parameters.reserveCapacity(4)
        sql += "SELECT "
        for (index, column) in Self.columns.enumerated() {
            if index > 0 { sql += ", " }
            sql += column
        }
        sql += " FROM person JOIN phone"
        sql += " ON phone.person_region = person.region AND phone.person_number = person.number"
        sql += " WHERE person.region = ?"
        parameters.append(.text(search.region))
        sql += " AND person.age >= ?"
        parameters.append(.integer(search.minimumAge))
        sql += " AND phone.label = ?"
        parameters.append(.text(search.label))
        sql += " ORDER BY person.last_name, phone.id"
        sql += " LIMIT ?"
        parameters.append(.integer(search.limit))
    }
}

extension Raw {
    func sqlbuild(_ searches: [PhoneSearch], _ watch: Stopwatch) throws -> Digest {
        var kept: [RawQuery] = []
        var size = 0
        watch.measure {
            for (index, search) in searches.enumerated() {
                let query = RawQuery(search)
                size &+= query.sql.utf8.count &+ query.parameters.count
                if index % PhoneSearch.sampling == 0 { kept.append(query) }
            }
        }
        guard size > 100 * searches.count else { throw BenchmarkError("nothing built") }
        var digest = Digest()
        for query in kept { try run(query, into: &digest) }
        return digest
    }

    private func run(_ query: RawQuery, into digest: inout Digest) throws {
        try withStatement(query.sql) { statement in
            for (index, parameter) in query.parameters.enumerated() {
                switch parameter {
                case .integer(let value): sqlite3_bind_int64(statement, CInt(index + 1), Int64(value))
                case .text(let value):
                    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
                    sqlite3_bind_text(statement, CInt(index + 1), value, -1, transient)
                }
            }
            try forEachRow(of: statement) { digest.add(try RawPerson($0)) }
        }
    }
}
