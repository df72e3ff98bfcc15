import CSQLiteRaw
import Foundation

/// People and their phones: two tables with a composite key between them.
final class PeopleDataset: Dataset {
    static let warming = [
        "SELECT sum(length(avatar) + length(note)) FROM person NOT INDEXED",
        "SELECT sum(length(value)) FROM phone NOT INDEXED",
        "SELECT count(*) FROM (SELECT region, number FROM person ORDER BY region, number)",
        "SELECT count(*) FROM phone WHERE person_region > '' AND person_number >= 0",
    ]

    private let inputs: Inputs
    private let expectation: Expectation
    /// All people and phones.
    private let filled: String
    /// The tables alone.
    private let empty: String

    init(in workplace: Workplace) throws {
        let seeds = Seeds()
        inputs = Inputs(seeds)
        expectation = Expectation(inputs)
        filled = workplace.path("people")
        empty = workplace.path("no-people")
        try Self.create(empty)
        let database = try Self.create(filled)
        try Self.fill(database, seeds)
    }

    func path(for workload: Workload) -> String { workload == .insert || workload == .insertlist ? empty : filled }

    func expected(_ workload: Workload) -> Digest { expectation.digest(of: workload) }

    func stored(_ workload: Workload, path: String) throws -> Digest { try StoredPeople.digest(path: path) }

    func run(_ workload: Workload, on contender: any Contender, _ watch: Stopwatch) throws -> Digest? {
        switch workload {
        case .insert:
            try contender.insert(inputs.seeds.people, watch)
            return nil
        case .insertlist:
            try contender.insertlist(inputs.seeds.people, watch)
            return nil
        case .update:
            try contender.update(watch)
            return nil
        case .fetch10, .memory: return try contender.fetch10(watch)
        case .fetch8: return try contender.fetch8(watch)
        case .lookup: return try contender.lookup(inputs.lookupKeys, watch)
        case .nplus1: return try contender.nplus1(region: inputs.seeds.parentRegion, watch)
        case .eager: return try contender.eager(region: inputs.seeds.parentRegion, watch)
        case .sqlbuild: return try contender.sqlbuild(inputs.searches, watch)
        case .keyset: return try contender.keyset(inputs.keysetKeys, watch)
        case .finds, .awaits, .taskreads, .taskwrites:
            guard let contender = contender as? any TaskContender else { throw NotImplemented() }
            return try run(workload, on: contender, watch)
        case .neworder, .orderstatus, .scan, .scanmemory, .through, .unindexed: throw NotImplemented()
        }
    }

    private func run(_ workload: Workload, on contender: any TaskContender, _ watch: Stopwatch) throws -> Digest? {
        switch workload {
        case .finds: return try contender.finds(inputs.taskKeys, watch).digest
        case .awaits: return try contender.awaits(inputs.taskKeys, watch).digest
        case .taskreads: return try contender.taskreads(Inputs.parts(inputs.taskKeys), watch).digest
        default:
            try contender.taskwrites(Inputs.parts(inputs.changedKeys), watch)
            return nil
        }
    }

    @discardableResult
    private static func create(_ path: String) throws -> SQLiteHandle {
        let database = try SQLiteHandle(path: path)
        for statement in Schema.statements { try database.execute(statement) }
        return database
    }

    private static func fill(_ database: SQLiteHandle, _ seeds: Seeds) throws {
        try database.transaction {
            let person = try database.prepare(
                """
                INSERT INTO person VALUES
                    (?, ?, ?, ?, ?, ?, ?, strftime('%Y-%m-%d %H:%M:%f', ?, 'unixepoch'), ?, ?)
                """)
            defer { sqlite3_finalize(person) }
            for seed in seeds.people {
                bind(seed.region, to: person, 1)
                sqlite3_bind_int64(person, 2, Int64(seed.number))
                bind(seed.firstName, to: person, 3)
                bind(seed.lastName, to: person, 4)
                bind(seed.email, to: person, 5)
                sqlite3_bind_int64(person, 6, Int64(seed.age))
                sqlite3_bind_double(person, 7, seed.score)
                sqlite3_bind_double(person, 8, seed.createdAt.timeIntervalSince1970)
                bind(seed.avatar, to: person, 9)
                if let note = seed.note { bind(note, to: person, 10) } else { sqlite3_bind_null(person, 10) }
                try step(person, database)
            }
            let phone = try database.prepare("INSERT INTO phone VALUES (?, ?, ?, ?, ?)")
            defer { sqlite3_finalize(phone) }
            for seed in seeds.phones {
                sqlite3_bind_int64(phone, 1, Int64(seed.id))
                bind(seed.personRegion, to: phone, 2)
                sqlite3_bind_int64(phone, 3, Int64(seed.personNumber))
                bind(seed.label, to: phone, 4)
                bind(seed.value, to: phone, 5)
                try step(phone, database)
            }
        }
        try database.execute("ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)")
    }

    private static func step(_ statement: OpaquePointer, _ database: SQLiteHandle) throws {
        try database.check(sqlite3_step(statement), is: SQLITE_DONE)
        try database.check(sqlite3_reset(statement))
    }

    /// SQLite copies the bytes before the call returns.
    private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    private static func bind(_ text: String, to statement: OpaquePointer, _ index: CInt) {
        sqlite3_bind_text(statement, index, text, -1, transient)
    }

    private static func bind(_ data: Data, to statement: OpaquePointer, _ index: CInt) {
        _ = data.withUnsafeBytes { sqlite3_bind_blob(statement, index, $0.baseAddress, CInt($0.count), transient) }
    }
}
