import CSQLiteRaw
import Foundation

/// The database files of a run, in a temporary folder of its own.
final class Fixture {
    let folder: URL
    /// All people and phones; read workloads share it, writing ones get a copy.
    let filled: String
    /// The tables alone.
    let empty: String
    private var copies = 0

    init(_ seeds: Seeds) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("zim-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        filled = folder.appendingPathComponent("filled.sqlite").path
        empty = folder.appendingPathComponent("empty.sqlite").path
        try Self.create(empty)
        let database = try Self.create(filled)
        try Self.fill(database, seeds)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// A database for one run that writes.
    func copy(of path: String) throws -> String {
        copies += 1
        let target = folder.appendingPathComponent("copy-\(copies).sqlite").path
        try FileManager.default.copyItem(atPath: path, toPath: target)
        return target
    }

    func remove(_ path: String) {
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
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
